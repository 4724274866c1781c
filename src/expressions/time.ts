/** A span of calendar time as it was written; all parts have the same sign. `PT0.5S` has a fraction of a second. */
export interface Duration {
  readonly years: number
  readonly months: number
  readonly weeks: number
  readonly days: number
  readonly hours: number
  readonly minutes: number
  readonly seconds: number
}

/** The last and, negated, the first moment there is: what a JavaScript `Date` can hold. */
export const LAST_MOMENT = 8_640_000_000_000_000

/** ISO 8601 (`P1Y2M3W4DT5H6M7.5S`, `-P1D`); anything else is undefined. Only the last time part may have a fraction. */
export function parseDuration(text: string): Duration | undefined {
  const match = DURATION.exec(text)
  if (match === null || FRACTION_INSIDE.test(text)) return undefined
  const sign = match[1] === "-" ? -1 : 1
  const part = (index: number) => sign * Number((match[index] ?? "0").replace(",", ".")) + 0
  const [years, months, weeks, days] = [part(2), part(3), part(4), part(5)]
  return { years, months, weeks, days, hours: part(6), minutes: part(7), seconds: part(8) }
}

/** The part of a duration whose length depends on the calendar. */
export function calendarMonths(duration: Duration): number {
  return duration.years * 12 + duration.months
}

/** The part of a duration that always has the same length. A day is 24 hours, as everything is in UTC. */
export function fixedMilliseconds(duration: Duration): number {
  const hours = (duration.weeks * 7 + duration.days) * 24 + duration.hours
  return Math.round(((hours * 60 + duration.minutes) * 60 + duration.seconds) * 1000)
}

/**
 * The moment `times` durations later. Months and years go by the calendar in UTC, all at once: January 31st plus
 * `P1M` twice is March 31st. What lies outside of time is clamped to its first or last moment, so it is never NaN.
 */
export function addDuration(epochMs: number, duration: Duration, times = 1): number {
  return addMonthsAndMilliseconds(epochMs, calendarMonths(duration) * times, fixedMilliseconds(duration) * times)
}

export function addMonthsAndMilliseconds(epochMs: number, months: number, milliseconds: number): number {
  return inTime((months === 0 ? epochMs : addMonths(inTime(epochMs), months)) + milliseconds)
}

/** A date (`2026-01-05`, midnight in UTC) or an RFC 3339 datetime with `Z` or an offset; anything else is undefined. */
export function parseMoment(text: string): number | undefined {
  const match = MOMENT.exec(text)
  if (match === null) return undefined
  const part = (index: number) => Number(match[index] ?? "0")
  const [year, month, day, hour, minute, second] = [part(1), part(2), part(3), part(4), part(5), part(6)]
  const [offsetHours, offsetMinutes] = [part(9), part(10)]
  if (hour > 23 || minute > 59 || second > 60 || offsetHours > 23 || offsetMinutes > 59) return undefined
  const midnight = new Date(0).setUTCFullYear(year, month - 1, day)
  if (Number.isNaN(midnight) || month < 1 || month > 12 || day < 1 || day > daysIn(year, month - 1)) return undefined
  // A leap second counts as the second before it, as in Temporal.
  const seconds = (hour * 60 + minute) * 60 + Math.min(second, 59)
  const offset = (offsetHours * 60 + offsetMinutes) * (match[8] === "-" ? -60_000 : 60_000)
  const fraction = Number((match[7] ?? "").slice(0, 3).padEnd(3, "0"))
  const epochMs = midnight + seconds * 1000 + fraction - offset
  return Math.abs(epochMs) <= LAST_MOMENT ? epochMs : undefined
}

/** ISO 8601 in UTC; milliseconds only where there are some. */
export function formatMoment(epochMs: number): string {
  return new Date(inTime(epochMs)).toISOString().replace(".000Z", "Z")
}

const DURATION =
  /^([+-])?P(?!$)(?:(\d{1,9})Y)?(?:(\d{1,9})M)?(?:(\d{1,9})W)?(?:(\d{1,9})D)?(?:T(?!$)(?:(\d{1,9}(?:[.,]\d{1,9})?)H)?(?:(\d{1,9}(?:[.,]\d{1,9})?)M)?(?:(\d{1,12}(?:[.,]\d{1,9})?)S)?)?$/
const FRACTION_INSIDE = /[.,]\d+[HM]./

const MOMENT =
  /^([+-]\d{6}|\d{4})-(\d\d)-(\d\d)(?:[Tt ](\d\d):(\d\d)(?::(\d\d)(?:\.(\d{1,9}))?)?(?:[Zz]|([+-])(\d\d):(\d\d)))?$/

function addMonths(epochMs: number, months: number): number {
  const date = new Date(epochMs)
  const index = date.getUTCFullYear() * 12 + date.getUTCMonth() + months
  // Beyond this many months nothing can be inside of time, and the calendar below would lose precision.
  if (!(Math.abs(index) < 4_000_000)) return index > 0 ? Infinity : -Infinity
  const [year, month] = [Math.floor(index / 12), index - Math.floor(index / 12) * 12]
  const moved = date.setUTCFullYear(year, month, Math.min(date.getUTCDate(), daysIn(year, month)))
  return Number.isNaN(moved) ? (months > 0 ? Infinity : -Infinity) : moved
}

function daysIn(year: number, month: number): number {
  if (month === 1) return (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0 ? 29 : 28
  return month === 3 || month === 5 || month === 8 || month === 10 ? 30 : 31
}

function inTime(epochMs: number): number {
  if (Number.isNaN(epochMs)) return 0
  return Math.round(Math.min(Math.max(epochMs, -LAST_MOMENT), LAST_MOMENT))
}
