import { describe, expect, test } from "vitest"
import {
  accepted,
  asFamilyId,
  type CaseId,
  type Engine,
  type Event,
  familyOf,
  type PatternProgress,
} from "../../src/main.ts"
import { House, refusal } from "./house.ts"
import { itemOf } from "./workplace.ts"

const bundle = `
process: trip
data: { km: { type: integer, default: 0 } }
flow: [ { task: drive, writes: [km] }, { task: rest } ]
---
process: other
flow: [ { task: work } ]
`

describe("plain events", () => {
  test("[EVENT11] with no rule about them, there are no records of them", async () => {
    const house = await House.open(bundle)
    const id = await house.start("trip")
    await house.complete(id, "drive", { km: 5 })
    expect(await typesOf(house.engine, id)).toEqual([
      ...["CaseStarted", "ItemEnabled", "ItemStarted", "ItemCompleted", "ItemEnabled"],
    ])
  })

  test("[EVENT5] [EVENT2] a decision is recorded where a rule was asked, with what it saw", async () => {
    const rules = `
rules:
  - { on: written(km), at: trip, tree: [ { if: event.value > 3 && event.before == 0, then: [ { notify: ann, text: Far } ] } ] }
`
    const house = await House.open(`${bundle}---\n${rules}`)
    const id = await house.start("trip")
    const item = await itemOf(house.engine, id, "drive")
    accepted(await house.engine.completeItem(item.id, { km: 5 }, { by: "bob" }))
    const [decision] = (await eventsOf(house.engine, id)).filter(({ type }) => type === "DecisionMade")
    expect(decision).toEqual({
      type: "DecisionMade",
      on: "written(km)",
      at: "trip",
      case: id,
      item: item.id,
      by: "bob",
      parameters: { variable: "km", value: 5, before: 0 },
      walks: [{ tree: "written(km) trip", version: 1, held: [1], last: 1 }],
      conclusion: { tree: "written(km) trip", node: 1, says: "steps" },
      causedBy: 4,
    })
  })

  test("[EVENT2] [EVENT4] what was heard from another case can be explained, and learnt from", async () => {
    const rules = `
exlets: { call: [ { start: other } ], wave: [ { notify: ann, text: 'Done in {{event.case}}' } ] }
rules:
  - { on: done(drive), at: trip, then: call }
  - { on: done(other), at: trip, tree: [ { if: 'event.case == "nowhere"', then: wave } ] }
`
    const house = await House.open(`${bundle}---\n${rules}`)
    const id = await house.start("trip")
    await house.complete(id, "drive")
    const child = await otherOf(house.engine, id)
    await house.complete(child, "work")
    const [row] = await house.engine.decisions({ tree: "done(other) trip" })
    if (row === undefined) throw new Error("nobody was asked")
    const explained = await house.engine.explain(row.family, row.version)
    expect(explained).toMatchObject({ on: "done(other)", at: "trip" })
    expect(JSON.stringify(explained)).toContain(child)
    accepted(
      await house.engine.learn({
        on: "done(other)",
        at: "trip",
        if: "event.case != case.id",
        then: "wave",
        from: { family: row.family, version: row.version },
      }),
    )
    const again = await house.start("trip")
    await house.complete(again, "drive")
    const second = await otherOf(house.engine, again)
    await house.complete(second, "work")
    const told = (await eventsOf(house.engine, again)).filter(({ type }) => type === "Notified")
    expect(told).toMatchObject([{ to: "ann", text: `Done in ${second}` }])
  })
})

describe("the clock", () => {
  const hourly = `${bundle}---\nrules: [ { on: every(PT1H), at: trip, then: [ { notify: ann, text: Ping } ] } ]\n`

  test("[EVENT7] what was missed happens once, and then at the full hours again", async () => {
    const house = await House.open(hourly)
    const id = await house.start("trip")
    const begun = house.clock.now()
    await house.engine.kill()
    await house.clock.advance("PT3H30M")
    await house.crash()
    await house.clock.advance("PT1H")
    const pings = await momentsOf(house.engine, id, "Notified")
    expect(pings.map((at) => (at - begun) / 60_000)).toEqual([210, 240])
  })

  test("[EVENT8] many cases that run already get the clock of a rule that comes, also when the engine is killed meanwhile", async () => {
    const house = await House.open(bundle)
    const ids = []
    for (let number = 0; number < 30; number++) ids.push(await house.start("trip"))
    const others = await house.start("other")
    accepted(
      await house.engine.deploy(`rules: [ { on: after(PT1H), at: trip, then: [ { notify: ann, text: Ping } ] } ]`),
    )
    await house.crash()
    await house.engine.idle()
    await house.crash()
    await house.clock.advance("PT1H")
    for (const id of ids) expect(await momentsOf(house.engine, id, "Notified")).toHaveLength(1)
    expect(await typesOf(house.engine, others)).not.toContain("TimerArmed")
  })

  test("[EVENT6] months go by the calendar, from the start", async () => {
    const rules = `rules: [ { on: every(P1M), at: trip, then: [ { notify: ann, text: Ping } ] } ]`
    const house = await House.open(`${bundle}---\n${rules}`)
    await house.clock.advanceTo("2026-01-31T12:00:00Z")
    const id = await house.start("trip")
    await house.clock.advanceTo("2026-05-01T00:00:00Z")
    const pings = await momentsOf(house.engine, id, "Notified")
    expect(pings.map((at) => new Date(at).toISOString().slice(0, 10))).toEqual([
      "2026-02-28",
      "2026-03-31",
      "2026-04-30",
    ])
  })
})

describe("messages", () => {
  const rules = `rules: [ { on: message(fog), at: other, then: [ { notify: ann, text: 'Fog: {{event.data.depth}}' } ] } ]`

  test("[EVENT9] a message finds the case of a family whose rules want it", async () => {
    const calling = "rules: [ { on: done(drive), at: trip, then: [ { start: other } ] } ]"
    const house = await House.open(`${bundle}---\n${rules}\n---\n${calling}`)
    const id = await house.start("trip")
    const family = familyOf(id)
    expect(refusal(await house.engine.message({ name: "fog", family })).code).toBe("MESSAGE_NOT_EXPECTED")
    await house.complete(id, "drive")
    const [child] = await house.engine.cases({ family, process: "other" })
    const reached = accepted(await house.engine.message({ name: "fog", family, data: { depth: 3 } }))
    expect(reached).toEqual({ case: child?.id })
    expect((await eventsOf(house.engine, id)).filter(({ type }) => type === "Notified")).toMatchObject([
      { to: "ann", text: "Fog: 3" },
    ])
    expect(refusal(await house.engine.message({ name: "fog", family: asFamilyId("none") })).code).toBe(
      "MESSAGE_NOT_EXPECTED",
    )
  })

  test("[EVENT10] under a key, a message starts one case however often it is sent", async () => {
    const house = await House.open(`${bundle}---\n${rules}`)
    const message = { name: "order", key: 7, data: { km: 12 }, start: "trip" }
    const first = accepted(await house.engine.message(message, { key: "k1" }))
    const second = accepted(await house.engine.message(message, { key: "k1" }))
    expect(second).toEqual(first)
    expect((await house.engine.case(first.case))?.data).toEqual({ km: 12 })
    expect(refusal(await house.engine.message({ ...message, data: { km: "far" } })).code).toBe("DATA_INVALID")
    expect(refusal(await house.engine.message({ ...message, start: "nothing" })).code).toBe("PROCESS_NOT_FOUND")
    expect(await house.engine.cases({ process: "trip" })).toHaveLength(1)
  })
})

describe("patterns", () => {
  const patterns = `
patterns:
  thrice: { sequence: [ bump, bump, bump ], within: P1D }
  mixed: { all: [ bump, { any: [ done(drive), { sequence: [ honk, bump ] } ] } ] }
  pair: { all: [ bump, honk ], by: event.road }
rules: [ { on: thrice, at: trip, then: [ { notify: ann, text: Enough } ] } ]
`

  test("[PATTERN7] how far patterns have come can be asked, and is seen in the case", async () => {
    const house = await House.open(`${bundle}---\n${patterns}`)
    const id = await house.start("trip")
    const at = house.clock.now()
    const day = 86_400_000
    expect((await progress(house.engine, id)).map(({ pattern, missing }) => `${pattern}: ${missing}`)).toEqual([
      "thrice: 3 × bump",
      "mixed: bump and (done(drive) or (honk, then bump))",
      "pair: bump and honk",
    ])
    accepted(await house.engine.raise({ class: "bump", case: id, with: { road: "A" } }))
    accepted(await house.engine.raise({ class: "bump", case: id, with: { road: "B" } }))
    const seen = { event: "bump", at, case: id }
    expect(await progress(house.engine, id)).toEqual([
      { pattern: "thrice", seen: [seen, seen], since: at, until: at + day, missing: "bump" },
      { pattern: "mixed", seen: [seen, seen], since: at, missing: "done(drive) or (honk, then bump)" },
      { pattern: "pair", key: "A", seen: [seen], since: at, missing: "honk" },
      { pattern: "pair", key: "B", seen: [seen], since: at, missing: "honk" },
    ])
    expect((await house.engine.case(id))?.patterns).toEqual(await progress(house.engine, id))
    await house.clock.advance("P2D")
    expect((await progress(house.engine, id))[0]).toEqual({ pattern: "thrice", seen: [], missing: "3 × bump" })
    expect((await house.engine.case(id))?.patterns?.map(({ pattern }) => pattern)).toEqual(["mixed", "pair", "pair"])
    expect(await house.engine.case(await house.start("trip"))).not.toHaveProperty("patterns")
    expect(await house.engine.patternProgress(asFamilyId("none"))).toEqual([])
  })

  test("[PATTERN6] of too many the oldest is dropped, and the log tells", async () => {
    const house = await House.open(`${bundle}---\npatterns: { pair: { sequence: [ bump, honk ] } }\n`)
    const id = await house.start("trip")
    for (let number = 0; number < 1003; number++)
      accepted(await house.engine.raise({ class: "bump", case: id, with: { number } }))
    const [pair] = await progress(house.engine, id)
    expect(pair?.seen).toHaveLength(1000)
    const log = await house.engine.log(familyOf(id))
    expect(log.filter((line) => line.includes("the oldest is dropped"))).toHaveLength(3)
    accepted(await house.engine.raise({ class: "honk", case: id }))
    const matched = (await eventsOf(house.engine, id)).find(
      (event) => event.type === "EventRaised" && event.name === "pair",
    )
    expect(matched).toMatchObject({
      parameters: { count: 2, events: [{ class: "bump", number: 3 }, { class: "honk" }] },
    })
  })

  test("[PATTERN5] what `by` cannot tell of an event counts for nothing", async () => {
    const house = await House.open(`${bundle}---\n${patterns}`)
    const id = await house.start("trip")
    accepted(await house.engine.raise({ class: "honk", case: id }))
    accepted(await house.engine.raise({ class: "bump", case: id }))
    expect((await progress(house.engine, id)).at(-1)).toEqual({ pattern: "pair", seen: [], missing: "bump and honk" })
  })
})

/** The case of the other process in a family. */
async function otherOf(engine: Engine, id: CaseId): Promise<CaseId> {
  const [row] = await engine.cases({ family: familyOf(id), process: "other" })
  if (row === undefined) throw new Error(`there is no other case in the family of ${id}`)
  return row.id
}

const progress = (engine: Engine, id: CaseId): Promise<readonly PatternProgress[]> =>
  engine.patternProgress(familyOf(id))

async function eventsOf(engine: Engine, id: CaseId): Promise<readonly Event[]> {
  return (await engine.entries({ family: familyOf(id), limit: 10_000 })).flatMap(({ events }) => events)
}

async function typesOf(engine: Engine, id: CaseId): Promise<readonly string[]> {
  return (await eventsOf(engine, id)).map(({ type }) => type)
}

async function momentsOf(engine: Engine, id: CaseId, type: string): Promise<readonly number[]> {
  const entries = await engine.entries({ family: familyOf(id), limit: 10_000 })
  return entries.flatMap(({ at, events }) => events.filter((event) => event.type === type).map(() => at))
}
