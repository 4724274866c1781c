import { describe, expect, onTestFinished, test } from "vitest"
import {
  accepted,
  asCaseId,
  type Engine,
  type JsonObject,
  openEngine,
  openMemoryStore,
  VirtualClock,
} from "../../src/main.ts"
import { newMemoryDisk } from "../../src/store/memory/disk.ts"
import { House, refusal } from "./house.ts"
import { itemOf } from "./workplace.ts"

const opened = Date.parse("2026-01-05T09:00:00Z")

const office = `
process: order
data: { amount: { type: integer, default: 1 } }
flow: [ { task: check }, { task: pack, needs: { role: clerk } } ]
---
process: print
flow: [ { program: printIt, worker: printer } ]
---
organisation:
  roles: { clerk: {} }
  agents: { ann: { roles: [ clerk ] }, bob: { roles: [ clerk ] } }
`

const remove = (engine: Engine, agent: string) => engine.deploy({ organisation: { agents: { [agent]: "removed" } } })

async function stalls(engine: Engine) {
  const { rows } = await engine.stalled()
  return rows.map(({ case: id, at, reason, message }) => ({ case: id, at, reason, message }))
}

const openOnes = async (engine: Engine) =>
  (await engine.exceptions()).map(({ class: name, at, item }) => ({ class: name, at, item }))

describe("what has no reason to move", () => {
  test("[WATCH1] an item of somebody who is no longer there is told at once, and retry gives it back", async () => {
    const house = await House.open(office)
    const { engine } = house
    const id = await house.start("order")
    const check = await itemOf(engine, id, "check")
    accepted(await engine.startItem(check.id, { by: "ann" }))
    accepted(await remove(engine, "ann"))
    await engine.idle()
    expect(await openOnes(engine)).toEqual([{ class: "Stalled", at: "check", item: check.id }])
    const found = (await engine.case(id))?.exceptions[0]
    expect([found?.parameters, (await engine.case(id))?.held]).toEqual([
      { reason: "agentGone", since: opened, message: "ann, whose it is, is no longer there" },
      false,
    ])
    const [asked] = await engine.interventions()
    expect(asked?.text).toBe("Stalled at check: ann, whose it is, is no longer there")
    accepted(await engine.answer(asked?.id as never, { do: "retry" }))
    expect([(await engine.item(check.id))?.status, await openOnes(engine)]).toEqual(["enabled", []])
    accepted(await engine.completeItem(check.id, {}, { by: "bob" }))
  })

  test("[WATCH1] it can be given to somebody else, who goes on", async () => {
    const house = await House.open(office)
    const { engine } = house
    const id = await house.start("order")
    const check = await itemOf(engine, id, "check")
    accepted(await engine.startItem(check.id, { by: "ann" }))
    accepted(await remove(engine, "ann"))
    await engine.idle()
    const [asked] = await engine.interventions()
    accepted(await engine.answer(asked?.id as never, { do: "reassign", to: "bob" }))
    await engine.idle()
    await house.clock.advance("P1D")
    expect([await openOnes(engine), (await engine.item(check.id))?.agent]).toEqual([[], "bob"])
    accepted(await engine.completeItem(check.id, {}, { by: "bob" }))
  })

  test("[WATCH2] what somebody else can have goes to him, and is not stalled", async () => {
    const house = await House.open(office)
    const { engine } = house
    const id = await house.start("order")
    await house.complete(id, "check")
    const pack = await itemOf(engine, id, "pack")
    accepted(await engine.acceptItem(pack.id, { by: "ann" }))
    accepted(await remove(engine, "ann"))
    await engine.idle()
    await house.clock.advance("PT1H")
    expect([await stalls(engine), await openOnes(engine)]).toEqual([[], []])
  })

  test("[WATCH3] a program that has gone is told in the next round, once, and not any more when it is back", async () => {
    const house = await House.open(office)
    const { engine } = house
    await house.clock.advance("PT2M")
    let finish = () => {}
    const busy = () => new Promise<JsonObject>((resolve) => (finish = () => resolve({})))
    const printer = engine.worker("printer", busy, { concurrency: 1 })
    const [, second] = [await house.start("print"), await house.start("print")]
    await engine.idle()
    const stopped = printer.stop()
    finish()
    await stopped
    await house.clock.advance("PT5M")
    expect(await openOnes(engine)).toEqual([])
    await house.clock.advance("PT5M")
    const { id: item } = await itemOf(engine, second, "printIt")
    expect(await openOnes(engine)).toEqual([{ class: "Stalled", at: "printIt", item }])
    expect(await stalls(engine)).toEqual([
      { case: second, at: "printIt", reason: "workerGone", message: 'the program "printer" is not there' },
    ])
    await house.clock.advance("PT12H")
    expect((await engine.exceptions({ case: second, open: false })).length).toBe(1)

    engine.worker("printer", () => new Promise(() => {}))
    await engine.idle()
    await house.clock.advance("PT10M")
    expect([await openOnes(engine), await engine.interventions()]).toEqual([[], []])
  })

  test("[WATCH3] what a person has dismissed is told again where nothing has become of it", async () => {
    const house = await House.open(office, { workerGrace: 0 })
    const { engine } = house
    await house.start("print")
    const [asked] = await engine.interventions()
    expect(asked?.class).toBe("ResourceUnavailable")
    accepted(await engine.answer(asked?.id as never, { do: "dismiss" }))
    await house.clock.advance("PT10M")
    expect((await engine.interventions()).map(({ class: name }) => name)).toEqual(["Stalled"])
    accepted(await engine.answer((await engine.interventions())[0]?.id as never, { do: "retry" }))
    expect((await engine.interventions()).map(({ class: name }) => name)).toEqual(["ResourceUnavailable"])
  })

  test("[WATCH4] an exception nobody was asked about is told, and answering that answers it", async () => {
    const house = await House.open(
      `
process: order
data: { amount: { type: integer, default: 0 } }
flow: [ { choice: size, cases: [ { when: amount > 5, do: [ { task: big } ] }, { when: amount < 0, do: [ { task: small } ] } ] } ]
`,
      { checks: false },
    )
    const id = await house.start("order")
    expect(await openOnes(house.engine)).toEqual([
      { class: "NoBranch", at: expect.any(String), item: expect.anything() },
    ])
    expect(await house.engine.interventions()).toEqual([])
    await house.crash()
    expect((await stalls(house.engine)).map(({ reason, message }) => [reason, message])).toEqual([
      ["unanswered", "nobody was asked about NoBranch"],
    ])
    expect(id).toBe("case1")
  })

  test("[WATCH5] what an exlet has left held is told when nothing else moves, and continue lets it go", async () => {
    const house = await House.open(`
process: order
data: { amount: { type: integer, default: 1 } }
flow: [ { parallel: both, branches: [ [ { task: pack } ], [ { task: bill } ] ] } ]
---
rules: [ { on: itemPre, at: order/pack, then: [ { suspend: item } ] } ]
`)
    const { engine } = house
    const id = await house.start("order")
    await house.clock.advance("PT1H")
    expect([await stalls(engine), await openOnes(engine)]).toEqual([[], []])
    await house.complete(id, "bill")
    const pack = await itemOf(engine, id, "pack")
    await house.clock.advance("PT10M")
    expect(await openOnes(engine)).toEqual([{ class: "Stalled", at: "pack", item: pack.id }])
    accepted(await engine.continue({ kind: "item", item: pack.id }))
    expect([await openOnes(engine), await engine.interventions(), (await engine.item(pack.id))?.held]).toEqual([
      [],
      [],
      false,
    ])
  })

  test("[WATCH5] retry lets it go too", async () => {
    const house = await House.open(`
process: order
flow: [ { task: pack } ]
---
rules: [ { on: itemPre, at: order/pack, then: [ { suspend: item } ] } ]
`)
    const { engine } = house
    const id = await house.start("order")
    await house.clock.advance("PT10M")
    const [asked] = await engine.interventions()
    accepted(await engine.answer(asked?.id as never, { do: "retry" }))
    expect((await itemOf(engine, id, "pack")).held).toBe(false)
  })

  test("[WATCH5] a hold of another family's run that is over is told, and who may intervene lets it go", async () => {
    const house = await House.open(`
process: order
flow: [ { task: pack } ]
---
exceptions: { strike: { is: CaseTrigger } }
rules: [ { on: strike, at: order, then: [ { suspend: allCases } ] } ]
`)
    const { engine } = house
    const [first, second] = [await house.start("order"), await house.start("order")]
    accepted(await engine.raise({ class: "strike", case: first }))
    await engine.idle()
    expect((await engine.case(second))?.held).toBe(true)
    await house.clock.advance("PT10M")
    expect((await openOnes(engine)).map(({ class: name, at }) => [name, at])).toEqual([
      ["Stalled", "order"],
      ["Stalled", "order"],
    ])
    accepted(await engine.continue({ kind: "case", case: second }, { by: "eve" }))
    expect((await engine.case(second))?.held).toBe(false)
  })

  test("[WATCH6] a rule answers it like any other exception", async () => {
    const house = await House.open(`
process: order
flow: [ { task: check } ]
---
rules: [ { on: Stalled, at: order/check, then: [ { retry: item } ] } ]
organisation: { agents: { ann: {}, bob: {} } }
`)
    const { engine } = house
    const id = await house.start("order")
    const check = await itemOf(engine, id, "check")
    accepted(await engine.startItem(check.id, { by: "ann" }))
    accepted(await remove(engine, "ann"))
    await engine.idle()
    expect([(await engine.item(check.id))?.status, await engine.interventions()]).toEqual(["enabled", []])
  })

  test("[WATCH7] what was dismissed and still stands still is told again after a day", async () => {
    const house = await House.open(`
process: order
flow: [ { task: pack } ]
---
rules: [ { on: itemPre, at: order/pack, then: [ { suspend: item } ] } ]
`)
    const { engine } = house
    const id = await house.start("order")
    await house.clock.advance("PT10M")
    accepted(await engine.answer((await engine.interventions())[0]?.id as never, { do: "dismiss" }))
    await house.clock.advance("PT12H")
    expect(await openOnes(engine)).toEqual([])
    await house.clock.advance("PT13H")
    expect((await engine.exceptions({ case: id, open: false })).map(({ state }) => state)).toEqual([
      "dismissed",
      "open",
    ])
  })

  test("[WATCH8] with the watchdog off nothing is raised, and it can still be looked at", async () => {
    const house = await House.open(
      `
process: order
flow: [ { task: pack } ]
---
rules: [ { on: itemPre, at: order/pack, then: [ { suspend: item } ] } ]
`,
      { watchdog: false },
    )
    const id = await house.start("order")
    await house.clock.advance("P2D")
    expect([await openOnes(house.engine), (await stalls(house.engine)).length]).toEqual([[], 1])
    const { rows, next } = await house.engine.stalled({ limit: 1 })
    expect([rows[0]?.process, next]).toEqual(["order", id])
    expect(await house.engine.stalled({ after: asCaseId(next ?? "") })).toEqual({ rows: [] })
  })

  test("[WATCH8] only who administers can have it looked for by hand", async () => {
    const house = await House.open(office)
    accepted(await house.engine.deploy({ organisation: { permissions: { clerk: ["do"] } } }))
    const id = await house.start("order").catch(() => asCaseId("case1"))
    const asked = await house.engine.execute(
      id as never,
      { type: "RaiseStalled", places: [], better: [], over: [] },
      { by: "bob" },
    )
    expect(refusal(asked).code).toBe("NOT_PERMITTED")
  })

  test("[WATCH10] a round looks at so many families and no more, and at none of them again", async () => {
    const disk = newMemoryDisk()
    const clock = new VirtualClock()
    const options = { clock, capacity: 10 }
    const first = await openEngine({ ...options, store: openMemoryStore(disk), watchdog: false })
    accepted(
      await first.deploy(`
process: order
flow: [ { task: pack } ]
---
rules: [ { on: itemPre, at: order/pack, then: [ { suspend: item } ] } ]
`),
    )
    await Promise.all(Array.from({ length: 450 }, () => first.start("order")))
    await first.kill()
    await clock.advance("PT1H")
    const engine = await openEngine({ ...options, store: openMemoryStore(disk) })
    onTestFinished(() => engine.stop({ grace: 0 }))
    const told = async () => (await engine.exceptions({ limit: 1000 })).length
    await engine.idle()
    expect(await told()).toBe(200)
    await clock.advance("PT1S")
    expect(await told()).toBe(400)
    await clock.advance("PT1S")
    expect(await told()).toBe(450)
    const position = await engine.lastPosition()
    await clock.advance("P30D")
    expect([await told(), await engine.lastPosition()]).toEqual([450, position])
  })
})
