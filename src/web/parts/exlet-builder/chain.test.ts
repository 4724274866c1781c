import { expect, test } from "vitest"
import {
  changedStep,
  findingsByStep,
  formOfStep,
  movedStep,
  newStep,
  stepSummary,
  stepsFound,
  withoutStep,
  withStep,
} from "./chain.ts"

const suspend = {
  word: "suspend",
  title: "Suspend",
  about: "Holds something",
  group: "hold",
  parameters: [{ name: "suspend", kind: "choice", required: true, choices: ["item", "case"] }],
  example: { suspend: "item" },
}
const notify = {
  word: "notify",
  title: "Tell somebody",
  about: "Sends a letter",
  group: "tell",
  parameters: [
    { name: "notify", kind: "agent", required: true },
    { name: "text", kind: "text", required: true },
  ],
  example: { notify: "ann", text: "Look" },
}
const propagate = {
  word: "propagate",
  title: "Hand on",
  about: "To whoever is above",
  group: "go",
  parameters: [{ name: "propagate", kind: "nothing", required: false }],
  example: "propagate",
}

test("[SHOP11] steps are added, moved, changed and taken away", () => {
  const added = withStep(withStep([], newStep(suspend)), newStep(notify))
  expect(added).toEqual([{ suspend: "item" }, { notify: "", text: "" }])
  expect(withStep(added, newStep(propagate), 1)).toEqual([{ suspend: "item" }, "propagate", { notify: "", text: "" }])
  expect(movedStep(added, 1, 0)).toEqual([{ notify: "", text: "" }, { suspend: "item" }])
  expect(movedStep(added, 0, 2)).toBe(added)
  expect(changedStep(added, 1, "text", "Look")).toEqual([{ suspend: "item" }, { notify: "", text: "Look" }])
  expect(changedStep(added, 1, "text", undefined)).toEqual([{ suspend: "item" }, { notify: "" }])
  expect(withoutStep(added, 0)).toEqual([{ notify: "", text: "" }])
})

test("[SHOP11] a worklet with a map of its own is changed like one without", () => {
  const chain = [{ compensate: { worklet: "mend", with: { lamps: "2" } } }]
  expect(changedStep(chain, 0, "compensate", "repair")).toEqual([{ compensate: "repair", with: { lamps: "2" } }])
  const two = [{ compensate: [{ worklet: "mend" }, "repair"] }]
  expect(changedStep(two, 0, "compensate", "mend")).toEqual([{ compensate: "mend" }])
})

test("[SHOP11] steps are known by their words, and found by what they do", () => {
  const forms = [suspend, notify, propagate]
  expect([
    formOfStep({ text: "x", notify: "ann" }, forms),
    formOfStep("propagate", forms),
    formOfStep({ a: 1 }, forms),
  ]).toEqual([notify, propagate, undefined])
  expect([stepsFound(forms, "LETTER"), stepsFound(forms, "prop"), stepsFound(forms, " ")]).toEqual([
    [notify],
    [propagate],
    forms,
  ])
  expect([
    stepSummary({ suspend: "case" }, suspend),
    stepSummary("propagate", propagate),
    stepSummary({ a: 1 }, undefined),
  ]).toEqual(["case", "", '{"a":1}'])
})

test("[SHOP12] what is wrong with an exlet is told at the step it is about", () => {
  const found = (path: string) => ({ place: { path } })
  const all = [found("then[1].notify"), found("then"), found("if"), found("then[1]")]
  expect([...findingsByStep(all)]).toEqual([
    [1, [found("then[1].notify"), found("then[1]")]],
    [undefined, [found("then")]],
  ])
})
