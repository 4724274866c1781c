import { describe, expect, test } from "vitest"
import { accepted, asFamilyId, asItemId, type CaseId } from "../../src/main.ts"
import type { DecisionMade } from "../../src/messages/handling.ts"
import { House, lesson, refusal } from "./house.ts"

const flight = `
process: flight
data: { to: { type: string, default: Graz }, seats: { type: integer, default: 100 } }
flow: [ { task: board }, { task: depart }, { task: land } ]
---
exlets: { wait-it-out: [ { notify: ann, text: wait } ], de-ice: [ { notify: ann, text: ice } ] }
rules:
  - on: itemPre
    at: flight/depart
    tree:
      - if: seats > 50
        then: nothing
        except: [ { if: external.weather.wind > 40, then: wait-it-out } ]
      - if: external.ice
        then: de-ice
`

const decisionsOf = async (house: House, id: CaseId): Promise<readonly DecisionMade[]> =>
  (await house.engine.entries({ family: asFamilyId(id) })).flatMap(({ events }) =>
    events.filter((event): event is DecisionMade => event.type === "DecisionMade"),
  )

const walk = (held: readonly number[], last: number, failed?: object) => [
  { tree: "itemPre flight/depart", version: 1, held, last, ...failed },
]
const decided = (id: CaseId, more: object) => ({
  type: "DecisionMade",
  on: "itemPre",
  at: "depart",
  case: id,
  item: `${id}.i2`,
  causedBy: 5,
  ...more,
})

async function boarded(house: House, data: { seats: number }): Promise<CaseId> {
  const id = await house.start("flight", data)
  await house.complete(id, "board")
  return id
}

describe("outside sources", () => {
  test("[SOURCE1] a source is asked where a condition on the way needs it, once, and its value is recorded", async () => {
    const house = await House.open(flight)
    const asked: unknown[] = []
    house.engine.source("weather", async (context) => {
      asked.push(context)
      return { wind: 55 }
    })
    house.engine.source("ice", () => expect.fail("no condition on the way looks at it"))
    const id = await boarded(house, { seats: 80 })
    expect(asked).toEqual([
      {
        case: id,
        item: `${id}.i2`,
        event: { class: "itemPre", at: "depart", by: "engine", case: id, item: `${id}.i2` },
        data: { to: "Graz", seats: 80 },
      },
    ])
    expect(await decisionsOf(house, id)).toEqual([
      decided(id, {
        external: { weather: { wind: 55 } },
        walks: walk([1, 2], 2),
        conclusion: { tree: "itemPre flight/depart", node: 2, says: "wait-it-out" },
      }),
    ])
  })

  test("[SOURCE2] a source that throws, is missing or does not answer in time: the condition cannot be evaluated", async () => {
    const house = await House.open(flight)
    const missing = await boarded(house, { seats: 80 })
    house.engine.source("weather", () => {
      throw new Error("no connection")
    })
    const failed = await boarded(house, { seats: 80 })
    house.engine.source("ice", () => new Promise(() => {}), { timeout: 5 })
    const late = await boarded(house, { seats: 10 })
    const failures = async (id: CaseId) =>
      (await decisionsOf(house, id)).map(({ walks, conclusion, external }) => [
        conclusion?.says,
        external,
        walks[0]?.failed,
      ])
    const weather = { node: 2, message: expect.stringContaining("weather") }
    expect([await failures(missing), await failures(failed), await failures(late)]).toEqual([
      [["nothing", undefined, [weather]]],
      [["nothing", undefined, [weather]]],
      [[undefined, undefined, [{ node: 3, message: expect.stringContaining("ice") }]]],
    ])
    expect((await house.engine.case(late))?.items.find(({ task }) => task === "depart")?.status).toBe("enabled")
  })

  test("[SOURCE8] why a source had no answer is recorded with the decision", async () => {
    const house = await House.open(flight)
    house.engine.source("weather", () => {
      throw new Error("no connection")
    })
    const id = await boarded(house, { seats: 80 })
    const [decision] = await decisionsOf(house, id)
    expect(decision?.walks[0]?.failed).toEqual([{ node: 2, message: expect.stringContaining("no connection") }])
  })

  test("[SOURCE3] what is recorded is what is told and learnt from later, whatever the source says by then", async () => {
    const house = await House.open(flight)
    let wind = 55
    house.engine.source("weather", () => ({ wind }))
    const id = await boarded(house, { seats: 80 })
    wind = 1
    await house.crash()
    house.engine.source("weather", () => expect.fail("it is known what the weather was"))
    const told = await house.engine.explain(asFamilyId(id), 6)
    expect([told?.says, told?.walks[0]?.path.map(({ if: text, outcome }) => `${text} ${outcome}`)]).toEqual([
      "wait-it-out",
      ["seats > 50 held", "external.weather.wind > 40 held"],
    ])
    const from = { family: asFamilyId(id), version: 6 }
    const about = { at: "flight/depart" }
    accepted(await house.engine.learn(lesson("external.weather.wind == 55", "nothing", from, about)))
    expect(accepted(await house.engine.backtest({ tree: "itemPre flight/depart", remove: 4 })).changes).toEqual([
      expect.objectContaining({ case: id, before: "nothing", after: "wait-it-out" }),
    ])
  })

  test("[SOURCE4] a question what would be said asks the source; the list of triggers does not", async () => {
    const house = await House.open(`${flight}
  - { on: Storm, at: flight, tree: [ { if: external.weather.wind > 40, then: wait-it-out } ] }
---
exceptions: { Storm: { is: CaseTrigger } }
`)
    let calls = 0
    house.engine.source("weather", async () => ({ wind: 10 * ++calls }))
    const id = await house.start("flight")
    expect(await house.engine.triggers({ case: id })).toEqual([
      { class: "Storm", title: "Storm", level: "case", parameters: { fields: [] } },
    ])
    expect([calls, (await house.engine.whatIf({ on: "Storm", case: id }))?.says, calls]).toEqual([0, undefined, 1])
  })

  test("[SOURCE5] commands for a family that waits for a source are decided in turn, on what is there then", async () => {
    const house = await House.open(flight)
    const answers: ((value: { wind: number }) => void)[] = []
    house.engine.source("weather", () => new Promise((resolve) => answers.push(resolve)))
    const id = await house.start("flight", { seats: 80 })
    const boarding = house.engine.completeItem(asItemId(`${id}.i1`))
    while (answers.length === 0) await new Promise((resolve) => setImmediate(resolve))
    accepted(await house.engine.removeCase(id))
    answers[0]?.({ wind: 60 })
    expect(refusal(await boarding).code).toBe("ITEM_NOT_LIVE")
    expect(await decisionsOf(house, id)).toEqual([])
  })

  test("[SOURCE10] a rule learnt for an item that waits asks its source when somebody takes the item", async () => {
    const house = await House.open(`${flight}
---
exlets: { hold-it: [ { suspend: item }, { ask: 'Fly?' }, { continue: item } ] }
`)
    let calls = 0
    house.engine.source("ice", () => false)
    house.engine.source("birds", async () => ++calls)
    const id = await boarded(house, { seats: 10 })
    const item = asItemId(`${id}.i2`)
    accepted(
      await house.engine.learn(lesson("external.birds > 0", "hold-it", { case: id, item }, { at: "flight/depart" })),
    )
    const other = await house.start("flight", { seats: 10 })
    expect([calls, refusal(await house.engine.startItem(item)).code, calls]).toEqual([1, "ITEM_HELD", 2])
    await house.complete(other, "board")
    const decisions = [...(await decisionsOf(house, id)), ...(await decisionsOf(house, other))]
    expect(decisions.map(({ conclusion, external }) => [conclusion?.says, external])).toEqual([
      [undefined, { ice: false }],
      ["hold-it", { ice: false, birds: 2 }],
      ["hold-it", { ice: false, birds: 3 }],
    ])
  })

  test("[SOURCE6] a source registered twice is a mistake of the program", async () => {
    const { engine } = await House.open(flight)
    engine.source("ice", () => true)
    expect(() => engine.source("ice", () => false)).toThrow('there is already a source "ice"')
  })
})

const loan = `
process: loan
data: { again: { type: boolean, default: true } }
flow:
  - while: asking
    when: again
    do: [ { task: ask } ]
  - task: decide
---
exlets: { look: [ { notify: ann, text: three times } ] }
rules:
  - on: itemPost
    at: loan/ask
    tree: [ { if: 'history.filter(e, e.event == "done" && e.name == "ask").size() == 2', then: look } ]
`

/** A loan that was asked for four times. */
async function askedFourTimes(): Promise<{ house: House; id: CaseId }> {
  const house = await House.open(loan)
  const id = await house.start("loan")
  for (const again of [true, true, true, false]) await house.complete(id, "ask", { again })
  return { house, id }
}

describe("the past of a family", () => {
  test("[SOURCE7] conditions see it under history, what is being decided included", async () => {
    const { house, id } = await askedFourTimes()
    const decisions = await decisionsOf(house, id)
    expect(decisions.map(({ conclusion, walks }) => [conclusion?.says, walks[0]?.failed])).toEqual([
      [undefined, undefined],
      ["look", undefined],
      [undefined, undefined],
      [undefined, undefined],
    ])
  })

  test("[SOURCE9] a decision that looked at history can be explained", async () => {
    const { house, id } = await askedFourTimes()
    const second = (await house.engine.entries({ family: asFamilyId(id) }))[2]
    const index = second?.events.findIndex(({ type }) => type === "DecisionMade") ?? 0
    const told = await house.engine.explain(asFamilyId(id), (second?.version ?? 0) + index)
    expect([told?.says, told?.walks[0]?.path.map(({ explanation }) => explanation?.outcome)]).toEqual([
      "look",
      [{ ok: true, value: true }],
    ])
  })

  test("[SOURCE9] rules that look at history can be tried on the past", async () => {
    const { house } = await askedFourTimes()
    const { checked, changed } = accepted(await house.engine.backtest({ tree: "itemPost loan/ask", remove: 1 }))
    expect({ checked, changed }).toEqual({ checked: 4, changed: 1 })
  })
})
