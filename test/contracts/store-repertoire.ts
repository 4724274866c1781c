import { expect } from "vitest"
import type { storeTests } from "./store-home.ts"
import { aBatch, aBroadcast, aDefinition, anEntry, ann, aTreeChange, bob, family } from "./store-rows.ts"

export function repertoireContract(storeTest: ReturnType<typeof storeTests>): void {
  storeTest(
    "[STORE61] definitions are listed in the order they were committed, removals too",
    async (store, reopen) => {
      const first = aDefinition("cancel-show", 1, { at: 20, source: { steps: [{ remove: "case" }] } })
      const second = aDefinition("PcFailure", 1, { kind: "class", source: "ExternalTrigger", by: bob, reason: "asked" })
      const removed = aDefinition("cancel-show", 2, { at: 10, source: null, reason: "nobody uses it" })
      await store.commit(aBatch({ definitions: [first, second] }))
      await store.commit(aBatch({ definitions: [removed] }))
      expect(await store.definitions()).toEqual([first, second, removed])
      expect(await (await reopen()).definitions()).toEqual([first, second, removed])
    },
  )

  storeTest("[STORE62] a version of a definition stays what it was first", async (store) => {
    const exlet = aDefinition("late", 1)
    const namesake = aDefinition("late", 1, { kind: "class", source: "Timeout" })
    await store.commit(aBatch({ definitions: [exlet, namesake] }))
    await store.commit(aBatch({ definitions: [aDefinition("late", 1, { source: "other" })] }))
    expect(await store.definitions()).toEqual([exlet, namesake])
  })

  storeTest("[STORE63] changes of trees are listed by tree, and each tree's by version", async (store) => {
    const [a1, a2, a10] = [
      aTreeChange("a", 1),
      aTreeChange("a", 2, { by: bob, reason: "sold out" }),
      aTreeChange("a", 10),
    ]
    const odd = aTreeChange("\uffee", 1, {
      change: { cornerstone: { names: { text: "ž\u0000'", list: [null, 0.1] } } },
    })
    const last = aTreeChange("😀", 1)
    await store.commit(aBatch({ treeChanges: [last, a1, odd] }))
    await store.commit(aBatch({ treeChanges: [a10, a2] }))
    expect(await store.treeChanges()).toEqual([a1, a2, a10, odd, last])
    expect(await store.treeChanges("a")).toEqual([a1, a2, a10])
    expect(await store.treeChanges("nobody")).toEqual([])
  })

  storeTest("[STORE64] a change whose version the tree has already is a conflict of the whole batch", async (store) => {
    const kept = aTreeChange("a", 1)
    await store.commit(aBatch({ treeChanges: [kept] }))
    const other = aTreeChange("a", 1, { by: bob })
    const batch = aBatch({ entries: [anEntry("f", 1)], treeChanges: [aTreeChange("b", 1), other] })
    expect(await store.commit(batch)).toEqual({ ok: false, conflicts: ["a"] })
    expect(await store.treeChanges()).toEqual([kept])
    expect(await store.load(family("f"))).toBeUndefined()
    expect(await store.commit({ ...batch, treeChanges: [{ ...other, version: 2 }] })).toEqual({
      ok: true,
      positions: [1],
    })
  })

  storeTest("[STORE65] every tree in conflict is named once, after the families", async (store) => {
    await store.commit(aBatch({ treeChanges: [aTreeChange("b", 1), aTreeChange("b", 2)] }))
    const treeChanges = [
      aTreeChange("c", 1),
      aTreeChange("a", 1),
      aTreeChange("b", 1),
      aTreeChange("b", 2),
      aTreeChange("a", 1, { by: ann }),
    ]
    const batch = aBatch({ entries: [anEntry("f", 7)], treeChanges })
    expect(await store.commit(batch)).toEqual({ ok: false, conflicts: ["f", "b", "a"] })
  })

  storeTest("[STORE66] a long tree is read whole and in order", async (store) => {
    const changes = Array.from({ length: 3000 }, (_, index) => aTreeChange("a", index + 1, { change: { index } }))
    await store.commit(aBatch({ treeChanges: changes.toReversed() }))
    expect(await store.treeChanges("a")).toEqual(changes)
  })

  storeTest("[STORE67] broadcasts are listed in the order they were sent until they are delivered", async (store) => {
    const [late, b9, b10, a] = [
      aBroadcast("a", 1, { at: 2000, verb: "remove" }),
      aBroadcast("b", 9, { by: bob }),
      aBroadcast("b", 10),
      aBroadcast("a", 3, { reason: "ž\u0000'" }),
    ]
    await store.commit(aBatch({ broadcasts: [late, b10, b9, a] }))
    expect(await store.broadcasts()).toEqual([a, b9, b10, late])
    await store.commit(aBatch({ delivered: [a, b10, { family: family("nobody"), version: 1 }] }))
    expect(await store.broadcasts()).toEqual([b9, late])
    const again = aBroadcast("a", 1, { at: 500, verb: "continue" })
    await store.commit(aBatch({ broadcasts: [aBroadcast("c", 1), again], delivered: [aBroadcast("c", 1)] }))
    expect(await store.broadcasts()).toEqual([again, b9])
    const data = { text: "ž\u0000'", lines: [1.5, null] }
    const start = aBroadcast("d", 1, { verb: "start", start: { family: family("d-1"), version: 3, data, depth: 2 } })
    await store.commit(aBatch({ broadcasts: [start] }))
    expect(await store.broadcasts()).toEqual([again, b9, start])
  })
}
