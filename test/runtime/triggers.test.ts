import { expect, test } from "vitest"
import { accepted, asCaseId, asItemId } from "../../src/main.ts"
import { concert, House, refusal } from "./house.ts"

const withTriggers = `${concert}
  - on: BandBrokenUp
    at: concert
    tree:
      - { if: sold == 0, then: cancel }
      - { if: 'has(event.fans) && event.fans > 5', then: cheer }
  - { on: AmplifierBroke, at: concert/show, then: cheer }
  - { on: Fire, at: change-venue, then: cancel }
---
exceptions:
  BandBrokenUp:
    is: CaseTrigger
    title: The band has broken up
    parameters: { why: { type: string, enum: [money, music], required: true }, fans: { type: integer, default: 3 } }
  AmplifierBroke: { is: ItemTrigger }
  Rain: { is: CaseTrigger, title: It rains }
  Fire: { is: CaseTrigger }
  Burnt: { is: Exception }
`

const band = {
  class: "BandBrokenUp",
  title: "The band has broken up",
  level: "case",
  parameters: {
    fields: [
      { name: "why", title: "Why", type: "string", required: true, readOnly: false, options: ["money", "music"] },
      { name: "fans", title: "Fans", type: "integer", required: false, readOnly: false, default: 3 },
    ],
  },
}
const rain = { class: "Rain", title: "It rains", level: "case", parameters: { fields: [] } }

test("[TRIGGER1] the triggers of a case as it stands, with their parameters and what would run", async () => {
  const { engine } = await House.open(withTriggers)
  const { case: id } = accepted(await engine.start("concert"))
  expect(await engine.triggers({ case: id })).toEqual([{ ...band, wouldRun: "cancel" }, rain])
  accepted(await engine.completeItem(asItemId(`${id}.i1`), { sold: 90 }))
  expect(await engine.triggers({ case: id })).toEqual([band, rain])
  expect(await engine.triggers({ item: asItemId(`${id}.i2`) })).toEqual([
    { class: "AmplifierBroke", title: "AmplifierBroke", level: "item", parameters: { fields: [] }, wouldRun: "cheer" },
  ])
  expect([
    await engine.triggers({ item: asItemId(`${id}.i1`) }),
    await engine.triggers({ case: asCaseId("nobody") }),
  ]).toEqual([[], []])
  accepted(await engine.removeCase(id))
  expect(await engine.triggers({ case: id })).toEqual([])
})

test("[TRIGGER2] raising one is refused where it does not fit, with a reason per field", async () => {
  const house = await House.open(withTriggers)
  const { engine } = house
  const id = await house.concertWith(90)
  expect(refusal(await engine.raise({ class: "BandBrokenUp", case: id, with: { why: "love", fan: 1 } }))).toEqual({
    code: "DATA_INVALID",
    message:
      '"BandBrokenUp" cannot be raised with this: why: why must be one of "money", "music".; fan: it has no such parameter',
    remedy: "Mend each field and raise it again",
    fields: [
      { field: "why", code: "NOT_ALLOWED", message: 'why must be one of "money", "music".' },
      { field: "fan", code: "UNKNOWN_FIELD", message: "it has no such parameter" },
    ],
  })
  const codes = [
    await engine.raise({ class: "BandBrokenUp", case: id }),
    await engine.raise({ class: "AmplifierBroke", case: id }),
    await engine.raise({ class: "AmplifierBroke", case: id, item: asItemId(`${id}.i1`) }),
    await engine.raise({ class: "AmplifierBroke", case: id, item: asItemId(`${id}.i9`) }),
    await engine.raise({ class: "Rain", case: asCaseId("nobody") }),
    await engine.raise({ class: "not a name", case: id }),
  ].map((answer) => refusal(answer).code)
  expect(codes).toEqual([
    "DATA_INVALID",
    "EVENT_NEEDS_ITEM",
    "ITEM_NOT_LIVE",
    "ITEM_NOT_FOUND",
    "CASE_NOT_FOUND",
    "EVENT_UNKNOWN",
  ])
  expect((await engine.case(id))?.exceptions).toEqual([])
})

test("[TRIGGER3] raised with what the class asks for, defaults filled in, the matching exlet runs", async () => {
  const house = await House.open(withTriggers)
  const { engine } = house
  const id = await house.concertWith(0)
  accepted(await engine.raise({ class: "BandBrokenUp", case: id, with: { why: "money" } }, { by: "eve" }))
  const entries = await engine.entries({ family: id as never })
  const raised = entries.flatMap(({ events }) => events.filter(({ type }) => type === "ExceptionRaised"))
  expect(raised).toEqual([
    {
      type: "ExceptionRaised",
      exception: expect.any(String),
      class: "BandBrokenUp",
      case: id,
      at: "concert",
      parameters: { fans: 3, why: "money" },
      depth: 0,
    },
  ])
  expect((await engine.case(id))?.state).toBe("removed")
})

test("[TRIGGER4] one nobody has a rule for is somebody's business, and holds nothing", async () => {
  const house = await House.open(withTriggers)
  const { engine } = house
  const id = await house.concertWith(90)
  accepted(await engine.raise({ class: "Rain", case: id }))
  const { exceptions, interventions, held } = (await engine.case(id)) ?? {}
  expect([exceptions?.map((each) => each.class), interventions?.map(({ text }) => text), held]).toEqual([
    ["Rain"],
    ["Rain at concert"],
    false,
  ])
  expect((await engine.completeItem(asItemId(`${id}.i2`))).ok).toBe(true)
})

test("[TRIGGER5] a trigger may be raised by its title", async () => {
  const house = await House.open(withTriggers)
  const { engine } = house
  const id = await house.concertWith(0)
  accepted(await engine.raise({ class: "The band has broken up", case: id, with: { why: "music" } }))
  expect((await engine.case(id))?.state).toBe("removed")
})

test("[TRIGGER6] a plain event nobody waits for is accepted and does nothing but being remembered", async () => {
  const house = await House.open(withTriggers)
  const { engine } = house
  const id = await house.concertWith(90)
  const before = await engine.case(id)
  const events = accepted(await engine.raise({ class: "applause", case: id, with: { loud: true } }))
  expect(events).toEqual([
    { type: "EventRaised", name: "applause", case: id, at: "concert", parameters: { loud: true }, depth: 0 },
  ])
  const revision = (before?.revision ?? 0) + 1
  expect(await engine.case(id)).toEqual({
    ...before,
    revision,
    items: before?.items.map((item) => ({ ...item, revision })),
  })
})

test("[TRIGGER7] a handler for all exceptions hides none of them, and what an arc or a pattern would do is told", async () => {
  const { engine } = await House.open(`
process: buying
flow:
  - activity: search
    do: [ { task: find, pattern: repeatable, on: { NotFound: tell } } ]
    aside: [ { task: tell } ]
  - { task: pay, involvement: manual }
---
exceptions:
  NotFound: { is: ItemTrigger }
  PcFailure: { is: ItemTrigger }
  Theft: { is: ItemTrigger }
exlets: { look: [ { notify: ann, text: look } ] }
mandatory:
  r1: { on: PcFailure, at: everywhere, then: look }
  r2: { on: Exception, at: buying/pay, then: look }
rules: [ { on: Theft, at: buying/pay, then: [ { skip: item } ] } ]
`)
  const { case: id } = accepted(await engine.start("buying"))
  const told = async (task: string) => {
    const [item] = await engine.items({ case: id, task, live: true })
    return (await engine.triggers({ item: item?.id ?? asItemId("") })).map((each) => [each.class, each.wouldRun])
  }
  expect(await told("find")).toEqual([
    ["NotFound", "go on at tell"],
    ["PcFailure", "do it again"],
  ])
  const [find] = await engine.items({ case: id, task: "find" })
  if (find) accepted(await engine.completeItem(find.id))
  expect(await told("pay")).toEqual([
    ["NotFound", undefined],
    ["PcFailure", undefined],
    ["Theft", undefined],
  ])
})

test("[TRIGGER8] plain events that rules of a case wait for are among its triggers, and no others", async () => {
  const { engine } = await House.open(`
process: parcel
data: { weight: { type: number, default: 1 } }
flow: [ { task: pack } ]
---
process: call
flow: [ { task: phone } ]
---
patterns: { twice: { sequence: [new_address, new_address], within: P1D } }
exlets: { ask: [ { start: call } ] }
rules:
  - { on: new_address, at: parcel, tree: [ { if: weight > 5, then: ask } ] }
  - { on: twice, at: parcel, then: ask }
  - { on: done(pack), at: parcel, then: ask }
  - { on: hung_up, at: call, then: ask }`)
  const { case: id } = accepted(await engine.start("parcel"))
  const address = {
    class: "new_address",
    title: "new_address",
    level: "case",
    parameters: { fields: [] },
    isEvent: true,
  }
  expect(await engine.triggers({ case: id })).toEqual([address])
  accepted(await engine.setData(id, { weight: 9 }))
  expect(await engine.triggers({ case: id })).toEqual([{ ...address, wouldRun: "ask" }])
  expect(await engine.triggers({ item: asItemId(`${id}.i1`) })).toEqual([])
})
