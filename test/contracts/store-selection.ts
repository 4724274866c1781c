import { expect } from "vitest"
import { asAgentId } from "../../src/messages/ids.ts"
import type { storeTests } from "./store-home.ts"
import { aBatch, aCase, anItem, ann, bob, caseId, family, idsOf, itemId } from "./store-rows.ts"

export function selectionContract(storeTest: ReturnType<typeof storeTests>): void {
  storeTest("[STORE36] a case is found by its id as last written", async (store) => {
    const ended = aCase("f", { state: "completed", held: true, endedAt: 9, version: 2 })
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
    expect(await store.cases({ limit: 10 })).toEqual([aCase("f"), worklet, below])
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
    const [a, b, c, child] = cases
    expect(await store.cases({ limit: 10 })).toEqual(cases)
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
