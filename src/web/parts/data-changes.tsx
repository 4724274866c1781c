import { useId, useState } from "react"
import type { JsonObject } from "../../messages/json.ts"
import type { Form } from "../../model/forms.ts"
import { Button } from "./button.tsx"
import { DataForm } from "./data-form.tsx"
import "./data-changes.css"

interface Props {
  /** All there is to change. */
  readonly form: Form
  /** What is there now. */
  readonly data: JsonObject
  /** Names and new values of what is to be changed. */
  readonly changes: JsonObject
  readonly onChange: (changes: JsonObject) => void
  readonly label?: string
}

/** Some data of a case changed: one chooses what, and says to what. */
export function DataChanges({ form, data, changes, onChange, label = "Data to change" }: Props) {
  const id = useId()
  const [names, setNames] = useState<readonly string[]>(Object.keys(changes))
  const chosen = names.flatMap((name) => form.fields.find((field) => field.name === name) ?? [])
  const others = form.fields.filter(({ name }) => !names.includes(name))
  const drop = (name: string) => {
    const { [name]: _, ...rest } = changes
    setNames(names.filter((each) => each !== name))
    onChange(rest)
  }
  return (
    <div className="data-changes stack">
      {chosen.map((field) => (
        <div key={field.name} className="row nowrap data-changes-row">
          <div className="grow">
            <DataForm
              form={{ fields: [field] }}
              value={{ ...data, ...changes }}
              onChange={(value) => onChange({ ...changes, [field.name]: value[field.name] ?? null })}
            />
          </div>
          <Button
            look="quiet"
            icon="close"
            aria-label={`Leave ${field.title} as it is`}
            onClick={() => drop(field.name)}
          />
        </div>
      ))}
      {others.length > 0 && (
        <div className="field">
          <label htmlFor={id}>{label}</label>
          <select
            id={id}
            className="input"
            value=""
            onChange={(event) => event.target.value && setNames([...names, event.target.value])}
          >
            <option value="">{names.length === 0 ? "Choose what to change…" : "Something else…"}</option>
            {others.map(({ name, title }) => (
              <option key={name} value={name}>
                {title}
              </option>
            ))}
          </select>
        </div>
      )}
      {form.fields.length === 0 && <p className="soft">The process has no data.</p>}
    </div>
  )
}
