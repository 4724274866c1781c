import type { Json } from "../../../messages/json.ts"
import { ExletBuilder } from "../../parts/exlet-builder/exlet-builder.tsx"
import { Field } from "../../parts/field.tsx"
import { useAsk } from "../../server/ask.ts"
import "./what-to-do.css"

/** What a rule says: an exlet by name, steps in place, or nothing. */
export type Deed =
  | { readonly kind: "exlet"; readonly name: string }
  | { readonly kind: "steps"; readonly steps: readonly Json[] }
  | { readonly kind: "nothing" }

/** As `then` of a rule is written; undefined while something is missing. */
export function thenOf(deed: Deed): Json | undefined {
  switch (deed.kind) {
    case "exlet":
      return deed.name || undefined
    case "steps":
      return deed.steps.length > 0 ? [...deed.steps] : undefined
    case "nothing":
      return "nothing"
  }
}

interface Props {
  readonly deed: Deed
  readonly onChange: (deed: Deed) => void
  readonly on: string
  readonly at: string
}

/** Picks an exlet, builds one, or says that nothing is to be done. */
export function WhatToDo({ deed, onChange, on, at }: Props) {
  const exlets = useAsk("exlets", {})
  return (
    <div className="stack">
      <fieldset className="what-to-do">
        <legend className="field-label">Then</legend>
        <Choice
          title="Run an exlet"
          isChosen={deed.kind === "exlet"}
          onChoose={() => onChange({ kind: "exlet", name: "" })}
        />
        <Choice
          title="Take these steps"
          isChosen={deed.kind === "steps"}
          onChoose={() => onChange({ kind: "steps", steps: [] })}
        />
        <Choice title="Do nothing" isChosen={deed.kind === "nothing"} onChoose={() => onChange({ kind: "nothing" })} />
      </fieldset>
      {deed.kind === "exlet" && (
        <Field label="Exlet" isRequired>
          {(control) => (
            <select
              {...control}
              className="input"
              value={deed.name}
              onChange={(event) => onChange({ kind: "exlet", name: event.target.value })}
            >
              <option value="">Pick one</option>
              {exlets.data?.rows.map(({ name }) => (
                <option key={name}>{name}</option>
              ))}
            </select>
          )}
        </Field>
      )}
      {deed.kind === "steps" && (
        <ExletBuilder on={on} at={at} steps={deed.steps} onChange={(steps) => onChange({ kind: "steps", steps })} />
      )}
      {deed.kind === "nothing" && (
        <p className="soft">Where the rule holds, all is well: an answer of the rules above it is taken away.</p>
      )}
    </div>
  )
}

function Choice(props: { readonly title: string; readonly isChosen: boolean; readonly onChoose: () => void }) {
  return (
    <label>
      <input type="radio" name="deed" className="checkbox" checked={props.isChosen} onChange={props.onChoose} />
      {props.title}
    </label>
  )
}
