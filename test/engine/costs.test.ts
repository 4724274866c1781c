import { expect, test } from "vitest"
import { type CaseStory, given } from "../language/case-story.ts"
import {
  claim,
  complete,
  fail,
  forceComplete,
  handBack,
  reassign,
  remove,
  reportFailure,
  restart,
  retry,
  skip,
  start,
  update,
} from "../language/commands.ts"

const fixed =
  "{ flow: [ { activity: W, do: [ { task: A, cost: 10 }, { task: B, cost: 0.1 } ] }, { task: C, cost: 0.2 } ] }"
const measured =
  "{ data: { hours: number, rate: { type: number, default: 50 } }, flow: [ { task: A, cost: hours * rate, reads: [rate], writes: [hours] }, { task: B } ] }"

/** What each task's newest item, and the case, has cost. */
function spent({ family }: CaseStory): Readonly<Record<string, number>> {
  const items = [...family.items.values()].map(({ task, spent: its }) => [task, its] as const)
  const cases = [...family.cases.values()].map(({ process, spent: its }) => [process, its] as const)
  return Object.fromEntries([...items, ...cases].flatMap(([name, its]) => (its === undefined ? [] : [[name, its]])))
}

test("[BOUND1] what an item costs counts from its start, in the activities around it and in its case", () => {
  const story = given(fixed)
  expect(spent(story)).toEqual({})
  story.after(start("A"))
  expect(spent(story)).toEqual({ A: 10, W: 10, p: 10 })
  story.after(complete("A"), complete("B"), complete("C"))
  expect(spent(story)).toEqual({ A: 10, B: 0.1, W: 10.1, C: 0.2, p: 10.3 })
})

test("[BOUND1] where nothing is said about costs, no event has any", () => {
  const story = given("{ flow: [ { task: A } ] }").after(complete("A"))
  expect(story.entries.flatMap(({ events }) => events).filter((event) => "cost" in event)).toEqual([])
  expect(spent(story)).toEqual({})
})

test("[BOUND2] it is corrected at the end, over the item's data then; what cannot be told before is not planned", () => {
  const story = given(measured).after(start("A"))
  expect(spent(story)).toEqual({})
  story.after(complete("A", { hours: 3 }))
  expect(spent(story)).toEqual({ A: 150, p: 150 })
})

test("[BOUND2] what cannot be told at the end either is reported, and holds nothing", () => {
  const story = given(measured).after(complete("A"))
  expect(
    [...story.family.exceptions.values()].map(({ class: name, at, parameters }) => [name, at, parameters.of]),
  ).toEqual([["EvaluationFailed", "A", "cost"]])
  expect(story.family.holds.size).toBe(0)
  expect(spent(story)).toEqual({})
})

test("[BOUND3] an update says what it will cost now", () => {
  const story = given(measured).after(start("A"), update("A", { hours: 1 }), update("A", { hours: 4 }))
  expect(spent(story)).toEqual({ A: 200, p: 200 })
  story.after(complete("A", { hours: 2 }))
  expect(spent(story)).toEqual({ A: 100, p: 100 })
})

test("[BOUND4] what is done twice costs twice", () => {
  const story = given(fixed).after(start("A"), restart("A"))
  expect(spent(story)).toEqual({ A: 20, W: 20, p: 20 })
  story.after(complete("A"), restart("W"), start("A"))
  expect(spent(story)).toEqual({ A: 10, W: 30, p: 30 })
})

test("[BOUND4] a program that failed has cost what it cost", () => {
  const story = given("{ flow: [ { program: A, cost: 10 } ] }")
  story.after(claim("A"), reportFailure("A", "boom"), retry("A"), claim("A"))
  expect(spent(story)).toEqual({ A: 20, p: 20 })
})

test("[BOUND4] what is given back or to somebody else was not done, and what is never started costs nothing", () => {
  expect(spent(given(fixed).after(start("A"), handBack("A")))).toEqual({ A: 0, W: 0, p: 0 })
  expect(spent(given(fixed).after(start("A"), reassign("A", "bob")))).toEqual({ A: 0, W: 0, p: 0 })
  expect(spent(given(fixed).after(skip("A"), fail("B"), forceComplete("C")))).toEqual({})
  expect(spent(given(fixed).after(start("A"), remove("A")))).toEqual({ A: 10, W: 10, p: 10 })
})
