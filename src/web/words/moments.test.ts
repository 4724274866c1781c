import { expect, test } from "vitest"
import { distance, relativeMoment } from "./moments.ts"

const hour = 60 * 60_000

test("[WEB10] moments are said by their distance, to the nearest unit", () => {
  const now = Date.UTC(2026, 4, 1)
  expect([
    relativeMoment(now - 1000, now),
    relativeMoment(now + 3 * 24 * hour - 5000, now),
    relativeMoment(now + 4 * hour - 5000, now),
    relativeMoment(now - 26 * hour, now),
    relativeMoment(now - 59.9 * 60_000, now),
  ]).toEqual(["just now", "in 3 days", "in 4 h", "26 h ago", "1 h ago"])
})

test("[WEB10] a short time is said in seconds, and is never none", () => {
  expect([distance(0), distance(59_400), distance(59_600)]).toEqual(["1 s", "59 s", "1 min"])
})
