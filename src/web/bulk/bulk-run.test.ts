import { describe, expect, test } from "vitest"
import { again, type BulkRun, begun, cancelled, ended, nextOf, planned, progressOf } from "./bulk-run.ts"

const plan = (...ids: string[]) => planned(ids, (id) => `key of ${id}`)
const states = ({ rows }: BulkRun) => rows.map(({ id, state }) => `${id} ${state}`)
const outcomes = (told: Readonly<Record<string, string>>) =>
  new Map(Object.entries(told).map(([id, text]) => [id, { ok: text === "", text }] as const))

describe("many at once", () => {
  test("[OPS1] a few are under way at a time, each named once and with a key of its own", () => {
    const first = plan("a", "b", "a", "c")
    expect(nextOf(first, 2)).toEqual([
      { id: "a", state: "waiting", key: "key of a" },
      { id: "b", state: "waiting", key: "key of b" },
    ])
    expect(nextOf(begun(first, ["a", "b"]), 2).map(({ id }) => id)).toEqual(["c"])
  })

  test("[OPS1] what is refused keeps nothing from going on", () => {
    const run = ended(begun(plan("a", "b"), ["a"]), outcomes({ a: "it is over" }))
    expect(run.rows[0]).toEqual({ id: "a", state: "refused", text: "it is over", key: "key of a" })
    expect(nextOf(run, 4).map(({ id }) => id)).toEqual(["b"])
  })

  test("[OPS2] cancelled, what is under way ends and nothing else begins", () => {
    const run = cancelled(begun(plan("a", "b", "c"), ["a"]))
    expect([states(run), nextOf(run, 9)]).toEqual([["a underWay", "b cancelled", "c cancelled"], []])
    expect(progressOf(ended(run, outcomes({ a: "" })))).toEqual({
      total: 3,
      done: 1,
      refused: 0,
      cancelled: 2,
      settled: 3,
      isOver: true,
    })
  })

  test("[OPS2] what was refused or left can be tried again with the same keys; what is done is not", () => {
    const run = again(cancelled(ended(begun(plan("a", "b", "c"), ["a", "b"]), outcomes({ a: "", b: "no" }))))
    expect(states(run)).toEqual(["a done", "b waiting", "c waiting"])
    expect(nextOf(run, 1)).toEqual([{ id: "b", state: "waiting", key: "key of b" }])
  })
})
