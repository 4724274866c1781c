import fc from "fast-check"
import { expect } from "vitest"
import { openMemoryStore } from "../../src/store/memory/store.ts"
import type { Store } from "../../src/store/port.ts"
import { type CopiedKind, type Cursor, copiedKinds, type RowKind } from "../../src/store/whole-store.ts"
import { answersOf } from "./store-answers.ts"
import { batches } from "./store-batches.ts"
import type { storeTests } from "./store-home.ts"
import { aBatch, aCase, aCredential, aDecision, anEntry, anItem, aProcess, aTreeChange, family } from "./store-rows.ts"

export function wholeContract(storeTest: ReturnType<typeof storeTests>): void {
  const at = (position: number, name: string, version: number, size = 1) => ({
    ...anEntry(name, version, size),
    position,
  })

  storeTest("[STORE104] entries are adopted at the positions they had, below those there or above", async (store) => {
    await store.whole.adopt({ entries: [at(7, "f", 1, 2), at(9, "f", 3)] })
    expect(await store.lastPosition()).toBe(9)
    expect(await store.commit(aBatch({ entries: [anEntry("g", 1)] }))).toEqual({ ok: true, positions: [10] })
    expect(await store.whole.adopt({ entries: [at(3, "a", 1), at(8, "b", 1)] })).toEqual({
      ok: true,
      positions: [3, 8],
    })
    expect(await store.entriesAfter(0, 9)).toEqual([
      at(3, "a", 1),
      at(7, "f", 1, 2),
      at(8, "b", 1),
      at(9, "f", 3),
      at(10, "g", 1),
    ])
    expect(await store.load(family("f"))).toEqual({ entries: [anEntry("f", 1, 2), anEntry("f", 3)] })
    expect(await store.commit(aBatch({ entries: [anEntry("f", 4), anEntry("a", 2)] }))).toEqual({
      ok: true,
      positions: [11, 12],
    })
  })

  storeTest("[STORE105] what is appended comes after the last position that was adopted", async (store, reopen) => {
    await store.whole.adopt({ entries: [at(2, "f", 1)], lastPosition: 20 })
    await store.whole.adopt({ lastPosition: 15 })
    expect(await store.lastPosition()).toBe(20)
    const again = await reopen()
    expect(await again.lastPosition()).toBe(20)
    expect(await again.commit(aBatch({ entries: [anEntry("f", 2)] }))).toEqual({ ok: true, positions: [21] })
    expect(await again.lastPosition()).toBe(21)
  })

  storeTest("[STORE106] a position that is taken, or a family that stands elsewhere, is a conflict", async (store) => {
    await store.commit(aBatch({ entries: [anEntry("f", 1), anEntry("f", 2)], treeChanges: [aTreeChange("t", 1)] }))
    const rows = { cases: [aCase("g")], credentials: [aCredential("k")] }
    const refused = (...conflicts: readonly string[]) => ({ ok: false, conflicts })
    expect(await store.whole.adopt({ ...rows, entries: [at(5, "h", 1), at(2, "g", 1)] })).toEqual(refused("g"))
    expect(await store.whole.adopt({ ...rows, entries: [at(5, "f", 4)] })).toEqual(refused("f"))
    expect(await store.whole.adopt({ ...rows, entries: [at(5, "g", 2)] })).toEqual(refused("g"))
    expect(await store.whole.adopt({ ...rows, treeChanges: [aTreeChange("t", 1)] })).toEqual(refused("t"))
    expect([await store.cases({ limit: 9 }), await store.credentials("key"), await store.entriesAfter(2, 9)]).toEqual([
      [],
      [],
      [],
    ])
  })

  storeTest(
    "[STORE107] the mark of who writes a store changes with what he writes, and only from the one before",
    async (store) => {
      expect(await store.whole.mark()).toBeUndefined()
      expect(await store.whole.adopt({ mark: { next: "begun" } })).toEqual({ ok: true, positions: [] })
      const twice = await store.whole.adopt({ mark: { next: "begun" }, cases: [aCase("f")] })
      const late = await store.whole.adopt({ mark: { before: "half", next: "done" }, cases: [aCase("f")] })
      expect([twice, late]).toEqual([
        { ok: false, conflicts: ["mark"] },
        { ok: false, conflicts: ["mark"] },
      ])
      expect([await store.whole.mark(), await store.cases({ limit: 9 })]).toEqual(["begun", []])
      await store.whole.adopt({ mark: { before: "begun", next: "half" }, entries: [at(4, "f", 1)] })
      expect([await store.whole.mark(), await store.lastPosition()]).toEqual(["half", 4])
      await store.whole.adopt({ mark: { before: "half" } })
      expect(await store.whole.mark()).toBeUndefined()
    },
  )

  storeTest("[STORE108] read page by page and adopted elsewhere, a store answers as it did", async (store) => {
    const plan = fc
      .sample(batches, { numRuns: 4, seed: 9 })
      .reduce((one, other) => (one.length > other.length ? one : other))
    const model = openMemoryStore()
    for (const { batch } of plan) await model.commit(batch)
    await model.commit(
      aBatch({ decisions: [aDecision("f", 1), aDecision("f1", 1, { failed: true })], decisionsUpTo: 2 }),
    )
    await model.putCredentials([aCredential("k"), aCredential("s", { kind: "session", expiresAt: 5 })])
    for (const kind of copiedKinds)
      for (const rows of await pagesOf(model, kind, 2)) await store.whole.adopt({ [kind]: rows })
    await store.whole.adopt({ decisionsUpTo: await model.decisionsUpTo(), needsRebuild: "exceptions" })
    expect(await answersOf(store)).toEqual(await answersOf(model))
    expect([await store.decisionsUpTo(), await store.needsRebuild()]).toEqual([2, "exceptions"])
    expect(await store.credentials("session")).toEqual(await model.credentials("session"))
    expect(await store.whole.count()).toEqual(await model.whole.count())
    for (const kind of [...copiedKinds, "histories"] as const)
      expect((await pagesOf(store, kind, 3)).flat(), kind).toEqual((await pagesOf(model, kind, 1000)).flat())
  })

  storeTest("[STORE109] rows are counted by kind", async (store) => {
    const none = Object.fromEntries(copiedKinds.map((kind) => [kind, 0])) as Record<CopiedKind, number>
    expect(await store.whole.count()).toEqual(none)
    await store.commit(
      aBatch({
        entries: [anEntry("f", 1, 3), anEntry("f", 4)],
        cases: [aCase("f")],
        items: [anItem("f", 1), anItem("f", 2)],
        processes: [aProcess("a", 1)],
      }),
    )
    expect(await store.whole.count()).toEqual({ ...none, entries: 2, cases: 1, items: 2, processes: 1 })
  })
}

async function pagesOf(store: Store, kind: RowKind, limit: number): Promise<readonly (readonly unknown[])[]> {
  const pages: (readonly unknown[])[] = []
  for (let after: Cursor | undefined; ; ) {
    const { rows, next } = await store.whole.page(kind, after, limit)
    pages.push(rows)
    if (next === undefined) return pages
    after = next
  }
}
