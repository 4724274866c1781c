import { describe, expect, test } from "vitest"
import { accepted, asFamilyId, asItemId } from "../../src/main.ts"
import { asInterventionId } from "../../src/messages/ids.ts"
import { concert, House, lesson, refusal } from "./house.ts"
import { itemOf } from "./workplace.ts"

const opened = Date.parse("2026-01-05T09:00:00Z")

describe("the unforeseen", () => {
  test("[INTER1] a report holds the case at once, and somebody is asked", async () => {
    const house = await House.open(concert)
    const { engine } = house
    const id = await house.concertWith(90)
    accepted(await engine.report({ case: id, title: "Roof damaged", text: "a hole" }, { by: "eve" }))
    const { held, exceptions, interventions } = (await engine.case(id)) ?? {}
    expect({ held, exceptions: exceptions?.map(({ class: name, parameters }) => [name, parameters]) }).toEqual({
      held: true,
      exceptions: [["Unforeseen", { title: "Roof damaged", text: "a hole" }]],
    })
    const row = {
      id: "case1.q9",
      family: "case1",
      case: "case1",
      process: "concert",
      at: "concert",
      class: "Unforeseen",
      text: "Unforeseen at concert: Roof damaged",
      to: "administrator",
      openedAt: opened,
      dueAt: opened + 86_400_000,
      open: true,
    }
    expect([await engine.interventions(), interventions]).toEqual([
      [row],
      [
        {
          id: row.id,
          case: id,
          at: "concert",
          class: "Unforeseen",
          exception: exceptions?.[0]?.id,
          text: row.text,
          to: row.to,
          within: "P1D",
          openedAt: opened,
          dueAt: row.dueAt,
        },
      ],
    ])
    expect(refusal(await engine.startItem(asItemId(`${id}.i2`))).code).toBe("ITEM_HELD")
  })

  test("[INTER2] a taught answer is carried out, is a rule from then on, and a trigger the next case knows", async () => {
    const house = await House.open(concert)
    const id = await house.concertWith(90)
    accepted(await house.engine.report({ case: id, title: "Roof damaged" }))
    const [open] = await house.engine.interventions()
    const taught = await house.engine.answer(
      open?.id ?? asInterventionId(""),
      { do: "teach", then: "cancel" },
      { by: "eve", reason: "no roof, no show" },
    )
    accepted(taught)
    expect([(await house.engine.case(id))?.state, await house.engine.interventions()]).toEqual(["removed", []])
    const changes = await house.engine.treeChanges("Unforeseen concert")
    expect(changes.map(({ version, by, reason }) => [version, by, reason])).toEqual([[1, "eve", "no roof, no show"]])
    expect(house.engine.tree("Unforeseen concert")?.tree).toEqual([
      { if: 'event.title == "Roof damaged"', then: "cancel" },
    ])

    await house.crash()
    const [next, third] = [await house.concertWith(91), await house.concertWith(92)]
    expect(await house.engine.triggers({ case: next })).toEqual([
      {
        class: "roof-damaged",
        title: "Roof damaged",
        level: "case",
        parameters: {
          fields: [
            {
              name: "title",
              title: "Title",
              type: "string",
              required: false,
              readOnly: false,
              default: "Roof damaged",
            },
            { name: "text", title: "Text", type: "string", required: false, readOnly: false, default: "" },
          ],
        },
        wouldRun: "cancel",
      },
    ])
    accepted(await house.engine.raise({ class: "roof-damaged", case: next }))
    accepted(await house.engine.report({ case: third, title: "Roof damaged" }))
    expect([(await house.engine.case(next))?.state, (await house.engine.case(third))?.state]).toEqual([
      "removed",
      "removed",
    ])
  })

  test("[INTER3] another report is not what was taught, and waits for its own answer", async () => {
    const house = await House.open(concert)
    const id = await house.concertWith(90)
    accepted(await house.engine.report({ case: id, title: "Roof damaged" }))
    const [open] = await house.engine.interventions()
    accepted(await house.engine.answer(open?.id ?? asInterventionId(""), { do: "teach", then: "cancel" }))
    const next = await house.concertWith(90)
    accepted(await house.engine.report({ case: next, title: "Door stuck" }))
    expect((await house.engine.interventions()).map(({ text }) => text)).toEqual(["Unforeseen at concert: Door stuck"])
  })
})

describe("answers", () => {
  /** A show that is late. */
  async function aLateShow(): Promise<{ house: House; id: string & never }> {
    const house = await House.open(concert.replace("{ task: show }", "{ task: show, deadline: P1D }"))
    const id = await house.concertWith(90)
    await house.clock.advance("P2D")
    return { house, id: id as never }
  }
  const firstOf = async (house: House) => (await house.engine.interventions())[0]?.id ?? asInterventionId("none")

  test("[INTER4] an answer that cannot be is refused, changes nothing, and the intervention stays open", async () => {
    const { house } = await aLateShow()
    const { engine } = house
    const intervention = await firstOf(house)
    const before = await engine.lastPosition()
    const codes: string[] = []
    for (const answer of [
      "sing",
      { do: "run" },
      { do: "run", exlet: "nosuch" },
      { do: "run", steps: [{ suspend: "itm" }] },
      { do: "reassign" },
      { do: "remove", target: "world" },
      { do: "confirm", answer: "yes" },
      { do: "set" },
      { do: "set", data: { sold: "many" } },
      { do: "teach" },
      { do: "teach", then: "nosuch" },
      { do: "dismiss", data: [1] },
    ])
      codes.push(refusal(await engine.answer(intervention, answer)).code)
    expect(codes).toEqual([
      "ANSWER_NOT_POSSIBLE",
      "ANSWER_NOT_POSSIBLE",
      "EXLET_NOT_FOUND",
      "DEFINITION_INVALID",
      "ANSWER_NOT_POSSIBLE",
      "ANSWER_NOT_POSSIBLE",
      "ANSWER_NOT_POSSIBLE",
      "ANSWER_NOT_POSSIBLE",
      "DATA_INVALID",
      "ANSWER_NOT_POSSIBLE",
      "EXLET_NOT_FOUND",
      "ANSWER_NOT_POSSIBLE",
    ])
    expect([await engine.lastPosition(), (await engine.interventions()).length]).toEqual([before, 1])
    expect(refusal(await engine.answer(asInterventionId("case1.q999"), "dismiss")).code).toBe("INTERVENTION_NOT_OPEN")
  })

  test("[INTER10] a taught answer that is refused has taught nothing", async () => {
    const { house } = await aLateShow()
    const answer = { do: "teach", then: "cancel", data: { sold: "many" } }
    expect(refusal(await house.engine.answer(await firstOf(house), answer)).code).toBe("DATA_INVALID")
    expect(house.engine.trees().map(({ key }) => key)).toEqual(["itemPre concert/show"])
  })

  test("[INTER5] what is answered is recorded with who and why, and is no longer open", async () => {
    const { house, id } = await aLateShow()
    const { engine } = house
    const intervention = await firstOf(house)
    accepted(await engine.answer(intervention, { do: "dismiss", data: { sold: 91 } }, { by: "eve", reason: "fine" }))
    const { exceptions, data, items } = (await engine.case(id)) ?? {}
    expect([exceptions, data?.sold, items?.at(-1)?.status]).toEqual([[], 91, "enabled"])
    expect((await engine.interventions({ open: false })).map(({ open }) => open)).toEqual([false])
    const last = (await engine.entries({ family: asFamilyId(id) })).at(-1)
    expect([last?.by, last?.reason, last?.command]).toEqual(["eve", "fine", "AnswerIntervention"])
    expect(refusal(await engine.answer(intervention, "dismiss")).code).toBe("INTERVENTION_NOT_OPEN")
  })

  test("[INTER6] steps written for this once are run, and are in no repertoire afterwards", async () => {
    const { house, id } = await aLateShow()
    const { engine } = house
    const before = engine.exlets()
    const steps = [{ set: { venue: '"hall"' } }, { notify: "ann", text: "{{venue}}" }]
    accepted(await engine.answer(await firstOf(house), { do: "run", steps }, { by: "eve" }))
    const { data, exceptions, interventions } = (await engine.case(id)) ?? {}
    expect([data?.venue, exceptions, interventions, engine.exlets()]).toEqual(["hall", [], [], before])
  })

  test("[INTER7] a rule learnt meanwhile answers when the case is asked about again", async () => {
    const { house, id } = await aLateShow()
    const { engine } = house
    const { id: item } = await itemOf(engine, id, "show")
    const about = { on: "timeout", at: "concert/show" }
    accepted(await engine.learn(lesson("sold == 90", "cancel", { case: id, item }, about)))
    expect((await engine.interventions()).length).toBe(1)
    accepted(await engine.recheck({ case: id }))
    expect([(await engine.case(id))?.state, await engine.interventions()]).toEqual(["removed", []])
  })

  test("[INTER8] a run's question waits for one of its choices and writes the answer", async () => {
    const house = await House.open(`${concert}
  - on: itemPost
    at: concert/sell
    then: [ { ask: 'Where?', to: bob, choices: [hall, pub], into: venue } ]
`)
    const id = await house.start("concert")
    await house.complete(id, "sell", { sold: 90 })
    await house.crash()
    const [open] = await house.engine.interventions()
    expect([open?.text, open?.to, (await house.engine.case(id))?.runs.length]).toEqual(["Where?", "bob", 1])
    const intervention = open?.id ?? asInterventionId("")
    expect(refusal(await house.engine.answer(intervention, { do: "confirm", answer: "roof" })).code).toBe(
      "ANSWER_NOT_POSSIBLE",
    )
    accepted(await house.engine.answer(intervention, { do: "confirm", answer: "pub" }))
    const { data, runs, interventions } = (await house.engine.case(id)) ?? {}
    expect([data?.venue, runs, interventions]).toEqual(["pub", [], []])
  })
})

describe("nobody there", () => {
  const order = "process: order\nflow: [ { program: charge, worker: charge-card } ]"

  test("[INTER9] a program's item nobody does within the grace is an exception, answered by the worker's coming", async () => {
    const house = await House.open(order, { workerGrace: 60_000 })
    const { engine, clock } = house
    const id = await house.start("order")
    await clock.advance("PT59S")
    expect((await engine.case(id))?.exceptions).toEqual([])
    await clock.advance("PT1S")
    const { exceptions, interventions, items } = (await engine.case(id)) ?? {}
    expect([
      exceptions?.map((each) => [each.class, each.parameters.worker]),
      interventions?.map((each) => each.class),
      items?.map(({ status, held }) => [status, held]),
    ]).toEqual([[["ResourceUnavailable", "charge-card"]], ["ResourceUnavailable"], [["enabled", true]]])
    engine.worker("other", async () => ({}))
    await engine.idle()
    expect((await engine.interventions()).length).toBe(1)
    engine.worker("charge-card", async () => ({}))
    await engine.idle()
    await engine.idle()
    expect([(await engine.case(id))?.state, await engine.interventions()]).toEqual(["completed", []])
  })

  test("[INTER9] a worker that comes in time is no exception, also after the engine was away", async () => {
    const house = await House.open(order, { workerGrace: 60_000 })
    const id = await house.start("order")
    await house.clock.advance("PT30S")
    await house.crash()
    house.engine.worker("charge-card", async () => ({}))
    await house.clock.advance("PT60S")
    const entries = await house.engine.entries({ family: asFamilyId(id) })
    const types = entries.flatMap(({ events }) => events.map(({ type }) => type as string))
    expect([(await house.engine.case(id))?.state, types.includes("ExceptionRaised")]).toEqual(["completed", false])
  })
})

test("[INTER11] a deadlock is somebody's business, whatever rules there are", async () => {
  const house = await House.open(`
process: p
flow: [ { parallel: both, branches: [ [ { task: a } ], [ { task: b } ] ] }, { task: c } ]
---
rules: [ { on: timeout, at: everywhere, then: nothing } ]
`)
  const id = await house.start("p")
  accepted(await house.engine.removeItem((await itemOf(house.engine, id, "a")).id))
  await house.complete(id, "b")
  const { exceptions, interventions } = (await house.engine.case(id)) ?? {}
  expect([exceptions?.map((each) => each.class), interventions?.map((each) => each.class)]).toEqual([
    ["Deadlock"],
    ["Deadlock"],
  ])
})

test("[INTER12] dismissing the question of a run leaves no exception behind that nobody is asked about", async () => {
  const house = await House.open(`
process: p
flow: [ { task: a } ]
---
rules: [ { on: itemAbort, at: p/a, then: [ { ask: 'Again?' }, { retry: item } ] } ]
`)
  const id = await house.start("p")
  const { id: item } = await itemOf(house.engine, id, "a")
  accepted(await house.engine.raise({ class: "ItemAbort", case: id, item }))
  const [question] = await house.engine.interventions()
  accepted(await house.engine.answer(question?.id ?? asInterventionId(""), "dismiss"))
  const { exceptions = [], interventions = [] } = (await house.engine.case(id)) ?? {}
  expect(interventions.map(({ exception }) => exception)).toEqual(exceptions.map((each) => each.id))
})
