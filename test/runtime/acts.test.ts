import { describe, expect, test } from "vitest"
import {
  type Act,
  accepted,
  asFamilyId,
  asItemId,
  type CaseId,
  type Engine,
  openMemoryStore,
  type Store,
} from "../../src/main.ts"
import { asInterventionId } from "../../src/messages/ids.ts"
import type { Batch } from "../../src/store/port.ts"
import { concert, House, lesson, refusal } from "./house.ts"
import { anEngine, itemOf } from "./workplace.ts"

const two = "process: two\ndata: { n: integer }\nflow: [ { task: a }, { task: b } ]"

const mail = `process: mail
flow: [ { wait: { message: letter, key: '"k"' } } ]`

/** A store that tells what is written to it, and can be made to fail. */
function watched(): { readonly store: Store; readonly batches: Batch[]; fails: (batch: Batch) => boolean } {
  const store = openMemoryStore()
  const watching = {
    batches: [] as Batch[],
    fails: (_: Batch) => false,
    store: {
      ...store,
      commit(batch: Batch) {
        if (watching.fails(batch)) return Promise.reject(new Error("disk full"))
        watching.batches.push(batch)
        return store.commit(batch)
      },
    },
  }
  return watching
}

describe("what is expected", () => {
  test("[DOOR1] a command for another revision of the family is refused, in its turn", async () => {
    const { engine } = await anEngine(two)
    const { case: id } = accepted(await engine.start("two"))
    const expected = (await engine.case(id))?.revision
    expect((await itemOf(engine, id, "a")).revision).toBe(expected)
    const act = { expected: expected ?? 0 }
    const answers = await Promise.all([
      engine.setData(id, { n: 1 }, act),
      engine.setData(id, { n: 2 }, act),
      engine.setData(id, { n: 3 }, { expected: 3 }),
    ])
    expect(answers.map((answer) => (answer.ok ? "done" : answer.rejection.code))).toEqual([
      "done",
      "VERSION_CHANGED",
      "done",
    ])
    expect(refusal(await engine.setData(id, { n: 4 }, act))).toEqual({
      code: "VERSION_CHANGED",
      message: `family ${id} is at version 4 now, not at 2`,
      remedy: "Look at it again, and ask again if that is still what you want",
    })
    expect((await engine.case(id))?.data).toEqual({ n: 3 })
  })

  test("[DOOR2] an edit for another version of the tree, exlet or process is refused", async () => {
    const house = await House.open(concert)
    const { engine } = house
    const id = await house.concertWith(90)
    const rule = lesson("sold == 90", "cheer", { case: id, item: asItemId(`${id}.i2`) })
    const tree = "itemPre concert/show"
    const refused = [
      await engine.learn(rule, { expected: 2 }),
      await engine.learn({ ...rule, on: "itemPost" }, { expected: 1 }),
      await engine.removeRule(tree, 1, { expected: 3 }),
      await engine.undoRule(tree, { expected: 3 }),
      await engine.removeExlet("cancel", { expected: 2 }),
      await engine.removeProcess("concert", { expected: 4 }),
    ]
    expect(refused.map((answer) => refusal(answer).code)).toEqual(refused.map(() => "VERSION_CHANGED"))
    accepted(await engine.learn(rule, { expected: 1 }))
    accepted(await engine.undoRule(tree, { expected: 2 }))
    accepted(await engine.removeExlet("cancel", { expected: 1 }))
  })
})

describe("a dry run", () => {
  test("[DOOR3] a command tried out answers what it would do, and changes nothing", async () => {
    const { store, batches } = watched()
    const { engine } = await anEngine(two, { store })
    const { case: id } = accepted(await engine.start("two"))
    const { id: item } = await itemOf(engine, id, "a")
    const before = await engine.case(id)
    batches.length = 0
    const tried = accepted(await engine.completeItem(item, { n: 1 }, { dryRun: true, key: "k" }))
    expect([batches, await engine.case(id)]).toEqual([[], before])
    expect(accepted(await engine.completeItem(item, { n: 1 }, { key: "k" }))).toEqual(tried)
    expect(refusal(await engine.completeItem(item, {}, { dryRun: true })).code).toBe("ITEM_NOT_LIVE")
    expect(refusal(await engine.removeCase(id, { dryRun: true, expected: 1 })).code).toBe("VERSION_CHANGED")
    expect(refusal(await engine.removeCase("nobody" as CaseId, { dryRun: true })).code).toBe("CASE_NOT_FOUND")
  })

  test("[MOVE14] a jump tried out tells where the flow would go on, and what would be gone", async () => {
    const { engine } = await anEngine(two)
    const { case: id } = accepted(await engine.start("two"))
    const { id: item } = await itemOf(engine, id, "a")
    const before = await engine.case(id)
    const tried = accepted(await engine.jump({ case: id, item, to: "b" }, { dryRun: true }))
    expect(tried.map(({ type }) => type)).toEqual(["Jumped", "ItemRemoved", "ItemEnabled"])
    expect(await engine.case(id)).toEqual(before)
    expect(accepted(await engine.jump({ case: id, item, to: "b" }))).toEqual(tried)
    expect(refusal(await engine.jump({ case: id, item, to: "a" }, { dryRun: true })).code).toBe("ITEM_NOT_LIVE")
  })

  test("[DOOR3] what is tried out is decided with the rules of now and with facts from outside", async () => {
    const house = await House.open(concert)
    const { engine } = house
    let asked = 0
    engine.source("weather", () => {
      asked += 1
      return "rain"
    })
    const id = await house.concertWith(90)
    accepted(
      await engine.deploy({
        rules: [{ on: "applause", at: "concert", tree: [{ if: 'external.weather == "rain"', then: "cancel" }] }],
      }),
    )
    const tried = accepted(await engine.raise({ class: "applause", case: id }, { dryRun: true }))
    expect([tried.at(-1)?.type, asked, (await engine.case(id))?.state]).toEqual(["RunEnded", 1, "running"])
    // A rule that has come since is asked before the item is taken, also in a dry run.
    accepted(await engine.learn(lesson("sold == 90", "cancel", { case: id, item: asItemId(`${id}.i2`) })))
    const start = await engine.startItem(asItemId(`${id}.i2`), { dryRun: true })
    expect([refusal(start).code, (await engine.case(id))?.state]).toEqual(["ITEM_NOT_LIVE", "running"])
  })

  test("[DOOR4] starting and sending a message can be tried out, and use up no id", async () => {
    const house = await House.open(mail)
    const { engine } = house
    const first = accepted(await engine.start("mail", { dryRun: true }))
    expect([first.case, first.events?.map(({ type }) => type)]).toEqual([
      "dry-run",
      ["CaseStarted", "ItemEnabled", "MessageAwaited"],
    ])
    expect(await house.start("mail")).toBe("case1")
    const brought = accepted(await engine.message({ name: "letter", key: "k" }, { dryRun: true }))
    expect([brought.case, brought.events?.at(-1)?.type]).toEqual(["case1", "CaseCompleted"])
    expect([await engine.cases(), (await engine.case(brought.case))?.state]).toMatchObject([
      [{ id: "case1" }],
      "running",
    ])
    expect(refusal(await engine.start("letter", { dryRun: true })).code).toBe("PROCESS_NOT_FOUND")
  })

  test("[DOOR5] every edit can be tried out: it answers as it would, and nothing has changed", async () => {
    const house = await House.open(`${concert}
---
organisation: { agents: { ann: {} } }`)
    const { engine } = house
    const id = await house.concertWith(90)
    const everything = async () => ({
      trees: engine.trees(),
      exlets: engine.exlets(),
      processes: engine.processes(),
      organisation: engine.organisation(),
      interventions: await engine.interventions(),
      entries: await engine.entries(),
    })
    accepted(await engine.report({ case: id, title: "Roof damaged" }))
    const before = await everything()
    const [open] = await engine.interventions()
    const verbs: readonly ((engine: Engine, act: Act) => Promise<unknown>)[] = [
      (engine, act) => engine.deploy({ exlets: { sigh: [{ notify: "bob", text: "oh" }] } }, act),
      (engine, act) => engine.deploy({ process: "two", flow: [{ task: "a" }] }, act),
      (engine, act) => engine.learn(lesson("sold == 90", "cheer", { case: id, item: asItemId(`${id}.i2`) }), act),
      (engine, act) => engine.grant("ann", ["juggling"], act),
      (engine, act) => engine.undoRule("itemPre concert/show", act),
      (engine, act) => engine.removeExlet("cheer", act),
      (engine, act) => engine.answer(open?.id ?? asInterventionId(""), { do: "teach", then: "cancel" }, act),
      (engine, act) => engine.removeRule("itemPre concert/show", 1, act),
      (engine, act) => engine.removeProcess("concert", act),
    ]
    for (const verb of verbs) {
      const current = await everything()
      const tried = await verb(engine, { dryRun: true })
      expect(await everything()).toEqual(current)
      expect(await verb(engine, {})).toEqual(tried)
    }
    expect(await everything()).not.toEqual(before)
  })
})

describe("a key", () => {
  test("[DOOR6] the same key again is answered as before and does nothing, also after a crash", async () => {
    const house = await House.open(concert)
    const act = { key: "k", by: "eve" }
    const started = accepted(await house.engine.start("concert", act))
    const item = asItemId(`${started.case}.i1`)
    const completed = accepted(await house.engine.completeItem(item, { sold: 90 }, { key: "l" }))
    const raised = accepted(await house.engine.raise({ class: "applause", case: started.case }, { key: "m" }))
    const entries = await house.engine.entries()
    await house.crash()
    const { engine } = house
    expect(accepted(await engine.start("concert", act))).toEqual(started)
    expect(accepted(await engine.completeItem(item, { sold: 90 }, { key: "l", expected: 1 }))).toEqual(completed)
    expect(accepted(await engine.raise({ class: "applause", case: started.case }, { key: "m" }))).toEqual(raised)
    expect(await engine.entries()).toEqual(entries)
  })

  test("[DOOR6] a message under a key goes to one case only", async () => {
    const house = await House.open(mail)
    const { engine } = house
    const [first, second] = [await house.start("mail"), await house.start("mail")]
    const letter = { name: "letter", key: "k" }
    const answers = await Promise.all([engine.message(letter, { key: "1" }), engine.message(letter, { key: "1" })])
    expect([...answers, await engine.message(letter, { key: "1" })].map(accepted)).toEqual([
      { case: first },
      { case: first },
      { case: first },
    ])
    expect((await engine.case(second))?.state).toBe("running")
  })

  test("[DOOR7] of two that arrive at the same time the second gets the first one's answer", async () => {
    const { store, batches } = watched()
    const { engine } = await anEngine(two, { store })
    batches.length = 0
    const [one, other] = await Promise.all([engine.start("two", { key: "k" }), engine.start("two", { key: "k" })])
    expect(other).toEqual(one)
    expect(batches.map(({ entries, requests }) => [entries.length, requests.length])).toEqual([[1, 1]])
    const reused = await Promise.all([
      engine.start("two", { key: "l", data: { n: 1 } }),
      engine.start("two", { key: "l", data: { n: 2 } }),
    ])
    expect(reused.map((answer) => answer.ok)).toEqual([true, false])
  })

  test("[DOOR8] a refusal is not remembered: the same key asks again", async () => {
    const { engine } = await anEngine(two)
    const { case: id } = accepted(await engine.start("two"))
    const { id: item } = await itemOf(engine, id, "b").catch(() => ({ id: asItemId(`${id}.i2`) }))
    expect(refusal(await engine.completeItem(item, {}, { key: "k" })).code).toBe("ITEM_NOT_FOUND")
    accepted(await engine.completeItem(asItemId(`${id}.i1`)))
    accepted(await engine.completeItem(item, {}, { key: "k" }))
  })

  test("[DOOR9] a key given with something else is refused; each agent has keys of his own", async () => {
    const { engine } = await anEngine(two)
    const { case: id } = accepted(await engine.start("two"))
    accepted(await engine.setData(id, { n: 1 }, { key: "k", by: "ann" }))
    expect(refusal(await engine.setData(id, { n: 2 }, { key: "k", by: "ann" }))).toEqual({
      code: "KEY_REUSED",
      message: 'the key "k" was given with something else before',
      remedy: "Give a new key to whatever is new; the same key means the very same again",
    })
    expect(refusal(await engine.deploy(two, { key: "k", by: "ann" })).code).toBe("KEY_REUSED")
    accepted(await engine.setData(id, { n: 2 }, { key: "k", by: "bob" }))
    expect((await engine.case(id))?.data).toEqual({ n: 2 })
  })

  test("[DOOR10] keys are remembered for a day, and then forgotten a few at a time", async () => {
    const { store, batches } = watched()
    const { engine, clock } = await anEngine(two, { store })
    const start = (key: string) => engine.start("two", { key })
    const first = accepted(await start("k"))
    await clock.advance("PT24H")
    expect(accepted(await start("k"))).toEqual(first)
    await clock.advance("PT1S")
    expect(accepted(await start("k"))).not.toEqual(first)
    expect(batches.at(-1)?.forgetting).toEqual({ before: clock.now() - 86_400_000, limit: 12 })
    for (let number = 0; number < 30; number++) accepted(await start(`k${number}`))
    await clock.advance("P2D")
    for (const key of ["x", "y", "z"]) accepted(await start(key))
    const administrator = batches.at(-1)?.requests[0]?.agent
    const left = await Promise.all(
      Array.from({ length: 30 }, async (_, number) => administrator && store.request(administrator, `k${number}`)),
    )
    expect(left.filter(Boolean)).toEqual([])
  })

  test("[DOOR11] edits take keys too, each remembered with what it wrote", async () => {
    const house = await House.open(concert)
    const id = await house.concertWith(90)
    const bundle = { exlets: { sigh: [{ notify: "bob", text: "oh" }] }, organisation: { agents: { ann: {} } } }
    const rule = lesson("sold == 90", "cheer", { case: id, item: asItemId(`${id}.i2`) })
    const edits = async () => [
      accepted(await house.engine.deploy(bundle, { key: "deploy" })),
      accepted(await house.engine.learn(rule, { key: "learn" })),
      accepted(await house.engine.grant("ann", ["juggling"], { key: "grant" })),
      accepted(await house.engine.removeExlet("sigh", { key: "remove" })),
      accepted(await house.engine.undoRule("itemPre concert/show", { key: "undo" })),
    ]
    const answers = await edits()
    const changes = await house.engine.treeChanges("itemPre concert/show")
    await house.crash()
    expect(await edits()).toEqual(answers)
    expect(await house.engine.treeChanges("itemPre concert/show")).toEqual(changes)
    expect(house.engine.organisation().map(({ kind }) => kind)).toEqual(["agent", "grant"])
  })

  test("[DOOR12] what takes several transactions goes on where it was: a rule taught once is not taught twice", async () => {
    const watching = watched()
    const { engine } = await anEngine(concert, { store: watching.store })
    const { case: id } = accepted(await engine.start("concert"))
    accepted(await engine.report({ case: id, title: "Roof damaged" }))
    const [open] = await engine.interventions()
    const teach = () =>
      engine.answer(open?.id ?? asInterventionId(""), { do: "teach", then: "cancel" }, { key: "k", expected: 5 })
    const standing = (await engine.case(id))?.revision
    watching.fails = ({ entries }) => entries.length > 0
    expect([refusal(await teach()).code, standing]).toEqual(["PARTLY_DONE", 5])
    watching.fails = () => false
    const answer = accepted(await teach())
    expect([(await engine.case(id))?.state, await teach()]).toEqual(["removed", { ok: true, value: answer }])
    expect((await engine.treeChanges("Unforeseen concert")).length).toBe(1)
  })

  test("[DOOR12] a rule learnt under a key replaces what runs there once", async () => {
    const house = await House.open(concert)
    const id = await house.concertWith(50)
    const rule = lesson("sold == 50", "cheer", { case: id, item: asItemId(`${id}.i2`) }, { replace: true })
    const learnt = accepted(await house.engine.learn(rule, { key: "k" }))
    const entries = await house.engine.entries({ family: asFamilyId(id) })
    await house.crash()
    expect(accepted(await house.engine.learn(rule, { key: "k" }))).toEqual(learnt)
    expect(await house.engine.entries({ family: asFamilyId(id) })).toEqual(entries)
  })
})
