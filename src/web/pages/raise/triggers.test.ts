import { expect, test } from "vitest"
import { reportText, triggersFrom } from "./triggers.ts"

const parameters = { fields: [] }

test("[WLIST11] what can be raised at an item comes before what can be raised at its case, each once and by a title", () => {
  const atItem = [{ class: "lights-broken", title: "Lights broken", level: "item", parameters }] as const
  const atCase = [
    { class: "bandBrokenUp", title: "bandBrokenUp", level: "case", parameters, wouldRun: "cancel-show" },
    { class: "bandBrokenUp", title: "bandBrokenUp", level: "case", parameters },
  ] as const
  expect(triggersFrom({ atCase, atItem })).toEqual([
    { ...atItem[0], key: "item:lights-broken" },
    { ...atCase[0], title: "Band broken up", key: "case:bandBrokenUp" },
  ])
})

test("[WLIST11] a report says what happened and what should be done, as far as somebody has said it", () => {
  expect([reportText(" It rains. ", "Move it"), reportText("", "Move it"), reportText("It rains.", " ")]).toEqual([
    "It rains.\n\nWhat should be done: Move it",
    "What should be done: Move it",
    "It rains.",
  ])
})
