import { expect, test } from "vitest"
import { durationWords, readDuration } from "./durations.ts"

test("[WLIST1] durations are written as people say them", () => {
  const written = [
    "2 days",
    "1h 30m",
    "1 mo 2 min",
    "P2D",
    "pt4h",
    "3 weeks",
    "90 sec",
    "2",
    "2 days 3 days",
    "P",
    "PT",
    "x",
  ]
  expect(written.map(readDuration)).toEqual([
    ...["P2D", "PT1H30M", "P1MT2M", "P2D", "PT4H", "P3W", "PT90S"],
    ...[undefined, undefined, undefined, undefined, undefined],
  ])
})

test("[WLIST1] durations are shown in words", () => {
  expect(["P1DT2H", "PT0.5S", "P1Y2M", "later"].map(durationWords)).toEqual([
    ...["1 day 2 hours", "0.5 seconds", "1 year 2 months", undefined],
  ])
})
