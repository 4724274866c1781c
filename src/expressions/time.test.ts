import fc from "fast-check"
import { expect, test } from "vitest"
import { addDuration, formatMoment, LAST_MOMENT, parseDuration, parseMoment } from "./time.ts"
import { Span } from "./time-value.ts"

const none = { years: 0, months: 0, weeks: 0, days: 0, hours: 0, minutes: 0, seconds: 0 }

test("[TIME1] ISO 8601 durations are read, and nothing else", () => {
  expect(parseDuration("P1Y2M3W4DT5H6M7.5S")).toEqual({
    years: 1,
    months: 2,
    weeks: 3,
    days: 4,
    hours: 5,
    minutes: 6,
    seconds: 7.5,
  })
  expect(parseDuration("PT1.5H")).toEqual({ ...none, hours: 1.5 })
  expect(parseDuration("-P1DT2H")).toEqual({ ...none, days: -1, hours: -2 })
  expect(parseDuration("P0D")).toEqual(none)
  const wrong = [
    "",
    "P",
    "PT",
    "P1DT",
    "1D",
    "P1H",
    "PT1D",
    "P-1D",
    "PT1.5H30M",
    "90s",
    "P1.5D",
    " P1D",
    "P1D ",
    "P1M1Y",
  ]
  expect(wrong.map(parseDuration)).toEqual(wrong.map(() => undefined))
})

function added(from: string, duration: string, times?: number): string {
  return formatMoment(addDuration(parseMoment(from) ?? Number.NaN, parseDuration(duration) ?? none, times))
}

test("[TIME2] durations are added by the calendar", () => {
  const rows: readonly (readonly [string, string, number, string])[] = [
    ["2026-01-31", "P1M", 1, "2026-02-28T00:00:00Z"],
    ["2026-01-31", "P1M", 2, "2026-03-31T00:00:00Z"],
    ["2024-02-29", "P1Y", 1, "2025-02-28T00:00:00Z"],
    ["2026-03-31", "-P1M", 1, "2026-02-28T00:00:00Z"],
    ["2026-03-28T12:00:00Z", "P1DT0.5S", 2, "2026-03-30T12:00:01Z"],
    ["2026-01-01", "P1W", 3, "2026-01-22T00:00:00Z"],
    ["0001-01-31", "P1M", 1, "0001-02-28T00:00:00Z"],
    ["2026-01-01", "P999999999Y", 1, "+275760-09-13T00:00:00Z"],
    ["2026-01-01", "-P999999999D", 1e300, "-271821-04-20T00:00:00Z"],
  ]
  expect(rows.map(([from, duration, times]) => [from, duration, times, added(from, duration, times)])).toEqual(rows)
})

test("[TIME2] no duration leads outside of time", () => {
  const amount = fc.integer({ min: -999_999_999, max: 999_999_999 })
  const duration = fc.record({
    years: amount,
    months: amount,
    weeks: amount,
    days: amount,
    hours: amount,
    minutes: amount,
    seconds: amount,
  })
  fc.assert(
    fc.property(fc.double(), duration, fc.double(), (from, by, times) => {
      expect(Math.abs(addDuration(from, by, times))).toBeLessThanOrEqual(LAST_MOMENT)
    }),
  )
})

test("[TIME3] dates and datetimes are read, if they exist", () => {
  const rows: readonly (readonly [string, string | undefined])[] = [
    ["2026-01-05", "2026-01-05T00:00:00Z"],
    ["2026-01-05T09:00:00Z", "2026-01-05T09:00:00Z"],
    ["2026-01-05T09:00Z", "2026-01-05T09:00:00Z"],
    ["2026-01-05T00:30:00.1239+01:00", "2026-01-04T23:30:00.123Z"],
    ["2026-01-05 09:00:00-05:30", "2026-01-05T14:30:00Z"],
    ["2016-12-31T23:59:60Z", "2016-12-31T23:59:59Z"],
    ["0050-01-01", "0050-01-01T00:00:00Z"],
    ["2024-02-29", "2024-02-29T00:00:00Z"],
    ["2026-02-29", undefined],
    ["2026-13-01", undefined],
    ["2026-00-10", undefined],
    ["2026-01-00", undefined],
    ["2026-01-05T24:00:00Z", undefined],
    ["2026-01-05T09:00:00", undefined],
    ["2026-01-05T09:00:00+25:00", undefined],
    ["2026-1-5", undefined],
    ["20260105", undefined],
    ["today", undefined],
  ]
  const read = (text: string) => (parseMoment(text) === undefined ? undefined : formatMoment(parseMoment(text) ?? 0))
  expect(rows.map(([text]) => [text, read(text)])).toEqual(rows)
})

test("[TIME4] what is written can be read back", () => {
  fc.assert(
    fc.property(fc.integer({ min: -LAST_MOMENT, max: LAST_MOMENT }), (epochMs) => {
      expect(parseMoment(formatMoment(epochMs))).toBe(epochMs)
    }),
  )
  expect([Number.NaN, Infinity].map(formatMoment)).toEqual(["1970-01-01T00:00:00Z", "+275760-09-13T00:00:00Z"])
})

test("[EXPR20] a duration that is written can be read back", () => {
  fc.assert(
    fc.property(fc.nat(10_000), fc.nat(), fc.boolean(), (months, milliseconds, isNegative) => {
      const span = isNegative ? new Span(0 - months, 0 - milliseconds) : new Span(months, milliseconds)
      expect(Span.parse(span.toString())).toEqual(span)
    }),
  )
})
