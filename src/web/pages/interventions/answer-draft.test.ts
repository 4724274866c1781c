import { describe, expect, test } from "vitest"
import { type Draft, readDraft, theSame } from "./answer-draft.ts"
import type { PossibleAnswer } from "./answer-words.ts"

const run: PossibleAnswer = {
  do: "run",
  isPossible: true,
  takes: [
    { name: "exlet", isRequired: false, choices: ["order-again"] },
    { name: "steps", isRequired: false },
  ],
}
const jump: PossibleAnswer = {
  do: "jump",
  isPossible: true,
  takes: [{ name: "to", isRequired: true, choices: ["pay"] }],
}
const answers: readonly PossibleAnswer[] = [
  run,
  jump,
  { do: "skip", isPossible: true },
  { do: "retry", isPossible: false, why: "it runs" },
]
const draft = (verb: string, chosen: Draft["chosen"] = {}, data: Draft["data"] = {}): Draft => ({
  do: verb,
  chosen,
  data,
})

describe("an answer as it is written", () => {
  test("[OPS3] it is complete when all it takes is there", () => {
    expect(readDraft(draft("jump"), jump)).toEqual({ ok: false, problems: { to: "" } })
    expect(readDraft(draft("jump", { to: "pay" }, { amount: 5 }), jump)).toEqual({
      ok: true,
      answer: { do: "jump", to: "pay", data: { amount: 5 } },
    })
  })

  test("[OPS3] to run something takes an exlet, or steps that can be read", () => {
    expect(readDraft(draft("run"), run)).toEqual({ ok: false, problems: { exlet: "" } })
    expect(readDraft(draft("run", { steps: "[" }), run)).toEqual({
      ok: false,
      problems: { steps: "A list of steps, as JSON" },
    })
    expect(readDraft(draft("run", { steps: '["continue"]' }), run)).toEqual({
      ok: true,
      answer: { do: "run", steps: ["continue"] },
    })
    expect(readDraft(draft("run", { exlet: "order-again", steps: "[]" }), run)).toEqual({
      ok: true,
      answer: { do: "run", exlet: "order-again" },
    })
  })

  test("[OPS4] what was done before can be done again where it is possible here", () => {
    expect(["order-again", "skip", "go on at pay", "jump pay"].map((says) => theSame(says, answers))).toEqual([
      draft("run", { exlet: "order-again" }),
      draft("skip"),
      draft("jump", { to: "pay" }),
      draft("jump", { to: "pay" }),
    ])
    expect(["do it again", "jump elsewhere", "unknown-exlet", "steps"].map((says) => theSame(says, answers))).toEqual([
      undefined,
      undefined,
      undefined,
      undefined,
    ])
  })
})
