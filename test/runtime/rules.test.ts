import { describe, expect, test } from "vitest"
import { accepted, asCaseId, asFamilyId, asItemId } from "../../src/main.ts"
import { concert, House, lesson, refusal, sketch } from "./house.ts"
import { itemOf } from "./workplace.ts"

const tree = "itemPre concert/show"
const now = Date.parse("2026-01-05T09:00:00Z")

describe("learning", () => {
  test("[LEARN1] a rule learnt from a live item goes where the walk for it ended, and is in force at once", async () => {
    const house = await House.open(concert)
    const { engine } = house
    const few = await house.concertWith(10)
    const { id: item } = await itemOf(engine, few, "show")
    expect(accepted(await engine.learn(lesson("sold < 20", "cancel", { case: few, item })))).toEqual({
      tree,
      version: 2,
      node: 2,
    })
    const many = await house.concertWith(99)
    const { id: other } = await itemOf(engine, many, "show")
    expect(accepted(await engine.learn(lesson("sold > 98", "cheer", { case: many, item: other })))).toEqual({
      tree,
      version: 3,
      node: 3,
    })
    expect(engine.tree(tree)).toEqual({
      key: tree,
      on: "itemPre",
      at: "concert/show",
      version: 3,
      tree: [
        { if: "sold < seating * 0.75", then: "move", except: [{ if: "sold < 20", then: "cancel" }] },
        { if: "sold > 98", then: "cheer" },
      ],
      nodes: [1, 2, 3],
    })
    const next = await house.concertWith(12)
    expect((await engine.case(next))?.state).toBe("removed")
  })

  test("[LEARN2] a rule about a case is learnt from the case, running or over", async () => {
    const house = await House.open(concert)
    const { engine } = house
    const running = await house.start("concert", { seating: 10 })
    const about = { on: "casePre", at: "concert" }
    expect(accepted(await engine.learn(lesson("seating < 20", "cancel", { case: running }, about)))).toEqual({
      tree: "casePre concert",
      version: 1,
      node: 1,
    })
    const over = await house.concertWith(80)
    for (const task of ["show", "settle"]) await house.complete(over, task)
    const after = { on: "casePost", at: "concert" }
    accepted(await engine.learn(lesson('"settle" in done && sold == 80', "cheer", { case: over }, after)))
    const small = await house.start("concert", { seating: 5 })
    const next = await house.concertWith(80)
    for (const task of ["show", "settle"]) await house.complete(next, task)
    expect([(await engine.case(small))?.state, await told(house, next)]).toEqual(["removed", ["ann: 80 sold"]])
  })

  test("[LEARN3] a rule is learnt from a decision of the past, as things were then", async () => {
    const house = await House.open(concert)
    const { engine } = house
    const id = await house.concertWith(80)
    const version = await decisionIn(house, id)
    accepted(await engine.setData(id, { sold: 95 }))
    const from = { family: asFamilyId(id), version }
    expect(refusal(await engine.learn(lesson("sold == 95", "cheer", from)))).toEqual({
      code: "RULE_NOT_TRUE",
      message: "in the context it is to answer, `sold == 95` gives false",
      remedy: "Write a condition that holds in this context",
    })
    expect(accepted(await engine.learn(lesson("sold == 80", "cheer", from)))).toEqual({ tree, version: 2, node: 2 })
    expect(refusal(await engine.learn(lesson("sold == 80", "cheer", { ...from, version: 999 })))).toEqual({
      code: "DECISION_NOT_FOUND",
      message: "there is no such case, item or decision to learn from",
      remedy: "Name a live case or item, or a recorded decision by its family and version",
    })
  })

  test("[LEARN4] a rule that does not tell two contexts apart is refused with their differences, and changes nothing", async () => {
    const house = await House.open(concert)
    const { engine } = house
    const [one, other] = [await house.concertWith(10), await house.concertWith(11)]
    accepted(await engine.learn(lesson("sold < 20", "cancel", { case: one, item: asItemId(`${one}.i2`) })))
    const from = { case: other, item: asItemId(`${other}.i2`) }
    expect(refusal(await engine.learn(lesson("sold < 50", "cheer", from)))).toEqual({
      code: "RULE_DOES_NOT_SEPARATE",
      message: "`sold < 50` also holds in the context rule 2 was learnt from, and would take its answer away there",
      remedy: "Add to the condition what tells the two contexts apart; they differ in item.data.sold, sold",
      differences: [
        { name: "item.data.sold", here: 11, there: 10 },
        { name: "sold", here: 11, there: 10 },
      ],
    })
    expect([refusal(await engine.learn(lesson("sold < 20", "cancel", from))).code, engine.tree(tree)?.version]).toEqual(
      ["RULE_REPEATED", 2],
    )
    accepted(await engine.learn(lesson("sold == 11", "cheer", from)))
  })

  test("[LEARN5] a rule with anything wrong in it is refused with every finding", async () => {
    const house = await House.open(concert)
    const { engine } = house
    const id = await house.concertWith(10)
    const answer = await engine.learn(lesson("soldd < 20 && seating", "cancl", { case: id }))
    const { code, findings } = refusal(answer)
    expect([code, findings?.map((each) => `${each.code} ${each.place.path}`)]).toEqual([
      "DEFINITION_INVALID",
      ["UNKNOWN_NAME if", "TYPE_MISMATCH if", "UNKNOWN_EXLET then"],
    ])
    expect([
      refusal(await engine.learn(lesson("sold < 20", "cancel", { case: asCaseId("nobody") }))).code,
      refusal(await engine.learn(lesson("sold < 20", "cancel", { case: id }, { at: "concert/shwo" }))).code,
    ]).toEqual(["DECISION_NOT_FOUND", "DEFINITION_INVALID"])
    expect(engine.tree(tree)?.version).toBe(1)
  })

  test("[LEARN6] of fifty rules learnt at once none is lost, and all are there after reopening", async () => {
    const house = await House.open(concert)
    const ids = await Promise.all(Array.from({ length: 50 }, (_, number) => house.concertWith(100 + number)))
    const answers = await Promise.all(
      ids.map((id, number) => house.engine.learn(lesson(`sold == ${100 + number}`, "cheer", { case: id }))),
    )
    const learnt = answers.map(accepted)
    expect(learnt.map(({ version }) => version)).toEqual(Array.from({ length: 50 }, (_, number) => number + 2))
    expect(new Set(learnt.map(({ node }) => node)).size).toBe(50)
    const before = house.engine.trees()
    await house.crash()
    expect(house.engine.trees()).toEqual(before)
    expect(before[0]?.tree.length).toBe(51)
    const next = await house.concertWith(131)
    expect(await told(house, next)).toEqual(["ann: 131 sold"])
  })

  test("[LEARN7] a lesson written for a version of the tree that is no longer there is refused", async () => {
    const house = await House.open(concert)
    const { engine } = house
    const id = await house.concertWith(10)
    const answers = await Promise.all([
      engine.learn(lesson("sold < 20", "cancel", { case: id }, { version: 1 })),
      engine.learn(lesson("sold < 30", "cheer", { case: id }, { version: 1 })),
    ])
    expect(answers).toEqual([
      { ok: true, value: { tree, version: 2, node: 2 } },
      {
        ok: false,
        rejection: {
          code: "TREE_CHANGED",
          message: `the tree "${tree}" is at version 2 now`,
          remedy: "Look at what has changed and learn again",
        },
      },
    ])
  })

  test("[LEARN8] the last change is taken back, then the one before, and each is told with who and why", async () => {
    const house = await House.open(concert)
    const { engine, clock } = house
    const id = await house.concertWith(10)
    await clock.advance("PT1H")
    accepted(await engine.learn(lesson("sold < 20", "cancel", { case: id }), { by: "bob", reason: "too few" }))
    await clock.advance("PT1H")
    expect(accepted(await engine.undoRule(tree, { by: "eve", reason: "too hard" }))).toEqual({ version: 3, undone: 2 })
    expect(accepted(await engine.undoRule(tree))).toEqual({ version: 4, undone: 1 })
    expect(refusal(await engine.undoRule(tree)).code).toBe("NOTHING_TO_UNDO")
    expect([1, 2, 3, 4].map((version) => sketch(engine.tree(tree, version)?.tree ?? []))).toEqual([
      "sold < seating * 0.75 → move",
      "sold < seating * 0.75 → move [sold < 20 → cancel]",
      "sold < seating * 0.75 → move",
      "",
    ])
    const changes = (await engine.treeChanges(tree)).map(({ version, at, by, reason, change }) => [
      version,
      (at - now) / 3_600_000,
      by,
      reason,
      change.kind,
    ])
    expect(changes).toEqual([
      [1, 0, "ann", undefined, "replaced"],
      [2, 1, "bob", "too few", "added"],
      [3, 2, "eve", "too hard", "undone"],
      [4, 2, "administrator", undefined, "undone"],
    ])
    await house.crash()
    expect((await house.engine.treeChanges(tree)).length).toBe(4)
    expect(sketch(house.engine.tree(tree, 2)?.tree ?? [])).toBe("sold < seating * 0.75 → move [sold < 20 → cancel]")
  })

  test("[LEARN9] a rule is cut out where nothing refines it; what cannot be is refused", async () => {
    const house = await House.open(concert)
    const { engine } = house
    const id = await house.concertWith(10)
    accepted(await engine.learn(lesson("sold < 20", "cancel", { case: id })))
    const codes = [
      await engine.removeRule(tree, 1),
      await engine.removeRule(tree, 0),
      await engine.removeRule(tree, 7),
      await engine.removeRule("itemPre nowhere", 1),
    ].map((answer) => refusal(answer).code)
    expect(codes).toEqual(["RULE_HAS_REFINEMENTS", "ROOT_RULE", "RULE_UNKNOWN", "TREE_NOT_FOUND"])
    expect(accepted(await engine.removeRule(tree, 2, { by: "bob" }))).toEqual({ version: 3 })
    expect(sketch(engine.tree(tree)?.tree ?? [])).toBe("sold < seating * 0.75 → move")
    expect(refusal(await engine.removeRule(tree, 2)).message).toBe(`rule 2 has not been in "${tree}" since version 3`)
  })

  test("[LEARN10] a thousand waiting cases are not touched by a rule until somebody takes them up", async () => {
    const house = await House.open("process: wait\ndata: { n: { type: integer, default: 0 } }\nflow: [ { task: a } ]\n")
    const { engine } = house
    accepted(await engine.deploy({ exlets: { stop: [{ remove: "case" }] } }))
    const ids = await Promise.all(Array.from({ length: 1000 }, (_, n) => house.start("wait", { n })))
    const before = await engine.lastPosition()
    const [first = asCaseId("")] = ids
    const about = { at: "wait/a" }
    accepted(await engine.learn(lesson("n < 500", "stop", { case: first, item: asItemId(`${first}.i1`) }, about)))
    await engine.idle()
    expect(await engine.lastPosition()).toBe(before)

    const [low = first, high = first] = [ids[499], ids[500]]
    expect(refusal(await engine.startItem(asItemId(`${low}.i1`))).code).toBe("ITEM_NOT_LIVE")
    accepted(await engine.startItem(asItemId(`${high}.i1`)))
    const since = await engine.entries({ after: before })
    expect(since.map(({ family, command, by, reason }) => [family, command, by, reason])).toEqual([
      [low, "Recheck", "engine", "its rules have changed"],
      [high, "Recheck", "engine", "its rules have changed"],
      [high, "StartItem", "administrator", undefined],
    ])
    expect((await engine.cases({ state: "removed" })).map(({ id }) => id)).toEqual([low])
  })

  test("[LEARN11] with `replace` the worklet that runs because of the old answer is ended and the right one begins", async () => {
    const house = await House.open(concert)
    const { engine } = house
    const id = await house.concertWith(60)
    const { id: item } = await itemOf(engine, id, "show")
    expect((await engine.case(id))?.runs.map(({ exlet }) => exlet)).toEqual(["move"])
    accepted(await engine.learn(lesson("sold > 50", "cheer", { case: id, item }, { replace: true })))
    const { runs, holds, items } = (await engine.case(id)) ?? {}
    expect([runs, holds, items?.find(({ task }) => task === "show")?.held]).toEqual([[], [], false])
    expect((await engine.cases({ process: "change-venue" })).map(({ state }) => state)).toEqual(["removed"])
    expect(await told(house, id)).toEqual(["ann: 60 sold"])
  })
})

describe("trees and files", () => {
  test("[LEARN12] deploying the same file again keeps what was learnt; a changed file is refused unless it is meant", async () => {
    const house = await House.open(concert)
    const { engine } = house
    const id = await house.concertWith(10)
    accepted(await engine.learn(lesson("sold < 20", "cancel", { case: id })))
    const learnt = "sold < seating * 0.75 → move [sold < 20 → cancel]"
    const again = accepted(await engine.deploy(concert))
    expect([again.trees, sketch(engine.tree(tree)?.tree ?? [])]).toEqual([
      [{ name: tree, version: 2, isNew: false }],
      learnt,
    ])
    expect(again.findings.map(({ code, severity }) => [code, severity])).toEqual([["TREE_DIFFERS", "warning"]])

    const changed = concert.replace("seating * 0.75", "seating * 0.8").replace("task: settle", "task: pay")
    const { code, findings } = refusal(await engine.deploy(changed))
    expect([code, findings?.map((each) => [each.code, each.severity, each.place])]).toEqual([
      "DEFINITION_INVALID",
      [["RULES_LEARNT", "error", { file: "process.yaml", line: 15, column: 9, path: "rules[0].on" }]],
    ])
    expect([sketch(engine.tree(tree)?.tree ?? []), engine.processes().length]).toEqual([learnt, 2])

    const meant = accepted(await engine.deploy(changed, { overLearnt: true, by: "eve", reason: "a new start" }))
    expect(meant.trees).toEqual([{ name: tree, version: 3, isNew: true }])
    expect([2, 3].map((version) => sketch(engine.tree(tree, version)?.tree ?? []))).toEqual([
      learnt,
      "sold < seating * 0.8 → move",
    ])
  })

  test("[LEARN12] a deployment that was undone is not in force again unless that is meant", async () => {
    const { engine } = await House.open(concert)
    const changed = concert.replace("seating * 0.75", "seating * 0.8")
    accepted(await engine.deploy(changed))
    accepted(await engine.undoRule(tree))
    const again = accepted(await engine.deploy(changed))
    expect([again.trees, again.findings.map(({ code }) => code), sketch(engine.tree(tree)?.tree ?? [])]).toEqual([
      [{ name: tree, version: 3, isNew: false }],
      ["TREE_DIFFERS"],
      "sold < seating * 0.75 → move",
    ])
    const meant = accepted(await engine.deploy(changed, { overLearnt: true }))
    expect([meant.findings, sketch(engine.tree(tree)?.tree ?? [])]).toEqual([[], "sold < seating * 0.8 → move"])
  })

  test("[LEARN13] a tree written out as it stands and put into the file is deployed without a change", async () => {
    const house = await House.open(concert)
    const { engine } = house
    const id = await house.concertWith(10)
    accepted(await engine.learn(lesson("sold < 20", "cancel", { case: id })))
    const { on = "", at = "", tree: text = [] } = engine.tree(tree) ?? {}
    const again = accepted(await engine.deploy({ rules: [{ on, at, tree: text as never }] }))
    expect(again.trees).toEqual([{ name: tree, version: 2, isNew: false }])
  })

  test("[LEARN14] a rule whose variable is gone in a new version is reported, and in each decision it cannot make", async () => {
    const house = await House.open(concert)
    const { engine } = house
    const older = await house.start("concert")
    const renamed = concert.slice(0, concert.indexOf("rules:")).replaceAll("sold", "tickets")
    const { findings } = accepted(await engine.deploy(renamed))
    expect(findings.map(({ code, severity }) => [code, severity])).toEqual([["RULE_STALE", "warning"]])
    expect(findings[0]?.message).toContain("(`sold < seating * 0.75`) does not fit the new version of 'concert'")
    const newer = await house.start("concert")
    await house.complete(newer, "sell", { tickets: 10 })
    await house.complete(older, "sell", { sold: 10 })
    const walksOf = async (id: typeof older) =>
      (await engine.explain(asFamilyId(id), await decisionIn(house, id)))?.walks
    expect((await walksOf(newer))?.[0]?.path.map(({ outcome, message }) => [outcome, message])).toEqual([
      ["failed", "`sold` has no value. Ask `has(sold)` first if that may be."],
    ])
    expect((await walksOf(older))?.[0]?.path.map(({ outcome }) => outcome)).toEqual(["held"])
  })
})

test("[LEARN16] a rule that is refused has not been learnt", async () => {
  const house = await House.open(concert)
  const { engine } = house
  const id = await house.concertWith(80)
  const { id: item } = await itemOf(engine, id, "show")
  await house.complete(id, "show")
  const answer = await engine.learn(lesson("sold == 80", "cheer", { case: id, item }, { replace: true }))
  expect([answer.ok, engine.tree(tree)?.version]).toEqual(answer.ok ? [true, 2] : [false, 1])
})

test("[LEARN15] a decision about something else is nothing to learn from", async () => {
  const house = await House.open(concert)
  const { engine } = house
  const id = await house.concertWith(80)
  const from = { family: asFamilyId(id), version: 1 }
  expect(refusal(await engine.learn(lesson("seating == 100", "cheer", from))).code).toBe("DECISION_NOT_FOUND")
})

/** The version of the last decision about the show. */
async function decisionIn(house: House, id: string): Promise<number> {
  let found = 0
  for (const { version, events } of await house.engine.entries({ family: asFamilyId(id) }))
    for (const [index, event] of events.entries())
      if (event.type === "DecisionMade" && event.at === "show") found = version + index
  return found
}

async function told(house: House, id: string): Promise<readonly string[]> {
  const entries = await house.engine.entries({ family: asFamilyId(id) })
  return entries.flatMap(({ events }) =>
    events.flatMap((event) => (event.type === "Notified" ? [`${event.to}: ${event.text}`] : [])),
  )
}
