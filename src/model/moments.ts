import { parseDuration, parseMoment } from "../expressions/time.ts"

/** An ISO 8601 duration as people write it here: `P30D`, `PT10S`, `P1Y2M`, `PT1.5H`. Never negative. */
export function isDuration(text: string): boolean {
  return text.startsWith("P") && parseDuration(text) !== undefined
}

/** A day that exists: `2026-01-05`. */
export function isDate(text: string): boolean {
  return /^\d{4}-\d{2}-\d{2}$/.test(text) && parseMoment(text) !== undefined
}

/** A moment by RFC 3339, with its offset: `2026-01-05T09:00:00Z`. */
export function isDateTime(text: string): boolean {
  return RFC_3339.test(text) && parseMoment(text) !== undefined
}

const RFC_3339 = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(?:\.\d{1,9})?(?:Z|[+-]\d{2}:\d{2})$/
