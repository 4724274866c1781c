import { describe, expect, onTestFinished, test } from "vitest"
import {
  accepted,
  asInterventionId,
  type CaseId,
  type InterventionId,
  openEngine,
  openMemoryStore,
  type Store,
  VirtualClock,
} from "../../src/main.ts"
import { House, refusal } from "./house.ts"
import { itemOf } from "./workplace.ts"

const start = Date.parse("2026-01-05T09:00:00Z")
const hour = 3_600_000

const bundle = `
process: claim
owner: dan
answerWithin: PT4H
data: { amount: { type: integer, default: 10 } }
flow: [ { task: read }, { task: decide, answerWithin: P2D, owner: clerk } ]
---
process: memo
flow: [ { task: write } ]
---
exlets:
  close: [ { remove: case } ]
  again: [ { retry: item } ]
exceptions: { Fire: { is: CaseTrigger }, BigFire: { is: Fire } }
organisation:
  roles: { clerk: {} }
  units: { house: { manager: ann }, desk: { in: house, manager: cleo } }
  agents: { ann: { unit: house }, cleo: { unit: desk }, dan: { unit: desk, roles: [clerk] } }
`

async function broken(house: House, process: string, task: string): Promise<CaseId> {
  const id = await house.start(process)
  if (task === "decide") await house.complete(id, "read")
  const { id: item } = await itemOf(house.engine, id, task)
  accepted(await house.engine.raise({ class: "ItemAbort", case: id, item }))
  return id
}

const firstOf = async (house: House, id: CaseId): Promise<InterventionId> =>
  (await house.engine.interventions({ case: id }))[0]?.id ?? asInterventionId("none")

describe("who has to answer", () => {
  test("[PERSON8] sees what is with him, his roles and the units he manages, what is due first before the rest", async () => {
    const house = await House.open(bundle)
    const { engine } = house
    const [slow, quick, other] = [
      await broken(house, "claim", "decide"),
      await broken(house, "claim", "read"),
      await broken(house, "memo", "write"),
    ]
    const seenBy = async (to: string) => (await engine.interventions({ to })).map((row) => row.case)
    expect([await seenBy("dan"), await seenBy("clerk"), await seenBy("cleo"), await seenBy("administrator")]).toEqual([
      [quick, slow],
      [slow],
      [],
      [other],
    ])
    accepted(await engine.assignIntervention(await firstOf(house, other), "desk"))
    expect(await seenBy("cleo")).toEqual([other])
    await house.clock.advance("PT5H")
    const rows = await engine.interventions({ overdue: true })
    expect(rows).toEqual([])
    expect((await engine.interventions()).map(({ to, dueAt }) => [to, ((dueAt ?? 0) - start) / hour])).toEqual([
      ["cleo", 8],
      ["desk", 24],
      ["clerk", 48],
    ])
    expect((await engine.interventions({ class: "ItemAbort", process: "memo" })).map((row) => row.case)).toEqual([
      other,
    ])
  })

  test("[PERSON5] with an administrator it stays, overdue", async () => {
    const house = await House.open(bundle)
    const id = await broken(house, "memo", "write")
    await house.clock.advance("P3D")
    const [row] = await house.engine.interventions({ overdue: true })
    expect([row?.case, row?.to, row?.dueAt]).toEqual([id, "administrator", start + 24 * hour])
  })

  test("[PERSON6] somebody else can be given it, who has all the time there is if it was overdue", async () => {
    const house = await House.open(bundle)
    const { engine, clock } = house
    const id = await firstOf(house, await broken(house, "claim", "read"))
    expect(refusal(await engine.assignIntervention(id, "nobody")).code).toBe("AGENT_NOT_FOUND")
    await clock.advance("PT1H")
    accepted(await engine.assignIntervention(id, "ann", { by: "dan" }))
    const dueAt = async () => ((await engine.intervention(id))?.dueAt ?? 0) - start
    expect([(await engine.intervention(id))?.to, await dueAt()]).toEqual(["ann", 4 * hour])
    await clock.advance("PT3H")
    expect([(await engine.intervention(id))?.to, await dueAt()]).toEqual(["administrator", 8 * hour])
    await clock.advance("PT5H")
    accepted(await engine.assignIntervention(id, "dan"))
    expect(await dueAt()).toBe(13 * hour)
    await house.crash()
    await clock.advance("PT4H")
    expect((await house.engine.intervention(id))?.to).toBe("cleo")
    expect(refusal(await house.engine.assignIntervention(asInterventionId("case1.q99"), "dan")).code).toBe(
      "INTERVENTION_NOT_OPEN",
    )
  })

  test("[PERSON6] who may not answer it is not given it", async () => {
    const rights = "  permissions: { cleo: [intervene], dan: [see], ann: [administer] }\n"
    const house = await House.open(`${bundle}${rights}`)
    const { engine } = house
    const of = accepted(await engine.start("claim", { by: "ann" })).case
    accepted(await engine.raise({ class: "Fire", case: of }))
    const id = await firstOf(house, of)
    const refusals = [
      refusal(await engine.assignIntervention(id, "dan", { by: "cleo" })),
      refusal(await engine.assignIntervention(id, "dan", { by: "dan" })),
    ]
    expect(refusals.map(({ code, message }) => [code, message])).toEqual([
      ["NOT_PERMITTED", "dan may not intervene in claim: nothing that dan is may intervene"],
      ["NOT_PERMITTED", "dan may not intervene in claim: nothing that dan is may intervene"],
    ])
    accepted(await engine.assignIntervention(id, "cleo", { by: "ann" }))
    expect((await engine.intervention(id))?.to).toBe("cleo")
  })

  test("[PERSON7] when it is due can be said by hand, in the future", async () => {
    const house = await House.open(bundle)
    const { engine, clock } = house
    const id = await firstOf(house, await broken(house, "claim", "read"))
    accepted(await engine.postpone(id, "2026-01-07T09:00:00Z"))
    await clock.advance("P1D")
    expect((await engine.intervention(id))?.to).toBe("dan")
    await clock.advance("P1D")
    expect((await engine.intervention(id))?.to).toBe("cleo")
    const refusals = []
    for (const dueAt of ["2026-01-01T00:00:00Z", clock.now(), "soon", 8_640_000_000_000_001, 1.5])
      refusals.push(refusal(await engine.postpone(id, dueAt)))
    expect(refusals.map(({ code, message }) => [code, message])).toEqual([
      ["DATA_INVALID", "an answer cannot be due in the past"],
      ["DATA_INVALID", "an answer cannot be due in the past"],
      ["DATA_INVALID", '"soon" is no moment'],
      ["DATA_INVALID", "8640000000000001 is no moment"],
      ["DATA_INVALID", "1.5 is no moment"],
    ])
  })
})

describe("what an intervention shows", () => {
  test("[PERSON13] which answers are possible here, with what, and why others are not", async () => {
    const house = await House.open(bundle)
    const id = await broken(house, "claim", "decide")
    const answersTo = async (of: CaseId) => (await house.engine.intervention(await firstOf(house, of)))?.answers ?? []
    const atItem = await answersTo(id)
    expect(atItem.map(({ do: word, isPossible }) => `${word}${isPossible ? "" : " not"}`)).toEqual([
      "confirm not",
      "run",
      "teach",
      "retry",
      "restart not",
      "skip",
      "jump",
      "rollback",
      "reassign",
      "needs",
      "wait not",
      "set",
      "propagate",
      "remove",
      "dismiss",
    ])
    expect(atItem.find(({ do: word }) => word === "rollback")?.takes).toEqual([
      { name: "to", isRequired: true, choices: ["read"] },
    ])
    const position = await house.engine.lastPosition()
    const fire = await house.start("claim")
    accepted(await house.engine.raise({ class: "Fire", case: fire }))
    const atCase = await answersTo(fire)
    expect(atCase.filter(({ isPossible }) => isPossible).map(({ do: word, takes }) => [word, takes])).toEqual([
      [
        "run",
        [
          { name: "exlet", isRequired: false, choices: ["close"] },
          { name: "steps", isRequired: false },
        ],
      ],
      [
        "teach",
        [
          { name: "then", isRequired: true, choices: ["close"] },
          { name: "if", isRequired: false },
        ],
      ],
      ["jump", [{ name: "to", isRequired: true, choices: ["read", "decide"] }]],
      ["set", [{ name: "data", isRequired: true }]],
      ["propagate", undefined],
      ["remove", [{ name: "target", isRequired: true, choices: ["case"] }]],
      ["dismiss", undefined],
    ])
    expect(atCase.find(({ do: word }) => word === "skip")?.why).toBe('"skip" needs an item, and this is about a case')
    expect(await house.engine.lastPosition()).toBe(position + 2)
  })

  test("[PERSON13] at an activity that has failed nothing is offered that would be refused", async () => {
    const house = await House.open(`
process: trip
data: { seats: { type: integer, default: 2 } }
flow:
  - task: plan
  - activity: travel
    do: [ { task: drive }, { task: park, pattern: critical } ]
  - task: report
exceptions: { Flat: { is: ItemTrigger } }
`)
    const { engine } = house
    const id = await house.start("trip")
    for (const task of ["plan", "drive"]) accepted(await engine.completeItem((await itemOf(engine, id, task)).id))
    accepted(await engine.raise({ class: "Flat", case: id, item: (await itemOf(engine, id, "park")).id }))
    const { answers = [], id: open } = (await engine.intervention(await firstOf(house, id))) ?? {}
    const taken = (word: string) => answers.find((each) => each.do === word)
    expect(["reassign", "needs", "rollback", "remove"].map(taken)).toEqual([
      { do: "reassign", isPossible: false, why: "nobody does this item: it is no work" },
      { do: "needs", isPossible: false, why: "nobody does this item: it is no work" },
      { do: "rollback", isPossible: true, takes: [{ name: "to", isRequired: true, choices: ["plan"] }] },
      { do: "remove", isPossible: true, takes: [{ name: "target", isRequired: false, choices: ["item", "case"] }] },
    ])
    for (const told of [...answers].filter(({ isPossible }) => isPossible)) {
      const [first] = told.takes ?? []
      const choice = first?.choices?.[0]
      if (first?.isRequired && choice === undefined) continue
      const answer = { do: told.do, ...(first && choice !== undefined && { [first.name]: choice }) }
      if (told.do !== "run" && open) accepted(await engine.answer(open, answer, { dryRun: true }))
    }
  })

  test("[PERSON19] what was done about the like, nearest and newest first, and how often it came back", async () => {
    const house = await House.open(bundle)
    const { engine, clock } = house
    const answered = async (process: string, task: string, answer: string | { do: string; exlet: string }) => {
      await clock.advance("PT1M")
      const id = await broken(house, process, task)
      accepted(await engine.answer(await firstOf(house, id), answer, { by: "cleo" }))
      return id
    }
    const skipped = await answered("claim", "read", "skip")
    const decided = await answered("claim", "decide", "skip")
    await answered("memo", "write", "skip")
    const again = await answered("claim", "read", { do: "run", exlet: "again" })
    const { id: item } = await itemOf(engine, again, "read")
    await clock.advance("PT1M")
    accepted(await engine.raise({ class: "ItemAbort", case: again, item }))
    const similar = (await engine.intervention(await firstOf(house, again)))?.similar
    expect(similar?.cases.map((each) => [each.case, each.at, each.answer.says, each.answer.by, each.state])).toEqual([
      [again, "read", "again", "cleo", "recurred"],
      [skipped, "read", "skip", "cleo", "resolved"],
      [decided, "decide", "skip", "cleo", "resolved"],
    ])
    expect(similar?.answers).toEqual([
      { stage: "person", says: "skip", count: 2, recurred: 0 },
      { stage: "person", says: "again", count: 1, recurred: 1 },
    ])
    expect(await engine.similar(await firstOf(house, again))).toEqual(similar)
    expect(await engine.similar(asInterventionId("case1.q77"))).toBeUndefined()
  })

  test("[PERSON19] by which rule it was handled, and what a broader class was answered with", async () => {
    const house = await House.open(`${bundle}
rules:
  - { on: Fire, at: claim, tree: [ { if: amount > 100, then: close } ] }`)
    const { engine } = house
    const big = await house.start("claim", { amount: 200 })
    accepted(await engine.raise({ class: "Fire", case: big }))
    const small = await house.start("claim")
    accepted(await engine.raise({ class: "BigFire", case: small }))
    const similar = await engine.similar(await firstOf(house, small))
    expect(similar?.cases.map((each) => [each.case, each.class, each.answer.stage, each.answer.says])).toEqual([
      [big, "Fire", "rules", "close"],
    ])
  })
})

describe("rules that come later", () => {
  const fires = async (house: House, ...amounts: readonly number[]) => {
    const cases: CaseId[] = []
    for (const amount of amounts) {
      const id = await house.start("claim", { amount })
      accepted(await house.engine.raise({ class: "Fire", case: id }))
      cases.push(id)
    }
    return cases
  }

  test("[PERSON20] a tree tells how many open interventions it would handle, and each of them says so", async () => {
    const house = await House.open(bundle)
    const { engine } = house
    const [one, two, three] = await fires(house, 50, 70, 5)
    const from = { case: one as CaseId }
    const learnt = accepted(await engine.learn({ on: "Fire", at: "claim", if: "amount > 20", then: "close", from }))
    expect(learnt).toEqual({ tree: "Fire claim", version: 1, node: 1 })
    expect(await engine.treeHandles(learnt.tree)).toEqual({ handles: 2 })
    const now = async (id: CaseId | undefined) => (await engine.intervention(await firstOf(house, id as CaseId)))?.now
    const said = { tree: "Fire claim", node: 1, says: "close" }
    expect([await now(one), await now(two), await now(three)]).toEqual([said, said, undefined])
  })

  test("[PERSON21] open interventions are looked at again when asked: what is handled now is closed, the rest stays", async () => {
    const house = await House.open(bundle)
    const { engine } = house
    const [one, two, three] = await fires(house, 50, 70, 5)
    const from = { case: one as CaseId }
    accepted(await engine.learn({ on: "Fire", at: "claim", if: "amount > 20", then: "close", from }))
    const position = await engine.lastPosition()
    const tried = accepted(await engine.reevaluate({ class: "Fire" }, { dryRun: true }))
    expect([tried.rows.map(({ case: id, now }) => [id, now?.says]), await engine.lastPosition()]).toEqual([
      [
        [one, "close"],
        [two, "close"],
        [three, undefined],
      ],
      position,
    ])
    const first = accepted(await engine.reevaluate({ process: "claim", limit: 1 }))
    expect([first.rows.map((row) => row.case), first.next === undefined]).toEqual([[one], false])
    const rest = accepted(await engine.reevaluate({ process: "claim", ...(first.next && { after: first.next }) }))
    expect([rest.rows.map((row) => [row.case, row.now?.says]), rest.next]).toEqual([
      [
        [two, "close"],
        [three, undefined],
      ],
      undefined,
    ])
    expect(await engine.lastPosition()).toBe(position + 2)
    expect((await engine.interventions()).map((row) => row.case)).toEqual([three])
    expect([(await engine.case(two as CaseId))?.state, (await engine.case(three as CaseId))?.state]).toEqual([
      "removed",
      "running",
    ])
  })

  test("[PERSON30] a rule that only tells handles nothing, and leaves the question as it is", async () => {
    const house = await House.open(bundle)
    const { engine } = house
    const [one] = await fires(house, 50)
    const from = { case: one as CaseId }
    const tell = [{ notify: "cleo", text: "Fire" }]
    const learnt = accepted(await engine.learn({ on: "Fire", at: "claim", if: "amount > 20", then: tell, from }))
    const before = await engine.interventions()
    const { rows } = accepted(await engine.reevaluate({ class: "Fire" }))
    expect([rows.map(({ now }) => now), await engine.interventions()]).toEqual([[undefined], before])
    expect(await engine.treeHandles(learnt.tree)).toEqual({ handles: 0 })
    expect((await engine.intervention(await firstOf(house, one as CaseId)))?.now).toBeUndefined()
  })

  test("[PERSON30] where people confirm what is done, they are asked anew with what is proposed now, and once", async () => {
    const house = await House.open(bundle.replace("owner: dan", "owner: dan\ninvolvement: cooperative"))
    const { engine } = house
    const [one] = await fires(house, 50)
    const from = { case: one as CaseId }
    const learnt = accepted(await engine.learn({ on: "Fire", at: "claim", if: "amount > 20", then: "close", from }))
    expect(await engine.treeHandles(learnt.tree)).toEqual({ handles: 0 })
    const looked = async () => accepted(await engine.reevaluate({ class: "Fire" })).rows.map(({ proposed }) => proposed)
    expect([await looked(), await looked()]).toEqual([["close"], [undefined]])
    const [open, ...others] = await engine.interventions()
    expect([open?.to, others]).toEqual(["dan", []])
    const view = open && (await engine.intervention(open.id))
    expect([view?.proposal?.says, view?.now]).toEqual(["close", undefined])
  })
})

describe("many at once", () => {
  test("[PERSON31] what can be no answer at all is refused once, and what does not go with an answer is named", async () => {
    const house = await House.open(bundle)
    const { engine } = house
    const id = await firstOf(house, await broken(house, "claim", "read"))
    const answers = [{ do: "sing" }, { do: "retry", to: "dan" }, { do: "set", data: {} }, { do: "jump" }]
    const told = []
    for (const answer of answers) {
      const alone = refusal(await engine.answer(id, answer))
      expect(refusal(await engine.answerAll({ process: "claim" }, answer))).toEqual(alone)
      told.push([alone.code, alone.message, alone.remedy])
    }
    const all =
      "run, teach, retry, restart, skip, set, reassign, needs, wait, jump, rollback, remove, propagate, confirm or dismiss"
    expect(told).toEqual([
      ["ANSWER_NOT_POSSIBLE", 'there is no answer "sing"', `Answer with ${all}`],
      ["ANSWER_NOT_POSSIBLE", "`retry` takes no `to`", "Leave it out; `retry` takes `with`, `data`"],
      ["ANSWER_NOT_POSSIBLE", "`set` needs the data to set, under `data`", "Say names and values, as in { amount: 5 }"],
      [
        "ANSWER_NOT_POSSIBLE",
        "`jump` needs the step it goes on at, under `to`",
        "Look at the intervention: it lists what there is to choose from",
      ],
    ])
    expect(refusal(await engine.answer(asInterventionId("nobody.q1"), "skip"))).toMatchObject({
      code: "INTERVENTION_NOT_FOUND",
      message: "there is no intervention nobody.q1",
    })
  })

  test("[PERSON24] are one row for each class and place, the most first", async () => {
    const house = await House.open(bundle)
    const { engine } = house
    await broken(house, "memo", "write")
    const fires = [await house.start("claim"), await house.start("claim"), await house.start("claim")]
    for (const id of fires) accepted(await engine.raise({ class: "Fire", case: id }))
    await house.clock.advance("PT1H")
    accepted(await engine.raise({ class: "Fire", case: fires[0] as CaseId }))
    const claims = { process: "claim", at: "claim", class: "Fire", exceptions: 4, interventions: 4 }
    const memos = { process: "memo", at: "write", class: "ItemAbort", exceptions: 1, interventions: 1 }
    expect(await engine.openGroups()).toEqual([
      { ...claims, since: start, dueAt: start + 4 * hour },
      { ...memos, since: start, dueAt: start + 24 * hour },
    ])
    accepted(await engine.answerAll({ class: "Fire" }, "dismiss"))
    expect(await engine.openGroups()).toEqual([{ ...memos, since: start, dueAt: start + 24 * hour }])
    expect(await engine.openGroups({ class: "Fire" })).toEqual([])
  })

  test("[PERSON25] in one family cost what they cost once: what is open is not written down again and again", async () => {
    const store = openMemoryStore()
    let [written, copied] = [0, 0]
    const commit: Store["commit"] = (batch) => {
      for (const { events } of batch.entries) written += JSON.stringify(events).length
      for (const { state } of batch.snapshots) copied += state.length
      return store.commit(batch)
    }
    const engine = await openEngine({ store: { ...store, commit }, clock: new VirtualClock() })
    onTestFinished(() => engine.stop({ grace: 0 }))
    accepted(await engine.deploy(bundle))
    const { case: id } = accepted(await engine.start("memo"))
    for (let number = 0; number < 2000; number++) accepted(await engine.raise({ class: "Fire", case: id }))
    expect(copied).toBeLessThan(written)
  })

  test("[PERSON22] are frozen first, then each is answered on its own, with a result for each", async () => {
    const house = await House.open(bundle)
    const { engine } = house
    const ids: InterventionId[] = []
    for (let number = 0; number < 3; number++) ids.push(await firstOf(house, await broken(house, "claim", "read")))
    const fire = await house.start("claim")
    accepted(await engine.raise({ class: "Fire", case: fire }))
    const position = await engine.lastPosition()
    const tried = accepted(await engine.answerAll({ process: "claim" }, { do: "skip" }, { dryRun: true }))
    expect(tried.rows.map(({ case: id, isAnswered, rejection }) => [id, isAnswered, rejection?.code])).toEqual([
      ["case1", true, undefined],
      ["case2", true, undefined],
      ["case3", true, undefined],
      ["case4", false, "ANSWER_NOT_POSSIBLE"],
    ])
    expect(await engine.lastPosition()).toBe(position)
    const done = accepted(await engine.answerAll({ interventions: ids.slice(0, 2) }, "skip", { by: "cleo" }))
    expect(done.rows.map(({ intervention, isAnswered }) => [intervention, isAnswered])).toEqual([
      [ids[0], true],
      [ids[1], true],
    ])
    expect((await engine.interventions()).map((row) => row.case)).toEqual(["case3", "case4"])
    expect(refusal(await engine.answerAll({}, { do: "teach", then: "close" })).code).toBe("ANSWER_NOT_POSSIBLE")
  })

  test("[PERSON23] under a key the same ones are meant again, and none is answered twice", async () => {
    const house = await House.open(bundle)
    const { engine } = house
    await broken(house, "claim", "read")
    const first = accepted(await engine.answerAll({ class: "ItemAbort" }, "skip", { key: "all" }))
    const later = await broken(house, "claim", "read")
    const position = await engine.lastPosition()
    await house.crash()
    expect(accepted(await house.engine.answerAll({ class: "ItemAbort" }, "skip", { key: "all" }))).toEqual(first)
    expect(await house.engine.lastPosition()).toBe(position)
    expect((await house.engine.interventions()).map((row) => row.case)).toEqual([later])
    expect(refusal(await house.engine.answerAll({}, "skip", { key: "all" })).code).toBe("KEY_REUSED")
  })
})
