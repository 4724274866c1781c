import { expect, test } from "vitest"
import {
  accepted,
  asCaseId,
  asFamilyId,
  type CaseId,
  type Engine,
  familyOf,
  openMemoryStore,
  openSqliteStore,
  type Store,
} from "../../src/main.ts"
import { emptyBatch } from "../../src/store/empty-batch.ts"
import { newMemoryDisk } from "../../src/store/memory/disk.ts"
import { House, refusal } from "./house.ts"
import { aFile, anEngine } from "./workplace.ts"

const cars = `
process: fabrication
data: { colour: { type: string, default: red }, number: string }
flow: [ { task: weld }, { task: paint } ]
---
process: cancellation
data: { reason: string }
flow: [ { task: returnParts } ]
---
process: wash
data: { soap: { type: integer, required: true } }
flow: [ { task: rinse } ]
---
rules:
  - { on: stop, at: fabrication, then: [ { start: cancellation, with: { reason: event.why }, case: event.number } ] }
  - { on: clean, at: fabrication, then: [ { start: wash, with: { soap: '3' }, case: event.number } ] }
  - { on: itemPre, at: cancellation/returnParts, if: '"fabrication/weld" in done', then: [ { notify: ann, text: 'Parts of {{family.number}}' } ] }
`

test("[NUMBER1] a family has the case number that was chosen; without one its id is its number", async () => {
  const house = await House.open(cars)
  const chosen = accepted(await house.engine.start("fabrication", { number: "VIN 42/7.b" })).case
  const other = await house.start("fabrication")
  const shown = async (id: CaseId) => [(await house.engine.case(id))?.number, await numberIn(house.engine, id)]
  expect([await shown(chosen), await shown(other)]).toEqual([
    ["VIN 42/7.b", "VIN 42/7.b"],
    [undefined, "case2"],
  ])
  expect((await house.engine.cases()).map(({ id, number }) => [id, number])).toEqual([
    ["case1", "VIN 42/7.b"],
    ["case2", undefined],
  ])
  await house.crash()
  expect(await shown(chosen)).toEqual(["VIN 42/7.b", "VIN 42/7.b"])
})

test("[NUMBER2] under a number a family has a further case of it is started, which sees the others and is seen", async () => {
  const house = await House.open(cars)
  const { engine } = house
  const first = accepted(await engine.start("fabrication", { number: "VIN-42" })).case
  await house.complete(first, "weld")
  const second = accepted(await engine.start("cancellation", { number: "VIN-42", by: "ann" })).case
  await engine.idle()
  expect([familyOf(second), second === first]).toEqual([familyOf(first), false])
  const view = await engine.case(second)
  expect([view?.parent, view?.number, view?.startedBy, view?.state]).toEqual([undefined, "VIN-42", "ann", "running"])
  expect((await engine.notifications("ann")).map(({ text }) => text)).toEqual(["Parts of VIN-42"])
  // Neither is a worklet of the other.
  accepted(await engine.removeCase(first))
  expect((await engine.case(second))?.state).toBe("running")
})

test("[NUMBER2] a family that has its case ended is joined all the same, by its number or its id", async () => {
  const house = await House.open(cars)
  const first = accepted(await house.engine.start("fabrication", { number: "VIN-42" })).case
  accepted(await house.engine.removeCase(first))
  await house.crash()
  const { engine } = house
  const joined = [
    accepted(await engine.start("cancellation", { number: "VIN-42" })).case,
    accepted(await engine.start("cancellation", { number: first })).case,
  ]
  expect(joined.map(familyOf)).toEqual([familyOf(first), familyOf(first)])
  for (const id of joined) await house.complete(id, "returnParts")
  const other = await house.start("fabrication")
  expect(familyOf(accepted(await engine.start("cancellation", { number: other })).case)).toBe(other)
  // The id of a case that is not the first of its family is nobody's number.
  const own = accepted(await engine.start("cancellation", { number: joined[0] ?? "" })).case
  expect(own).toBe("case3")
})

test("[NUMBER5] what is no case number is refused", async () => {
  const { engine } = await anEngine(cars)
  for (const number of ["", " 42", "42\n", "a\u0000b", "\ud800", "x".repeat(201), 42 as unknown as string]) {
    const { code, fields } = refusal(await engine.start("fabrication", { number }))
    expect([code, fields?.[0]?.field], JSON.stringify(number)).toEqual(["DATA_INVALID", "number"])
  }
  expect(await engine.cases()).toEqual([])
})

const stores: Readonly<Record<string, () => Store | Promise<Store>>> = {
  memory: () => openMemoryStore(),
  SQLite: () => openSqliteStore(aFile()),
}

for (const [name, open] of Object.entries(stores))
  test(`[NUMBER4] of many starts at once under a new number one begins the family, and the others join it (${name})`, async () => {
    const { engine } = await anEngine(cars, { store: await open() })
    const numbers = Array.from({ length: 30 }, (_, index) => `VIN-${index % 3}`)
    const started = await Promise.all(numbers.map((number) => engine.start("fabrication", { number })))
    const families = started.map((answer) => familyOf(accepted(answer).case))
    expect(new Set(families).size).toBe(3)
    for (const number of new Set(numbers)) expect(await engine.cases({ number })).toHaveLength(10)
  })

test("[NUMBER4] who looked before another took the number joins that one", async () => {
  const store = openMemoryStore()
  let other: Engine | undefined
  const late: Store = {
    ...store,
    // Another engine is quicker, in between the look and the commit.
    async commit(batch) {
      const taken = batch.numbers.length > 0 ? other : undefined
      other = undefined
      if (taken) await store.commit({ ...batch, ...otherFamily(batch) })
      return store.commit(batch)
    },
  }
  const { engine } = await anEngine(cars, { store: late })
  other = engine
  const id = accepted(await engine.start("cancellation", { number: "VIN-42" })).case
  expect([familyOf(id), (await engine.cases({ number: "VIN-42" })).length]).toEqual(["other", 2])
})

test("[NUMBER7] asked again under the same key it is started once; a dry run starts nothing", async () => {
  const { engine } = await anEngine(cars)
  const start = () => engine.start("fabrication", { number: "VIN-42", key: "once" })
  const [one, again] = [accepted(await start()).case, accepted(await start()).case]
  expect([again === one, (await engine.cases({ number: "VIN-42" })).length]).toEqual([true, 1])
  expect(refusal(await engine.start("fabrication", { number: "VIN-43", key: "once" })).code).toBe("KEY_REUSED")
  const joined = accepted(await engine.start("cancellation", { number: "VIN-42", dryRun: true }))
  const begun = accepted(await engine.start("cancellation", { number: "VIN-44", dryRun: true }))
  expect([familyOf(joined.case), begun.case]).toEqual([familyOf(one), "dry-run"])
  expect(begun.events?.[0]).toMatchObject({ type: "CaseStarted", number: "VIN-44" })
  expect(await engine.cases()).toHaveLength(1)
})

test("[NUMBER11] cases are found by the number of their family", async () => {
  const { engine } = await anEngine(cars)
  const first = accepted(await engine.start("fabrication", { number: "VIN-42" })).case
  accepted(await engine.start("cancellation", { number: "VIN-42" }))
  accepted(await engine.start("cancellation", { number: "VIN-43" }))
  const found = async (query: Parameters<Engine["cases"]>[0]) => (await engine.cases(query)).map((row) => row.process)
  expect(await found({ number: "VIN-42" })).toEqual(["fabrication", "cancellation"])
  expect(await found({ number: familyOf(first) })).toEqual(["fabrication", "cancellation"])
  expect(await found({ number: "VIN-42", process: "cancellation" })).toEqual(["cancellation"])
  expect([await found({ number: "VIN" }), await found({ number: "VIN-43", family: familyOf(first) })]).toEqual([[], []])
})

test("[NUMBER8] a step starts a process under the number its `case` gives: here, in another family, or in a new one", async () => {
  const house = await House.open(cars)
  const { engine } = house
  const here = accepted(await engine.start("fabrication", { number: "VIN-1" })).case
  const there = accepted(await engine.start("fabrication", { number: "VIN-2" })).case
  for (const number of ["VIN-1", "VIN-2", 3])
    accepted(await engine.raise({ class: "stop", case: here, with: { number, why: `of ${number}` } }))
  await engine.idle()
  const begun = await engine.cases({ process: "cancellation" })
  const views = await Promise.all(begun.map(({ id }) => engine.case(id)))
  expect(
    views.map((view) => [view?.family, view?.number, view?.parent, view?.data, view?.sentBy !== undefined]),
  ).toEqual(
    [
      [familyOf(here), "VIN-1", here, { reason: "of VIN-1" }, false],
      [expect.any(String), "3", undefined, { reason: "of 3" }, true],
      [familyOf(there), "VIN-2", undefined, { reason: "of VIN-2" }, true],
    ].toSorted((one, other) => String(one[0]).localeCompare(String(other[0]))),
  )
})

test("[NUMBER8] carried twice, and by an engine that was killed, it is started once", async () => {
  const house = await House.open(cars)
  const { engine } = house
  const here = accepted(await engine.start("fabrication", { number: "VIN-1" })).case
  accepted(await engine.start("fabrication", { number: "VIN-2" }))
  for (const number of ["VIN-2", "VIN-3"])
    accepted(await engine.raise({ class: "stop", case: here, with: { number, why: "late" } }))
  await house.crash()
  await house.engine.idle()
  await house.crash()
  const cases = await house.engine.cases({ process: "cancellation" })
  expect(cases.map(({ number }) => number).toSorted()).toEqual(["VIN-2", "VIN-3"])

  const store = openMemoryStore()
  let isForgetful = true
  const forgetting: Store = {
    ...store,
    commit: (batch) => store.commit(isForgetful ? { ...batch, delivered: [] } : batch),
  }
  const other = (await anEngine(cars, { store: forgetting })).engine
  const one = accepted(await other.start("fabrication", { number: "VIN-1" })).case
  accepted(await other.start("fabrication", { number: "VIN-2" }))
  const stop = () => other.raise({ class: "stop", case: one, with: { number: "VIN-2", why: "twice" } })
  accepted(await stop())
  await other.idle()
  isForgetful = false
  accepted(await stop())
  await other.idle()
  expect([(await other.cases({ process: "cancellation" })).length, await store.broadcasts()]).toEqual([2, []])
})

test("[NUMBER8] a `case` that gives no case number is a failure of the step", async () => {
  const house = await House.open(cars)
  const id = await house.start("fabrication")
  for (const number of [" ", 1.5, true, null])
    accepted(await house.engine.raise({ class: "stop", case: id, with: { number, why: "none" } }))
  await house.engine.idle()
  expect(await house.engine.cases({ process: "cancellation" })).toEqual([])
  const messages = (await house.engine.case(id))?.exceptions.map(({ parameters }) => parameters.message)
  expect(messages).toEqual(
    [" ", 1.5, true, null].map((gave) => expect.stringContaining(`gave ${JSON.stringify(gave)}`)),
  )
})

test("[NUMBER9] what is refused where it arrives is an exception of the case that sent it, or a question if that is over", async () => {
  const disk = newMemoryDisk()
  const { engine: before } = await anEngine(cars, { store: openMemoryStore(disk) })
  const start = async (number: string) => accepted(await before.start("fabrication", { number })).case
  const [here, gone, there] = [await start("VIN-1"), await start("VIN-2"), await start("VIN-3")]
  await before.kill()
  const bug = { family: familyOf(there), at: 1, command: "StartCase", error: "a bug" }
  await openMemoryStore(disk).commit({ ...emptyBatch, quarantines: [bug] })
  const { engine } = await anEngine(cars, { store: openMemoryStore(disk) })
  const clean = { class: "clean", with: { number: "VIN-3" } }
  const [one, other] = [engine.raise({ ...clean, case: here }), engine.raise({ ...clean, case: gone })]
  accepted(await other)
  accepted(await engine.removeCase(gone))
  accepted(await one)
  await engine.idle()
  const text = expect.stringMatching(/^wash was not started under the case number VIN-3: .*set aside/)
  expect((await engine.case(here))?.exceptions.map((each) => [each.class, each.parameters])).toEqual([
    ["HandlerFailed", { exlet: "start", on: "start", message: text }],
  ])
  expect((await engine.interventions({ case: gone })).map((asked) => asked.text)).toEqual([text])
})

/** What `family.number` says in a case. */
async function numberIn(engine: Engine, id: CaseId): Promise<unknown> {
  const told = await engine.execute(familyOf(id), {
    type: "RunExlet",
    case: id,
    on: "asked",
    parameters: {},
    program: { steps: [{ do: "set", values: { number: "family.number" } }] },
  })
  accepted(told)
  return (await engine.case(id))?.data.number
}

/** The same batch of a family called `other`. */
function otherFamily({ entries, cases }: Parameters<Store["commit"]>[0]): Partial<Parameters<Store["commit"]>[0]> {
  const [family, id] = [asFamilyId("other"), asCaseId("other")]
  const renamed = JSON.parse(JSON.stringify(entries).replaceAll(String(entries[0]?.family), "other")) as typeof entries
  const number = cases[0]?.number ?? ""
  return {
    entries: renamed,
    cases: cases.map((row) => ({ ...row, id, family })),
    numbers: [{ number, family }],
    items: [],
    requests: [],
  }
}
