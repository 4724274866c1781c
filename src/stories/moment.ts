import { isDate, isDateTime } from "../model/moments.ts"
import { quoted } from "../model/names.ts"
import { wrong } from "../model/read-finding.ts"
import type { Reader } from "../model/read-value.ts"

/** A day or a moment, as stories write them. */
export function isMoment(text: string): boolean {
  return isDate(text) || isDateTime(text)
}

export const readMoment: Reader<string> = (value, path, what, report) => {
  if (typeof value === "string" && isMoment(value)) return value
  const shown = typeof value === "string" ? quoted(value) : JSON.stringify(value)
  return wrong(
    report,
    "BAD_MOMENT",
    path,
    `${what} is ${shown}, which is not a moment.`,
    "Write for example 2026-01-05T09:00:00Z.",
  )
}
