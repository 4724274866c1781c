import { expect } from "vitest"
import type { storeTests } from "./store-home.ts"
import { aBatch, aBroadcast, aDecision, family } from "./store-rows.ts"

const [pre, post] = ["itemPre concert/doShow", "itemPost concert/doShow"]

export function decisionsContract(storeTest: ReturnType<typeof storeTests>): void {
  storeTest("[STORE68] the decisions of a tree come by family and version, page by page", async (store) => {
    const inOrder = [
      aDecision("a", 2),
      aDecision("a", 10, { failed: true }),
      aDecision("a-1", 1),
      aDecision("\uffee", 1),
      aDecision("😀", 1),
    ]
    await store.commit(aBatch({ decisions: [...inOrder.toReversed(), aDecision("a", 2, { tree: post })] }))
    const [, a10, a1, high] = inOrder
    expect(await store.decisions({ tree: pre, limit: 10 })).toEqual(inOrder)
    expect(await store.decisions({ tree: pre, limit: Number.POSITIVE_INFINITY })).toEqual(inOrder)
    expect(await store.decisions({ tree: pre, after: { family: family("a"), version: 2 }, limit: 2 })).toEqual([
      a10,
      a1,
    ])
    expect(await store.decisions({ tree: pre, after: { family: family("b"), version: 7 }, limit: 1 })).toEqual([high])
    const newest = { tree: pre, order: "newest" as const }
    expect(await store.decisions({ ...newest, limit: 10 })).toEqual(inOrder.toReversed())
    expect(await store.decisions({ ...newest, after: { family: family("a-1"), version: 1 }, limit: 1 })).toEqual([a10])
    expect(await store.decisions({ ...newest, failed: true, limit: 10 })).toEqual([a10])
    expect(await store.decisions({ tree: post, limit: 10 })).toEqual([aDecision("a", 2, { tree: post })])
    expect(await store.decisions({ tree: "nobody", limit: 10 })).toEqual([])
  })

  storeTest("[STORE69] decisions with a condition that could not be evaluated can be read alone", async (store) => {
    const failed = [aDecision("a", 2, { failed: true }), aDecision("b", 1, { failed: true })]
    const others = [aDecision("a", 1), aDecision("b", 2), aDecision("a", 3, { tree: post, failed: true })]
    await store.commit(aBatch({ decisions: [...others, ...failed] }))
    expect(await store.decisions({ tree: pre, failed: true, limit: 10 })).toEqual(failed)
    expect(await store.decisions({ tree: pre, failed: true, limit: 1 })).toEqual(failed.slice(0, 1))
    const after = { family: family("a"), version: 2 }
    expect(await store.decisions({ tree: pre, failed: true, after, limit: 9 })).toEqual(failed.slice(1))
  })

  storeTest("[STORE70] a decision written again is as last written, and counts once", async (store) => {
    expect(await store.countDecisions(pre)).toBe(0)
    await store.commit(
      aBatch({ decisions: [aDecision("a", 1), aDecision("b", 1, { failed: true }), aDecision("b", 2)] }),
    )
    await store.commit(aBatch({ decisions: [aDecision("a", 1, { failed: true }), aDecision("b", 1)] }))
    expect(await store.countDecisions(pre)).toBe(3)
    expect(await store.countDecisions(post)).toBe(0)
    expect(await store.decisions({ tree: pre, failed: true, limit: 9 })).toEqual([aDecision("a", 1, { failed: true })])
  })

  storeTest("[STORE77] how far decisions are known is told with them, and never goes back", async (store) => {
    expect(await store.decisionsUpTo()).toBe(0)
    await store.commit(aBatch({ decisions: [aDecision("a", 1)], decisionsUpTo: 12 }))
    await store.commit(aBatch({ decisions: [aDecision("a", 2)] }))
    await store.commit(aBatch({ decisionsUpTo: 9 }))
    expect(await store.decisionsUpTo()).toBe(12)
  })

  storeTest("[STORE71] a tree first named in a batch that failed is not mistaken for another later", async (store) => {
    const broken = aBatch({ decisions: [aDecision("f", 1)], broadcasts: [aBroadcast("f", 1, { at: 1.5 })] })
    await expect(store.commit(broken)).rejects.toMatchObject({ code: "STORE_FAILED" })
    const [other, same] = [aDecision("f", 1, { tree: post }), aDecision("f", 2)]
    await store.commit(aBatch({ decisions: [other] }))
    await store.commit(aBatch({ decisions: [same] }))
    expect(await store.decisions({ tree: post, limit: 9 })).toEqual([other])
    expect(await store.decisions({ tree: pre, limit: 9 })).toEqual([same])
  })
}
