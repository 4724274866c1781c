import { compileExpression, isExpression } from "../expressions/expression.ts"

/** Whether expressions can tell the time there: `Europe/Berlin`, `UTC`, `+01:00`. */
export function isTimeZone(zone: string): boolean {
  if (!ZONE.test(zone) || !isExpression(clock)) return false
  return clock.evaluate({ value: (name) => (name === "zone" ? zone : "2026-01-01T00:00:00Z") }).ok
}

const clock = compileExpression("at.getHours(zone)", { names: { at: "timestamp", zone: "string" } })

/** Temporal would also find a zone in a whole datetime. */
const ZONE = /^(?:[A-Za-z][A-Za-z0-9_+/-]{0,60}|[+-]\d\d:\d\d)$/
