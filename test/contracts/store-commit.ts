import { expect } from "vitest"
import type { Entry } from "../../src/messages/events.ts"
import type { Batch, Store } from "../../src/store/port.ts"
import type { storeTests } from "./store-home.ts"
import * as rows from "./store-rows.ts"

const { aBatch, aCase, anEntry, anItem, family } = rows
const { tree } = rows.aDecision("f", 1)

export function commitContract(storeTest: ReturnType<typeof storeTests>): void {
  storeTest("[STORE1] a family nobody started is undefined", async (store) => {
    expect(await store.load(family("f"))).toBeUndefined()
  })

  storeTest("[STORE2] a family is loaded as it was committed", async (store) => {
    const first = anEntry("f", 1, 3)
    const second = anEntry("f", 4, 1, { reason: "asked for by phone" })
    await store.commit(aBatch({ entries: [first] }))
    await store.commit(aBatch({ entries: [anEntry("g", 1), second] }))
    expect(await store.load(family("f"))).toEqual({ entries: [first, second] })
  })

  storeTest("[STORE3] positions rise by one in the order of the batches", async (store) => {
    const first = await store.commit(aBatch({ entries: [anEntry("f", 1, 3), anEntry("g", 1)] }))
    const second = await store.commit(aBatch({ entries: [anEntry("a", 1)] }))
    expect([first, second]).toEqual([
      { ok: true, positions: [1, 2] },
      { ok: true, positions: [3] },
    ])
  })

  storeTest(
    "[STORE4] versions count events, so an entry begins after the last event of the one before",
    async (store) => {
      await store.commit(aBatch({ entries: [anEntry("f", 1, 3)] }))
      for (const version of [0, 1, 2, 3, 5]) {
        const result = await store.commit(aBatch({ entries: [anEntry("f", version)] }))
        expect(result, `at version ${version}`).toEqual({ ok: false, conflicts: ["f"] })
      }
      expect(await store.commit(aBatch({ entries: [anEntry("f", 4)] }))).toEqual({ ok: true, positions: [2] })
    },
  )

  storeTest("[STORE5] every family in conflict is named once", async (store) => {
    const entries = [anEntry("g", 2), anEntry("f", 1), anEntry("a", 7), anEntry("g", 3)]
    expect(await store.commit(aBatch({ entries }))).toEqual({ ok: false, conflicts: ["g", "a"] })
  })

  storeTest("[STORE6] a batch in conflict writes nothing at all", async (store) => {
    await store.commit(aBatch({ entries: [anEntry("f", 1)] }))
    const before = await everythingIn(store)
    await store.commit(
      aBatch({
        entries: [anEntry("g", 1), anEntry("f", 1)],
        snapshots: [{ family: family("f"), version: 1, state: "s" }],
        cases: [aCase("g")],
        items: [anItem("g", 1)],
        alarms: [{ family: family("g"), id: rows.timerId("g", 1), kind: "timer", dueAt: 5 }],
        expectations: [{ family: family("g"), case: rows.caseId("g"), rows: [rows.anExpectation("g")] }],
        processes: [rows.aProcess("concert", 1)],
        definitions: [rows.aDefinition("cancel-show", 1)],
        treeChanges: [rows.aTreeChange(tree, 1)],
        decisions: [rows.aDecision("g", 1)],
        interventions: [rows.anIntervention("g", 1)],
        broadcasts: [rows.aBroadcast("g", 1)],
        quarantines: [rows.aQuarantine("f")],
      }),
    )
    expect(await everythingIn(store)).toEqual(before)
  })

  storeTest("[STORE7] a batch may hold several entries of one family", async (store) => {
    const entries = [anEntry("f", 1, 2), anEntry("g", 1), anEntry("f", 3, 1)]
    expect(await store.commit(aBatch({ entries }))).toEqual({ ok: true, positions: [1, 2, 3] })
    expect(await store.load(family("f"))).toEqual({ entries: [entries[0], entries[2]] })
  })

  storeTest("[STORE8] the same batch a second time is a conflict", async (store) => {
    const batch = aBatch({ entries: [anEntry("f", 1)] })
    await store.commit(batch)
    expect(await store.commit(batch)).toEqual({ ok: false, conflicts: ["f"] })
    expect(await store.lastPosition()).toBe(1)
  })

  storeTest("[STORE9] an entry without events is a bug of the caller", async (store) => {
    const batch = aBatch({ entries: [anEntry("g", 1), anEntry("f", 1, 0)], cases: [aCase("f")] })
    await expect(store.commit(batch)).rejects.toThrow(RangeError)
    expect(await store.lastPosition()).toBe(0)
  })

  storeTest("[STORE10] a number that is not whole is refused with nothing written", async (store) => {
    const fractions: readonly Partial<Batch>[] = [
      { items: [anItem("f", 1, { dueAt: 1.5 })] },
      { definitions: [rows.aDefinition("cancel-show", 1.5)] },
      { treeChanges: [rows.aTreeChange(tree, 1, { at: 1.5 })] },
      { decisions: [rows.aDecision("f", 1.5)] },
      { interventions: [rows.anIntervention("f", 1, { openedAt: 1.5 })] },
      { broadcasts: [rows.aBroadcast("f", 1, { at: 1.5 })] },
    ]
    for (const fraction of fractions) {
      const batch = aBatch({ entries: [anEntry("f", 1)], ...fraction })
      await expect(store.commit(batch)).rejects.toMatchObject({ code: "STORE_FAILED" })
      expect(await store.load(family("f"))).toBeUndefined()
    }
    expect(await store.commit(aBatch({ entries: [anEntry("f", 1)] }))).toEqual({ ok: true, positions: [1] })
  })

  storeTest("[STORE11] what callers do to their own objects does not reach the store", async (store) => {
    const entry = anEntry("f", 1)
    const declined = [rows.ann]
    await store.commit(aBatch({ entries: [entry], items: [anItem("f", 1, { declined })] }))
    declined.push(rows.bob)
    spoil(entry)
    for (const given of (await store.load(family("f")))?.entries ?? []) spoil(given)
    expect(await store.load(family("f"))).toEqual({ entries: [anEntry("f", 1)] })
    expect(await store.item(rows.itemId("f", 1))).toEqual(anItem("f", 1, { declined: [rows.ann] }))
  })

  storeTest("[STORE12] any text comes back as it went in", async (store) => {
    const odd = [
      "",
      "'; DROP TABLE entries; --",
      '"%_\\',
      "žluťoučký kůň",
      "👩‍🚀 𝔘",
      "a\u0000b",
      "\n\t\r",
      "\uffff",
      "x".repeat(2_000_000),
    ]
    const entries = odd.map((text, index) => {
      const data = { text, [text]: [text, null, 0.1, true, { deep: text }] }
      const name = `f${index}-${text.slice(0, 30).replaceAll(".", "")}`
      const event = { type: "DataWritten", case: rows.caseId(name), data } as const
      return anEntry(name, 1, 1, { reason: text, command: text, events: [event] })
    })
    await store.commit(aBatch({ entries }))
    for (const entry of entries) expect(await store.load(entry.family)).toEqual({ entries: [entry] })
  })

  storeTest("[STORE13] what was committed is there when the store is opened again", async (store, reopen) => {
    const batch = aBatch({
      entries: [anEntry("f", 1, 2)],
      snapshots: [{ family: family("f"), version: 1, state: "s" }],
      cases: [aCase("f")],
      items: [anItem("f", 1)],
      alarms: [{ family: family("f"), id: rows.timerId("f", 1), kind: "timer", dueAt: 5 }],
      expectations: [{ family: family("f"), case: rows.caseId("f"), rows: [rows.anExpectation("f")] }],
      processes: [rows.aProcess("concert", 1)],
      definitions: [rows.aDefinition("cancel-show", 1)],
      treeChanges: [rows.aTreeChange(tree, 1)],
      decisions: [rows.aDecision("f", 1)],
      interventions: [rows.anIntervention("f", 1)],
      broadcasts: [rows.aBroadcast("f", 1)],
      quarantines: [rows.aQuarantine("f")],
    })
    await store.commit(batch)
    const before = await everythingIn(store)
    const again = await reopen()
    expect(await everythingIn(again)).toEqual(before)
    expect(await again.commit(aBatch({ entries: [anEntry("f", 3)] }))).toEqual({ ok: true, positions: [2] })
  })

  storeTest("[STORE14] a closed store fails, and closing it again does nothing", async (store) => {
    await store.close()
    await store.close()
    await expect(store.load(family("f"))).rejects.toMatchObject({ code: "STORE_FAILED" })
    await expect(store.commit(aBatch({}))).rejects.toMatchObject({ code: "STORE_FAILED" })
  })
}

async function everythingIn(store: Store): Promise<unknown> {
  return {
    entries: await store.entriesAfter(0, 100),
    families: [await store.load(family("f")), await store.load(family("g"))],
    cases: await store.cases({ limit: 100 }),
    items: await store.items({ limit: 100 }),
    alarms: await store.dueAlarms(1e9, 100),
    expectations: await store.expecting("paid", "order-1", 100),
    processes: await store.processes(),
    definitions: await store.definitions(),
    treeChanges: await store.treeChanges(),
    decisions: await store.decisions({ tree, limit: 100 }),
    interventions: await store.interventions({ limit: 100 }),
    broadcasts: await store.broadcasts(),
    quarantined: await store.quarantined(),
  }
}

function spoil(entry: Entry): void {
  Object.assign(entry, { command: "Spoiled" })
  Object.assign(entry.events[0] ?? {}, { type: "Spoiled" })
}
