import { expect, onTestFinished, test } from "vitest"
import {
  accepted,
  asCaseId,
  type CaseId,
  type Engine,
  openEngine,
  openMemoryStore,
  type Store,
  VirtualClock,
} from "../../src/main.ts"
import type { Event } from "../../src/messages/events.ts"
import { readFamily } from "../../src/runtime/families.ts"
import { newMemoryDisk } from "../../src/store/memory/disk.ts"
import { refusal } from "./house.ts"

const buying = `
process: buying
data: { po: string, goods: string, letter: string }
flow:
  - { task: order, writes: [po], undo: void }
  - { task: receive, writes: [goods], undo: { worklet: return-goods } }
  - { task: announce, writes: [letter], irreversible: true }
  - { task: pay }
---
process: return-goods
data: { goods: string }
flow: [ { task: sendBack } ]
`

const start = Date.parse("2026-01-05T09:00:00Z")

async function opened(bundle: string, disk = newMemoryDisk()) {
  const clock = new VirtualClock(start)
  const engine = await openEngine({ store: openMemoryStore(disk), clock })
  accepted(await engine.deploy(bundle))
  return { engine, clock, disk }
}

async function done(engine: Engine, task: string, data = {}): Promise<void> {
  const item = (await engine.items({ live: true, task })).at(-1)
  if (item === undefined) throw new Error(`there is no ${task}`)
  accepted(await engine.completeItem(item.id, data))
}

async function bought(engine: Engine): Promise<CaseId> {
  const { case: id } = accepted(await engine.start("buying"))
  await done(engine, "order", { po: "po-1" })
  await done(engine, "receive", { goods: "bricks" })
  await done(engine, "announce", { letter: "l-1" })
  return id
}

test("[UNDO17] a dry run tells what would be undone, how, and what cannot be taken back, and does nothing", async () => {
  const { engine } = await opened(buying)
  const id = await bought(engine)
  const before = await engine.case(id)
  const would = accepted(await engine.rollback({ case: id, to: "order" }, { dryRun: true }))
  const [planned] = would.filter(
    (event): event is Extract<Event, { type: "RollbackPlanned" }> => event.type === "RollbackPlanned",
  )
  expect(planned?.undos.map(({ task, way, isIrreversible = false }) => ({ task, way, isIrreversible }))).toEqual([
    { task: "announce", way: { by: "nobody" }, isIrreversible: true },
    { task: "receive", way: { by: "worklet", worklet: "return-goods" }, isIrreversible: false },
    { task: "order", way: { by: "void" }, isIrreversible: false },
  ])
  expect(await engine.case(id)).toEqual(before)
})

test("[UNDO17] how far it has come is seen in the case, in its log and in its history", async () => {
  const { engine } = await opened(buying)
  const id = await bought(engine)
  accepted(await engine.rollback({ case: id, to: "order" }))
  const [question] = await engine.interventions({ case: id })
  if (question === undefined) throw new Error("nobody is asked")
  accepted(await engine.answer(question.id, "confirm"))
  expect((await engine.case(id))?.runs.map(({ rollback }) => rollback)).toEqual([{ to: "order", done: 1, of: 3 }])
  const [worklet] = await engine.cases({ process: "return-goods" })
  accepted(await engine.removeCase(worklet?.id ?? asCaseId("none")))
  expect((await engine.case(id))?.runs.map(({ rollback }) => rollback)).toEqual([
    { to: "order", done: 1, of: 3, incomplete: "the worklet return-goods was removed" },
  ])
  const [trouble] = await engine.interventions({ case: id })
  accepted(await engine.answer(trouble?.id ?? question.id, "retry"))
  await done(engine, "sendBack")
  expect((await engine.case(id))?.runs).toEqual([])
  const lines = (await engine.log((await engine.case(id))?.family as never)).map((line) =>
    line.replace(/^\S+ \S+ | ←.*$/g, ""),
  )
  expect(lines.filter((line) => /^(Rollback|Undo|ItemUndone|RolledBack)/.test(line))).toEqual([
    "RollbackPlanned r12 to order: announce (left as it is, irreversible), receive (return-goods), order (void)",
    "ItemUndone announce (left as it is)",
    "UndoStarted r12 receive by worklet",
    "UndoFailed r12 receive: the worklet return-goods was removed",
    "UndoRetried r12",
    "UndoStarted r12 receive by worklet",
    "ItemUndone receive (by a worklet)",
    "ItemUndone order (void)",
    "RolledBack r12 to order",
  ])
})

test("[UNDO15] [UNDO18] what is void stays to be seen, and what is undone is not done any more", async () => {
  const { engine } = await opened(buying)
  const { case: id } = accepted(await engine.start("buying"))
  await done(engine, "order", { po: "po-1" })
  await done(engine, "receive", { goods: "bricks" })
  accepted(await engine.rollback({ case: id, to: "order" }))
  await done(engine, "sendBack")
  const back = await engine.case(id)
  expect(back?.voided).toEqual([{ task: "order", item: `${id}.i1`, output: { po: "po-1" }, at: start }])
  expect(back?.items.map(({ task, status, undone }) => [task, status, undone])).toEqual([
    ["receive", "completed", "worklet"],
    ["announce", "removed", undefined],
    ["order", "enabled", undefined],
  ])
  expect(back?.states).toEqual({ order: "ready", receive: "notReady", announce: "aborted", pay: "notReady" })
  await done(engine, "order", { po: "po-2" })
  expect((await engine.case(id))?.voided).toEqual(back?.voided)
})

test("[UNDO19] a family does not keep what it could undo, and finds it in its past all the same", async () => {
  const { engine, disk } = await opened(`
    process: knock
    data: { n: { type: integer, default: 0 } }
    flow:
      - { task: first }
      - { while: knocking, when: n < 1000, do: [ { task: again, writes: [n] } ] }
  `)
  const { case: id } = accepted(await engine.start("knock"))
  await done(engine, "first")
  const size = async () => {
    const family = await readFamily(openMemoryStore({ ...disk }), (await engine.case(id))?.family as never)
    return JSON.stringify({ ...family?.handling, runs: [...(family?.handling.runs.keys() ?? [])] }).length
  }
  await done(engine, "again", { n: 1 })
  const small = await size()
  for (let n = 2; n <= 60; n++) await done(engine, "again", { n })
  expect(await size()).toBe(small)
  accepted(await engine.rollback({ case: id, to: "first" }))
  const { data, items } = (await engine.case(id)) ?? {}
  expect(data).toEqual({ n: 0 })
  expect(items?.filter(({ status }) => status === "enabled").map(({ task }) => task)).toEqual(["first"])
})

test("[UNDO19] commands that come meanwhile change nothing: what is undone is what was there then", async () => {
  const { engine } = await opened(buying)
  const { case: id } = accepted(await engine.start("buying"))
  await done(engine, "order", { po: "po-1" })
  const [receive] = await engine.items({ live: true, task: "receive" })
  if (receive === undefined) throw new Error("nothing to receive")
  const answers = await Promise.all([
    engine.rollback({ case: id, to: "order" }),
    engine.completeItem(receive.id, { goods: "bricks" }),
    engine.setData(id, { letter: "x" }),
  ])
  expect(answers.map(({ ok }) => ok)).toEqual([true, true, true])
  await done(engine, "sendBack")
  const view = await engine.case(id)
  expect(view?.items.filter(({ status }) => status === "enabled").map(({ task }) => task)).toEqual(["order"])
  expect(view?.data).toEqual({ po: "po-1", goods: "bricks", letter: "x" })
})

test("[UNDO20] what cannot undo anything is found at deployment", async () => {
  const { engine } = await opened("process: p\nflow: [ { task: a } ]")
  const told = async (text: string) =>
    (await engine.verify(text)).map(({ code, severity, place }) => `${severity} ${code} ${place.line}`)
  expect(await told("process: q\nflow:\n  - task: a\n    undo: { worklet: nobody }")).toEqual([
    "error UNKNOWN_PROCESS 4",
  ])
  expect(await told("process: q\nundo: { worklet: nobody }\nflow: [ { task: a } ]")).toEqual([
    "error UNKNOWN_PROCESS 2",
  ])
  expect(
    await told(
      "process: q\ndata: { x: string }\nflow: [ { task: a, undo: { worklet: w } } ]\n---\nprocess: w\ndata: { x: integer }\nflow: [ { task: b } ]",
    ),
  ).toEqual(["warning TYPE_MISMATCH 3"])
  expect(await told("rules:\n  - { on: HandlerFailed, at: p, then: [ { rollback: nowhere } ] }")).toEqual([
    "error UNKNOWN_TASK 2",
  ])
  expect(await told("rules:\n  - { on: HandlerFailed, at: p, then: [ { rollback: a } ] }")).toEqual([])
})

test("[UNDO10] an item that is not of the case, or not there, is no place to roll back from", async () => {
  const { engine } = await opened(buying)
  const id = await bought(engine)
  const [, other] = [await bought(engine), (await engine.items({ live: true, case: id })).at(0)?.id]
  expect(refusal(await engine.rollback({ case: asCaseId("nobody"), to: "order" })).code).toBe("CASE_NOT_FOUND")
  if (other === undefined) throw new Error("nothing is live")
  expect(
    refusal(await engine.rollback({ case: (await bought(engine)) as CaseId, item: other, to: "order" })).code,
  ).toBe("ITEM_NOT_FOUND")
})

test("[UNDO21] a rollback comes through, however fast its family moves on", async () => {
  const kept = openMemoryStore()
  const turns = async (count: number) => {
    for (let turn = 0; turn < count; turn++) await new Promise((resolve) => setImmediate(resolve))
  }
  // Reading the past takes longer than the next step of the family.
  const entriesAfter: Store["entriesAfter"] = async (...asked) => {
    await turns(20)
    return kept.entriesAfter(...asked)
  }
  const engine = await openEngine({ store: { ...kept, entriesAfter }, clock: new VirtualClock(start) })
  onTestFinished(() => engine.stop({ grace: 0 }))
  accepted(
    await engine.deploy(`
process: busy
loopLimit: 1000000
data: { rounds: { type: integer, default: 0 }, x: string }
flow:
  - parallel: both
    branches:
      - [ { while: spinning, when: rounds < 5000, do: [ { program: spin, writes: [rounds] } ] } ]
      - [ { task: first, writes: [x] }, { task: second } ]
`),
  )
  let rounds = 0
  engine.worker("spin", async () => ({ rounds: ++rounds }))
  const { case: id } = accepted(await engine.start("busy"))
  await done(engine, "first", { x: "1" })
  accepted(await engine.rollback({ case: id, to: "first" }))
  expect((await engine.case(id))?.data).not.toHaveProperty("x")
  expect(rounds).toBeLessThan(1000)
})
