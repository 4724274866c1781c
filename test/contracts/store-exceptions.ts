import { expect } from "vitest"
import type { storeTests } from "./store-home.ts"
import { aBatch, anException, caseId, exceptionId, family, idsOf, itemId } from "./store-rows.ts"

export function exceptionsContract(storeTest: ReturnType<typeof storeTests>): void {
  storeTest(
    "[STORE90] exceptions are as last written and come as they were raised: open ones, or all",
    async (store) => {
      const early = anException("g", 1, { raisedAt: 5, item: itemId("g", 3) })
      const [second, tenth] = [anException("f", 2), anException("f", 10)]
      await store.commit(aBatch({ exceptions: [tenth, second, early, anException("a", 1)] }))
      const answered = anException("a", 1, { state: "dismissed", endedAt: 2000, at: "ž\u0000'" })
      await store.commit(aBatch({ exceptions: [answered] }))
      expect(await store.exceptions({ limit: 10 })).toEqual([early, second, tenth])
      expect(await store.exceptions({ open: true, limit: 2 })).toEqual([early, second])
      expect(await store.exceptions({ open: false, limit: 10 })).toEqual([early, answered, second, tenth])
    },
  )

  storeTest("[STORE91] exceptions are selected by all that the query says", async (store) => {
    const [root, child, elsewhere, alike] = [
      anException("f", 1),
      anException("f", 2, { case: caseId("f", 1), process: "laptop", state: "resolved" }),
      anException("g", 1, { process: "laptop", class: "Strike" }),
      anException("f-1", 1),
    ]
    await store.commit(aBatch({ exceptions: [root, child, elsewhere, alike] }))
    const found = async (query: Parameters<typeof store.exceptions>[0]) => idsOf(await store.exceptions(query))
    const limit = 10
    expect(await found({ family: family("f"), limit })).toEqual(["f.x1"])
    expect(await found({ family: family("f"), open: false, limit })).toEqual(["f.x1", "f.x2"])
    expect(await found({ case: caseId("f", 1), open: false, limit })).toEqual(["f.x2"])
    expect(await found({ case: caseId("f"), open: false, limit })).toEqual(["f.x1"])
    expect(await found({ process: "laptop", limit })).toEqual(["g.x1"])
    expect(await found({ process: "laptop", class: "Timeout", open: false, limit })).toEqual(["f.x2"])
    expect(await found({ class: "Strike", limit })).toEqual(["g.x1"])
    expect(await found({ case: caseId("f"), family: family("g"), limit })).toEqual([])
  })

  storeTest("[STORE92] exceptions go on after any the store knows, else from the beginning", async (store) => {
    const [first, second, third] = [
      anException("f", 1, { raisedAt: 30, state: "resolved" }),
      anException("g", 1, { raisedAt: 40 }),
      anException("g", 12, { raisedAt: 40 }),
    ]
    await store.commit(aBatch({ exceptions: [first, second, third] }))
    expect(await store.exceptions({ limit: 10, after: exceptionId("f", 1) })).toEqual([second, third])
    expect(await store.exceptions({ limit: 10, after: exceptionId("g", 1) })).toEqual([third])
    expect(await store.exceptions({ limit: 1, after: exceptionId("nobody", 1) })).toEqual([second])
  })
}
