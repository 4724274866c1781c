import { expect } from "vitest"
import type { storeTests } from "./store-home.ts"
import { aBatch, anEntry, aProcess, aQuarantine, family } from "./store-rows.ts"

export function historyContract(storeTest: ReturnType<typeof storeTests>): void {
  storeTest("[STORE15] a family is loaded from its snapshot and the entries after it", async (store) => {
    const tail = anEntry("f", 4, 2)
    const snapshot = { family: family("f"), version: 3, state: '{"marking":{}}' }
    await store.commit(aBatch({ entries: [anEntry("f", 1, 3)], snapshots: [snapshot] }))
    expect(await store.load(family("f"))).toEqual({ snapshot, entries: [] })
    await store.commit(aBatch({ entries: [tail] }))
    expect(await store.load(family("f"))).toEqual({ snapshot, entries: [tail] })
  })

  storeTest("[STORE16] only the newest snapshot counts, whichever comes last", async (store) => {
    const entries = [anEntry("f", 1), anEntry("f", 2), anEntry("f", 3)]
    const snapshot = (version: number) => ({ family: family("f"), version, state: `at ${version}` })
    await store.commit(aBatch({ entries, snapshots: [snapshot(1)] }))
    await store.commit(aBatch({ snapshots: [snapshot(2)] }))
    await store.commit(aBatch({ snapshots: [snapshot(1)] }))
    expect(await store.load(family("f"))).toEqual({ snapshot: snapshot(2), entries: [entries[2]] })
  })

  storeTest("[STORE17] entries are read page by page in the order of positions", async (store) => {
    const entries = [anEntry("f", 1, 2), anEntry("a", 1), anEntry("f", 3), anEntry("z", 1)]
    await store.commit(aBatch({ entries }))
    const recorded = entries.map((entry, index) => ({ ...entry, position: index + 1 }))
    expect(await store.entriesAfter(0, 3)).toEqual(recorded.slice(0, 3))
    expect(await store.entriesAfter(3, 3)).toEqual(recorded.slice(3))
    expect(await store.entriesAfter(4, 3)).toEqual([])
    expect(await store.entriesAfter(0, Number.POSITIVE_INFINITY)).toEqual(recorded)
  })

  storeTest("[STORE18] the entries of one family are read without the others", async (store) => {
    const entries = [anEntry("f", 1, 2), anEntry("ff", 1), anEntry("f", 3), anEntry("f", 4)]
    await store.commit(aBatch({ entries }))
    expect(await store.entriesAfter(1, 1, family("f"))).toEqual([{ ...entries[2], position: 3 }])
    expect(await store.entriesAfter(2, 9, family("f"))).toEqual([
      { ...entries[2], position: 3 },
      { ...entries[3], position: 4 },
    ])
    expect(await store.entriesAfter(0, 9, family("nobody"))).toEqual([])
  })

  storeTest("[STORE19] the last position is that of the newest entry, 0 when there is none", async (store) => {
    expect(await store.lastPosition()).toBe(0)
    await store.commit(aBatch({ entries: [anEntry("f", 1, 5), anEntry("g", 1)] }))
    expect(await store.lastPosition()).toBe(2)
  })

  storeTest("[STORE20] processes are listed by name and version", async (store) => {
    const [a2, b1, a10] = [
      aProcess("a", 2),
      aProcess("b", 1, { source: { deep: [1, { x: null }] } }),
      aProcess("a", 10),
    ]
    await store.commit(aBatch({ processes: [b1, a10] }))
    await store.commit(aBatch({ processes: [a2] }))
    expect(await store.processes()).toEqual([a2, a10, b1])
  })

  storeTest("[STORE21] a version of a process stays what it was first", async (store) => {
    await store.commit(aBatch({ processes: [aProcess("a", 1)] }))
    await store.commit(aBatch({ processes: [aProcess("a", 1, { hash: "other" })] }))
    expect(await store.processes()).toEqual([aProcess("a", 1)])
  })

  storeTest("[STORE22] a family set aside is loaded with the reason until it is released", async (store) => {
    const entry = anEntry("f", 1)
    await store.commit(aBatch({ entries: [entry], quarantines: [aQuarantine("f")] }))
    expect(await store.load(family("f"))).toEqual({ entries: [entry], quarantine: aQuarantine("f") })
    await store.commit(aBatch({ released: [family("f"), family("nobody")] }))
    expect(await store.load(family("f"))).toEqual({ entries: [entry] })
    expect(await store.quarantined()).toEqual([])
  })

  storeTest("[STORE23] families set aside are listed by time, each with its last reason", async (store) => {
    const [late, early] = [aQuarantine("a", { at: 9 }), aQuarantine("f", { at: 3, error: "Error: again" })]
    await store.commit(aBatch({ quarantines: [late, aQuarantine("f", { at: 20 })] }))
    await store.commit(aBatch({ quarantines: [early] }))
    expect(await store.quarantined()).toEqual([early, late])
  })

  storeTest("[STORE24] a family both released and set aside in one batch is set aside", async (store) => {
    await store.commit(aBatch({ quarantines: [aQuarantine("f")] }))
    await store.commit(aBatch({ released: [family("f")], quarantines: [aQuarantine("f", { at: 7 })] }))
    expect(await store.quarantined()).toEqual([aQuarantine("f", { at: 7 })])
  })
}
