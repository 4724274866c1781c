import { useState } from "react"
import { parse, stringify } from "yaml"
import type { Json } from "../../../messages/json.ts"
import { Field } from "../field.tsx"

interface Props {
  readonly label: string
  readonly isRequired: boolean
  readonly value: Json | undefined
  readonly onChange: (value: Json | undefined) => void
}

/** What has no form of its own, as YAML or JSON; taken over as soon as it can be read. */
export function JsonField({ label, isRequired, value, onChange }: Props) {
  const [text, setText] = useState(() => textOf(value))
  const [problem, setProblem] = useState<string>()
  // Steps are moved under it, and taken from elsewhere.
  if (problem === undefined && !isSame(readText(text), value)) setText(textOf(value))
  const change = (next: string) => {
    setText(next)
    try {
      const read = parse(next) as Json | null
      setProblem(undefined)
      onChange(read ?? undefined)
    } catch (error) {
      setProblem(error instanceof Error ? error.message.split("\n")[0] : String(error))
    }
  }
  return (
    <Field label={label} isRequired={isRequired} problem={problem} about="YAML or JSON">
      {(control) => (
        <textarea
          {...control}
          className="input mono"
          rows={Math.max(2, text.split("\n").length)}
          spellCheck={false}
          value={text}
          onChange={(event) => change(event.target.value)}
        />
      )}
    </Field>
  )
}

const textOf = (value: Json | undefined): string => (value === undefined ? "" : stringify(value).trimEnd())

function readText(text: string): Json | undefined {
  try {
    return (parse(text) as Json | null) ?? undefined
  } catch {
    return undefined
  }
}

const isSame = (one: Json | undefined, other: Json | undefined): boolean =>
  JSON.stringify(one) === JSON.stringify(other)
