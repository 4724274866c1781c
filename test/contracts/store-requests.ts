import { expect } from "vitest"
import type { storeTests } from "./store-home.ts"
import { aBatch, anEntry, ann, aRequest, bob } from "./store-rows.ts"

export function requestsContract(storeTest: ReturnType<typeof storeTests>): void {
  storeTest("[STORE87] a request is found by agent and key, as it was last written", async (store, reopen) => {
    const [first, others, text] = [
      aRequest("1", { answer: [{ type: "CaseExhausted" }] }),
      aRequest("1", { agent: bob, answer: null }),
      aRequest("ž\u0000'"),
    ]
    await store.commit(aBatch({ requests: [aRequest("1", { digest: "old", at: 5 }), first, others, text] }))
    const again = await reopen()
    const found = [
      again.request(ann, "1"),
      again.request(bob, "1"),
      again.request(ann, text.key),
      again.request(bob, text.key),
    ]
    expect(await Promise.all(found)).toEqual([first, others, text, undefined])
  })

  storeTest("[STORE88] a request is written with the rest of its batch or not at all", async (store) => {
    await store.commit(aBatch({ entries: [anEntry("f", 1)], requests: [aRequest("1")] }))
    expect(await store.commit(aBatch({ entries: [anEntry("f", 1)], requests: [aRequest("2")] }))).toMatchObject({
      ok: false,
    })
    expect([await store.request(ann, "1"), await store.request(ann, "2")]).toEqual([aRequest("1"), undefined])
  })

  storeTest("[STORE89] old requests are forgotten, the oldest first, no more than said", async (store) => {
    const rows = [
      aRequest("c", { at: 10 }),
      aRequest("b", { at: 20 }),
      aRequest("a", { at: 20 }),
      aRequest("d", { at: 30 }),
    ]
    await store.commit(aBatch({ requests: rows }))
    const left = async () => {
      const found = await Promise.all(rows.map(({ key }) => store.request(ann, key)))
      return found.flatMap((row) => row?.key ?? [])
    }
    await store.commit(aBatch({ forgetting: { before: 30, limit: 2 } }))
    expect(await left()).toEqual(["b", "d"])
    await store.commit(aBatch({ forgetting: { before: 30, limit: 9 }, requests: [aRequest("c", { at: 3 })] }))
    expect(await left()).toEqual(["c", "d"])
  })
}
