import type { Form } from "../../model/forms.ts"

/** The form of a process's data, of which nothing has to be filled in: for whoever changes some of it. */
export function processForm({ form }: { readonly form: Form }): Form {
  return { fields: form.fields.map((field) => ({ ...field, required: false })) }
}
