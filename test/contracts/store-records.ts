import { expect } from "vitest"
import type { Store } from "../../src/store/port.ts"
import { type Forgetting, isOver, type KeptRows, versionOf } from "../../src/store/records.ts"
import { type Cursor, copiedKinds } from "../../src/store/whole-store.ts"
import type { storeTests } from "./store-home.ts"
import {
  aBatch,
  aBroadcast,
  aCase,
  aDecision,
  aNotification,
  anEntry,
  anException,
  anExpectation,
  anIntervention,
  anItem,
  aQuarantine,
  bob,
  caseId,
  family,
  itemId,
  notificationId,
  timerId,
} from "./store-rows.ts"

export function recordsContract(storeTest: ReturnType<typeof storeTests>): void {
  storeTest("[ARCHIVE1] families that are over come by when their last case ended, page by page", async (store) => {
    await store.commit(
      aBatch({
        cases: [
          ended("b", 50),
          ended("b", 30, { id: caseId("b", 7), process: "other" }),
          ended("a", 20),
          ended("a", 50, { id: caseId("a", 2) }),
          ended("a-1", 10, { process: "other" }),
          ended("late", 100),
          ended("half", 10),
          aCase("half", { id: caseId("half", 3) }),
          ended("below", 90, { id: caseId("below", 2) }),
          aCase("below"),
          aCase("running"),
          ended("z", 99),
        ],
      }),
    )
    const asked = { endedBefore: 100, limit: 9 }
    const all = [
      { family: family("a-1"), endedAt: 10, last: caseId("a-1") },
      { family: family("a"), endedAt: 50, last: caseId("a", 2) },
      { family: family("b"), endedAt: 50, last: caseId("b") },
      { family: family("z"), endedAt: 99, last: caseId("z") },
    ]
    expect(await store.records.ended(asked)).toEqual(all)
    expect(await store.records.ended({ ...asked, limit: 2 })).toEqual(all.slice(0, 2))
    const [, second] = all
    if (second) expect(await store.records.ended({ ...asked, after: second })).toEqual(all.slice(2))
    expect(await store.records.ended({ ...asked, process: "other" })).toEqual(all.slice(0, 1))
    expect(await store.records.ended({ endedBefore: 50, limit: 9 })).toEqual(all.slice(0, 1))
  })

  storeTest("[ARCHIVE2] what is kept of a family is all that is its own, and nothing else", async (store) => {
    await fill(store, "f")
    await store.commit(aBatch({ entries: [anEntry("f-1", 1)], cases: [ended("f-1", 5)], items: [anItem("f-1", 1)] }))
    const [kept, none] = [await store.records.of([family("f"), family("nobody")]), await store.records.of([])]
    expect([kept, none]).toEqual([[{ ...rowsOf("f"), isWaiting: false }], []])
    expect(kept.map(isOver)).toEqual([true])
    expect(kept.map(versionOf)).toEqual([3])
    const both = await store.records.of([family("f.1"), family("f-1"), family("f")])
    expect(both.map((each) => each.family)).toEqual([family("f-1"), family("f")])
  })

  storeTest(
    "[ARCHIVE2] a family is not over while anything of it is live, open, waiting or set aside",
    async (store) => {
      const names = ["case", "item", "exception", "question", "alarm", "message", "broadcast", "bug", "over"]
      await store.commit(
        aBatch({
          entries: names.map((name) => anEntry(name, 1)),
          cases: names.map((name) => (name === "case" ? aCase(name) : ended(name, 10))),
          items: [anItem("item", 1)],
          exceptions: [anException("exception", 1, { state: "handling" })],
          interventions: [anIntervention("question", 1)],
          alarms: [{ family: family("alarm"), id: timerId("alarm", 1), kind: "timer", dueAt: 9 }],
          expectations: [{ family: family("message"), case: caseId("message"), rows: [anExpectation("message")] }],
          broadcasts: [aBroadcast("broadcast", 1)],
          quarantines: [aQuarantine("bug")],
        }),
      )
      const kept = await store.records.of(names.map(family))
      expect(kept.filter(isOver).map((each) => each.family)).toEqual([family("over")])
      expect(kept.filter(({ isWaiting }) => isWaiting).map((each) => each.family)).toEqual(
        ["alarm", "message", "broadcast", "bug"].map(family),
      )
    },
  )

  storeTest("[ARCHIVE3] a family is forgotten, and everybody else is as before", async (store, reopen) => {
    await fill(store, "g")
    const alone = await contentsOf(store)
    await fill(store, "f", 3)
    expect(await store.records.forget([forgetting("f", 3)])).toEqual([family("f")])
    const { lastPosition: _, ...rest } = alone
    for (const next of [async () => store, reopen]) {
      const each = await next()
      expect(await contentsOf(each)).toEqual({ ...rest, lastPosition: 4 })
      expect([await each.load(family("f")), await each.case(caseId("f")), await each.item(itemId("f", 1))]).toEqual([
        undefined,
        undefined,
        undefined,
      ])
      expect(await each.countDecisions("itemPre concert/doShow")).toBe(1)
      expect(await each.records.of([family("f")])).toEqual([])
    }
  })

  storeTest("[ARCHIVE3] one that stands elsewhere, or is set aside, is left as it is; the others go", async (store) => {
    await store.commit(
      aBatch({
        entries: [anEntry("f", 1, 2), anEntry("g", 1), anEntry("h", 1), anEntry("i", 1)],
        cases: ["f", "g", "h", "i"].map((name) => ended(name, 10)),
        quarantines: [aQuarantine("h")],
      }),
    )
    const asked = [forgetting("f", 1), forgetting("g", 1), forgetting("h", 1), forgetting("nobody", 0)]
    const before = await store.records.of([family("f"), family("h"), family("i")])
    expect(await store.records.forget(asked)).toEqual([family("g")])
    expect(await store.records.of(["f", "g", "h", "i"].map(family))).toEqual(before)
    expect(await store.records.forget(asked)).toEqual([])
    expect(await store.records.forget([])).toEqual([])
  })

  storeTest("[ARCHIVE4] no position is given twice, though the newest entry was forgotten", async (store, reopen) => {
    await store.commit(aBatch({ entries: [anEntry("f", 1), anEntry("g", 1), anEntry("g", 2)] }))
    await store.records.forget([forgetting("g", 2)])
    expect([await store.lastPosition(), await store.entriesAfter(1, 9)]).toEqual([3, []])
    const again = await reopen()
    expect(await again.lastPosition()).toBe(3)
    expect(await again.commit(aBatch({ entries: [anEntry("f", 2)] }))).toEqual({ ok: true, positions: [4] })
    expect((await again.entriesAfter(0, 9)).map(({ position }) => position)).toEqual([1, 4])
  })

  storeTest("[ARCHIVE4] nobody goes on with a family that was forgotten", async (store) => {
    await store.commit(aBatch({ entries: [anEntry("f", 1), anEntry("f", 2)] }))
    await store.records.forget([forgetting("f", 2)])
    expect(await store.commit(aBatch({ entries: [anEntry("f", 3)] }))).toEqual({ ok: false, conflicts: [family("f")] })
    expect(await store.entriesAfter(0, 9)).toEqual([])
  })

  storeTest("[ARCHIVE5] what was forgotten is brought back as it was, among all the others", async (store, reopen) => {
    await fill(store, "f")
    await store.commit(aBatch({ notifications: [aNotification("f", 4)] }))
    await fill(store, "g", 3)
    const before = await contentsOf(store)
    const [kept] = await store.records.of([family("f")])
    if (kept === undefined) throw new Error("f is not there")
    await store.records.forget([forgetting("f", 3)])
    await store.commit(aBatch({ notifications: [aNotification("g", 5)] }))
    const { isWaiting: _, family: __, notifications, ...rows } = kept
    const adoption = { ...rows, decisions: [aDecision("f", 2)], toldBefore: notifications }
    expect(await store.whole.adopt(adoption)).toEqual({ ok: true, positions: [1, 2] })
    expect(await store.whole.adopt(adoption)).toMatchObject({ ok: false })
    const again = await reopen()
    const after = await contentsOf(again)
    const told = before["rows of notifications"] as readonly unknown[]
    const snapshots = (before["rows of snapshots"] as readonly { family: string }[]).slice(1)
    expect(after).toEqual({
      ...before,
      "rows of snapshots": snapshots,
      // Ann, who comes before Bob, was told something else meanwhile.
      "rows of notifications": [...told.slice(0, 5), aNotification("g", 5), ...told.slice(5)],
    })
    const newest = await again.notifications({ agent: bob, after: notificationId("g", 1), limit: 9 })
    expect(newest).toEqual([aNotification("f", 1, { agent: bob, readAt: 77 })])
    expect(await again.commit(aBatch({ entries: [anEntry("f", 4)] }))).toEqual({ ok: true, positions: [5] })
  })
}

const ended = (name: string, endedAt: number, more: Parameters<typeof aCase>[1] = {}) =>
  aCase(name, { state: "completed", endedAt, ...more })

const forgetting = (name: string, version: number): Forgetting => ({
  family: family(name),
  version,
  trees: ["itemPre concert/doShow", "a tree nobody asked"],
})

/** Something of every kind. */
function rowsOf(name: string, first = 1): KeptRows {
  return {
    family: family(name),
    entries: [
      { ...anEntry(name, 1, 2), position: first },
      { ...anEntry(name, 3), position: first + 1 },
    ],
    cases: [ended(name, 40), ended(name, 60, { id: caseId(name, 2), parent: caseId(name) })],
    items: [
      anItem(name, 1, { live: false, status: "completed", endedAt: 30, agent: bob }),
      anItem(name, 10, { live: false, status: "completed", endedAt: 30, case: caseId(name, 2) }),
    ],
    exceptions: [
      anException(name, 2, { state: "resolved", endedAt: 20, answer: { stage: "rule", says: "retry", at: 15 } }),
      anException(name, 10, { state: "dismissed", endedAt: 21 }),
    ],
    interventions: [anIntervention(name, 3, { open: false, class: "Timeout" })],
    notifications: [
      aNotification(name, 1),
      aNotification(name, 1, { agent: bob, readAt: 77 }),
      aNotification(name, 2, { case: caseId(name, 2) }),
    ],
  }
}

async function fill(store: Store, name: string, first = 1): Promise<void> {
  const { family: _, entries, ...rows } = rowsOf(name, first)
  await store.commit(
    aBatch({
      ...rows,
      entries: entries.map(({ position: _position, ...entry }) => entry),
      decisions: [aDecision(name, 2)],
      snapshots: [{ family: family(name), version: 2, state: "half way" }],
    }),
  )
}

/** All there is in a store, by kind, and what is no row. */
async function contentsOf(store: Store): Promise<Readonly<Record<string, unknown>>> {
  const contents: Record<string, unknown> = {
    lastPosition: await store.lastPosition(),
    standings: await store.standings(0, 1000),
    counts: await store.counts(1000),
    listed: await store.cases({ limit: 99 }),
  }
  for (const kind of copiedKinds) {
    const all: unknown[] = []
    for (let after: Cursor | undefined; ; ) {
      const { rows, next } = await store.whole.page(kind, after, 100)
      all.push(...rows)
      if (next === undefined) break
      after = next
    }
    contents[`rows of ${kind}`] = all
  }
  return contents
}
