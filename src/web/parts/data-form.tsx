import type { JsonObject } from "../../messages/json.ts"
import type { Form } from "../../model/forms.ts"
import { DataField } from "./data-field.tsx"
import { problemsElsewhere, problemsIn, type ValueProblem } from "./form-problems.ts"
import { changed } from "./form-values.ts"
import "./data-form.css"

interface Props {
  readonly form: Form
  /** What cannot be read is in it as it was written: whoever sends it asks `problemsIn` first. */
  readonly value: JsonObject
  readonly onChange: (value: JsonObject) => void
  /** What is wrong with it: what `problemsIn` found before it was sent, or the server's `fields`. */
  readonly problems?: readonly ValueProblem[]
}

/** The form that data types make: a control for each field, what is wrong beside it. */
export function DataForm({ form, value, onChange, problems = [] }: Props) {
  const early = problemsIn(form.fields, value).filter(({ isMissing }) => !isMissing)
  const all = [...problems, ...early.map((problem) => ({ ...problem, isEarly: true }) as const)]
  const apart = problemsElsewhere(problems, form.fields)
  return (
    <div className="data-form">
      {form.fields.map((field) => (
        <DataField
          key={field.name}
          field={field}
          value={value[field.name]}
          path={field.name}
          problems={all}
          onChange={(next) => onChange(changed(value, field.name, next))}
        />
      ))}
      {apart.length > 0 && (
        <ul className="data-apart field-problem" role="alert">
          {apart.map(({ field, message }) => (
            <li key={field}>{message}</li>
          ))}
        </ul>
      )}
    </div>
  )
}

/** Puts the focus where the first problem is, after something was refused. */
export function focusProblem(inside: HTMLElement | null): void {
  inside?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus()
}
