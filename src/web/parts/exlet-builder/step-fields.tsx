import type { Json } from "../../../messages/json.ts"
import { titleOf } from "../../../model/forms.ts"
import { useAsk } from "../../server/ask.ts"
import { Field } from "../field.tsx"
import { flatStep, isMap, type StepForm, type StepParameter } from "./chain.ts"
import { ExpressionsField } from "./expressions-field.tsx"
import { JsonField } from "./json-field.tsx"
import { useOffers } from "./use-offers.ts"
import "./step-fields.css"

interface Props {
  readonly step: Json
  readonly form: StepForm
  readonly isFixed: boolean
  /** The scope it is for, as far as that is known: its steps can be named. */
  readonly at: string
  readonly onChange: (name: string, value: Json | undefined) => void
}

/** What a step takes, each by its kind; what was written in a longer way stays so, as text. */
export function StepFields({ step, form, isFixed, at, onChange }: Props) {
  const flat = flatStep(step)
  const values = isMap(flat) ? flat : {}
  const shown = form.parameters.filter(({ kind }) => kind !== "nothing")
  if (shown.length === 0) return null
  return (
    <fieldset className="step-fields" disabled={isFixed}>
      <legend className="unseen">{form.title}</legend>
      {shown.map((parameter) => (
        <ParameterField
          key={parameter.name}
          parameter={parameter}
          label={parameter.name === form.word ? labelOf(parameter) : titleOf(parameter.name)}
          value={values[parameter.name]}
          at={at}
          onChange={(value) => onChange(parameter.name, value)}
        />
      ))}
    </fieldset>
  )
}

const labelOf = ({ kind, choices }: StepParameter): string => (choices ? "What" : (labels[kind] ?? "What"))

const labels: Readonly<Record<string, string>> = {
  worklet: "Worklet",
  process: "Process",
  place: "Place",
  task: "Step",
  agent: "Whom",
  class: "Class",
  text: "Text",
  expressions: "Values",
  needs: "Needs",
}

interface ParameterProps {
  readonly parameter: StepParameter
  readonly label: string
  readonly value: Json | undefined
  readonly at: string
  readonly onChange: (value: Json | undefined) => void
}

function ParameterField(props: ParameterProps) {
  const { parameter, value } = props
  if (parameter.kind === "expressions" && (value === undefined || isMap(value)))
    return <ExpressionsField {...props} value={value} />
  if (parameter.kind === "needs" && parameter.choices && (value === undefined || typeof value === "string"))
    return <NeedsChoice {...props} choices={parameter.choices} />
  if (parameter.kind === "needs" || (typeof value === "object" && value !== null && parameter.kind !== "texts"))
    return <JsonField {...props} isRequired={parameter.required} />
  if (parameter.kind === "texts") return <TextsField {...props} />
  if (parameter.kind === "choice") return <ChoiceField {...props} options={parameter.choices ?? []} />
  if (parameter.kind === "worklet" || parameter.kind === "process") return <ProcessField {...props} />
  return <TextField {...props} />
}

function ChoiceField({
  parameter,
  label,
  value,
  options,
  onChange,
}: ParameterProps & { readonly options: readonly string[] }) {
  const text = typeof value === "string" ? value : ""
  const known = text === "" || options.includes(text) ? options : [text, ...options]
  return (
    <Field label={label} isRequired={parameter.required}>
      {(control) => (
        <select
          {...control}
          className="input"
          value={text}
          onChange={(event) => onChange(event.target.value || undefined)}
        >
          {(text === "" || !parameter.required) && <option value="">–</option>}
          {known.map((option) => (
            <option key={option}>{option}</option>
          ))}
        </select>
      )}
    </Field>
  )
}

/** One of a few words, or needs of one's own. */
function NeedsChoice({ choices, ...props }: ParameterProps & { readonly choices: readonly string[] }) {
  const own = "whoever meets other needs"
  return (
    <ChoiceField
      {...props}
      options={[...choices, own]}
      onChange={(value) => props.onChange(value === own ? { role: "" } : value)}
    />
  )
}

function ProcessField(props: ParameterProps) {
  const processes = useAsk("processes", {})
  const names = processes.data?.rows.map(({ name }) => name) ?? []
  return <ChoiceField {...props} options={[...(props.parameter.choices ?? []), ...names]} />
}

function TextField({ parameter, label, value, at, onChange }: ParameterProps) {
  const { kind, required } = parameter
  const offers = useOffers(kind, at)
  const choices = parameter.choices || offers.length > 0 ? [...(parameter.choices ?? []), ...offers] : undefined
  return (
    <Field
      label={label}
      isRequired={required}
      about={
        parameter.choices && kind === "place"
          ? `${parameter.choices.join(", ")}, or a place: process/task`
          : abouts[kind]
      }
    >
      {(control) => (
        <>
          <input
            {...control}
            className="input"
            list={choices ? `${control.id}-choices` : undefined}
            value={value === undefined || value === null ? "" : String(value)}
            onChange={(event) => onChange(event.target.value === "" && !required ? undefined : event.target.value)}
          />
          {choices && (
            <datalist id={`${control.id}-choices`}>
              {choices.map((choice) => (
                <option key={choice} value={choice} />
              ))}
            </datalist>
          )}
        </>
      )}
    </Field>
  )
}

const abouts: Readonly<Record<string, string>> = {
  duration: "As in P2D (two days) or PT4H",
  moment: "As in 2026-12-24T09:00:00Z",
  place: "process, process/task, or process/task+ for what follows",
  expression: "An expression over the data of the case",
  agent: "A person, role or unit by name, or an expression",
  text: "{{name}} puts in a value of the case",
}

function TextsField({ parameter, label, value, onChange }: ParameterProps) {
  const lines = Array.isArray(value) ? value.map(String) : value === undefined ? [] : [String(value)]
  return (
    <Field label={label} isRequired={parameter.required} about="One in each line">
      {(control) => (
        <textarea
          {...control}
          className="input"
          rows={Math.max(2, lines.length)}
          value={lines.join("\n")}
          onChange={(event) => {
            const next = event.target.value === "" ? [] : event.target.value.split("\n")
            onChange(next.length === 0 && !parameter.required ? undefined : next)
          }}
        />
      )}
    </Field>
  )
}
