import { expect } from "vitest"
import type { WorklistQuery } from "../../src/store/port.ts"
import type { storeTests } from "./store-home.ts"
import { aBatch, anItem, ann, aProgram, bob, idsOf, itemId } from "./store-rows.ts"

const cy = "cy" as typeof ann
const clerks = '{"roles":["clerk"]}'
const open = { offer: "" }
const ofAnn: WorklistQuery = { agent: ann, as: [ann], offers: ["", clerks], order: "priority", limit: 20 }

export function worklistsContract(storeTest: ReturnType<typeof storeTests>): void {
  storeTest("[STORE43] a worklist holds the agent's own live work and what is offered to him", async (store) => {
    const on = [
      anItem("f", 1, open),
      anItem("f", 2, { agent: ann, status: "allocated" }),
      anItem("f", 3, { agent: ann, status: "started", held: true, declined: [ann] }),
      anItem("f", 4, { ...open, declined: [bob] }),
      anItem("f", 5, { offer: clerks, declined: [] }),
      anItem("f", 6, { offer: clerks, terms: { only: [bob, ann], excluded: [bob] } }),
    ]
    const off = [
      anItem("g", 1, { agent: bob, status: "started" }),
      anItem("g", 2, { ...open, declined: [bob, ann] }),
      anItem("g", 3, { live: false, agent: ann, status: "completed" }),
      anItem("g", 4, { ...open, live: false }),
      anItem("g", 5, { kind: "wait" }),
      aProgram("g", 6, { agent: ann, status: "started", worker: "ann" }),
      anItem("g", 7),
      anItem("g", 8, { wanted: clerks }),
      anItem("g", 9, { offer: '{"roles":["judge"]}' }),
      anItem("h", 1, { offer: clerks, terms: { excluded: [bob, ann] } }),
      anItem("h", 2, { offer: clerks, terms: { only: [bob] } }),
      anItem("h", 3, { offer: clerks, terms: { only: [] } }),
    ]
    await store.commit(aBatch({ items: [...off, ...on] }))
    expect(await store.worklist(ofAnn)).toEqual(on)
    expect(idsOf(await store.worklist({ ...ofAnn, as: [ann, bob] }))).toEqual([...idsOf(on), "h.i2"])
    expect(idsOf(await store.worklist({ ...ofAnn, offers: [] }))).toEqual(["f.i2", "f.i3"])
  })

  storeTest("[STORE44] a worklist is narrowed, put in order and paged", async (store) => {
    const items = [
      anItem("a", 1, { ...open, priority: 1, enabledAt: 4 }),
      anItem("b", 1, { agent: ann, status: "started", priority: 1, dueAt: 90, enabledAt: 5 }),
      anItem("c", 1, { offer: clerks, dueAt: 70, enabledAt: 3, task: "pay" }),
      anItem("d", 1, { ...open, dueAt: 70, enabledAt: 2, process: "trade" }),
      anItem("e", 1, { ...open, enabledAt: 1, priority: -0.5 }),
    ]
    await store.commit(aBatch({ items }))
    const orders = { priority: "badce", due: "dcbae", age: "edcab" } as const
    for (const [order, letters] of Object.entries(orders) as ["priority" | "due" | "age", string][]) {
      const all = [...letters].map((letter) => `${letter}.i1`)
      expect(idsOf(await store.worklist({ ...ofAnn, order }))).toEqual(all)
      for (const [index, letter] of [...letters].entries()) {
        const after = items.find(({ id }) => id === itemId(letter, 1))
        if (after === undefined) throw new Error(letter)
        expect(idsOf(await store.worklist({ ...ofAnn, order, after, limit: 2 }))).toEqual(
          all.slice(index + 1, index + 3),
        )
      }
    }
    expect(idsOf(await store.worklist({ ...ofAnn, task: "pay" }))).toEqual(["c.i1"])
    expect(idsOf(await store.worklist({ ...ofAnn, process: "trade" }))).toEqual(["d.i1"])
    expect(idsOf(await store.worklist({ ...ofAnn, dueBefore: 80 }))).toEqual(["d.i1", "c.i1"])
    expect(idsOf(await store.worklist({ ...ofAnn, priority: 0.5 }))).toEqual(["b.i1", "a.i1"])
  })

  storeTest("[STORE78] every different offer and every different demand of live items is told once", async (store) => {
    const items = [
      anItem("a", 1, open),
      anItem("b", 1, { offer: clerks }),
      anItem("c", 1, { offer: clerks }),
      anItem("d", 1, { offer: "x", live: false }),
      anItem("e", 1, { wanted: clerks }),
      anItem("f", 1, { wanted: '{"unit":"sales"}' }),
      anItem("g", 1, { agent: ann, status: "offered" }),
      anItem("g", 2, { agent: bob, status: "completed", live: false }),
    ]
    expect([await store.demands("offer"), await store.demands("wanted")]).toEqual([[], []])
    await store.commit(aBatch({ items }))
    const found = [await store.demands("offer"), await store.demands("wanted"), await store.demands("agent")]
    expect(found).toEqual([["", clerks], [clerks, '{"unit":"sales"}'], ["ann"]])
  })

  storeTest(
    "[STORE79] what has an offer, or waits for somebody, comes by priority and age, page by page",
    async (store) => {
      const items = [
        anItem("a", 1, { wanted: clerks, enabledAt: 2 }),
        anItem("b", 1, { wanted: clerks, enabledAt: 1 }),
        anItem("c", 1, { wanted: clerks, enabledAt: 3, priority: 2 }),
        anItem("d", 1, { offer: clerks, enabledAt: 2 }),
        anItem("e", 1, { offer: clerks, enabledAt: 9, dueAt: 3 }),
        anItem("f", 1, { wanted: clerks, live: false }),
      ]
      await store.commit(aBatch({ items }))
      const wanting = await store.demanding("wanted", clerks, undefined, 9)
      expect(idsOf(wanting)).toEqual(["c.i1", "b.i1", "a.i1"])
      expect(idsOf(await store.demanding("wanted", clerks, itemId("c", 1), 1))).toEqual(["b.i1"])
      expect(idsOf(await store.demanding("offer", clerks, undefined, 9))).toEqual(["e.i1", "d.i1"])
      expect(idsOf(await store.demanding("offer", clerks, itemId("e", 1), 9))).toEqual(["d.i1"])
      expect(await store.demanding("wanted", "nobody", undefined, 9)).toEqual([])
      await store.commit(
        aBatch({ items: [anItem("g", 1, { agent: ann }), aProgram("h", 1, { agent: ann, priority: 1 })] }),
      )
      expect(idsOf(await store.demanding("agent", "ann", undefined, 9))).toEqual(["h.i1", "g.i1"])
    },
  )

  storeTest("[STORE82] live items offered on terms of their own come by id, page by page", async (store) => {
    const items = [
      anItem("b", 1, { offer: clerks, terms: { only: [ann] } }),
      anItem("a", 1, { offer: "", terms: { excluded: [ann] } }),
      anItem("c", 1, { offer: clerks }),
      anItem("d", 1, { offer: clerks, terms: { only: [ann] }, live: false }),
    ]
    await store.commit(aBatch({ items }))
    expect(idsOf(await store.onTerms(undefined, 9))).toEqual(["a.i1", "b.i1"])
    expect(idsOf(await store.onTerms(itemId("a", 1), 9))).toEqual(["b.i1"])
  })

  storeTest(
    "[STORE80] how much an agent has to do counts what is live and with him, or offered to him alone",
    async (store) => {
      const items = [
        anItem("a", 1, { agent: ann, status: "allocated" }),
        anItem("b", 1, { agent: ann, status: "started" }),
        anItem("c", 1, { agent: ann, status: "offered" }),
        anItem("d", 1, { agent: ann, status: "completed", live: false }),
        aProgram("e", 1, { agent: bob, status: "started" }),
        anItem("f", 1, open),
      ]
      await store.commit(aBatch({ items }))
      expect([...(await store.loads())].sort()).toEqual([
        [ann, 3],
        [bob, 1],
      ])
    },
  )

  storeTest("[STORE81] experience is summed up, and its times are the last", async (store) => {
    const row = { agent: ann, task: "concert/pay" }
    await store.commit(aBatch({ experience: [{ ...row, done: 0, spent: 0, givenAt: 5 }] }))
    await store.commit(
      aBatch({
        experience: [
          { ...row, done: 1, spent: 30, endedAt: 35 },
          { ...row, done: 1, spent: 10, endedAt: 50 },
          { agent: cy, task: "concert/pay", done: 0, spent: 0, givenAt: 7 },
        ],
      }),
    )
    const found = await store.experience()
    expect(found.toSorted((one, other) => (one.agent < other.agent ? -1 : 1))).toEqual([
      { ...row, done: 2, spent: 40, givenAt: 5, endedAt: 50 },
      { agent: cy, task: "concert/pay", done: 0, spent: 0, givenAt: 7 },
    ])
  })
}
