import { afterAll, beforeAll, describe, expect, test } from "vitest"
import {
  accepted,
  type CaseId,
  type Engine,
  openEngine,
  openMemoryStore,
  type Store,
  VirtualClock,
} from "../../src/main.ts"
import { asFamilyId, rootCase } from "../../src/messages/ids.ts"
import { copyStore } from "../../src/runtime/copying.ts"
import type { FamilyRecord } from "../../src/runtime/family-record.ts"
import { emptyBatch } from "../../src/store/empty-batch.ts"
import { openStore } from "../../src/store/open-store.ts"
import { openPostgresStore } from "../../src/store/postgres/store.ts"
import { postgresServer } from "../contracts/postgres-server.ts"
import { type Folder, newFolder } from "../contracts/sqlite-home.ts"
import { aBroadcast } from "../contracts/store-rows.ts"
import { contentsOf, fillFile } from "../copying/something-of-everything.ts"
import { changed, recordsIn } from "./changed-record.ts"

const server = postgresServer()
let folder: Folder
let full: string
beforeAll(async () => {
  folder = await newFolder()
  full = folder.file("full.db")
  await fillFile(full)
}, 120_000)
afterAll(() => folder.remove())

const keepers: Readonly<Record<string, () => Promise<Store>>> = {
  memory: async () => openMemoryStore(),
  SQLite: async () => openStore(folder.file(`${Math.random()}.db`), { isBeingWritten: true }),
  PostgreSQL: async () => openStore(await server().newStore(), { isBeingWritten: true }),
  "PostgreSQL, spread,": async () => openPostgresStore(await server().newStore(), { shards: 4, isBeingWritten: true }),
}

/** The days of the sample in a keeper, and an engine on it a long time later. */
async function played(newStore: () => Promise<Store>): Promise<{ readonly engine: Engine; readonly store: Store }> {
  const store = await newStore()
  const from = await openStore(full, { isBeingWritten: true })
  expect(await copyStore(from, store, { source: "full", sample: 0 })).toMatchObject({ ok: true })
  await from.close()
  return {
    store,
    engine: await openEngine({ store, clock: new VirtualClock("2026-03-02T09:00:00Z"), watchdog: false }),
  }
}

/** All there is, without what may differ: what is kept to save time, and in which order agents were told. */
async function wholeOf(store: Store) {
  const contents: Record<string, unknown> = { ...(await contentsOf(store)) }
  for (const kind of ["notifications", "deliveries"])
    contents[`rows of ${kind}`] = (contents[`rows of ${kind}`] as readonly unknown[])
      .map((row) => JSON.stringify(row))
      .sort()
  delete contents["rows of snapshots"]
  delete contents.cases
  return contents
}

const forever = Date.parse("2100-01-01")

async function shown(engine: Engine, records: readonly FamilyRecord[]) {
  const views: unknown[] = []
  for (const { family, cases } of records) {
    views.push(await engine.log(family))
    for (const { id } of cases) views.push(await engine.case(id))
  }
  return views
}

describe.each(Object.entries(keepers))("archiving in %s", (_, newStore) => {
  test("[ARCHIVE6] what is over goes, and comes back as it was", async () => {
    const { engine, store } = await played(newStore)
    await engine.decisions({ tree: "any" })
    const before = await wholeOf(store)
    const records = await recordsIn(engine)
    expect(records.length).toBeGreaterThan(50)
    expect(records.some(({ cases }) => cases.length > 1)).toBe(true)
    const sample = records.filter((__, index) => index % 17 === 0)
    const views = await shown(engine, sample)

    const forgotten = accepted(await engine.forgetFamilies(records))
    expect(forgotten).toEqual(records.map(({ family }) => ({ family, outcome: "forgotten" })))
    expect(await recordsIn(engine)).toEqual([])
    expect(await store.lastPosition()).toBe(before.lastPosition)
    const [one] = records
    if (one === undefined) throw new Error("nothing is over")
    expect([await engine.case(rootCase(one.family)), await engine.log(one.family)]).toEqual([undefined, []])
    expect(await engine.explain(one.family, 2)).toBeUndefined()
    expect(await engine.setData(rootCase(one.family), { a: 1 })).toMatchObject({
      rejection: { code: "CASE_NOT_FOUND", remedy: expect.stringContaining("exlet archived") },
    })
    for (const { key } of engine.trees()) {
      const decisions = await engine.decisions({ tree: key, limit: 5000 })
      expect(decisions.filter(({ family }) => records.some((record) => record.family === family))).toEqual([])
    }
    expect(accepted(await engine.adoptRecords(records))).toEqual(
      records.map(({ family }) => ({ family, outcome: "adopted" })),
    )
    expect(await wholeOf(store)).toEqual(before)
    expect(await shown(engine, sample)).toEqual(views)
    expect(await recordsIn(engine)).toEqual(records)
    await engine.stop()
  }, 120_000)
})

describe("a record", () => {
  test("[ARCHIVE6] records come page by page, of one process or of all, by when they ended", async () => {
    const { engine } = await played(keepers.memory ?? newMemory)
    const all = await recordsIn(engine)
    const paged: FamilyRecord[] = []
    for (let after: Awaited<ReturnType<Engine["records"]>>["next"]; ; ) {
      const page = await engine.records({ endedBefore: forever, limit: 7, ...(after && { after }) })
      paged.push(...page.rows)
      if (page.next === undefined) break
      after = page.next
    }
    expect(paged).toEqual(all)
    const ends = all.map(({ cases }) => Math.max(...cases.map(({ endedAt = 0 }) => endedAt)))
    expect(ends).toEqual(ends.toSorted((one, other) => one - other))
    const concerts = await engine.records({ endedBefore: forever, process: "organise-concert", limit: 1000 })
    const isConcert = ({ family, cases }: FamilyRecord) =>
      cases.some(({ id, process }) => id === rootCase(family) && process === "organise-concert")
    expect(concerts.rows).toEqual(all.filter(isConcert))
    const middle = ends[Math.floor(ends.length / 2)] ?? 0
    const early = await engine.records({ endedBefore: middle, limit: 1000 })
    expect(early.rows).toEqual(all.filter((__, index) => (ends[index] ?? 0) < middle))
    await engine.stop()
  }, 60_000)

  test("[ARCHIVE7] nothing is forgotten that is not over, or not what was taken", async () => {
    const { engine, store } = await played(keepers.memory ?? newMemory)
    const [over, other] = await recordsIn(engine)
    const [running] = await engine.cases({ state: "running" })
    if (over === undefined || other === undefined || running === undefined) throw new Error("nothing was played")
    const before = await wholeOf(store)
    const asked = [
      { family: over.family, digest: other.digest },
      { family: running.family, digest: over.digest },
      { family: asFamilyId("nobody"), digest: over.digest },
    ]
    expect(accepted(await engine.forgetFamilies(asked))).toEqual([
      { family: over.family, outcome: "kept" },
      { family: running.family, outcome: "kept" },
      { family: "nobody", outcome: "absent" },
    ])
    expect(await wholeOf(store)).toEqual(before)
    const twice = [over, over]
    expect(accepted(await engine.forgetFamilies(twice))).toEqual([{ family: over.family, outcome: "forgotten" }])
    expect(accepted(await engine.forgetFamilies(twice))).toEqual([{ family: over.family, outcome: "absent" }])
    await engine.stop()
  }, 60_000)

  test("[ARCHIVE8] what does not fit is refused with what is wrong, and the others are brought back", async () => {
    const { engine, store } = await played(keepers.memory ?? newMemory)
    const records = await recordsIn(engine)
    const [one, other, third] = records.filter(({ cases, items }) => cases.length === 1 && items.length > 1)
    if (one === undefined || other === undefined || third === undefined) throw new Error("nothing was played")
    const before = await wholeOf(store)
    accepted(await engine.forgetFamilies([one, other]))
    const wrong = [
      [{ ...one, version: one.version + 1 }, "changed since"],
      [changed(one, { cases: other.cases }), "of another family"],
      [changed(one, { entries: one.entries.slice(1) }), "do not follow"],
      [changed(one, { entries: one.entries.slice(0, -1) }), "other cases"],
      [changed(one, { entries: [] }), "not all there"],
      [changed(one, { items: one.items.map((row) => ({ ...row, live: true })) }), "not over"],
      [changed(one, { cases: one.cases.map((row) => ({ ...row, state: "exhausted" })) }), "other cases"],
      [changed(one, { cases: one.cases.map((row) => ({ ...row, version: 99 })) }), "not deployed here"],
      [changed(one, { cases: one.cases.map((row) => ({ ...row, startedAt: 0.5 })) }), "a number in it"],
      [changed(one, { entries: one.entries.map((entry) => ({ ...entry, events: [{}] as never })) }), ""],
    ] as const
    for (const [record, why] of wrong)
      expect(accepted(await engine.adoptRecords([record]))).toEqual([
        {
          family: one.family,
          outcome: "refused",
          rejection: { code: "RECORD_INVALID", message: expect.stringContaining(why), remedy: expect.any(String) },
        },
      ])
    const elsewhere = changed(one, {
      entries: one.entries.map((entry, index) => ({ ...entry, position: index === 0 ? 1 : entry.position })),
    })
    const [first] = await store.entriesAfter(0, 1)
    expect([first?.position, first?.family === one.family]).toEqual([1, false])
    const otherwise = changed(third, { notifications: [], items: third.items.slice(1) })
    const outcomes = accepted(await engine.adoptRecords([elsewhere, other, otherwise, third]))
    expect(outcomes).toMatchObject([
      { family: one.family, outcome: "refused", rejection: { code: "RECORD_TAKEN" } },
      { family: other.family, outcome: "adopted" },
      { family: third.family, outcome: "refused", rejection: { code: "RECORD_TAKEN" } },
      { family: third.family, outcome: "there" },
    ])
    expect(accepted(await engine.adoptRecords([one, other]))).toEqual([
      { family: one.family, outcome: "adopted" },
      { family: other.family, outcome: "there" },
    ])
    expect(await wholeOf(store)).toEqual(before)
    await engine.stop()
  }, 60_000)

  test("[ARCHIVE9] a family is kept while what started it may still be carried", async () => {
    const { engine, store } = await played(keepers.memory ?? newMemory)
    const [record] = await recordsIn(engine)
    if (record === undefined) throw new Error("nothing is over")
    const { family } = record
    const start = { family, version: 1, data: {}, depth: 1 }
    const broadcast = aBroadcast("another", 3, { verb: "start", start })
    await store.commit({ ...emptyBatch, broadcasts: [broadcast] })
    expect(accepted(await engine.forgetFamilies([record]))).toEqual([{ family, outcome: "kept" }])
    await store.commit({ ...emptyBatch, delivered: [broadcast] })
    expect(accepted(await engine.forgetFamilies([record]))).toEqual([{ family, outcome: "forgotten" }])
    await engine.stop()
  }, 60_000)

  test.each(Object.entries(keepers))(
    "[NUMBER12] a case number whose family was forgotten is free again, and then the family does not come back (%s)",
    async (_, newStore) => {
      const store = await newStore()
      const engine = await openEngine({ store, clock: new VirtualClock(), watchdog: false })
      accepted(await engine.deploy("process: fabrication\nflow: [ { task: weld } ]"))
      const start = async () => accepted(await engine.start("fabrication", { number: "VIN-42" })).case
      const end = async (id: CaseId) => accepted(await engine.removeCase(id))
      const first = await start()
      await end(first)
      const records = await recordsIn(engine)
      const start42 = { family: asFamilyId("x-4"), version: 1, data: {}, depth: 1, number: "VIN-42" }
      const coming = aBroadcast("x", 3, { verb: "start", start: start42 })
      await store.commit({ ...emptyBatch, broadcasts: [coming] })
      expect(accepted(await engine.forgetFamilies(records))).toEqual([{ family: first, outcome: "kept" }])
      await store.commit({ ...emptyBatch, delivered: [coming] })
      expect(accepted(await engine.forgetFamilies(records))).toEqual([{ family: first, outcome: "forgotten" }])
      const second = await start()
      expect([second === first, (await engine.cases({ number: "VIN-42" })).map(({ id }) => id)]).toEqual([
        false,
        [second],
      ])
      expect(accepted(await engine.adoptRecords(records))).toEqual([
        {
          family: first,
          outcome: "refused",
          rejection: {
            code: "RECORD_TAKEN",
            message: `${first} cannot be brought back: family ${second} has its case number VIN-42 now`,
            remedy: expect.any(String),
          },
        },
      ])
      await end(second)
      accepted(await engine.forgetFamilies(await recordsIn(engine)))
      expect(accepted(await engine.adoptRecords(records))).toEqual([{ family: first, outcome: "adopted" }])
      expect((await engine.cases({ number: "VIN-42" })).map(({ id, number }) => [id, number])).toEqual([
        [first, "VIN-42"],
      ])
      await engine.stop()
    },
    60_000,
  )
})

const newMemory = async (): Promise<Store> => openMemoryStore()
