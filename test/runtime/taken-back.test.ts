import { describe, expect, test } from "vitest"
import {
  accepted,
  asFamilyId,
  asInterventionId,
  type Engine,
  type Json,
  openEngine,
  openMemoryStore,
  VirtualClock,
} from "../../src/main.ts"
import { type MemoryDisk, newMemoryDisk } from "../../src/store/memory/disk.ts"
import { refusal } from "./house.ts"
import { itemOf } from "./workplace.ts"

const bundle = `
process: trip
data: { seats: { type: integer, default: 2 } }
deadline: P9D
flow:
  - { task: plan, deadline: P2D }
  - activity: travel
    do: [ { task: drive, needs: { role: driver, escalate: { after: P1D, to: bob } } }, { task: park } ]
  - { wait: { message: home, key: seats } }
---
process: walk
flow: [ { task: stroll, deadline: P1D }, { wait: { message: tired, key: '1' } } ]
---
exlets:
  walk-instead: [ { suspend: case }, { compensate: walk }, { continue: case } ]
organisation: { roles: { driver: {} }, units: { road: { manager: bob } }, agents: { ann: { roles: [driver], unit: road }, bob: {} } }
`

/** Everything those see who look from outside, alarms and awaited messages included. */
function shown({ cases, items, alarms, expectations, exceptions, interventions }: MemoryDisk) {
  const rows = (table: ReadonlyMap<string, unknown>) => [...table].sort(([one], [other]) => (one < other ? -1 : 1))
  const states = [...exceptions].map(([id, { answer: _, ...row }]) => [id, row] as const)
  const tables = { cases: rows(cases), items: rows(items), alarms: rows(alarms), expectations: rows(expectations) }
  return structuredClone({ ...tables, exceptions: states, interventions: rows(interventions) })
}

async function aHouse() {
  const disk = newMemoryDisk()
  const clock = new VirtualClock()
  const open = (store = openMemoryStore(disk)) => openEngine({ store, clock, newFamilyId: () => asFamilyId("t") })
  const engine = await open()
  accepted(await engine.deploy(bundle))
  return { disk, clock, engine, open }
}

/** A trip on which driving has gone wrong. */
async function aBrokenTrip(engine: Engine, by = "ann") {
  const id = accepted(await engine.start("trip")).case
  accepted(await engine.completeItem((await itemOf(engine, id, "plan")).id))
  const { id: item } = await itemOf(engine, id, "drive")
  accepted(await engine.startItem(item, { by }))
  accepted(await engine.raise({ class: "ItemAbort", case: id, item }))
  await engine.idle()
  const [open] = await engine.interventions({ case: id })
  if (open === undefined) throw new Error("nobody was asked")
  return { id, intervention: open.id }
}

describe("an answer that is taken back", () => {
  const answers: readonly (readonly [string, Json])[] = [
    ["retry", { do: "retry", with: "next" }],
    ["restart", "restart"],
    ["skip", "skip"],
    ["remove item", { do: "remove", target: "item" }],
    ["remove case", { do: "remove", target: "case" }],
    ["dismiss", "dismiss"],
    ["set", { do: "set", data: { seats: 4 } }],
    ["reassign", { do: "reassign", to: "bob" }],
    ["needs", { do: "needs", needs: { role: "driver", escalate: { after: "PT1H", to: "ann" } } }],
    ["propagate", "propagate"],
    ["jump", { do: "jump", to: "park" }],
    ["rollback", { do: "rollback", to: "plan" }],
    ["run", { do: "run", exlet: "walk-instead" }],
  ]

  test.each(answers)("[PERSON11] leaves everything as it was: %s", async (_, answer) => {
    const { disk, engine, open } = await aHouse()
    const { id, intervention } = await aBrokenTrip(engine)
    const before = shown(disk)
    accepted(await engine.answer(intervention, answer, { by: "bob" }))
    await engine.idle()
    expect(shown(disk)).not.toEqual(before)
    accepted(await engine.takeBack(intervention, { by: "bob", reason: "a mistake" }))
    await engine.idle()
    expect(shown(disk)).toEqual(before)
    const live = await engine.case(id)
    await engine.kill()

    // What is on record comes to the same, and so do lists that are written anew.
    for (const table of [disk.cases, disk.items, disk.alarms, disk.expectations, disk.interventions]) table.clear()
    const again = await open({ ...openMemoryStore(disk), needsRebuild: async () => true })
    await again.idle()
    expect([shown(disk), await again.case(id)]).toEqual([before, live])
    await again.kill()
  })

  test("[PERSON40] a closed question tells what was answered last, by whom, when and why", async () => {
    const { clock, engine } = await aHouse()
    const { intervention } = await aBrokenTrip(engine)
    expect((await engine.intervention(intervention))?.closed).toBeUndefined()
    accepted(await engine.answer(intervention, "skip", { by: "bob", reason: "no petrol" }))
    accepted(await engine.takeBack(intervention, { by: "bob" }))
    expect((await engine.intervention(intervention))?.closed).toBeUndefined()
    accepted(await engine.answer(intervention, { do: "set", data: { seats: 4 } }, { by: "ann", reason: "a guest" }))
    expect((await engine.intervention(intervention))?.closed).toEqual({
      ...{ as: "answered", answer: { do: "set", data: { seats: 4 } } },
      ...{ by: "ann", at: clock.now(), reason: "a guest" },
    })
    await engine.kill()
  })

  test("[PERSON40] or that nobody needs to answer any more", async () => {
    const { clock, engine } = await aHouse()
    const { id, intervention } = await aBrokenTrip(engine)
    accepted(await engine.removeCase(id, { by: "bob", reason: "it rains" }))
    expect((await engine.intervention(intervention))?.closed).toEqual({
      ...{ as: "withdrawn", by: "bob", at: clock.now(), reason: "it rains" },
    })
    await engine.kill()
  })

  test("[PERSON12] is refused with what stands in the way, and nothing has changed", async () => {
    const { engine } = await aHouse()
    const { id, intervention } = await aBrokenTrip(engine)
    const reasons: string[] = []
    const taken = async () => {
      const position = await engine.lastPosition()
      const { code, message } = refusal(await engine.takeBack(intervention))
      expect([code, await engine.lastPosition()]).toEqual(["ANSWER_NOT_RETRACTABLE", position])
      reasons.push(message.replace(/^.*: /, ""))
    }
    await taken()
    accepted(await engine.answer(intervention, "skip", { by: "bob" }))
    accepted(await engine.setData(id, { seats: 3 }, { by: "ann" }))
    await taken()
    accepted(await engine.startItem((await itemOf(engine, id, "park")).id, { by: "bob" }))
    await taken()
    expect(reasons).toEqual([
      "nobody has answered intervention t.q16",
      "ann has acted on it since (SetData)",
      "ann has acted on it since (SetData)",
    ])
    expect(refusal(await engine.takeBack(asInterventionId("t.q99"))).code).toBe("INTERVENTION_NOT_FOUND")
    expect(refusal(await engine.takeBack(asInterventionId("nobody.q1"))).code).toBe("INTERVENTION_NOT_FOUND")
    await engine.kill()
  })

  test("[PERSON11] is asked for with the revision one has seen, tried out, and under a key", async () => {
    const { disk, engine } = await aHouse()
    const { id, intervention } = await aBrokenTrip(engine)
    const before = shown(disk)
    accepted(await engine.answer(intervention, "skip"))
    const seen = (await engine.case(id))?.revision ?? 0
    expect(refusal(await engine.takeBack(intervention, { expected: seen - 1 })).code).toBe("VERSION_CHANGED")
    const position = await engine.lastPosition()
    expect(accepted(await engine.takeBack(intervention, { dryRun: true })).map(({ type }) => type)).toEqual([
      "AnswerTakenBack",
    ])
    expect(await engine.lastPosition()).toBe(position)
    accepted(await engine.takeBack(intervention, { expected: seen, key: "oops" }))
    accepted(await engine.takeBack(intervention, { expected: seen, key: "oops" }))
    expect([await engine.lastPosition(), shown(disk)]).toEqual([position + 1, before])
    await engine.kill()
  })
})
