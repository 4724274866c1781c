import { copyFileSync, readdirSync, readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { brotliDecompressSync } from "node:zlib"
import { expect, test } from "vitest"
import { emptyFamily } from "../../src/engine/draft.ts"
import { evolve } from "../../src/engine/evolve.ts"
import { encodeFamily } from "../../src/engine/snapshot.ts"
import { fold } from "../../src/exceptions/fold.ts"
import { emptyHandling, encodeHandling } from "../../src/exceptions/handling.ts"
import {
  accepted,
  asCaseId,
  asFamilyId,
  asItemId,
  type Entry,
  openEngine,
  openMemoryStore,
  openSqliteStore,
  type Store,
  VirtualClock,
} from "../../src/main.ts"
import { catchUpDecisions } from "../../src/runtime/decision-index.ts"
import { emptyBatch } from "../../src/store/empty-batch.ts"
import { whatIsSeen } from "../recorded/what-is-seen.ts"
import { aFile } from "../runtime/workplace.ts"

const folder = import.meta.dirname

/** What a release has written, and what it knew then; the first had nothing to say about handling. */
interface Recorded {
  readonly entries: readonly Entry[]
  readonly state: { readonly cases: readonly { readonly data: object }[] }
  readonly handling?: object
}

/** What a case worked on was its own, before there was anything shared. */
function netInTodaysWords({ cases, ...rest }: Recorded["state"]): object {
  return { ...rest, cases: cases.map(({ data, ...each }) => ({ ...each, own: data })) }
}

/** An exception has several runs now, and had one. */
function inTodaysWords(handling: { readonly exceptions?: readonly (readonly [string, { readonly run?: string }])[] }) {
  const exceptions = handling.exceptions?.map(([id, { run, ...rest }]) => [
    id,
    { ...rest, ...(run && { runs: [run] }) },
  ])
  return { ...handling, ...(exceptions && { exceptions }) }
}

test("[HISTORY3] histories recorded by earlier releases fold to the states recorded with them, for ever", () => {
  const files = readdirSync(folder).filter((name) => name.endsWith(".json"))
  expect(files.toSorted()).toEqual(["1.json", "2.json", "3.json"])
  for (const file of files) {
    const histories: Recorded[] = JSON.parse(readFileSync(join(folder, file), "utf8"))
    for (const { entries, state, handling = {} } of histories) {
      const family = emptyFamily(asFamilyId(entries[0]?.family ?? ""))
      const handled = emptyHandling()
      for (const entry of entries) {
        evolve(family, entry)
        for (const event of entry.events) fold(handled, event, entry)
      }
      // What a later release remembers besides does no harm.
      expect(JSON.parse(encodeFamily(family))).toMatchObject(netInTodaysWords(state))
      expect(encodeHandling(handled)).toMatchObject(inTodaysWords(handling))
    }
  }
})

test("[HISTORY4] a file of an earlier release is migrated, its read models are rebuilt, and its cases go on", async () => {
  const file = aFile()
  copyFileSync(join(folder, "../recorded/engine-1.db"), file)
  const clock = new VirtualClock("2026-01-08T09:00:00Z")
  const engine = await openEngine({ store: file, clock })
  expect((await engine.cases()).map(({ state, held }) => [state, held])).toEqual([
    ["running", false],
    ["running", false],
    ["running", true],
    ["removed", false],
  ])
  const id = asCaseId("recorded00000001")
  for (const task of ["see", "train"]) {
    const item = (await engine.case(id))?.items.find((one) => one.task === task && one.endedAt === undefined)
    if (item) accepted(await engine.completeItem(item.id, task === "see" ? { note: "warm" } : {}))
  }
  const { state, data } = (await engine.case(id)) ?? {}
  expect([state, data?.notes]).toEqual(["completed", ["cold", "warm"]])
  await clock.advance("P40D")
  expect((await engine.case(asCaseId("recorded00000002")))?.exceptions.map((raised) => raised.class)).toContain(
    "Timeout",
  )
  await engine.stop()
})

test("[HISTORY5] read models rebuilt from the entries are what they were", async () => {
  const file = aFile()
  copyFileSync(join(folder, "../recorded/engine-1.db"), file)
  const clock = new VirtualClock("2026-01-08T09:00:00Z")
  const engine = await openEngine({ store: file, clock })
  for (const { id, task } of await engine.items({ live: true }))
    if (task === "pack" || task === "see") accepted(await engine.completeItem(id))
  await clock.advance("P40D")
  const before = { cases: await engine.cases(), items: await engine.items() }
  const [entries, processes] = [await engine.entries(), engine.processes()]
  await engine.stop()

  const empty = openMemoryStore()
  await empty.commit({ ...emptyBatch, entries, processes })
  const rebuilt = await openEngine({ store: { ...empty, needsRebuild: async () => true }, clock })
  expect({ cases: await rebuilt.cases(), items: await rebuilt.items() }).toEqual(before)
  expect(await empty.nextAlarmAt()).toBeUndefined()
  await rebuilt.stop()
})

test("[HISTORY6] the runs, worklets and interventions of an earlier release go on, and its rules are in force", async () => {
  const file = aFile()
  copyFileSync(join(folder, "../recorded/engine-2.db"), file)
  const clock = new VirtualClock("2026-01-18T09:00:00Z")
  const engine = await openEngine({ store: file, clock })
  await engine.idle()
  const asked = await engine.interventions()
  expect(asked.map(({ case: id, class: name, to }) => [id.slice(-2), name, to])).toEqual([
    ["05", "ItemAbort", undefined],
    ["04", "HandlerFailed", undefined],
    ["06", "Unforeseen", undefined],
    ["07", undefined, "ann"],
    ["07", "Timeout", undefined],
    ["08", "Timeout", undefined],
  ])
  expect(new Map(engine.trees().map(({ key, version }) => [key, version]))).toEqual(
    new Map([
      ["itemPre show/play", 1],
      ["select show/clean", 2],
      ["Storm show", 1],
      ["Strike everywhere", 1],
      ["ItemAbort show/print", 1],
      ["Unforeseen show", 1],
    ]),
  )
  const complete = async (family: string, task: string, data = {}) => {
    const [row] = await engine.items({ family: asFamilyId(family), task, live: true })
    if (row) accepted(await engine.completeItem(row.id, data))
    await engine.idle()
  }
  const show = (number: number) => asCaseId(`handled00000000${number}`)
  const runsOf = async (number: number) => (await engine.case(show(number)))?.runs.map(({ exlet }) => exlet)
  expect(await Promise.all([1, 2, 3, 7, 8].map(runsOf))).toEqual([
    ["sweep, move"],
    ["sweep"],
    ["move-it"],
    ["ask-ann"],
    ["close-all"],
  ])

  // The storm is over: what all were held for is done. Ann has no objection.
  await complete(show(8), "broom")
  const question = asked.find(({ to }) => to === "ann")
  if (question) accepted(await engine.answer(question.id, { do: "confirm", answer: "yes" }))
  for (const task of ["book", "tell"])
    await complete(show(3), task, task === "book" ? { venue: "pub", seating: 9 } : {})
  await complete(show(2), "broom")
  expect(await Promise.all([2, 3, 7, 8].map(runsOf))).toEqual([[], [], [], []])
  const { data, items, held } = (await engine.case(show(3))) ?? {}
  expect([data, held, items?.find(({ task }) => task === "play")?.held]).toEqual([
    { seating: 9, sold: 10, venue: "pub" },
    false,
    false,
  ])
  expect((await engine.case(show(2)))?.state).toBe("completed")

  // What was taught then is known now, and what was decided then can still be explained.
  accepted(await engine.raise({ class: "roof-damaged", case: show(8) }))
  expect((await engine.case(show(8)))?.data.venue).toBe("hall")
  const [decision] = (await engine.entries({ family: asFamilyId(show(1)) })).flatMap(({ version, events }) =>
    events.flatMap((event, index) => (event.type === "DecisionMade" && event.at === "play" ? [version + index] : [])),
  )
  expect((await engine.explain(asFamilyId(show(1)), decision ?? 0))?.says).toBe("move-it")
  await engine.stop()
})

test("[HISTORY7] the organisation, the offers and what waits for somebody of an earlier release are as they were", async () => {
  const file = aFile()
  copyFileSync(join(folder, "../recorded/engine-3.db"), file)
  const engine = await openEngine({ store: file, clock: new VirtualClock("2026-01-07T10:00:00Z") })
  await engine.idle()
  const worklist = async (agent: string) =>
    (await engine.worklist(agent)).map(({ id, task, status }) => [id.slice(14), task, status].join(" "))
  const filing = "01.i7 file enabled"
  expect({ ann: await worklist("ann"), bob: await worklist("bob"), cy: await worklist("cy") }).toEqual({
    ann: [filing],
    bob: [filing],
    // He stands in for bob, was escalated to, and was given something.
    cy: [filing, "02.i5 approve offered", "04.i1 enter offered", "05.i1 enter allocated"],
  })
  expect((await engine.interventions()).map(({ class: name, at }) => [name, at])).toEqual([
    ["NoSuchCapability", "approve"],
    ["NoSuchCapability", "enter"],
  ])
  accepted(await engine.deploy({ organisation: { roles: { pilot: {} }, agents: { dee: { roles: "pilot" } } } }))
  await engine.idle()
  expect(await worklist("dee")).toEqual([filing, "06.i1 enter offered"])
  accepted(await engine.completeItem(asItemId("staffed000000002.i5"), {}, { by: "cy" }))
  await engine.stop()
})

test("[HISTORY5] what was decided and asked, rebuilt from the entries, is what it was", async () => {
  const file = aFile()
  copyFileSync(join(folder, "../recorded/engine-2.db"), file)
  const store = await openSqliteStore(file)
  const before = await readModels(store)
  const entries = await store.entriesAfter(0, 10_000)
  const [processes, definitions, treeChanges] = [
    await store.processes(),
    await store.definitions(),
    await store.treeChanges(),
  ]
  await store.close()
  const empty = openMemoryStore()
  await empty.commit({ ...emptyBatch, entries, processes, definitions, treeChanges })
  const rebuilt = await openEngine({
    store: { ...empty, needsRebuild: async () => true },
    clock: new VirtualClock("2026-01-08T09:00:00Z"),
  })
  await catchUpDecisions(empty)
  expect(await readModels(empty)).toEqual(before)
  await rebuilt.stop()
})

async function readModels(store: Store) {
  const trees = new Set((await store.treeChanges()).map(({ tree }) => tree))
  const limit = 1000
  return {
    // Files of then have no exceptions before an engine has opened them.
    cases: (await store.cases({ limit })).map(({ exceptions: _, ...row }) => row),
    items: await store.items({ limit }),
    interventions: await store.interventions({ open: false, limit }),
    decisions: await Promise.all([...trees].map((tree) => store.decisions({ tree, limit }))),
  }
}

test("[HISTORY8] a file of version 0.1, with thirty days in it and rules that people taught, is seen as it was", async () => {
  const file = aFile()
  writeFileSync(file, recordedWith("engine-4.db.br"))
  const seen = JSON.parse(recordedWith("engine-4.json.br").toString())
  const clock = new VirtualClock("2026-11-19T10:00:00Z")
  const engine = await openEngine({ store: file, clock, watchdog: false })
  const now = JSON.parse(JSON.stringify(await whatIsSeen(engine)))
  // What a later release tells besides does no harm.
  for (const part of Object.keys(seen)) expect({ [part]: now[part] }).toMatchObject({ [part]: seen[part] })
  await engine.stop()
})

const recordedWith = (name: string) => brotliDecompressSync(readFileSync(join(folder, "../recorded", name)))
