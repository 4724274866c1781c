import { expect, test } from "vitest"
import { postgresServer } from "../contracts/postgres-server.ts"
import { chaos } from "./chaos.ts"

const server = postgresServer()

test("[NODE13] whatever is killed, paused or cut while everybody works, what was acknowledged is there, and nothing happened twice", {
  timeout: 120_000,
}, async () => {
  const outcome = await chaos({
    ...{ server: server(), seed: 20260105, milliseconds: 4000, nodes: 3, followers: 1, patience: 60_000 },
    ...{ faults: new Set(["kill", "pause", "cut", "skew"] as const), longestPause: 1500, largestSkew: 2000 },
  })
  expect(outcome.violations).toEqual([])
  expect(Math.min(outcome.started, outcome.completed, Object.keys(outcome.faults).length)).toBeGreaterThan(0)
})
