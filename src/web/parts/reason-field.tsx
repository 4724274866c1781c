import { Field } from "./field.tsx"

interface Props {
  readonly value: string
  readonly onChange: (value: string) => void
  readonly about: string
  readonly isRequired?: boolean
}

/** Why something is done: one line that is kept with it. */
export function ReasonField({ value, onChange, about, isRequired = false }: Props) {
  return (
    <Field label="Reason" about={about} isRequired={isRequired}>
      {(control) => (
        <input
          {...control}
          className="input"
          value={value}
          maxLength={2000}
          onChange={(event) => onChange(event.target.value)}
        />
      )}
    </Field>
  )
}
