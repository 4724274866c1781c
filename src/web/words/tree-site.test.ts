import { expect, test } from "vitest"
import { siteOfTree, siteThatAnswered, walksToTeach } from "./tree-site.ts"

test("[CASEV5] the key of a tree tells its event and its place, also where a handler is bound", () => {
  expect(
    ["TooFew concert/sell", "any *", "itemPre order/pay#approval", "done(ship) order", "message(late order) order"].map(
      siteOfTree,
    ),
  ).toEqual([
    { on: "TooFew", at: "concert/sell" },
    { on: "any", at: "*" },
    { on: "itemPre", at: "order/pay" },
    { on: "done(ship)", at: "order" },
    { on: "message(late order)", at: "order" },
  ])
})

test("[CASEV5] the tree that answered an exception is the one whose rule was chosen last", () => {
  const rungs = [
    { stage: "mandatory", considered: [{ what: "Exception a#tell" }] },
    { stage: "rules", considered: [{ what: "TooFew a/b", why: "none of its rules holds" }, { what: "Shortage a" }] },
    { stage: "pattern", considered: [{ what: "repeatable: execution 2 of 3" }] },
  ]
  const ofHandler = [{ stage: "rules", considered: [{ what: "TooFew a/b#ask" }] }]
  expect([rungs, [], rungs.slice(0, 1), ofHandler].map(siteThatAnswered)).toEqual([
    { on: "Shortage", at: "a" },
    ...[undefined, undefined, undefined],
  ])
})

test("[CASEV5] a better rule belongs to the tree that answered, and where none did to the most specific", () => {
  const walk = (tree: string, answer: number) => ({ tree, answer })
  const [own, kind, outer] = [walk("TooFew a/b", 0), walk("Shortage a/b", 3), walk("any a", 0)]
  expect([walksToTeach([own, kind]), walksToTeach([own, outer]), walksToTeach([])]).toEqual([[kind], [own], []])
  const [told, quiet] = [walk("any a#tell", 1), walk("TooFew a/b#ask", 0)]
  expect([walksToTeach([told, kind]), walksToTeach([quiet, own]), walksToTeach([told, own])]).toEqual([
    [kind],
    [own],
    [],
  ])
})
