import { expect, test } from "vitest"
import { constraintWords, patternWords } from "./in-force-words.ts"

test("[SHOP3] patterns and constraints are told in a line", () => {
  expect([
    patternWords({ sequence: ["asked", "asked"], within: "P1D" }),
    patternWords({ any: ["lost", { done: "pay" }] }),
    constraintWords({ at: "claim", deadline: "P14D" }),
    constraintWords({ at: "claim", budget: { of: 5 }, title: "Not too dear" }),
  ]).toEqual(["asked, then asked, within P1D", 'lost or {"done":"pay"}', "Deadline P14D", "Not too dear"])
})
