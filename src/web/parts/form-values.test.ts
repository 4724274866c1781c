import { expect, test } from "vitest"
import type { FormField } from "../../model/forms.ts"
import { isUnread, newElement, notRead, readText, textOf, withDefaults } from "./form-values.ts"

const field = (type: FormField["type"], more: Partial<FormField> = {}): FormField => ({
  ...{ name: "it", title: "It", type, required: false, readOnly: false },
  ...more,
})
const read = (type: FormField["type"], text: string) => {
  const told = readText({ type }, text)
  return told.ok ? told.value : told.problem
}

test("[WLIST1] what is written is read as a value of its type, or it is said what is wrong with it", () => {
  expect([
    read("integer", " 20 000 "),
    read("integer", "1.5"),
    read("number", "-1.5e3"),
    read("number", "1,5"),
    read("number", "many"),
    read("date", "2026-02-29"),
    read("date", "2028-02-29"),
    read("duration", "2 days, 4 h"),
    read("duration", "soon"),
    read("any", "a word"),
    read("any", '{ "a": [1] }'),
    read("any", "{ a"),
    read("list", "{}"),
    read("object", "[]"),
    read("string", "  kept as it is "),
    read("string", "  "),
  ]).toEqual([
    20_000,
    "This must be a whole number.",
    -1500,
    "Write it with a point, as in 1.5.",
    "This is not a number.",
    "This is not a date.",
    "2028-02-29",
    "P2DT4H",
    "Write it as in 2 days, 4 h 30 min or P2D.",
    "a word",
    { a: [1] },
    "This is not JSON.",
    "This must be a list, as in [1, 2].",
    'This must be an object, as in {"a": 1}.',
    "  kept as it is ",
    undefined,
  ])
})

test("[WLIST1] a value shown and read again is the same", () => {
  const values = [
    [field("datetime"), "2026-08-15T19:30:00.000Z"],
    [field("any"), "[not a list"],
    [field("any"), "42"],
    [field("any"), { a: [1, null] }],
    [field("number"), 0.1],
    [field("list"), [1, "two"]],
  ] as const
  expect(values.map(([type, value]) => readText(type, textOf(type, value)))).toEqual(
    values.map(([, value]) => ({ ok: true, value })),
  )
})

test("[WLIST2] what cannot be read stays as it was written", () => {
  const kept = notRead("1,5")
  expect([isUnread(kept), isUnread({}), textOf(field("number"), kept)]).toEqual([true, false, "1,5"])
})

test("[WLIST3] defaults fill what has no value, at any depth, and new elements of lists", () => {
  const line = field("object", {
    fields: [field("integer", { name: "count", default: 1 }), field("string", { name: "what" })],
  })
  const fields = [
    field("string", { name: "place", default: "here" }),
    field("list", { name: "lines", element: line }),
    field("string", { name: "note" }),
  ]
  expect(withDefaults(fields, { lines: [{ what: "a chair" }, notRead("?")] })).toEqual({
    place: "here",
    lines: [{ what: "a chair", count: 1 }, notRead("?")],
  })
  expect([newElement(line), newElement(field("integer")), newElement(field("list"))]).toEqual([{ count: 1 }, null, []])
})
