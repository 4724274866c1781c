import { examples } from "../../src/cli/examples.ts"
import { accepted, openEngine, VirtualClock } from "../../src/main.ts"
import { familyIds, playDays, playedDays } from "../../src/sample/play-days.ts"
import type { Store } from "../../src/store/port.ts"
import { openSqliteStore } from "../../src/store/sqlite/store.ts"
import { type Cursor, copiedKinds } from "../../src/store/whole-store.ts"
import * as rows from "../contracts/store-rows.ts"

/** The days of the sample, and what nobody does in them. */
export async function fillFile(file: string): Promise<void> {
  const end = Date.parse("2026-03-02T09:00:00Z")
  const clock = new VirtualClock(end - playedDays * 24 * 60 * 60_000)
  const store = await openSqliteStore(file, { isDraft: true })
  const engine = await openEngine({ store, clock, newFamilyId: familyIds(1), watchdog: false })
  for (const { files } of await examples()) accepted(await engine.deploy(files))
  await playDays({ engine, clock, end, seed: 1 })
  await engine.stop()
  const again = await openSqliteStore(file, { isDraft: true })
  const [first] = await again.entriesAfter(0, 1)
  if (first === undefined) throw new Error("nothing was played")
  await again.commit(
    rows.aBatch({
      snapshots: [{ family: first.family, version: first.version, state: "of another release" }],
      alarms: [
        { family: rows.family("odd\u0000name"), id: rows.timerId("odd\u0000name", 1), kind: "timer", dueAt: 5 },
        { family: rows.family("g"), id: rows.itemId("g", 1), kind: "lease", dueAt: 6, attempt: 3 },
      ],
      cases: [rows.aCase("g")],
      expectations: [{ family: rows.family("g"), case: rows.caseId("g"), rows: [rows.anExpectation("g")] }],
      decisions: [rows.aDecision("g", 1), rows.aDecision("g", 2, { tree: "another", failed: true })],
      decisionsUpTo: 1,
      broadcasts: [rows.aBroadcast("g", 1)],
      quarantines: [rows.aQuarantine("g")],
      requests: [rows.aRequest("one"), rows.aRequest("two", { agent: rows.bob, answer: null })],
      notifications: [rows.aNotification("g", 2), rows.aNotification("g", 1), rows.aNotification("g", 3)],
      deliveries: [rows.aDelivery("g", 2), rows.aDelivery("g", 1, { attempts: 10, error: "nobody is there" })],
      experience: [{ agent: rows.ann, task: "concert/doShow", done: 2, spent: 90, endedAt: 4 }],
    }),
  )
  await again.markRead(rows.ann, [rows.notificationId("g", 1)], 77)
  await again.putCredentials([
    rows.aCredential("k", { rights: ["items.do"], revokedAt: 3 }),
    rows.aCredential("s", { kind: "session", expiresAt: 9, of: "k" }),
  ])
  // Positions that were given to nobody, as a database leaves them.
  await again.whole.adopt({ lastPosition: (await again.lastPosition()) + 40 })
  await again.close()
}

/** All there is in a store, by kind, and what is no row. */
export async function contentsOf(store: Store): Promise<Readonly<Record<string, unknown>>> {
  const contents: Record<string, unknown> = {
    lastPosition: await store.lastPosition(),
    decisionsUpTo: await store.decisionsUpTo(),
    counts: (await store.counts(1e15)).interventions,
    standings: (await store.standings(0, 1e15)).map((row) => JSON.stringify(Object.entries(row).sort())).sort(),
    cases: await store.cases({ order: "newest", trouble: true, limit: 1000 }),
  }
  for (const kind of copiedKinds) {
    const all: unknown[] = []
    for (let after: Cursor | undefined; ; ) {
      const { rows, next } = await store.whole.page(kind, after, 1000)
      all.push(...rows)
      if (next === undefined) break
      after = next
    }
    contents[`rows of ${kind}`] = all
  }
  return contents
}
