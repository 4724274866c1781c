import { titleOf } from "../../../model/forms.ts"
import { ExletBuilder } from "../../parts/exlet-builder/exlet-builder.tsx"
import { Field } from "../../parts/field.tsx"
import { useAsk } from "../../server/ask.ts"
import type { Deed } from "./rule-draft.ts"
import "./what-to-do.css"

interface Props {
  readonly deed: Deed
  readonly onChange: (deed: Deed) => void
  readonly on: string
  readonly at: string
}

/** Picks an exlet or worklets, builds steps, or says that nothing is to be done. */
export function WhatToDo({ deed, onChange, on, at }: Props) {
  const kinds = on === "select" ? forSelections : forTheRest
  return (
    <div className="stack">
      <fieldset className="what-to-do">
        <legend className="field-label">Then</legend>
        {kinds.map(({ title, begin }) => (
          <Choice
            key={begin.kind}
            title={title}
            isChosen={deed.kind === begin.kind}
            onChoose={() => deed.kind !== begin.kind && onChange(begin)}
          />
        ))}
      </fieldset>
      {deed.kind === "exlet" && <ExletChoice deed={deed} onChange={onChange} />}
      {deed.kind === "worklets" && <WorkletChoice deed={deed} onChange={onChange} />}
      {deed.kind === "steps" && (
        <ExletBuilder on={on} at={at} steps={deed.steps} onChange={(steps) => onChange({ kind: "steps", steps })} />
      )}
      {deed.kind === "nothing" && (
        <p className="soft">Where the rule holds, all is well: an answer of the rules above it is taken away.</p>
      )}
    </div>
  )
}

const nothing = { title: "Do nothing", begin: { kind: "nothing" } } as const
const forSelections: readonly { readonly title: string; readonly begin: Deed }[] = [
  { title: "Let worklets do it", begin: { kind: "worklets", names: [] } },
  nothing,
]
const forTheRest: typeof forSelections = [
  { title: "Run an exlet", begin: { kind: "exlet", name: "" } },
  { title: "Take these steps", begin: { kind: "steps", steps: [] } },
  nothing,
]

function ExletChoice({ deed, onChange }: { readonly deed: DeedOf<"exlet">; readonly onChange: Props["onChange"] }) {
  const exlets = useAsk("exlets", {})
  if (exlets.data?.rows.length === 0)
    return (
      <p className="soft">
        There is no exlet yet.{" "}
        <button type="button" className="link" onClick={() => onChange({ kind: "steps", steps: [] })}>
          Say the steps here
        </button>{" "}
        instead.
      </p>
    )
  return (
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
  )
}

type DeedOf<Kind extends Deed["kind"]> = Extract<Deed, { readonly kind: Kind }>

/** The processes that do the item, all at once. */
function WorkletChoice({
  deed: { names },
  onChange,
}: {
  readonly deed: DeedOf<"worklets">
  readonly onChange: Props["onChange"]
}) {
  const processes = useAsk("processes", {})
  const rows = processes.data?.rows ?? []
  const change = (name: string) =>
    onChange({
      kind: "worklets",
      names: names.includes(name) ? names.filter((each) => each !== name) : [...names, name],
    })
  return (
    <fieldset className="worklet-choice">
      <legend className="field-label">Worklets, started together</legend>
      {rows.map(({ name, title }) => (
        <label key={name}>
          <input type="checkbox" className="checkbox" checked={names.includes(name)} onChange={() => change(name)} />
          {title ?? titleOf(name)} <span className="soft small mono">{name}</span>
        </label>
      ))}
    </fieldset>
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
