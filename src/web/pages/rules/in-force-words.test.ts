import { expect, test } from "vitest"
import { constraintWords, dataClassWords, patternWords } from "./in-force-words.ts"

test("[SHOP3] patterns and constraints are told in a line", () => {
  expect([
    patternWords({ sequence: ["asked", "asked"], within: "P1D" }),
    patternWords({ any: ["lost", { done: "pay" }] }),
    constraintWords({ at: "claim", deadline: "P14D" }),
    constraintWords({ at: "claim", budget: { of: 5 }, title: "Not too dear" }),
  ]).toEqual(["asked, then asked, within P1D", 'lost or {"done":"pay"}', "Deadline P14D", "Not too dear"])
})

test("[SHOP3] a data class is told with what it is and the data that has it", () => {
  const all = [
    { name: "Document", title: "Any paper", data: [] },
    { name: "Order", is: "Document", data: ["order/lines"] },
    { name: "RushOrder", is: "Order", data: ["order/first", "hire/last"] },
  ]
  expect(all.map((each) => dataClassWords(each, all))).toEqual([
    "No data has it itself",
    "A kind of Any paper · order/lines",
    "A kind of Order · order/first · hire/last",
  ])
})
