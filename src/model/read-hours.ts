import type { Path } from "../messages/findings.ts"
import type { Json } from "../messages/json.ts"
import { meant, quoted } from "./names.ts"
import type { Hours } from "./organisation.ts"
import { optional } from "./read-fields.ts"
import { type ReadReport, wrong, wrongKey } from "./read-finding.ts"
import { readSome } from "./read-one-or-more.ts"
import { type Reader, readMap, readText, wrongKind } from "./read-value.ts"
import { isTimeZone } from "./time-zones.ts"

const DAYS: readonly string[] = ["mon", "tue", "wed", "thu", "fri", "sat", "sun"]

/** When somebody is there in a week: days, or ranges of days, each with one or several times. Without a zone, in UTC. */
export const readHours: Reader<Hours> = (value, path, what, report) => {
  const map = readMap(value, path, what, report)
  if (map === undefined) return undefined
  const timeZone = optional({ map, path, what, report }, "timeZone", readTimeZone) ?? "UTC"
  const entries = Object.entries(map).filter(([key]) => key !== "timeZone")
  if (entries.length === 0)
    return wrong(report, "EMPTY", path, `${what} names no day.`, "Write 'mon-fri: 09:00-17:00', or leave the key out.")
  const spans = entries.flatMap(([key, times]) => readDays(key, times, [...path, key], what, report))
  return { timeZone, spans: spans.toSorted((one, other) => one.day - other.day || one.from - other.from) }
}

function readDays(key: string, times: Json, path: Path, what: string, report: ReadReport): Hours["spans"] {
  const days = daysOf(key)
  if (days.length === 0) {
    const message = `The key ${quoted(key)} is no day in ${what}.`
    wrongKey(report, "UNKNOWN_KEY", path, message, dayRemedy(key))
    return []
  }
  const spans = readSome(readTimes)(times, path, quoted(key), report) ?? []
  return days.flatMap((day) => spans.map((span) => ({ day, ...span })))
}

/** `Monday-Friday` is most likely mon-fri. */
function dayRemedy(key: string): string {
  const short = key.toLowerCase().replace(/([a-z]{3})[a-z]*/g, "$1")
  if (daysOf(short).length > 0) return `Did you mean '${short}'?`
  return meant(key, ["timeZone"], "Write a day such as mon, or days such as mon-fri.")
}

/** The days a key names, from 1; a range may go over the end of the week. */
function daysOf(key: string): readonly number[] {
  const [first = -1, last = first, ...more] = key.split("-").map((word) => DAYS.indexOf(word))
  if (first < 0 || last < 0 || more.length > 0) return []
  return Array.from({ length: ((last - first + 7) % 7) + 1 }, (_, index) => ((first + index) % 7) + 1)
}

const readTimes: Reader<{ readonly from: number; readonly to: number }> = (value, path, what, report) => {
  if (typeof value !== "string") return wrongKind(value, path, what, TIME_FORMS, report)
  const [, fromHour, fromMinute, toHour, toMinute] = TIMES.exec(value) ?? []
  const from = minutesOf(fromHour, fromMinute)
  const to = minutesOf(toHour, toMinute)
  if (from === undefined || to === undefined)
    return wrong(report, "BAD_TIME", path, `${what} cannot be ${quoted(value)}.`, `Write ${TIME_FORMS}.`)
  if (from < to) return { from, to }
  const message = `${what} is ${quoted(value)}, which ends before it begins.`
  const remedy = "Exchange the two; a night is written as 22:00-24:00 on one day and 00:00-06:00 on the next."
  return wrong(report, "CONTRADICTION", path, message, remedy)
}

function minutesOf(hour: string | undefined, minute: string | undefined): number | undefined {
  const minutes = Number(hour) * 60 + Number(minute)
  return Number(minute) < 60 && minutes <= 24 * 60 ? minutes : undefined
}

const readTimeZone: Reader<string> = (value, path, what, report) => {
  const zone = readText(value, path, what, report)
  if (zone === undefined || isTimeZone(zone)) return zone
  const message = `${what} is ${quoted(zone)}, which is no time zone.`
  return wrong(report, "BAD_TIME_ZONE", path, message, "Write for example Europe/Berlin, or UTC.")
}

const TIMES = /^(\d{1,2}):(\d\d)\s*-\s*(\d{1,2}):(\d\d)$/
const TIME_FORMS = "a time such as 09:00-17:00, or a list of some"
