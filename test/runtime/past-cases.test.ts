import { describe, expect, test } from "vitest"
import { accepted, asFamilyId, openEngine, openMemoryStore, VirtualClock } from "../../src/main.ts"
import type { DecisionMade } from "../../src/messages/handling.ts"
import { newMemoryDisk } from "../../src/store/memory/disk.ts"

const delivery = `
process: delivery
data: { way: { type: string, default: usual }, stops: { type: integer, default: 0 } }
flow: [ { task: load }, { task: drive } ]
---
process: other
flow: [ { task: wait } ]
---
exceptions:
  Breakdown: { is: ItemTrigger }
  Flat: { is: Breakdown }
rules:
  - on: Breakdown
    at: delivery
    tree:
      - if: pastExceptions("Breakdown", "P7D").count >= 2
        then: [ { set: { way: '"third time"', stops: 'pastExceptions("Breakdown", "P7D").count' } }, { skip: item } ]
      - if: 'true'
        then: [ { skip: item } ]
  - on: itemPre
    at: delivery/drive
    tree:
      - if: pastCases("P30D").count > 1 && pastCases("P30D").states.completed == 2
        then: [ { set: { way: '"known"' } } ]
`

const start = Date.parse("2026-01-05T09:00:00Z")

async function opened(disk = newMemoryDisk()) {
  const clock = new VirtualClock(start)
  const engine = await openEngine({ store: openMemoryStore(disk), clock })
  accepted(await engine.deploy(delivery))
  const begin = async (process = "delivery") => accepted(await engine.start(process)).case
  const live = async (id: Awaited<ReturnType<typeof begin>>) => (await engine.items({ case: id, live: true }))[0]
  const complete = async (id: Awaited<ReturnType<typeof begin>>) => {
    const item = await live(id)
    if (item) accepted(await engine.completeItem(item.id))
  }
  const breaks = async (id: Awaited<ReturnType<typeof begin>>, name = "Breakdown") => {
    const item = await live(id)
    accepted(await engine.raise({ class: name, case: id, ...(item && { item: item.id }) }))
    return (await engine.case(id))?.data
  }
  const decisions = async (id: string) =>
    (await engine.entries({ family: asFamilyId(id) })).flatMap(({ events }) =>
      events.filter((event): event is DecisionMade => event.type === "DecisionMade"),
    )
  return { engine, clock, begin, complete, breaks, decisions }
}

describe("the past of other cases", () => {
  test("[PAST1] a rule asks how often the like has happened elsewhere, subclasses included", async () => {
    const { engine, begin, breaks } = await opened()
    expect(await breaks(await begin())).toEqual({ way: "usual", stops: 0 })
    expect(await breaks(await begin(), "Flat")).toEqual({ way: "usual", stops: 0 })
    expect(await breaks(await begin())).toEqual({ way: "third time", stops: 2 })
    await engine.stop()
  })

  test("[PAST1] what is longer ago does not count, nor what happens in its own family", async () => {
    const { engine, clock, begin, breaks } = await opened()
    await breaks(await begin())
    await breaks(await begin())
    await clock.advance("P8D")
    expect(await breaks(await begin())).toEqual({ way: "usual", stops: 0 })
    const own = await begin()
    await breaks(own)
    expect(await breaks(own)).toMatchObject({ way: "usual" })
    await engine.stop()
  })

  test("[PAST2] cases are counted by their states, those of other processes left aside", async () => {
    const { engine, begin, complete, decisions } = await opened()
    await begin("other")
    for (let ended = 0; ended < 2; ended++) {
      const id = await begin()
      await complete(id)
      await complete(id)
    }
    const running = await begin()
    const id = await begin()
    await complete(id)
    expect((await engine.case(id))?.data).toMatchObject({ way: "known" })
    const [decision] = await decisions(id)
    expect(decision?.external?.["pastCases(P30D)"]).toMatchObject({
      count: 3,
      more: false,
      states: { completed: 2, running: 1 },
      last: [
        { case: running, state: "running" },
        { state: "completed", startedAt: "2026-01-05T09:00:00.000Z" },
        { state: "completed" },
      ],
    })
    await engine.stop()
  })

  test("[PAST3] what was found is recorded with the decision, explained and tried on later as it was", async () => {
    const disk = newMemoryDisk()
    const { engine, clock, begin, breaks, decisions } = await opened(disk)
    for (const name of ["Breakdown", "Flat"]) await breaks(await begin(), name)
    const id = await begin()
    await breaks(id)
    const [decision] = await decisions(id)
    expect(decision?.external).toMatchObject({
      "pastExceptions(Breakdown P7D)": {
        count: 2,
        states: { resolved: 2 },
        last: [{ class: "Flat" }, { class: "Breakdown" }],
      },
    })
    await clock.advance("P30D")
    const tested = accepted(
      await engine.backtest({
        on: "Breakdown",
        at: "delivery",
        if: 'pastExceptions("Breakdown", "P7D").count == 2',
        then: "nothing",
        from: { family: asFamilyId(id), version: decision === undefined ? 0 : await versionOf(engine, id) },
      }),
    )
    expect(tested).toMatchObject({ checked: 3, changed: 1 })
    await engine.stop()
  })

  test("[PAST4] what is asked is written out, and is a duration and a class that is there", async () => {
    const engine = await openEngine()
    const told = async (condition: string) =>
      (
        await engine.verify(
          `${delivery}---\nrules: [ { on: itemPost, at: delivery, if: '${condition}', then: nothing } ]`,
        )
      )
        .filter(({ severity }) => severity === "error")
        .map(({ code, remedy }) => `${code} → ${remedy}`)
    expect(await told("pastCases(way).count > 1")).toEqual(["TYPE_MISMATCH → Write each argument as a text."])
    expect(await told('pastCases("30D").count > 1')).toEqual(["BAD_VALUE → Write how long ago at most, as in P30D."])
    expect(await told('pastExceptions("Breakdwn", "P1D").count > 1')).toEqual([
      "UNKNOWN_CLASS → Did you mean 'Breakdown'?",
    ])
    expect(await told('pastCases("P1D").cont > 1')).toEqual(["UNKNOWN_FIELD → Did you mean `count`?"])
    await engine.stop()
  })
})

async function versionOf(engine: Awaited<ReturnType<typeof openEngine>>, id: string): Promise<number> {
  const rows = await engine.entries({ family: asFamilyId(id) })
  const all = rows.flatMap(({ events }) => events)
  return all.findIndex(({ type }) => type === "DecisionMade") + 1
}
