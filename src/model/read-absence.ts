import { LAST_MOMENT, parseMoment } from "../expressions/time.ts"
import { isDate } from "./moments.ts"
import { quoted } from "./names.ts"
import type { Absence } from "./organisation.ts"
import { checkKeys, has, optional, present } from "./read-fields.ts"
import { wrong } from "./read-finding.ts"
import { type Reader, readMap, readName, wrongKind } from "./read-value.ts"

/** From when to when somebody is away. One without a beginning has begun, one without an end goes on. */
export const readAbsence: Reader<Absence> = (value, path, what, report) => {
  const map = readMap(value, path, what, report)
  if (map === undefined) return undefined
  const fields = { map, path, what: "an absence", report }
  checkKeys(fields, ["from", "to", "standIn"])
  const from = optional(fields, "from", readMoment)
  const to = optional(fields, "to", readEnd)
  const standIn = optional(fields, "standIn", readName)
  if (!has(map, "from") && !has(map, "to")) {
    const message = "An absence says neither 'from' when nor 'to' when."
    return wrong(report, "MISSING_KEY", path, message, "Write { from: 2026-12-24, to: 2027-01-02 }, or one of the two.")
  }
  if (from !== undefined && to !== undefined && from >= to) {
    const message = `'to' is ${quoted(String(map.to))}, which is not after 'from', ${quoted(String(map.from))}.`
    return wrong(report, "CONTRADICTION", [...path, "to"], message, "Exchange the two, or correct one of them.")
  }
  if ((has(map, "from") && from === undefined) || (has(map, "to") && to === undefined)) return undefined
  return { from: from ?? -LAST_MOMENT, to: to ?? LAST_MOMENT, ...present({ standIn }) }
}

/** A date, as its beginning in UTC, or a datetime; in milliseconds. */
export const readMoment: Reader<number> = (value, path, what, report) => {
  if (typeof value !== "string") return wrongKind(value, path, what, MOMENT_FORMS, report)
  const moment = parseMoment(value)
  if (moment !== undefined) return moment
  const message = `${what} is ${quoted(value)}, which is no date or datetime that exists.`
  return wrong(report, "BAD_DATE", path, message, `Write ${MOMENT_FORMS}.`)
}

/** The same, but of a date the end. */
const readEnd: Reader<number> = (value, path, what, report) => {
  const moment = readMoment(value, path, what, report)
  return moment !== undefined && isDate(String(value)) ? Math.min(moment + DAY, LAST_MOMENT) : moment
}

const DAY = 86_400_000
const MOMENT_FORMS = "a date such as 2026-12-24, or a datetime such as 2026-12-24T12:00:00Z"
