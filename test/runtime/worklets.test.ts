import { describe, expect, test } from "vitest"
import { accepted, asFamilyId, asItemId, type CaseId } from "../../src/main.ts"
import { asInterventionId } from "../../src/messages/ids.ts"
import { concert, House, lesson, refusal } from "./house.ts"
import { itemOf } from "./workplace.ts"

const plain = (lines: readonly string[]) => lines.map((line) => line.replace("2026-01-05T09:00:00Z ", ""))

test("[ONELOG1] one history of a family: parent, run and worklet by time, each record with its cause", async () => {
  const house = await House.open(concert)
  const id = await house.concertWith(60)
  const worklet = (await house.engine.cases({ process: "change-venue" }))[0]?.id ?? id
  accepted(
    await house.engine.completeItem(
      (await itemOf(house.engine, worklet, "book")).id,
      { venue: "hall", seating: 70 },
      { by: "eve", reason: "by phone" },
    ),
  )
  expect(plain(await house.engine.log(asFamilyId(id)))).toEqual([
    '#1 CaseStarted concert v1 case1 {"seating":100,"sold":0,"venue":"stadium"} ← StartCase by administrator',
    "#2 ItemEnabled sell i1 ← #1",
    "#3 ItemStarted sell i1 by administrator ← CompleteItem by administrator",
    '#4 ItemCompleted sell i1 {"sold":60} ← CompleteItem by administrator',
    "#5 ItemEnabled show i2 ← #4",
    "#6 DecisionMade itemPre at show: move (itemPre concert/show v1: 1) ← #5",
    "#7 RunStarted move r7 for itemPre at show ← #6",
    "#8 HoldPlaced show i2: move at show ← #7",
    "#9 StepTaken r7 step 1 ← #7",
    '#10 CaseStarted change-venue v1 case1.c4 {"seating":100,"venue":"stadium"} ← #7',
    "#11 StepTaken r7 step 2 ← #7",
    "#12 ItemEnabled book i5 ← #10",
    "#13 ItemStarted book i5 by eve ← CompleteItem by eve (by phone)",
    '#14 ItemCompleted book i5 {"venue":"hall","seating":70} ← CompleteItem by eve (by phone)',
    "#15 CaseCompleted case1.c4 ← #14",
    '#16 DataWritten {"seating":70,"venue":"hall"} ← #15',
    "#17 HoldLifted h3 ← #7",
    "#18 StepTaken r7 step 3 ← #7",
    "#19 RunEnded r7 completed ← #7",
  ])
})

test("[ONELOG2] the same history by cause: each record stands under the one it came from", async () => {
  const house = await House.open(concert)
  const id = await house.concertWith(60)
  const worklet = (await house.engine.cases({ process: "change-venue" }))[0]?.id ?? id
  await house.complete(worklet, "book", { venue: "hall", seating: 70 })
  const lines = await house.engine.log(asFamilyId(id), "cause")
  const sketched = lines.map((line) => {
    const [, indent = "", number, type] = /^(\s*)#(\d+) \S+ (\w+)/.exec(line) ?? []
    return `${indent}${number} ${type}`
  })
  expect(sketched).toEqual([
    "1 CaseStarted",
    "  2 ItemEnabled",
    "3 ItemStarted",
    "4 ItemCompleted",
    "  5 ItemEnabled",
    "    6 DecisionMade",
    "      7 RunStarted",
    "        8 HoldPlaced",
    "        9 StepTaken",
    "        10 CaseStarted",
    "          12 ItemEnabled",
    "        11 StepTaken",
    "        17 HoldLifted",
    "        18 StepTaken",
    "        19 RunEnded",
    "13 ItemStarted",
    "14 ItemCompleted",
    "  15 CaseCompleted",
    "    16 DataWritten",
  ])
  expect(lines.map((line) => line.trim()).toSorted()).toEqual((await house.engine.log(asFamilyId(id))).toSorted())
})

describe("a worklet", () => {
  test("[WLET1] is a case of the family with a parent, found among the others", async () => {
    const house = await House.open(concert)
    const id = await house.concertWith(60)
    const rows = await house.engine.cases({ family: asFamilyId(id) })
    expect(rows.map((row) => [row.id, row.process, row.parent, row.state, row.held])).toEqual([
      ["case1", "concert", undefined, "running", false],
      ["case1.c4", "change-venue", "case1", "running", false],
    ])
    const { runs } = (await house.engine.case(id)) ?? {}
    expect(runs).toEqual([
      {
        id: "case1.r7",
        exlet: "move",
        steps: [
          { do: "suspend", target: "item" },
          { do: "compensate", worklets: [{ worklet: "change-venue" }] },
          { do: "continue", target: "item" },
        ],
        case: "case1",
        item: "case1.i2",
        at: "show",
        on: "itemPre",
        parameters: {},
        by: "engine",
        depth: 1,
        solves: true,
        startedAt: Date.parse("2026-01-05T09:00:00Z"),
        position: 2,
        worklets: ["case1.c4"],
        waitsFor: ["case1.c4"],
      },
    ])
  })

  test("[WLET2] is given by name or mapping and gives back by mapping, checked against the parent's types", async () => {
    const house = await House.open(`
process: order
data: { amount: { type: integer, default: 10 }, note: { type: string, default: "" } }
flow: [ { task: pack }, { task: send } ]
---
process: weigh
data: { load: { type: integer, required: true }, grams: number, said: any }
flow: [ { task: scale } ]
---
exlets:
  check: [ { compensate: { worklet: weigh, with: { load: amount * 2 }, into: { amount: grams / 2, note: said } } } ]
rules: [ { on: itemPre, at: order/pack, then: check } ]
`)
    const { engine } = house
    const outcome = async (data: { grams: number; said: string | number }) => {
      const id = await house.start("order")
      const worklet = (await engine.cases({ family: asFamilyId(id), process: "weigh" }))[0]?.id ?? id
      expect((await engine.case(worklet))?.data).toEqual({ load: 20 })
      await house.complete(worklet, "scale", data)
      const view = await engine.case(id)
      return {
        data: view?.data,
        exceptions: view?.exceptions.map((each) => [each.class, each.at, each.parameters]),
        held: view?.items.map(({ held }) => held),
      }
    }
    expect(await outcome({ grams: 8, said: "fine" })).toEqual({
      data: { amount: 4, note: "fine" },
      exceptions: [],
      held: [false],
    })
    expect(await outcome({ grams: 5, said: 7 })).toEqual({
      data: { amount: 10, note: "" },
      exceptions: [
        [
          "ConstraintViolation",
          "pack",
          {
            worklet: "weigh",
            message: "amount: amount must be a whole number, not 2.5.; note: note must be text, not 7.",
          },
        ],
      ],
      held: [true],
    })
  })

  test("[WLET3] that is removed is an exception of its run, not a hang", async () => {
    const house = await House.open(concert)
    const { engine } = house
    const id = await house.concertWith(60)
    const worklet = (await engine.cases({ process: "change-venue" }))[0]?.id ?? id
    accepted(await engine.removeCase(worklet))
    const { exceptions, runs, interventions } = (await engine.case(id)) ?? {}
    expect([exceptions?.map((each) => [each.class, each.parameters]), runs, interventions?.length]).toEqual([
      [["HandlerFailed", { exlet: "move", on: "itemPre", message: "the worklet change-venue was removed" }]],
      [],
      1,
    ])
    expect(refusal(await engine.startItem(asItemId(`${id}.i2`))).code).toBe("ITEM_HELD")
    accepted(await engine.answer(interventions?.[0]?.id ?? asInterventionId(""), "dismiss"))
    expect((await engine.startItem(asItemId(`${id}.i2`))).ok).toBe(true)
  })

  test("[WLET4] picked for an item gives it its result; replaced after a rule was learnt, what it wrote can be undone", async () => {
    const house = await House.open(`
process: visit
data: { ill: { type: string, default: flu }, cost: { type: integer, default: 0 } }
flow: [ { task: treat, select: true }, { task: bill } ]
---
process: treat-flu
data: { cost: integer }
result: '"tea"'
flow: [ { task: tea } ]
---
process: treat-any
data: { cost: integer }
flow: [ { task: look } ]
---
rules: [ { on: select, at: visit/treat, then: treat-any } ]
`)
    const { engine } = house
    const id = await house.start("visit")
    const { id: item } = await itemOf(engine, id, "treat")
    const about = { on: "select", at: "visit/treat", replace: true }
    accepted(await engine.learn(lesson('ill == "flu"', "treat-flu", { case: id, item }, about)))
    const rows = await engine.cases({ family: asFamilyId(id) })
    expect(rows.map(({ process, state }) => [process, state])).toEqual([
      ["visit", "running"],
      ["treat-any", "removed"],
      ["treat-flu", "running"],
    ])
    const flu = rows.find(({ process }) => process === "treat-flu")?.id ?? id
    await house.complete(flu, "tea", { cost: 5 })
    const { data, items } = (await engine.case(id)) ?? {}
    expect([data?.cost, items?.map(({ task, status, result }) => [task, status, result])]).toEqual([
      5,
      [
        ["treat", "completed", "tea"],
        ["bill", "enabled", undefined],
      ],
    ])
  })
})

describe("a crash between any two steps", () => {
  /** Everything that can happen to one show: a venue that is changed, one who asks, a report and what was taught. */
  const bundle = `${concert}
  - on: itemPost
    at: concert/show
    then: [ { suspend: case }, { compensate: [ change-venue, tidy ] }, { ask: 'Clean?', choices: [yes, no] }, { continue: case } ]
---
process: tidy
flow: [ { task: sweep }, { task: mop } ]
---
rules:
  - { on: itemPre, at: tidy/mop, then: [ { suspend: ancestors }, { compensate: change-venue }, { continue: ancestors } ] }
`

  async function tell(isCrashing: boolean) {
    const house = await House.open(bundle)
    const next = async () => {
      await house.engine.idle()
      if (isCrashing) await house.crash()
    }
    const id = await house.start("concert")
    const open = async (process: string, task: string): Promise<CaseId> => {
      const rows = await house.engine.items({ family: asFamilyId(id), task, live: true })
      return rows.find((row) => row.process === process)?.case ?? id
    }
    const doing = async (process: string, task: string, data = {}) => {
      await house.complete(await open(process, task), task, data)
      await next()
    }
    await next()
    await doing("concert", "sell", { sold: 60 })
    await doing("change-venue", "book", { venue: "hall", seating: 70 })
    await doing("concert", "show")
    await doing("tidy", "sweep")
    for (const { id: worklet } of await house.engine.cases({ process: "change-venue", state: "running" })) {
      await house.complete(worklet, "book", { venue: "pub" })
      await next()
    }
    await doing("tidy", "mop")
    const [question] = await house.engine.interventions()
    accepted(await house.engine.answer(question?.id ?? asInterventionId(""), { do: "confirm", answer: "yes" }))
    await next()
    accepted(await house.engine.report({ case: id, title: "Fog" }))
    await next()
    const [report] = await house.engine.interventions()
    accepted(
      await house.engine.answer(report?.id ?? asInterventionId(""), {
        do: "teach",
        then: [{ set: { venue: '"nowhere"' } }],
      }),
    )
    await next()
    await doing("concert", "settle")
    return {
      log: await house.engine.log(asFamilyId(id)),
      cases: await house.engine.cases(),
      items: await house.engine.items(),
      interventions: await house.engine.interventions({ open: false }),
      trees: house.engine.trees().toSorted((one, other) => (one.key < other.key ? -1 : 1)),
      view: await house.engine.case(id),
    }
  }

  test("[DUR4] changes nothing: the same log, rows and trees", async () => {
    const [calm, crashing] = [await tell(false), await tell(true)]
    expect(crashing).toEqual(calm)
    expect([calm.view?.state, calm.view?.data]).toEqual(["completed", { seating: 70, sold: 60, venue: "nowhere" }])
  })
})

test("[ALONE1] with checks off nothing is checked and nothing handled; exceptions are still raised and hold", async () => {
  const house = await House.open(concert.replace("{ task: show }", "{ task: show, deadline: P1D }"), { checks: false })
  const { engine } = house
  const id = await house.concertWith(10)
  await house.clock.advance("P2D")
  const { exceptions, interventions, runs, items } = (await engine.case(id)) ?? {}
  expect([exceptions?.map((each) => each.class), interventions, runs, items?.at(-1)?.held]).toEqual([
    ["Timeout"],
    [],
    [],
    false,
  ])
  for (const task of ["show", "settle"]) await house.complete(id, task)
  expect((await engine.case(id))?.state).toBe("completed")
})

test("[INTER13] a run that fails where its item has ended holds nothing that has ended", async () => {
  const house = await House.open(`
process: p
flow: [ { task: a }, { task: b } ]
---
process: w
flow: [ { task: t } ]
---
rules: [ { on: itemPre, at: p/a, then: [ { compensate: w } ] } ]
`)
  const id = await house.start("p")
  await house.complete(id, "a")
  const worklet = (await house.engine.cases({ process: "w" }))[0]?.id ?? id
  accepted(await house.engine.removeCase(worklet))
  expect((await house.engine.case(id))?.holds).toEqual([])
})

test("[INTER14] a run that has ended its own case and asks somebody gets its answer", async () => {
  const house = await House.open(`
process: p
flow: [ { task: a } ]
---
process: w
flow: [ { task: t } ]
---
exceptions: { Trouble: { is: CaseTrigger } }
rules:
  - { on: itemPre, at: p/a, then: [ { start: w } ] }
  - { on: Trouble, at: w, then: [ { suspend: ancestors }, { terminate: w }, { ask: 'Go on?' }, { continue: ancestors } ] }
`)
  const id = await house.start("p")
  const worklet = (await house.engine.cases({ process: "w" }))[0]?.id ?? id
  accepted(await house.engine.raise({ class: "Trouble", case: worklet }))
  const [question] = await house.engine.interventions()
  expect([question?.text, (await house.engine.case(id))?.held]).toEqual(["Go on?", true])
  accepted(await house.engine.answer(question?.id ?? asInterventionId(""), { do: "confirm" }))
  expect((await house.engine.case(id))?.held).toBe(false)
})

test("[INTER15] what a failed run held above its case is let go when that case is removed", async () => {
  const house = await House.open(`
process: p
flow: [ { task: a } ]
---
process: w
flow: [ { task: t } ]
---
process: help
flow: [ { task: h } ]
---
exceptions: { Trouble: { is: CaseTrigger } }
rules:
  - { on: itemPre, at: p/a, then: [ { start: w } ] }
  - { on: Trouble, at: w, then: [ { suspend: ancestors }, { compensate: help }, { continue: ancestors } ] }
`)
  const { engine } = house
  const id = await house.start("p")
  const worklet = (await engine.cases({ process: "w" }))[0]?.id ?? id
  accepted(await engine.raise({ class: "Trouble", case: worklet }))
  accepted(await engine.removeCase((await engine.cases({ process: "help" }))[0]?.id ?? id))
  expect((await engine.case(id))?.held).toBe(true)
  accepted(await engine.removeCase(worklet))
  expect([(await engine.case(id))?.holds, await engine.interventions()]).toEqual([[], []])
})

test("[INTER16] a case whose last check failed ends when that is dismissed", async () => {
  const house = await House.open(`
process: p
flow: [ { task: a } ]
---
process: w
flow: [ { task: t } ]
---
rules: [ { on: casePost, at: p, then: [ { compensate: w } ] } ]
`)
  const { engine } = house
  const id = await house.start("p")
  await house.complete(id, "a")
  accepted(await engine.removeCase((await engine.cases({ process: "w" }))[0]?.id ?? id))
  const [failed] = await engine.interventions()
  expect([(await engine.case(id))?.state, failed?.class]).toEqual(["running", "HandlerFailed"])
  accepted(await engine.answer(failed?.id ?? asInterventionId(""), "dismiss"))
  expect((await engine.case(id))?.state).toBe("completed")
})
