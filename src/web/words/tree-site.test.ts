import { expect, test } from "vitest"
import { siteOfTree, siteThatAnswered, walksToTeach } from "./tree-site.ts"

test("[CASEV5] the key of a tree tells its event and its place, also where a handler is bound", () => {
  expect(["TooFew concert/sell", "any *", "itemPre order/pay#approval", "done(ship) order"].map(siteOfTree)).toEqual([
    { on: "TooFew", at: "concert/sell" },
    { on: "any", at: "*" },
    { on: "itemPre", at: "order/pay" },
    { on: "done(ship)", at: "order" },
  ])
})

test("[CASEV5] the tree that answered an exception is the one whose rule was chosen last", () => {
  const rungs = [
    { considered: [{ what: "TooFew a/b#2", why: "its steps failed" }, { what: "Shortage a#1" }] },
    { considered: [{ what: "repeatable" }] },
  ]
  expect([siteThatAnswered(rungs), siteThatAnswered([]), siteThatAnswered(rungs.slice(1))]).toEqual([
    { on: "Shortage", at: "a" },
    ...[undefined, undefined],
  ])
})

test("[CASEV5] a better rule belongs to the tree that answered, and where none did to the most specific", () => {
  const walk = (tree: string, answer: number) => ({ tree, answer })
  const [own, kind, outer] = [walk("TooFew a/b", 0), walk("Shortage a/b", 3), walk("any a", 0)]
  expect([walksToTeach([own, kind]), walksToTeach([own, outer]), walksToTeach([])]).toEqual([[kind], [own], []])
})
