import { expect, test } from "vitest"
import { readBundleValues } from "../../model/bundle.ts"
import { formOf } from "../../model/forms.ts"
import { processForm } from "./process-form.ts"

const data = {
  amount: { type: "number", required: true, min: 0, title: "What it costs" },
  note: "string",
  terms: { type: "string", enum: ["credit", "cash"] },
  address: { object: { street: "string", number: { type: "integer", max: 999 } } },
  lines: { list: { product: "string", count: "integer" } },
  tags: { list: "string" },
}

test("[OPS6] the data of a process is a form of which nothing has to be filled in, otherwise as the engine makes it", () => {
  const source = { process: "order", data, flow: [{ task: "pay" }] }
  const [order] = readBundleValues([source]).definitions
  const { fields } = formOf(order?.definition.data ?? new Map(), undefined, undefined)
  expect(fields.map(({ required }) => required)).toContain(true)
  expect(processForm({ form: { fields } }).fields).toEqual(fields.map((field) => ({ ...field, required: false })))
  expect(processForm({ form: { fields: [] } })).toEqual({ fields: [] })
})
