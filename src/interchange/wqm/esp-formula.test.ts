import { describe, expect, test } from "vitest"
import { celOf } from "./esp-formula.ts"

const translated: readonly (readonly [string, string])[] = [
  ["B2∈Done ∧ B2.result = ‘okay’ ∧ budget > $3000", '"B2" in done && result("B2") == "okay" && budget > 3000'],
  ["F in ready or F in not_ready", '"F" in ready || "F" in notReady'],
  [
    "(A∈Done ∧ {B,C}⊆Executing ∧ cost≤300,000) ∨ ({A,B,C}⊆Done ∧ ¬(D∈Done))",
    '("A" in done && ["B", "C"].subsetOf(executing) && cost <= 300000) || (["A", "B", "C"].subsetOf(done) && !("D" in done))',
  ],
  [
    "not (G in executing) and not (G in done) and joinOrders in done",
    '!("G" in executing) && !("G" in done) && "joinOrders" in done',
  ],
  ["not D in done and D not in aborted and E ∉ aborted", '!("D" in done) && !("D" in aborted) && !("E" in aborted)'],
  [
    "A+ in suspended and {A+, wf1/re-check} subset of not ready",
    '"A+" in suspended && ["A+", "wf1/re-check"].subsetOf(notReady)',
  ],
  ["not not approved", "approved"],
  ["not approved", "!approved"],
  ["a + b * 2 >= (c - 1) / -4 || a <> b && d != 'x'", 'a + b * 2 >= (c - 1) / -4 || a != b && d != "x"'],
  ["order.amount = 1.5", "order.amount == 1.5"],
  ["{} ⊆ done", "[].subsetOf(done)"],
]

describe("a formula in the notation of ESP", () => {
  test.each(translated)("[WQM5] %s", (formula, cel) => {
    expect(celOf(formula)).toMatchObject({ ok: true, cel })
  })

  test("[WQM5] result alone is that of what the event is about", () => {
    expect(celOf("result = 'okay'", "wf4")).toMatchObject({ ok: true, cel: 'result("wf4") == "okay"' })
    expect(celOf("result = 'okay'")).toEqual({
      ok: false,
      at: 0,
      message: "it does not say of what the result is.",
      remedy: "Write it as 'B2.result'.",
    })
  })

  test.each([
    ["A in Doen", 5, "'Doen' is no state.", "Did you mean 'done'?"],
    ["A subset done", 2, "'A' is no set.", "Write 'A in …'."],
    ["{A, B} in done", 7, "a set stands alone.", "Write '{A, B} subset executing'."],
    ["{A, B subset done", 6, "the set is not closed.", "Write it as '{A, B}'."],
    ["(a and b", 8, "a bracket is not closed.", "Write ')' where it ends."],
    ["a b", 2, "the formula should be over at 'b'.", "Join two formulas by 'and' or 'or'."],
    [
      "a-1 > 2",
      0,
      "'a-1' is not the name of case data.",
      "Put spaces around '-' and '/' to mean minus and divided by.",
    ],
    ["", 0, "it breaks off.", "Write a name, a number or a text in quotes."],
    ["{1} subset done", 1, "the name of a task or block is missing.", "Write it as it stands in the workflow."],
    ["((".repeat(30), 50, "the formula is nested too deep.", "Make it flatter."],
  ])("[WQM6] %s: what is wrong, and where", (formula, at, message, remedy) => {
    expect(celOf(formula)).toEqual({ ok: false, at, message, remedy })
  })

  test("[WQM6] each part of the CEL knows where it comes from", () => {
    const formula = "B2 ∈ done ∧ ¬(budget > 3000)"
    const translation = celOf(formula)
    if (!translation.ok) throw new Error(translation.message)
    const from = (part: string) => formula.slice(translation.origin(translation.cel.indexOf(part)))
    expect([from('"B2"'), from("done"), from("&&"), from("!"), from("budget"), from("3000")]).toEqual([
      "B2 ∈ done ∧ ¬(budget > 3000)",
      "done ∧ ¬(budget > 3000)",
      "∧ ¬(budget > 3000)",
      "¬(budget > 3000)",
      "budget > 3000)",
      "3000)",
    ])
  })
})
