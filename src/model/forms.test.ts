import { expect, test } from "vitest"
import { readBundleValues } from "./bundle.ts"
import { formOf, titleOf } from "./forms.ts"

const types = readBundleValues([
  {
    process: "p",
    flow: [],
    data: {
      ticketsSold: { type: "integer", min: 0, max: 9, required: true, default: 3 },
      kind: { type: "string", enum: ["a", "b"], title: "Kind of show" },
      lines: { list: { object: { skuCode: "string" } } },
    },
  },
]).definitions[0]?.definition.data

test("[FORM1] a form tells all that is known about each field", () => {
  expect(formOf(types ?? new Map(), undefined, undefined)).toEqual({
    fields: [
      {
        name: "ticketsSold",
        title: "Tickets sold",
        type: "integer",
        required: true,
        readOnly: false,
        min: 0,
        max: 9,
        default: 3,
      },
      { name: "kind", title: "Kind of show", type: "string", required: false, readOnly: false, options: ["a", "b"] },
      {
        name: "lines",
        title: "Lines",
        type: "list",
        required: false,
        readOnly: false,
        element: {
          name: "element",
          title: "Element",
          type: "object",
          required: false,
          readOnly: false,
          fields: [{ name: "skuCode", title: "Sku code", type: "string", required: false, readOnly: false }],
        },
      },
    ],
  })
})

test.each([
  ["what is only read", ["kind"], ["ticketsSold"], ["ticketsSold", "kind (read only)"]],
  ["what is written is seen too", [], ["kind"], ["kind"]],
  ["all is read, nothing written", undefined, [], ["ticketsSold (read only)", "kind (read only)", "lines (read only)"]],
  ["nothing", [], [], []],
])("[FORM2] what a task reads is shown, what it writes can be changed: %s", (_, reads, writes, shown) => {
  const { fields } = formOf(types ?? new Map(), reads, writes)
  expect(fields.map(({ name, readOnly }) => (readOnly ? `${name} (read only)` : name))).toEqual(shown)
})

test.each([
  ["ticketsSold", "Tickets sold"],
  ["order_id", "Order id"],
  ["e-mail", "E mail"],
  ["invoicePDF", "Invoice PDF"],
  ["PDFInvoice", "PDF invoice"],
  ["line2Text", "Line2 text"],
  ["x", "X"],
])("[FORM3] the title of %s is %s", (name, title) => {
  expect(titleOf(name)).toBe(title)
})
