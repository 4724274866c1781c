import { copyFileSync, readdirSync, readFileSync } from "node:fs"
import { dirname, join } from "node:path"
import { describe, expect, test } from "vitest"
import {
  accepted,
  asCaseId,
  asItemId,
  asRunId,
  familyOf,
  openEngine,
  openMemoryStore,
  openSqliteStore,
  rightFor,
  type Store,
  VirtualClock,
} from "../../src/main.ts"
import { asInterventionId } from "../../src/messages/ids.ts"
import { emptyBatch } from "../../src/store/empty-batch.ts"
import { concert, House, lesson, refusal } from "./house.ts"
import { aFile, anEngine, itemOf } from "./workplace.ts"

const opened = Date.parse("2026-01-05T09:00:00Z")

const late = `
process: late
flow: [ { task: a, deadline: PT1H }, { task: b, deadline: PT1H }, { task: c } ]
---
exceptions: { Strike: {}, Fog: {} }`

describe("exceptions", () => {
  test("[DOOR13] open exceptions are listed as they were raised, and others tell how they ended", async () => {
    const house = await House.open(late)
    const { engine, clock } = house
    const id = await house.start("late")
    accepted(await engine.raise({ class: "Strike", case: id }))
    await clock.advance("PT2H")
    const row = { family: id, case: id, process: "late", state: "open" }
    const [strike, timeout] = await engine.exceptions()
    expect([strike, timeout]).toEqual([
      { ...row, id: strike?.id, at: "late", class: "Strike", raisedAt: opened },
      { ...row, id: timeout?.id, at: "a", class: "Timeout", item: `${id}.i1`, raisedAt: opened + 3_600_000 },
    ])
    expect(new Set((await engine.counts()).exceptions)).toEqual(
      new Set([
        { process: "late", at: "a", class: "Timeout", count: 1 },
        { process: "late", at: "late", class: "Strike", count: 1 },
      ]),
    )
    const [asked] = await engine.interventions()
    accepted(await engine.answer(asked?.id ?? asInterventionId(""), { do: "dismiss" }))
    const answer = { stage: "person", says: "dismiss", by: "administrator", at: opened + 7_200_000 }
    const dismissed = { ...strike, state: "dismissed", answer, endedAt: opened + 7_200_000 }
    expect(await engine.exceptions({ open: false, class: "Strike" })).toEqual([dismissed])

    // Nobody answers the second: it goes with its item; the third goes with its case.
    await house.complete(id, "a")
    accepted(await engine.raise({ class: "Fog", case: id }))
    expect((await engine.exceptions()).map(({ class: name }) => name)).toEqual(["Fog"])
    accepted(await engine.removeCase(id))
    expect(await engine.exceptions()).toEqual([])
    expect((await engine.exceptions({ open: false })).map((each) => [each.class, each.state, each.endedAt])).toEqual([
      ["Strike", "dismissed", opened + 7_200_000],
      ["Timeout", "resolved", opened + 7_200_000],
      ["Fog", "resolved", opened + 7_200_000],
    ])
  })

  test("[DOOR14] the exceptions of a file from before are found in its entries, and are those its cases have", async () => {
    const file = aFile()
    copyFileSync(join(import.meta.dirname, "../recorded/engine-2.db"), file)
    const before = await openSqliteStore(file)
    expect([await before.needsRebuild(), await before.exceptions({ limit: 10 })]).toEqual(["exceptions", []])
    await before.close()
    const engine = await openEngine({ store: file, clock: new VirtualClock("2026-01-08T09:00:00Z") })
    const views = await Promise.all((await engine.cases()).map(({ id }) => engine.case(id)))
    const open = views.flatMap((view) => view?.exceptions.map(({ id }) => id) ?? [])
    const listed = await engine.exceptions()
    expect(open.length).toBeGreaterThan(3)
    expect(listed.map(({ id }) => id).toSorted()).toEqual(open.toSorted())
    const everyOne = await engine.exceptions({ open: false })
    const entries = await engine.entries()
    const processes = engine.processes()
    await engine.stop()

    const empty = openMemoryStore()
    await empty.commit({ ...emptyBatch, entries, processes })
    const store: Store = { ...empty, needsRebuild: async () => true }
    const rebuilt = await openEngine({ store, clock: new VirtualClock("2026-01-08T09:00:00Z") })
    expect((await rebuilt.exceptions({ open: false })).slice(0, everyOne.length)).toEqual(everyOne)
    await rebuilt.stop()
  })
})

test("[DOOR15] an intervention tells what it is about while it is open, and afterwards that it was", async () => {
  const house = await House.open(concert)
  const { engine } = house
  const id = await house.concertWith(90)
  accepted(await engine.report({ case: id, title: "Roof damaged" }))
  const [row] = await engine.interventions()
  const asked = row?.id ?? asInterventionId("")
  const view = await engine.case(id)
  const [exception] = view?.exceptions ?? []
  const { answers, ...open } = (await engine.intervention(asked)) ?? {}
  expect(open).toEqual({
    ...row,
    within: "P1D",
    exception: exception?.id,
    raised: exception,
    revision: view?.revision,
    similar: { cases: [], answers: [] },
  })
  expect(answers?.flatMap(({ do: word, isPossible }) => (isPossible ? [word] : []))).toEqual([
    "run",
    "teach",
    "jump",
    "rollback",
    "set",
    "propagate",
    "remove",
    "dismiss",
  ])
  accepted(await engine.answer(asked, "dismiss"))
  expect(await engine.intervention(asked)).toMatchObject({
    ...row,
    open: false,
    revision: (await engine.case(id))?.revision,
  })
  expect(await engine.intervention(asInterventionId("case1.q999"))).toBeUndefined()
})

test("[DOOR16] a definition is verified together with what is deployed, and nothing is done", async () => {
  const { engine } = await anEngine(concert)
  const rules = (task: string) => ({
    rules: [{ on: "itemPre", at: `concert/${task}`, tree: [{ if: "sold > 1", then: "move" }] }],
  })
  expect(await engine.verify(rules("settle"))).toEqual([])
  expect((await engine.verify(rules("setle"))).map(({ code, severity }) => [code, severity])).toEqual([
    ["UNKNOWN_TASK", "error"],
  ])
  expect(engine.trees().map(({ key }) => key)).toEqual(["itemPre concert/show"])
  expect([
    engine.process("concert")?.version,
    engine.process("concert", 1)?.name,
    engine.process("concert", 2),
  ]).toEqual([1, "concert", undefined])
})

describe("everything as one bundle", () => {
  test("[DOOR17] what is in force can be deployed again elsewhere, rules learnt since included", async () => {
    const house = await House.open(`${concert}
---
process: gone
flow: [ { task: a } ]
---
exceptions: { Strike: { title: On strike, parameters: { days: integer } } }
organisation:
  roles: { clerk: {} }
  agents: { ann: { roles: clerk }, bob: {} }
  permissions: { clerk: { do: true, administer: true } }`)
    const { engine } = house
    const id = await house.concertWith(90)
    const item = asItemId(`${id}.i2`)
    accepted(
      await engine.learn(lesson("sold == 90", [{ notify: "ann", text: "ninety" }], { case: id, item }, { title: "N" })),
    )
    accepted(await engine.learn(lesson("sold > 1", "nothing", { case: id, item }, { on: "Strike", at: "everywhere" })))
    accepted(await engine.removeProcess("gone"))
    accepted(await engine.deploy({ organisation: { agents: { bob: "removed" } } }))
    const bundle = engine.bundle()
    expect(Object.keys(bundle)).toEqual(["processes", "exceptions", "exlets", "rules", "organisation"])
    const { engine: other } = await anEngine("{}")
    accepted(await other.deploy(JSON.parse(JSON.stringify(bundle))))
    expect(other.bundle()).toEqual(bundle)
    const treesOf = (each: typeof engine) => new Map(each.trees().map(({ key, tree }) => [key, tree]))
    expect(treesOf(other)).toEqual(treesOf(engine))
    expect(other.process("gone")).toBeUndefined()
    expect(other.bundle().organisation).toEqual({
      roles: { clerk: {} },
      agents: { ann: { roles: "clerk" } },
      permissions: { clerk: { do: true, administer: true } },
    })
  })

  test("[DOOR17] every bundle of the situations comes out as it went in", async () => {
    const folder = join(import.meta.dirname, "../handling")
    for (const situation of readdirSync(folder).filter((name) => /^\d/.test(name))) {
      const files = readdirSync(join(folder, situation)).filter((name) => /(?<!\.story)\.ya?ml$/.test(name))
      const bundle = files.map((name) => ({ name, text: readFileSync(join(folder, situation, name), "utf8") }))
      const [first, second] = [await openEngine(), await openEngine()]
      if ((await first.deploy(bundle)).ok) {
        accepted(await second.deploy(first.bundle()))
        expect(second.bundle(), situation).toEqual(first.bundle())
        expect(JSON.parse(JSON.stringify(first.bundle()))).toEqual(first.bundle())
      }
      await Promise.all([first.stop(), second.stop()])
    }
  })
})

test("[DOOR18] where a case, item, run, exception or intervention stands is told by its id", async () => {
  const house = await House.open(`${concert}
---
process: memo
flow: [ { task: write, needs: { unit: sales } } ]
---
organisation: { units: { sales: {} }, agents: { ann: { unit: sales } } }`)
  const { engine } = house
  const id = await house.start("concert")
  accepted(await engine.completeItem(asItemId(`${id}.i1`), { sold: 10 }))
  accepted(await engine.report({ case: id, title: "Roof damaged" }))
  const view = await engine.case(id)
  const memo = await house.start("memo")
  const write = (await itemOf(engine, memo, "write")).id
  const [run, worklet] = [view?.runs[0], view?.runs[0]?.waitsFor[0]]
  const [intervention] = view?.interventions ?? []
  const ids = [id, asItemId(`${id}.i1`), run?.id, view?.exceptions[0]?.id, intervention?.id, worklet, write]
  const places = await Promise.all(ids.map((each) => each && engine.placeOf(each)))
  const inConcert = { process: "concert" }
  expect(places).toEqual([
    inConcert,
    inConcert,
    inConcert,
    inConcert,
    inConcert,
    { process: "change-venue" },
    { process: "memo", unit: "sales" },
  ])
  accepted(await engine.answer(intervention?.id ?? asInterventionId(""), "dismiss"))
  expect(await engine.placeOf(intervention?.id ?? asInterventionId(""))).toEqual(inConcert)
  expect(await engine.placeOf(asRunId(`${id}.r999`))).toBeUndefined()
  expect(await engine.placeOf(asCaseId("nobody"))).toBeUndefined()
  expect([rightFor("StartCase"), rightFor("RemoveCase"), rightFor("FireTimer")]).toEqual([
    "do",
    "intervene",
    "administer",
  ])
})

test("[DOOR19] an engine is backed up while it works, and what is in memory is not", async () => {
  const file = aFile()
  const { engine } = await anEngine(concert, { store: file })
  const { case: id } = accepted(await engine.start("concert"))
  const copy = join(dirname(file), "copy.db")
  accepted(await engine.backup(copy))
  expect(refusal(await engine.backup(copy)).code).toBe("BACKUP_NOT_POSSIBLE")
  expect(refusal(await engine.backup(join(dirname(file), "nowhere/copy.db"))).code).toBe("STORE_FAILED")
  const other = await openEngine({ store: copy, clock: new VirtualClock() })
  expect(await other.case(id)).toEqual(await engine.case(id))
  await other.stop()
  const { engine: inMemory } = await anEngine(concert)
  expect(refusal(await inMemory.backup(join(dirname(file), "other.db"))).code).toBe("BACKUP_NOT_POSSIBLE")
})

describe("runs", () => {
  test("[CASEV3] all exlets that run in a family are told, however deep their cases are", async () => {
    const house = await House.open(`
process: trip
flow: [ { task: travel } ]
---
process: find-train
flow: [ { task: look } ]
---
process: ask-somebody
flow: [ { task: phone } ]
---
exceptions: { Strike: { is: CaseTrigger } }
exlets: { go-by-train: [ { compensate: find-train } ], ask: [ { compensate: ask-somebody } ] }
rules:
  - { on: Strike, at: trip, then: go-by-train }
  - { on: Strike, at: find-train, then: ask }`)
    const { engine } = house
    const trip = await house.start("trip")
    accepted(await engine.raise({ class: "Strike", case: trip }))
    const [train] = await engine.cases({ process: "find-train" })
    accepted(await engine.raise({ class: "Strike", case: train?.id ?? trip }))
    const [asking] = await engine.cases({ process: "ask-somebody" })
    const runs = await engine.runs(familyOf(trip))
    expect(runs.map(({ exlet, case: of, worklets }) => [exlet, of, worklets])).toEqual([
      ["go-by-train", trip, [train?.id]],
      ["ask", train?.id, [asking?.id]],
    ])
    expect(await engine.runs(familyOf(asCaseId("none")))).toEqual([])
  })
})
