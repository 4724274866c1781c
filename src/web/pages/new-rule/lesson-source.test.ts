import { expect, test } from "vitest"
import { lessonSource } from "./lesson-source.ts"

const asking = { case: "c", process: "claim", at: "pay", class: "Lost", item: "c.i1" }

test("[SHOP9] a rule is learnt from a live case, a decision of the past, or a question somebody answers with it", () => {
  expect([
    lessonSource({ on: "itemPre", at: "claim/pay", case: "c", item: "c.i1" }),
    lessonSource({ on: "itemPre", at: "claim/pay", family: "f", version: "7", case: "c" }),
    lessonSource({}, asking),
    lessonSource({ at: "claim" }, { ...asking, at: "claim" }),
    lessonSource({ on: "itemPre", case: "c" }),
    lessonSource({ on: "itemPre", at: "claim", family: "f" }),
  ]).toEqual([
    { on: "itemPre", at: "claim/pay", from: { case: "c", item: "c.i1" } },
    { on: "itemPre", at: "claim/pay", from: { family: "f", version: 7 } },
    { on: "Lost", at: "claim/pay", from: { case: "c", item: "c.i1" } },
    { on: "Lost", at: "claim", from: { case: "c", item: "c.i1" } },
    undefined,
    undefined,
  ])
})

test("[SHOP18] what the rule is to say may be known already", () => {
  const given = { on: "Timeout", at: "claim/pay", family: "c1", version: "7" }
  const from = { family: "c1", version: 7 }
  expect([lessonSource({ ...given, then: '[{"skip":"item"}]' }), lessonSource({ ...given, then: "[{" })]).toEqual([
    { on: "Timeout", at: "claim/pay", from, then: [{ skip: "item" }] },
    { on: "Timeout", at: "claim/pay", from },
  ])
})
