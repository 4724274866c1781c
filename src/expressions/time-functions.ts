import { Temporal } from "temporal-polyfill"
import { type CallSite, type FunctionTable, type Overload, overload } from "./function-table.ts"
import type { Moment, Span } from "./time-value.ts"

/** Parts of a timestamp, in UTC unless a zone is named; months and days of the month and year count from 0, as in CEL. */
export const TIME_FUNCTIONS: FunctionTable = {
  getFullYear: parts((date) => date.getUTCFullYear()),
  getMonth: parts((date) => date.getUTCMonth()),
  getDate: parts((date) => date.getUTCDate()),
  getDayOfMonth: parts((date) => date.getUTCDate() - 1),
  getDayOfWeek: parts((date) => date.getUTCDay()),
  getDayOfYear: parts((date) => Math.floor((date.getTime() - new Date(date).setUTCMonth(0, 1)) / 86_400_000)),
  getHours: [...parts((date) => date.getUTCHours()), whole((span) => span.length / 3_600_000)],
  getMinutes: [...parts((date) => date.getUTCMinutes()), whole((span) => span.length / 60_000)],
  getSeconds: [...parts((date) => date.getUTCSeconds()), whole((span) => span.length / 1000)],
  getMilliseconds: [...parts((date) => date.getUTCMilliseconds()), whole((span) => span.length % 1000)],
}

function parts(read: (date: Date) => number): readonly Overload[] {
  return [
    overload(["timestamp"], "number", ([moment]) => read(new Date(moment.epochMs))),
    overload(["timestamp", "string"], "number", ([moment, zone], site) => read(localDate(moment, zone, site))),
  ]
}

/** All of a duration, in one unit. */
function whole(read: (span: Span) => number): Overload {
  return overload(["duration"], "number", ([span]) => Math.trunc(read(span)) + 0)
}

/** A date whose UTC parts are those that clocks in the zone show. */
function localDate(moment: Moment, zone: string, site: CallSite): Date {
  try {
    const there = Temporal.Instant.fromEpochMilliseconds(moment.epochMs).toZonedDateTimeISO(zone)
    return new Date(moment.epochMs + there.offsetNanoseconds / 1_000_000)
  } catch {
    return site.fail("BAD_CONVERSION", `"${zone.slice(0, 40)}" is no time zone.`)
  }
}
