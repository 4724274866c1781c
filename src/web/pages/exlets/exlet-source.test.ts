import { expect, test } from "vitest"
import { exletSteps, nameProblem, withSteps } from "./exlet-source.ts"

test("[SHOP13] an exlet keeps what else was said of it when its steps change", () => {
  const steps = [{ suspend: "item" }]
  expect([exletSteps(steps), exletSteps({ title: "Wait", steps }), exletSteps("?")]).toEqual([steps, steps, []])
  expect([withSteps([], steps), withSteps({ title: "Wait", steps: [] }, steps), withSteps(undefined, steps)]).toEqual([
    steps,
    { title: "Wait", steps },
    steps,
  ])
})

test("[SHOP13] a new exlet has a name of its own that can be one", () => {
  expect(["", "wait-a-bit", "2nd", "a b", "known"].map((name) => nameProblem(name, ["known"]) === undefined)).toEqual([
    true,
    true,
    false,
    false,
    false,
  ])
})
