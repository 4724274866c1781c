import { expect } from "vitest"
import { asAgentId } from "../../src/messages/ids.ts"
import type { storeTests } from "./store-home.ts"
import {
  aBatch,
  aCase,
  anException,
  anIntervention,
  anItem,
  ann,
  bob,
  caseId,
  family,
  idsOf,
  itemId,
  listed,
} from "./store-rows.ts"

export function selectionContract(storeTest: ReturnType<typeof storeTests>): void {
  storeTest("[STORE36] a case is found by its id as last written", async (store) => {
    const ended = aCase("f", { state: "completed", held: true, endedAt: 9 })
    await store.commit(aBatch({ cases: [aCase("f"), aCase("g")] }))
    await store.commit(aBatch({ cases: [aCase("f", { held: true }), ended] }))
    expect(await store.case(caseId("f"))).toEqual(ended)
    expect(await store.case(caseId("g"))).toEqual(aCase("g"))
    expect(await store.case(caseId("nobody"))).toBeUndefined()
  })

  storeTest("[STORE60] a case names the case it was started for", async (store) => {
    const worklet = aCase("f", { id: caseId("f", 1), process: "laptop", parent: caseId("f") })
    const below = aCase("f", { id: caseId("f", 2), parent: caseId("f", 1), endedAt: 9 })
    await store.commit(aBatch({ cases: [aCase("f"), worklet, below] }))
    expect(await store.cases({ limit: 10 })).toEqual([aCase("f"), worklet, below].map((row) => listed(row)))
    expect(await store.case(caseId("f", 2))).toEqual(below)
  })

  storeTest("[STORE37] an item is found by its id as last written", async (store) => {
    const full = anItem("f", 1, {
      case: caseId("f", 2),
      status: "completed",
      held: true,
      live: false,
      endedAt: 9,
      agent: ann,
      declined: [bob, asAgentId("ča'p\"ek")],
      dueAt: 7,
      priority: 1.5,
      worker: "mailer",
      attempt: 3,
      instance: 0,
    })
    await store.commit(aBatch({ items: [anItem("f", 1), anItem("f", 2, { declined: [] })] }))
    await store.commit(aBatch({ items: [full] }))
    expect(await store.item(itemId("f", 1))).toEqual(full)
    expect(await store.item(itemId("f", 2))).toEqual(anItem("f", 2, { declined: [] }))
    await store.commit(aBatch({ items: [anItem("f", 1)] }))
    expect(await store.item(itemId("f", 1))).toEqual(anItem("f", 1))
    expect(await store.item(itemId("f", 9))).toBeUndefined()
  })

  storeTest("[STORE38] cases are selected by all that the query says", async (store) => {
    const cases = [
      aCase("a"),
      aCase("b", { process: "laptop" }),
      aCase("c", { state: "completed" }),
      aCase("c", { id: caseId("c", 1), process: "laptop" }),
    ]
    await store.commit(aBatch({ cases }))
    const rows = cases.map((row) => listed(row))
    const [a, b, c, child] = rows
    expect(await store.cases({ limit: 10 })).toEqual(rows)
    expect(await store.cases({ process: "laptop", limit: 10 })).toEqual([b, child])
    expect(await store.cases({ state: "running", limit: 10 })).toEqual([a, b, child])
    expect(await store.cases({ family: family("c"), limit: 10 })).toEqual([c, child])
    expect(await store.cases({ family: family("c"), process: "laptop", state: "running", limit: 10 })).toEqual([child])
    expect(await store.cases({ family: family("a"), process: "laptop", limit: 10 })).toEqual([])
  })

  storeTest("[STORE39] cases come in the order of their ids by code points, page by page", async (store) => {
    const names = ["A", "B-1", "a", "ž", "\uffee", "😀"]
    await store.commit(aBatch({ cases: names.toReversed().map((name) => aCase(name)) }))
    expect(idsOf(await store.cases({ limit: 10 }))).toEqual(names)
    expect(idsOf(await store.cases({ after: caseId("B-1"), limit: 3 }))).toEqual(["a", "ž", "\uffee"])
    expect(idsOf(await store.cases({ after: caseId("\uffee"), state: "running", limit: 3 }))).toEqual(["😀"])
    expect(idsOf(await store.cases({ after: caseId("B"), limit: 1 }))).toEqual(["B-1"])
  })

  storeTest("[STORE98] cases are listed with how much is open there", async (store) => {
    const worklet = aCase("b", { id: caseId("b", 1), parent: caseId("b") })
    await store.commit(aBatch({ cases: [aCase("a")] }))
    await store.commit(
      aBatch({
        cases: [aCase("a", { held: true }), aCase("b"), worklet],
        interventions: [anIntervention("a", 2)],
        exceptions: [
          anException("a", 1),
          anException("a", 3, { state: "handling" }),
          anException("b", 4),
          anException("b", 5, { case: caseId("b", 1) }),
        ],
      }),
    )
    const open = async () =>
      (await store.cases({ limit: 10 })).map((row) => [row.id, row.exceptions, row.interventions])
    expect(await open()).toEqual([
      ["a", 2, 1],
      ["b", 1, 0],
      ["b.c1", 1, 0],
    ])
    await store.commit(
      aBatch({
        exceptions: [anException("a", 1, { state: "resolved" }), anException("a", 3)],
        interventions: [anIntervention("a", 2, { open: false }), anIntervention("b", 6)],
        undone: [anException("b", 5).id],
      }),
    )
    expect(await open()).toEqual([
      ["a", 1, 0],
      ["b", 1, 1],
      ["b.c1", 0, 0],
    ])
  })

  storeTest(
    "[STORE99] cases are found by what is open there, their version, a hold, their start and end",
    async (store) => {
      const cases = [
        aCase("a", { version: 2, startedAt: 10 }),
        aCase("b", { held: true, startedAt: 20 }),
        aCase("c", { startedAt: 30 }),
        aCase("d", { startedAt: 5, endedAt: 40, state: "completed", version: 3 }),
        aCase("e", { startedAt: 3, endedAt: 50, state: "failed", version: 3 }),
      ]
      const exceptions = [anException("a", 1, { class: "Strike" }), anException("a", 2, { class: "Strike" })]
      await store.commit(aBatch({ cases, exceptions, interventions: [anIntervention("c", 1)] }))
      const found = async (query: object) => idsOf(await store.cases({ ...query, limit: 10 }))
      expect(await found({ version: 2 })).toEqual(["a"])
      expect(await found({ held: true })).toEqual(["b"])
      expect(await found({ held: false })).toEqual(["a", "c", "d", "e"])
      expect(await found({ trouble: true })).toEqual(["a", "c"])
      expect(await found({ trouble: false })).toEqual(["b", "d", "e"])
      expect(await found({ exception: "Strike" })).toEqual(["a"])
      expect(await found({ exception: "Timeout" })).toEqual([])
      expect(await found({ startedAfter: 20 })).toEqual(["b", "c"])
      expect(await found({ startedBefore: 20 })).toEqual(["a", "d", "e"])
      expect(await found({ startedAfter: 20, startedBefore: 30, order: "newest" })).toEqual(["b"])
      expect(await found({ endedAfter: 40 })).toEqual(["d", "e"])
      expect(await found({ endedAfter: 40, order: "oldest" })).toEqual(["e", "d"])
      expect(await found({ endedAfter: 40, state: "failed", order: "newest" })).toEqual(["e"])
      expect(await found({ endedBefore: 50 })).toEqual(["d"])
      expect(await found({ endedAfter: 41, endedBefore: 50 })).toEqual([])
      expect(await found({ endedAfter: 1, trouble: true })).toEqual([])
    },
  )

  storeTest("[STORE100] cases come by their start, the newest or the oldest first, page by page", async (store) => {
    const cases = [
      aCase("a", { startedAt: 20 }),
      aCase("b", { startedAt: 10, process: "laptop" }),
      aCase("c", { startedAt: 20 }),
      aCase("d", { startedAt: 30 }),
    ]
    await store.commit(aBatch({ cases, exceptions: ["a", "b", "d"].map((name) => anException(name, 1)) }))
    const c = { after: caseId("c"), afterStartedAt: 20 }
    expect(idsOf(await store.cases({ order: "newest", limit: 10 }))).toEqual(["d", "c", "a", "b"])
    expect(idsOf(await store.cases({ order: "newest", ...c, limit: 1 }))).toEqual(["a"])
    expect(idsOf(await store.cases({ order: "oldest", limit: 3 }))).toEqual(["b", "a", "c"])
    expect(idsOf(await store.cases({ order: "oldest", ...c, limit: 3 }))).toEqual(["d"])
    expect(idsOf(await store.cases({ order: "newest", trouble: true, ...c, limit: 3 }))).toEqual(["a", "b"])
    expect(idsOf(await store.cases({ order: "oldest", exception: "Timeout", limit: 2 }))).toEqual(["b", "a"])
    expect(idsOf(await store.cases({ order: "newest", family: family("a"), limit: 2 }))).toEqual(["a"])
    expect(idsOf(await store.cases({ order: "newest", process: "laptop", limit: 2 }))).toEqual(["b"])
  })

  storeTest("[STORE40] items are selected by all that the query says", async (store) => {
    const items = [
      anItem("a", 1),
      anItem("a", 2, { case: caseId("a", 1), task: "pay" }),
      anItem("b", 1, { live: false, status: "completed", task: "pay" }),
      anItem("b", 2, { process: "laptop", task: "pay" }),
    ]
    await store.commit(aBatch({ items }))
    const [a1, a2, b1, b2] = items
    expect(await store.items({ limit: 10 })).toEqual(items)
    expect(await store.items({ case: caseId("a"), limit: 10 })).toEqual([a1])
    expect(await store.items({ case: caseId("a", 1), limit: 10 })).toEqual([a2])
    expect(await store.items({ family: family("a"), limit: 10 })).toEqual([a1, a2])
    expect(await store.items({ process: "laptop", limit: 10 })).toEqual([b2])
    expect(await store.items({ task: "pay", live: true, limit: 10 })).toEqual([a2, b2])
    expect(await store.items({ live: false, limit: 10 })).toEqual([b1])
    expect(await store.items({ family: family("b"), task: "pay", process: "concert", limit: 10 })).toEqual([b1])
  })

  storeTest("[STORE41] items come in the order of their ids, page by page", async (store) => {
    const items = [anItem("g", 1), anItem("f", 10), anItem("f", 2), anItem("f", 1, { live: false })]
    await store.commit(aBatch({ items }))
    expect(idsOf(await store.items({ limit: 2 }))).toEqual(["f.i1", "f.i10"])
    expect(idsOf(await store.items({ after: itemId("f", 10), limit: 2 }))).toEqual(["f.i2", "g.i1"])
    expect(idsOf(await store.items({ after: itemId("f", 1), live: true, limit: 1 }))).toEqual(["f.i10"])
  })

  storeTest("[STORE42] a family is not mistaken for one whose id begins the same", async (store) => {
    const names = ["f", "f-1", "f f", "f!", "f1", "ff", "e"]
    const items = names.map((name) => anItem(name, 1))
    await store.commit(
      aBatch({ cases: [...names.map((name) => aCase(name)), aCase("f", { id: caseId("f", 1) })], items }),
    )
    expect(idsOf(await store.cases({ family: family("f"), limit: 10 }))).toEqual(["f", "f.c1"])
    expect(idsOf(await store.items({ family: family("f"), limit: 10 }))).toEqual(["f.i1"])
    expect(idsOf(await store.items({ case: caseId("f"), limit: 10 }))).toEqual(["f.i1"])
  })
}
