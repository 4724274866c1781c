import { useRef } from "react"
import type { Json } from "../../messages/json.ts"
import type { FormField } from "../../model/forms.ts"
import { Button } from "./button.tsx"
import { BooleanField, ChoiceField, isShortChoice, OptionsField } from "./data-choice.tsx"
import { TextField } from "./data-text.tsx"
import { drawThen } from "./draw-then.ts"
import { boundsOf, problemAt, type ValueProblem, within } from "./form-problems.ts"
import { changed, isObject, isUnread, newElement } from "./form-values.ts"

export interface DataFieldProps {
  readonly field: FormField
  readonly value: Json | undefined
  readonly path: string
  readonly problems: readonly ValueProblem[]
  readonly onChange: (value: Json | undefined) => void
}

/** One field of a form, by its type; of objects and lists also what is inside. */
export function DataField(props: DataFieldProps) {
  const { field, path, problems } = props
  const told = problemAt(
    problems.filter(({ isEarly }) => !isEarly),
    path,
  )
  const problem = problemAt(problems, path)
  const own = { ...props, problem }
  if (field.options)
    return isShortChoice(field.options, field.required) ? <ChoiceField {...own} /> : <OptionsField {...own} />
  if (field.type === "boolean") return <BooleanField {...own} />
  if (field.type === "object" && field.fields && !isUnread(props.value))
    return <ObjectField {...own} fields={field.fields} />
  if (field.type === "list" && field.element && !isUnread(props.value))
    return <ListField {...own} element={field.element} />
  return <TextField {...own} isTold={told !== undefined} />
}

interface Own extends DataFieldProps {
  readonly problem: string | undefined
}

function ObjectField(props: Own & { readonly fields: readonly FormField[] }) {
  const { field, fields, value, path, problem, problems, onChange } = props
  const own = isObject(value) ? value : {}
  const change = (name: string, next: Json | undefined) => {
    const all = changed(own, name, next)
    // Of what need not be there, nothing written is nothing there: its own fields are not asked for then.
    onChange(Object.keys(all).length === 0 && !field.required ? undefined : all)
  }
  return (
    <fieldset className="data-group">
      <legend>
        {field.title}
        <Required of={field} />
      </legend>
      <div className="data-form">
        {fields.map((inner) => (
          <DataField
            key={inner.name}
            field={{ ...inner, readOnly: field.readOnly || inner.readOnly }}
            value={own[inner.name]}
            path={within(path, inner.name)}
            problems={problems}
            onChange={(next) => change(inner.name, next)}
          />
        ))}
      </div>
      <GroupProblem text={problem} />
    </fieldset>
  )
}

function ListField({
  field,
  element,
  value,
  path,
  problem,
  problems,
  onChange,
}: Own & { readonly element: FormField }) {
  const own = Array.isArray(value) ? (value as readonly Json[]) : []
  const list = useRef<HTMLOListElement>(null)
  const add = () => {
    drawThen(
      () => onChange([...own, newElement(element)]),
      () => list.current?.lastElementChild?.querySelector<HTMLElement>(controls)?.focus(),
    )
  }
  const title = (index: number) => `${field.title} ${index + 1}`
  const canAdd = !field.readOnly && (field.max === undefined || own.length < field.max)
  return (
    <fieldset className="data-group">
      <legend>
        {field.title}
        <Required of={field} />
      </legend>
      {own.length === 0 && <p className="soft">None yet.</p>}
      <ol ref={list} className="stack">
        {own.map((each, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: an element is its place in the list
          <li key={index} className="data-element">
            <DataField
              field={{ ...element, title: title(index), readOnly: field.readOnly, required: element.type !== "object" }}
              value={each}
              path={within(path, index)}
              problems={problems}
              onChange={(next) => onChange(own.with(index, next ?? (element.type === "object" ? {} : null)))}
            />
            {!field.readOnly && (
              <Button
                look="quiet"
                icon="close"
                aria-label={`Remove ${title(index)}`}
                onClick={() => onChange(own.length === 1 && !field.required ? undefined : own.toSpliced(index, 1))}
              />
            )}
          </li>
        ))}
      </ol>
      {canAdd && (
        <div className="row">
          <Button icon="plus" onClick={add} aria-label={`Add to ${field.title}`}>
            Add
          </Button>
          <span className="field-about">{boundsOf(field)}</span>
        </div>
      )}
      <GroupProblem text={problem} />
    </fieldset>
  )
}

const controls = "input, select, textarea"

function Required({ of: { required, readOnly } }: { readonly of: FormField }) {
  if (!required || readOnly) return null
  return (
    <span className="field-required" aria-hidden="true">
      {" *"}
    </span>
  )
}

function GroupProblem({ text }: { readonly text: string | undefined }) {
  if (text === undefined) return null
  return (
    <p className="field-problem" role="alert">
      {text}
    </p>
  )
}
