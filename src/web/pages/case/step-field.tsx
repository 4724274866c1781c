import { titleOf } from "../../../model/forms.ts"
import { Field } from "../../parts/field.tsx"
import { useAsk } from "../../server/ask.ts"
import type { CaseView } from "./case-page.tsx"

interface Props {
  readonly view: CaseView
  readonly label: string
  readonly about?: string
  readonly value: string
  readonly onChange: (step: string) => void
  /** Only what has been begun already. */
  readonly onlyBegun?: boolean
}

/** A step of the case's process, by its title. */
export function StepField({ view, label, about, value, onChange, onlyBegun = false }: Props) {
  const net = useAsk("net", { process: view.process, version: view.version })
  const steps = (net.data?.nets ?? [])
    .flatMap(({ nodes }) => nodes)
    .flatMap(({ task, title }) => (task === undefined ? [] : [{ task, title: title || titleOf(task) }]))
    .filter(({ task }) => !onlyBegun || !["notReady", undefined].includes(view.states[task]))
  return (
    <Field label={label} isRequired {...(about !== undefined && { about })}>
      {(control) => (
        <select {...control} className="input" value={value} onChange={(event) => onChange(event.target.value)}>
          <option value="">Choose a step</option>
          {steps.map(({ task, title }) => (
            <option key={task} value={task}>
              {title}
            </option>
          ))}
        </select>
      )}
    </Field>
  )
}
