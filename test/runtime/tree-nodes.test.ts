import fc from "fast-check"
import { expect, test } from "vitest"
import { bindingsOf } from "../../src/exceptions/context.ts"
import { newTree } from "../../src/exceptions/tree.ts"
import { applyChange, type LinkedRule } from "../../src/exceptions/tree-change.ts"
import { treeNodes } from "../../src/exceptions/tree-nodes.ts"
import { walk } from "../../src/exceptions/walk.ts"
import { compileExpression, isExpression } from "../../src/expressions/expression.ts"
import { accepted, asAgentId, asItemId, type CaseId } from "../../src/main.ts"
import { concert, House, lesson } from "./house.ts"

const key = "itemPre concert/show"
const at = Date.parse("2026-01-05T09:00:00Z")
const showOf = (id: CaseId) => ({ case: id, item: asItemId(`${id}.i2`) })

/** Moved below 75; cancelled below 20, unless it is in the cellar; cheered above 90. */
async function taught(): Promise<House> {
  const house = await House.open(concert)
  const by = { by: "bob", reason: "too few" }
  accepted(await house.engine.learn(lesson("sold < 20", "cancel", showOf(await house.concertWith(10))), by))
  const cellar = await house.start("concert", { venue: "cellar" })
  await house.complete(cellar, "sell", { sold: 15 })
  accepted(await house.engine.learn(lesson('venue == "cellar"', "nothing", showOf(cellar), { title: "small" }), by))
  const steps = [{ suspend: "item" }, { notify: "ann", text: "full" }, { continue: "item" }]
  accepted(await house.engine.learn(lesson("sold > 90", steps, showOf(await house.concertWith(95))), by))
  return house
}

test("[EXPLAIN6] every rule of a tree is told with where it hangs, what it says, when it answers, and where it comes from", async () => {
  const { engine } = await taught()
  const learnt = { by: "bob", reason: "too few", at }
  const from = (id: string) => ({ cornerstone: { family: id, case: id, item: `${id}.i2`, at } })
  expect(engine.treeNodes(key)).toEqual({
    key,
    on: "itemPre",
    at: "concert/show",
    version: 4,
    nodes: [
      {
        node: 1,
        branch: "true",
        if: "sold < seating * 0.75",
        says: "move",
        then: "move",
        effective: "sold < seating * 0.75 && sold >= 20",
        since: 1,
        at,
        by: "ann",
      },
      {
        node: 2,
        parent: 1,
        branch: "true",
        if: "sold < 20",
        says: "cancel",
        then: "cancel",
        effective: 'sold < seating * 0.75 && sold < 20 && venue != "cellar"',
        since: 2,
        ...learnt,
        ...from("case1"),
      },
      {
        node: 3,
        parent: 2,
        branch: "true",
        if: 'venue == "cellar"',
        says: "nothing",
        then: "nothing",
        title: "small",
        effective: 'sold < seating * 0.75 && sold < 20 && venue == "cellar"',
        since: 3,
        ...learnt,
        ...from("case2"),
      },
      {
        node: 4,
        parent: 1,
        branch: "false",
        if: "sold > 90",
        says: "suspend item, notify ann, continue item",
        then: [{ suspend: "item" }, { notify: "ann", text: "full" }, { continue: "item" }],
        effective: "sold >= seating * 0.75 && sold > 90",
        since: 4,
        ...learnt,
        ...from("case3"),
      },
    ],
  })
  expect(engine.treeNodes(key, 1)?.nodes.map(({ node, effective }) => [node, effective])).toEqual([
    [1, "sold < seating * 0.75"],
  ])
  expect(engine.treeNodes("itemPre concert/nowhere")).toBeUndefined()
})

/** Trees of any shape over two numbers. */
const rules = fc.array(
  fc.record({
    if: fc.tuple(fc.constantFrom("x", "y"), fc.constantFrom("<", "==", ">="), fc.nat(5)),
    under: fc.nat(),
    branch: fc.constantFrom("except" as const, "else" as const),
  }),
  { minLength: 1, maxLength: 12 },
)

test("[RDR24] a rule answers exactly where its effective condition holds", () => {
  fc.assert(
    fc.property(rules, fc.nat(5), fc.nat(5), (written, x, y) => {
      const nodes: (LinkedRule & { except?: number; else?: number })[] = []
      for (const { if: parts, under, branch } of written) {
        const parent = nodes.length === 0 ? undefined : nodes[under % nodes.length]
        if (parent?.[branch] !== undefined) continue
        const id = nodes.length + 1
        if (parent) parent[branch] = id
        nodes.push({ id, if: parts.join(" "), conclusion: { kind: "exlet", name: `e${id}` } })
      }
      const read = (source: string) => {
        const compiled = compileExpression(source, { names: { x: "number", y: "number" } }, "boolean")
        if (!isExpression(compiled)) throw new Error(source)
        return compiled
      }
      const tree = newTree("itemPre", "a/b")
      applyChange(
        tree,
        { version: 1, change: { kind: "replaced", first: 1, nodes }, at: 0, by: asAgentId("ann") },
        read,
      )
      const bindings = bindingsOf({ names: { x, y }, results: {}, counts: {}, rounds: {}, past: {} })
      const answer = walk(tree, bindings).node.id
      const holding = treeNodes(tree).filter(({ effective = "" }) => {
        const outcome = read(effective).evaluate(bindings)
        return outcome.ok && outcome.value === true
      })
      expect(holding.map(({ node }) => node)).toEqual(answer === 0 ? [] : [answer])
    }),
  )
})

test("[RDR24] of thousands of rules in a row each is told, and the condition of those nobody could read is left out", () => {
  const tree = newTree("itemPre", "a/b")
  const nodes = Array.from({ length: 20_000 }, (_, index) => ({
    id: index + 1,
    if: "true",
    ...(index < 19_999 && { else: index + 2 }),
  }))
  const always = compileExpression("true", { names: {} }, "boolean")
  if (!isExpression(always)) throw new Error("it is one")
  applyChange(
    tree,
    { version: 1, change: { kind: "replaced", first: 1, nodes }, at: 0, by: asAgentId("ann") },
    () => always,
  )
  const views = treeNodes(tree)
  expect([views.length, views.at(49)?.effective, views.at(-1)?.effective]).toEqual([20_000, "false", undefined])
})

test("[EXPLAIN7] hits are counted over the last decisions, the newest first", async () => {
  const house = await taught()
  await house.clock.advance("PT1H")
  for (const sold of [80, 95, 30, 5]) await house.concertWith(sold)
  const node = (number: number, answered: number, asked: number) => ({ node: number, answered, asked, failed: 0 })
  expect(await house.engine.treeHits(key)).toEqual({
    tree: key,
    version: 4,
    decisions: 7,
    since: at,
    unanswered: 2,
    failed: 0,
    nodes: [node(1, 2, 7), node(2, 2, 3), node(3, 0, 1), node(4, 1, 2)],
  })
  expect(await house.engine.treeHits(key, { limit: 2 })).toEqual({
    tree: key,
    version: 4,
    decisions: 2,
    since: at + 3_600_000,
    unanswered: 0,
    failed: 0,
    nodes: [node(1, 1, 2), node(2, 1, 2), node(3, 0, 1), node(4, 0, 0)],
  })
  expect(await house.engine.treeHits("itemPre concert/nowhere")).toBeUndefined()
})

test("[EXPLAIN7] rules that have left the tree are counted too, and conditions that failed", async () => {
  const house = await House.open(concert.replace("sold < seating * 0.75", "sold / (sold - 50) > 2"))
  for (const sold of [50, 60, 90]) await house.concertWith(sold)
  accepted(await house.engine.removeRule(key, 1))
  await house.concertWith(60)
  expect(await house.engine.treeHits(key)).toEqual({
    tree: key,
    version: 2,
    decisions: 4,
    since: at,
    unanswered: 2,
    failed: 1,
    nodes: [{ node: 1, answered: 2, asked: 3, failed: 1 }],
  })
})
