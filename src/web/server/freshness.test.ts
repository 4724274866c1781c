import { afterEach, beforeEach, expect, test, vi } from "vitest"
import { Freshness, familiesAfter, listsAfter } from "./freshness.ts"

const queries = [
  { name: "case", of: "a" },
  { name: "exceptions", of: "a" },
  { name: "case", of: "b" },
  { name: "worklist" },
  { name: "processes" },
]

let asked: string[]
let freshness: Freshness
beforeEach(() => {
  vi.useFakeTimers({ now: 0 })
  asked = []
  freshness = new Freshness(async (isOld) => {
    for (const query of queries) if (isOld(query)) asked.push(`${query.name} ${query.of ?? ""}`.trim())
  })
})
afterEach(() => {
  vi.useRealTimers()
})

const done = { ok: true, events: [{ type: "ItemCompleted", item: "a.i1" }] }
const entry = { family: "a", events: done.events }
const ofA = ["worklist", "case a", "exceptions a"]

test("[WEB15] an action asks again what is in its family and the lists, once each, whenever history tells of it", async () => {
  await freshness.act("a", async () => done)
  freshness.happened(entry)
  await vi.advanceTimersByTimeAsync(listsAfter * 2)
  expect(asked).toEqual(ofA)
})

test("[WEB15] the same where history tells of an action before it is answered", async () => {
  await freshness.act("a", async () => {
    freshness.happened(entry)
    await vi.advanceTimersByTimeAsync(familiesAfter * 3)
    expect(asked).toEqual([])
    return done
  })
  await vi.advanceTimersByTimeAsync(listsAfter * 2)
  expect(asked).toEqual(ofA)
})

test("[WEB15] what else happens in that family is asked again, also while the action is under way", async () => {
  const other = { family: "a", events: [{ type: "ItemStarted", item: "a.i2" }] }
  await freshness.act("a", async () => {
    freshness.happened(other)
    return done
  })
  freshness.happened(entry)
  await vi.advanceTimersByTimeAsync(familiesAfter)
  expect(asked).toEqual([...ofA, "case a", "exceptions a"])
  await vi.advanceTimersByTimeAsync(listsAfter)
  expect(asked).toEqual([...ofA, "case a", "exceptions a", "worklist"])
})

test("[WEB15] an action that is refused asks nothing again, one on definitions everything", async () => {
  await freshness.act("a", async () => ({ ok: false }))
  expect(asked).toEqual([])
  await freshness.act(undefined, async () => ({ ok: true }))
  expect(asked).toHaveLength(queries.length)
})

test("[WEB15] the same done twice is told twice", async () => {
  await freshness.act("a", async () => done)
  freshness.happened(entry)
  freshness.happened(entry)
  await vi.advanceTimersByTimeAsync(familiesAfter)
  expect(asked).toEqual([...ofA, "case a", "exceptions a"])
})
