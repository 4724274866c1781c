import { expect, test } from "vitest"
import { eventTitle, treeParts } from "./rule-words.ts"

test("[SHOP2] what rules stand on is said in words", () => {
  expect(
    ["itemPre", "TicketsLost", "compensating(TicketsLost)", "done(payBill)", "every(PT1H)"].map((on) => eventTitle(on)),
  ).toEqual([
    { kind: "checkpoint", title: "Before an item" },
    { kind: "exception", title: "Tickets lost" },
    { kind: "checkpoint", title: "While something is undone for Tickets lost" },
    { kind: "happening", title: "Pay bill is done" },
    { kind: "happening", title: "Every PT1H" },
  ])
})

test("[SHOP2] a tree's key is its event, its scope and its handler", () => {
  expect(["itemPre claim/pay", "message(a b) claim", "Timeout everywhere#late"].map(treeParts)).toEqual([
    { on: "itemPre", at: "claim/pay" },
    { on: "message(a b)", at: "claim" },
    { on: "Timeout", at: "everywhere", handler: "late" },
  ])
})
