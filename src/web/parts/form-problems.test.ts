import { expect, test } from "vitest"
import type { FormField } from "../../model/forms.ts"
import { boundsOf, problemAt, problemsElsewhere, problemsIn, problemsLeft } from "./form-problems.ts"
import { notRead } from "./form-values.ts"

const field = (name: string, type: FormField["type"], more: Partial<FormField> = {}): FormField => ({
  ...{ name, title: name, type, required: false, readOnly: false },
  ...more,
})

const order: readonly FormField[] = [
  field("customer", "string", { required: true, max: 5 }),
  field("total", "number", { readOnly: true, required: true }),
  field("lines", "list", {
    min: 1,
    max: 3,
    element: field("element", "object", {
      fields: [field("qty", "integer", { required: true, min: 1 }), field("note", "string")],
    }),
  }),
  field("address", "object", { fields: [field("town", "string", { required: true })] }),
]

test("[WLIST4] what is wrong with a form is told by field before it is sent, at any depth", () => {
  expect(
    problemsIn(order, { customer: "somebody", lines: [{ qty: 0 }, {}, null, { qty: notRead("two") }], address: {} }),
  ).toEqual([
    { field: "customer", message: "Must be at most 5 characters long." },
    { field: "lines", message: "Must be at most 3 entries long." },
    { field: "lines[0].qty", message: "Must be at least 1." },
    { field: "lines[1].qty", message: "Needs a value.", isMissing: true },
    { field: "lines[2]", message: "Needs a value.", isMissing: true },
    { field: "lines[3].qty", message: "This is not a number." },
    { field: "address.town", message: "Needs a value.", isMissing: true },
  ])
  expect(problemsIn(order, { customer: "me" })).toEqual([])
})

const refused = [
  { field: "lines[0].qty", code: "TOO_SMALL", message: "lines[0].qty must be at least 1, not 0." },
  { field: "data.customer", code: "REQUIRED", message: "data.customer needs a value." },
  { field: "colour", code: "UNKNOWN_FIELD", message: 'There is no "colour" in the data.' },
]

test("[WLIST5] what the server refuses stands beside its field, and apart where there is none", () => {
  expect([
    problemAt(refused, "lines[0].qty"),
    problemAt(refused, "customer"),
    problemAt(refused, "lines"),
    problemsElsewhere(refused, order).map(({ field: name }) => name),
  ]).toEqual(["Must be at least 1, not 0.", "Needs a value.", undefined, ["colour"]])
})

test("[WLIST5] a refusal stands until its field is changed", () => {
  const before = { customer: "", lines: [{ qty: 0 }] }
  expect(problemsLeft(refused, before, { customer: "", lines: [{ qty: 1 }] }).map(({ field: name }) => name)).toEqual([
    "data.customer",
    "colour",
  ])
})

test("[WLIST4] bounds are told before anything is wrong", () => {
  expect([
    boundsOf(field("a", "integer", { min: 5 })),
    boundsOf(field("a", "integer", { min: 0 })),
    boundsOf(field("a", "string", { max: 5000 })),
    boundsOf(field("a", "list", { min: 1, max: 3 })),
    boundsOf(field("a", "date")),
  ]).toEqual(["At least 5", undefined, "At most 5,000 characters", "1 to 3 entries", undefined])
})
