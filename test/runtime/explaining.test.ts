import { expect, test } from "vitest"
import { accepted, asCaseId, asFamilyId, asItemId } from "../../src/main.ts"
import { concert, House, lesson } from "./house.ts"

const tree = "itemPre concert/show"

/** The decision about the show of a concert that has sold 60 of 100. */
const decision = {
  on: "itemPre",
  at: "show",
  case: "case1",
  item: "case1.i2",
  says: "move",
  walks: [
    {
      tree,
      version: 1,
      path: [
        {
          node: 1,
          if: "sold < seating * 0.75",
          outcome: "held",
          branch: "except",
          conclusion: { kind: "exlet", name: "move" },
          explanation: {
            text: "sold < seating * 0.75",
            outcome: { ok: true, value: true },
            parts: [
              { text: "sold", outcome: { ok: true, value: 60 }, parts: [] },
              {
                text: "seating * 0.75",
                outcome: { ok: true, value: 75 },
                parts: [{ text: "seating", outcome: { ok: true, value: 100 }, parts: [] }],
              },
            ],
          },
        },
      ],
      answer: 1,
      conclusion: { kind: "exlet", name: "move" },
    },
  ],
} as const

test("[EXPLAIN1] a decision of the past is told with its path and the value of every part, as things were then", async () => {
  const house = await House.open(concert)
  const id = await house.concertWith(60)
  accepted(await house.engine.setData(id, { sold: 99 }))
  expect(await house.engine.explain(asFamilyId(id), 6)).toEqual(decision)
  expect([await house.engine.explain(asFamilyId(id), 5), await house.engine.explain(asFamilyId("nobody"), 6)]).toEqual([
    undefined,
    undefined,
  ])
})

test("[EXPLAIN2] it is told the same after the tree has changed, was replaced and undone, and after reopening", async () => {
  const house = await House.open(concert)
  const id = await house.concertWith(60)
  accepted(await house.engine.learn(lesson("sold == 60", "cancel", { case: id, item: asItemId(`${id}.i2`) })))
  accepted(await house.engine.removeRule(tree, 2))
  accepted(await house.engine.deploy(concert.replace("0.75, then: move", "0.1, then: cancel"), { overLearnt: true }))
  accepted(await house.engine.undoRule(tree))
  await house.crash()
  expect(await house.engine.explain(asFamilyId(id), 6)).toEqual(decision)
})

test("[EXPLAIN3] what would be said now is told the same way, and nothing is done", async () => {
  const house = await House.open(concert)
  const id = await house.concertWith(60)
  const before = await house.engine.lastPosition()
  const question = { on: "itemPre", case: id, item: asItemId(`${id}.i2`) }
  expect(await house.engine.whatIf(question)).toEqual(decision)
  accepted(await house.engine.learn(lesson("sold == 60", "cancel", { case: id, item: question.item })))
  expect((await house.engine.whatIf(question))?.says).toBe("cancel")
  expect([
    await house.engine.whatIf({ on: "itemPre", case: asCaseId("nobody") }),
    await house.engine.whatIf({ on: "itemPre", case: id, item: asItemId(`${id}.i9`) }),
  ]).toEqual([undefined, undefined])
  expect(await house.engine.lastPosition()).toBe(before)
})

test("[EXPLAIN4] a question about an exception asks every scope and class with its parameters", async () => {
  const house = await House.open(`${concert}
  - { on: Storm, at: concert/show, tree: [ { if: event.force > 9, then: cancel } ] }
  - { on: Exception, at: everywhere, tree: [ { if: has(nosuch) || event.force > 5, then: cheer } ] }
---
exceptions: { Storm: { is: ItemTrigger, parameters: { force: integer } } }
`)
  const id = await house.concertWith(80)
  const item = asItemId(`${id}.i2`)
  const asked = async (force: number) => {
    const { says, walks } = (await house.engine.whatIf({ on: "Storm", case: id, item, with: { force } })) ?? {}
    return [says, walks?.map((walk) => [walk.tree, walk.path.map(({ outcome }) => outcome)])]
  }
  expect([await asked(10), await asked(7), await asked(1)]).toEqual([
    ["cancel", [["Storm concert/show", ["held"]]]],
    [
      "cheer",
      [
        ["Storm concert/show", ["did not hold"]],
        ["Exception everywhere", ["held"]],
      ],
    ],
    [
      undefined,
      [
        ["Storm concert/show", ["did not hold"]],
        ["Exception everywhere", ["did not hold"]],
      ],
    ],
  ])
})

test("[EXPLAIN5] a condition that could not be evaluated is told with the reason", async () => {
  const house = await House.open(concert.replace("{ type: integer, default: 0 }", "integer"))
  const id = await house.start("concert")
  await house.complete(id, "sell")
  const { says, walks } = (await house.engine.explain(asFamilyId(id), 6)) ?? {}
  expect([says, walks?.[0]?.path.map(({ outcome, message }) => [outcome, message])]).toEqual([
    undefined,
    [["failed", "`sold` has no value. Ask `has(sold)` first if that may be."]],
  ])
})
