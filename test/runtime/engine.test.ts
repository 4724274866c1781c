import { expect, test } from "vitest"
import {
  accepted,
  asAgentId,
  asFamilyId,
  asItemId,
  openEngine,
  openMemoryStore,
  type RecordedEntry,
  rootFrame,
  type Store,
  StoreError,
} from "../../src/main.ts"
import { emptyBatch } from "../../src/store/empty-batch.ts"
import { newMemoryDisk } from "../../src/store/memory/disk.ts"
import type { Batch } from "../../src/store/port.ts"
import { aFile, anEngine, itemOf } from "./workplace.ts"

const two = "process: two\ndata: { n: integer }\nflow: [ { task: a }, { task: b } ]"

test("[DEPLOY1] deploying the same content again changes nothing, other content makes a new version", async () => {
  const { engine } = await anEngine(two)
  const again = accepted(await engine.deploy(two))
  const other = accepted(await engine.deploy(two.replace("task: b", "task: c")))
  const back = accepted(await engine.deploy(two))
  expect([again, other, back].map(({ processes }) => processes)).toEqual([
    [{ name: "two", version: 1, isNew: false }],
    [{ name: "two", version: 2, isNew: true }],
    [{ name: "two", version: 3, isNew: true }],
  ])
})

test("[DEPLOY2] a definition with an error is refused with every finding and deploys nothing", async () => {
  const { engine } = await anEngine(two)
  const answer = await engine.deploy(
    "process: bad\ndata: { n: integr }\nflow:\n  - task: a\n    reads: [m]\n  - choice: c\n    cases: [ { when: 'n + ', do: [] } ]\n",
  )
  const found = answer.ok ? [] : answer.rejection.findings?.map(({ code, place }) => `${place.line} ${code}`)
  expect(found).toEqual(["2 NOT_ALLOWED", "5 UNKNOWN_VARIABLE", "6 NO_OTHERWISE", "7 EXPRESSION_SYNTAX"])
  expect(engine.processes().map(({ name }) => name)).toEqual(["two"])
})

test("[DEPLOY3] running cases stay on their version", async () => {
  const { engine } = await anEngine(two)
  const { case: id } = accepted(await engine.start("two"))
  accepted(await engine.deploy(two.replace("task: b", "task: c")))
  accepted(await engine.completeItem((await itemOf(engine, id, "a")).id))
  expect((await itemOf(engine, id, "b")).status).toBe("enabled")
})

test("[RUN1] wrong data is refused with a reason per field and changes nothing", async () => {
  const { engine } = await anEngine(two)
  const { case: id } = accepted(await engine.start("two"))
  const { id: item } = await itemOf(engine, id, "a")
  const answer = await engine.completeItem(item, { n: "many", m: 1 })
  expect(answer).toMatchObject({
    ok: false,
    rejection: { code: "DATA_INVALID", fields: [{ field: "n" }, { field: "m" }] },
  })
  expect((await engine.entries()).length).toBe(1)
})

test("[RUN2] commands that arrive together are written in one batch and answered after it", async () => {
  const store = openMemoryStore()
  const batches: Batch[] = []
  const counting: Store = {
    ...store,
    commit(batch) {
      batches.push(batch)
      return store.commit(batch)
    },
  }
  const { engine } = await anEngine(two, { store: counting })
  batches.length = 0
  await Promise.all(Array.from({ length: 50 }, () => engine.start("two")))
  expect(batches.map(({ entries }) => entries.length)).toEqual([50])
})

test("[RUN3] when the store fails, every command of the batch is refused, nothing has changed and the next may succeed", async () => {
  const store = openMemoryStore()
  let isBroken = false
  const failing: Store = {
    ...store,
    commit: (batch) => (isBroken ? Promise.reject(new Error("disk full")) : store.commit(batch)),
  }
  const { engine } = await anEngine(two, { store: failing })
  const { case: id } = accepted(await engine.start("two"))
  const item = asItemId(`${id}.i1`)
  isBroken = true
  expect(await engine.completeItem(item)).toMatchObject({ ok: false, rejection: { code: "STORE_FAILED" } })
  isBroken = false
  expect((await itemOf(engine, id, "a")).status).toBe("enabled")
  expect((await engine.completeItem(item)).ok).toBe(true)
})

test("[RUN4] a family whose decision throws is set aside, others go on, and it can be released", async () => {
  const disk = newMemoryDisk()
  const { engine } = await anEngine(two, { store: openMemoryStore(disk) })
  const { case: sick } = accepted(await engine.start("two"))
  const { case: well } = accepted(await engine.start("two"))
  // What could never be written by the engine itself: an item in a place its process does not have.
  const family = asFamilyId(sick)
  await engine.kill()
  await openMemoryStore(disk).commit({
    ...emptyBatch,
    entries: [
      {
        family,
        version: 3,
        at: 0,
        by: asAgentId("someone"),
        command: "Forged",
        events: [
          {
            type: "ItemEnabled",
            item: asItemId(`${sick}.i9`),
            case: sick,
            frame: rootFrame(sick),
            task: "nowhere",
            kind: "work",
            consumed: [],
          },
        ],
      },
    ],
  })
  const again = await openEngine({ store: openMemoryStore(disk) })
  const broken = asItemId(`${sick}.i9`)
  expect(await again.completeItem(broken)).toMatchObject({ ok: false, rejection: { code: "DECISION_FAILED" } })
  expect(await again.completeItem(asItemId(`${sick}.i1`))).toMatchObject({
    ok: false,
    rejection: { code: "FAMILY_QUARANTINED" },
  })
  expect((await again.completeItem(asItemId(`${well}.i1`))).ok).toBe(true)
  expect((await again.quarantined()).map((one) => [one.family, one.command])).toEqual([[family, "CompleteItem"]])
  accepted(await again.release(family))
  expect((await again.completeItem(asItemId(`${sick}.i1`))).ok).toBe(true)
  expect(await again.release(family)).toMatchObject({ ok: false, rejection: { code: "FAMILY_NOT_QUARANTINED" } })
  await again.stop()
})

test("[RUN5] a file that is open is refused to a second owner with what to do", async () => {
  const file = aFile()
  const first = await openEngine({ store: file })
  await expect(openEngine({ store: file })).rejects.toThrow(StoreError)
  await first.stop()
  await (await openEngine({ store: file })).stop()
})

test("[RUN6] families that do not fit into memory come back from the store", async () => {
  const { engine } = await anEngine(two, { store: aFile(), capacity: 20 })
  const ids = await Promise.all(Array.from({ length: 100 }, async () => accepted(await engine.start("two")).case))
  for (const id of ids) accepted(await engine.completeItem(asItemId(`${id}.i1`), { n: 1 }))
  for (const id of ids) accepted(await engine.completeItem(asItemId(`${id}.i2`), { n: 2 }))
  expect((await engine.cases({ state: "completed", limit: 1000 })).length).toBe(100)
})

test("[HISTORY1] a reader from any position sees every entry once, before and after it reconnects", async () => {
  const { engine } = await anEngine(two, { store: aFile() })
  const started = async (count: number) => {
    for (let number = 0; number < count; number++) accepted(await engine.start("two"))
  }
  const read = async (after: number, count: number): Promise<RecordedEntry[]> => {
    const entries: RecordedEntry[] = []
    for await (const entry of engine.history({ after })) if (entries.push(entry) === count) break
    return entries
  }
  await started(5)
  const early = read(0, 8)
  await started(3)
  const first = await early
  const late = read(first.at(-1)?.position ?? 0, 4)
  await started(4)
  const positions = [...first, ...(await late)].map(({ position }) => position)
  expect(positions).toEqual((await engine.entries()).map(({ position }) => position))
})

test("[HISTORY2] every record names its cause, who and when, one line each", async () => {
  const { engine } = await anEngine(two)
  const { case: id } = accepted(await engine.start("two", { by: "ann" }))
  accepted(await engine.completeItem(asItemId(`${id}.i1`), { n: 3 }, { by: "bob", reason: "by phone" }))
  expect((await engine.log(asFamilyId(id))).map((line) => line.replaceAll(id, "C"))).toEqual([
    "#1 2026-01-05T09:00:00Z CaseStarted two v1 C {} ← StartCase by ann",
    "#2 2026-01-05T09:00:00Z ItemEnabled a i1 ← #1",
    "#3 2026-01-05T09:00:00Z ItemStarted a i1 by bob ← CompleteItem by bob (by phone)",
    '#4 2026-01-05T09:00:00Z ItemCompleted a i1 {"n":3} ← CompleteItem by bob (by phone)',
    "#5 2026-01-05T09:00:00Z ItemEnabled b i2 ← #4",
  ])
})

test("[CLOCK1] everything due happens in order when time is advanced, however far", async () => {
  const { engine, clock } = await anEngine(
    "process: slow\nflow: [ { wait: P1D }, { wait: PT1H }, { task: late, deadline: P30D }, { wait: P1Y } ]",
  )
  const { case: id } = accepted(await engine.start("slow"))
  await clock.advance("P60D")
  const { exceptions } = (await engine.case(id)) ?? {}
  expect(exceptions?.map(({ class: name, at, raisedAt }) => [name, at, new Date(raisedAt).toISOString()])).toEqual([
    ["Timeout", "late", "2026-02-05T10:00:00.000Z"],
  ])
})

test("[WORKLIST1] a worklist has what is with the agent or open to all, and not what the agent declined", async () => {
  const { engine } = await anEngine(two)
  const tasks = async (agent: string) => (await engine.worklist(agent)).map(({ id }) => id.slice(0, id.indexOf(".")))
  const [one, other] = [accepted(await engine.start("two")).case, accepted(await engine.start("two")).case]
  expect((await tasks("ann")).toSorted()).toEqual([one, other].toSorted())
  accepted(await engine.acceptItem(asItemId(`${one}.i1`), { by: "ann" }))
  accepted(await engine.declineItem(asItemId(`${other}.i1`), { by: "ann" }))
  expect([await tasks("ann"), await tasks("bob")]).toEqual([[one], [other]])
})

test("[WORKLIST2] a worklist can be asked for what is mine, for what is offered, and for words", async () => {
  const { engine } = await anEngine(
    "process: trip\nflow: [ { parallel: both, branches: [ [ { task: book, title: Book a Room } ], [ { task: pack } ] ] } ]",
  )
  const { case: id } = accepted(await engine.start("trip"))
  const [book, pack] = (await engine.worklist("ann")).map((row) => row.id)
  accepted(await engine.acceptItem(asItemId(`${pack}`), { by: "ann" }))
  const found = async (asked: object) => (await engine.worklist("ann", asked)).map((row) => row.id)
  expect([
    await found({ mine: true }),
    await found({ mine: false }),
    await found({ text: "room BOOK" }),
    await found({ text: `trip ${id}` }),
    await found({ text: "room", mine: true }),
  ]).toEqual([[pack], [book], [book], [book, pack], []])
})

test("[RUN7] a snapshot another release wrote differently is as good as none", async () => {
  const store = openMemoryStore()
  const { engine } = await anEngine(
    "process: loop\nloopLimit: 1000\ndata: { over: { type: boolean, default: false } }\nflow: [ { while: again, when: '!over', do: [ { task: a } ] } ]",
    { store },
  )
  const { case: id } = accepted(await engine.start("loop"))
  for (let number = 1; number <= 60; number++) accepted(await engine.completeItem(asItemId(`${id}.i${number}`)))
  const snapshot = (await store.load(asFamilyId(id)))?.snapshot
  expect(snapshot?.version).toBeGreaterThan(100)
  if (snapshot)
    await store.commit({
      ...emptyBatch,
      snapshots: [{ ...snapshot, state: snapshot.state.replace('"format":1', '"format":0') }],
    })
  const before = await engine.case(id)
  const again = await openEngine({ store: { ...store, close: async () => {} }, clock: engine.clock })
  expect(await again.case(id)).toEqual(before)
})

test("[RUN8] what the engine keeps is its own: changing what was given to it or got from it changes nothing", async () => {
  const { engine } = await anEngine("process: p\ndata: { x: any }\nflow: [ { task: a }, { task: b } ]")
  const given = { x: { list: [1], gone: undefined } }
  const { case: id } = accepted(await engine.start("p", { data: given as never }))
  given.x.list.push(2)
  const got = (await engine.case(id))?.data as unknown as typeof given
  got.x.list.push(3)
  expect((await engine.case(id))?.data).toStrictEqual({ x: { list: [1] } })
})

test("[RUN9] data that JSON cannot hold is refused, whoever else is in the batch", async () => {
  const { engine } = await anEngine("process: p\ndata: { x: any }\nflow: [ { task: a } ]", { store: aFile() })
  const round: Record<string, unknown> = {}
  round.round = round
  for (const odd of [10n, Number.NaN, () => 1, new Date(0), round]) {
    const [bad, good] = await Promise.all([engine.start("p", { data: { x: odd } as never }), engine.start("p")])
    expect([bad.ok ? "ok" : bad.rejection.code, good.ok]).toEqual(["DATA_INVALID", true])
  }
})
