import { useId } from "react"
import type { Json } from "../../messages/json.ts"
import type { DataFieldProps } from "./data-field.tsx"
import { Field } from "./field.tsx"
import "./data-choice.css"

interface Props extends DataFieldProps {
  readonly problem: string | undefined
}

export function BooleanField(props: Props) {
  return <Choices {...props} options={[true, false]} />
}

/** A few short options: all are seen. */
export function ChoiceField(props: Props) {
  return <Choices {...props} options={props.field.options ?? []} />
}

/** Whether all of them fit beside each other into the narrowest column of a form. */
export function isShortChoice(options: readonly Json[], isRequired: boolean): boolean {
  const texts = [...options.map(optionText), ...(isRequired ? [] : ["Not set"])]
  return texts.length * 25 + texts.join("").length * 7 <= 240
}

/** Many options: one is picked. */
export function OptionsField({ field, value, problem, onChange }: Props) {
  return (
    <Field label={field.title} isRequired={field.required && !field.readOnly} problem={problem}>
      {(control) => (
        <select
          {...control}
          className="input"
          disabled={field.readOnly}
          value={value === undefined || value === null ? "" : JSON.stringify(value)}
          onChange={(event) => onChange(event.target.value === "" ? undefined : JSON.parse(event.target.value))}
        >
          <option value="">–</option>
          {field.options?.map((option) => (
            <option key={JSON.stringify(option)} value={JSON.stringify(option)}>
              {optionText(option)}
            </option>
          ))}
        </select>
      )}
    </Field>
  )
}

function Choices({ field, value, problem, options, onChange }: Props & { readonly options: readonly Json[] }) {
  const id = useId()
  const isSet = value !== undefined && value !== null
  const optional: readonly (Json | undefined)[] = field.required || field.readOnly ? options : [...options, undefined]
  return (
    <div className={`field${problem ? " wrong" : ""}`}>
      <span id={id} className="field-label">
        {field.title}
        {field.required && !field.readOnly && (
          <span className="field-required" aria-hidden="true">
            {" *"}
          </span>
        )}
      </span>
      <div
        className="choices"
        role="radiogroup"
        aria-labelledby={id}
        aria-required={field.required || undefined}
        {...(problem && { "aria-describedby": `${id}-problem` })}
      >
        {optional.map((option) => (
          <label key={JSON.stringify(option) ?? ""} className={option === undefined ? "unset" : undefined}>
            <input
              type="radio"
              name={id}
              disabled={field.readOnly}
              checked={isSet ? value === option : option === undefined}
              {...(problem && { "aria-invalid": true })}
              onChange={() => onChange(option)}
            />
            <span>{option === undefined ? "Not set" : optionText(option)}</span>
          </label>
        ))}
      </div>
      {problem && (
        <p id={`${id}-problem`} className="field-problem" role="alert">
          {problem}
        </p>
      )}
    </div>
  )
}

function optionText(option: Json): string {
  if (option === true) return "Yes"
  if (option === false) return "No"
  return typeof option === "string" ? option : JSON.stringify(option)
}
