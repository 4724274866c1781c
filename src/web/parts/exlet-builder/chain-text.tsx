import { useEffect, useState } from "react"
import { parse, stringify } from "yaml"
import type { Json } from "../../../messages/json.ts"
import { Field } from "../field.tsx"

interface Props {
  readonly steps: readonly Json[]
  readonly onChange: (steps: readonly Json[]) => void
  readonly isFixed: boolean
}

/** The steps as they stand in a file: YAML, and so JSON as well. What cannot be read is not taken over. */
export function ChainText({ steps, onChange, isFixed }: Props) {
  const [text, setText] = useState(() => textOf(steps))
  const [problem, setProblem] = useState<string>()
  useEffect(() => {
    setText((now) => (sameSteps(now, steps) ? now : textOf(steps)))
  }, [steps])
  const change = (next: string) => {
    setText(next)
    const read = readSteps(next)
    setProblem(typeof read === "string" ? read : undefined)
    if (typeof read !== "string") onChange(read)
  }
  return (
    <Field label="Steps" about="YAML or JSON, as in a bundle." problem={problem}>
      {(control) => (
        <textarea
          {...control}
          className="input mono"
          rows={Math.max(6, text.split("\n").length + 1)}
          spellCheck={false}
          readOnly={isFixed}
          value={text}
          onChange={(event) => change(event.target.value)}
        />
      )}
    </Field>
  )
}

const textOf = (steps: readonly Json[]): string => (steps.length === 0 ? "" : stringify(steps))

function readSteps(text: string): readonly Json[] | string {
  if (text.trim() === "") return []
  try {
    const read: unknown = parse(text)
    return Array.isArray(read) ? (read as Json[]) : "Write a list: each step begins with “- ”."
  } catch (error) {
    return error instanceof Error ? (error.message.split("\n")[0] ?? "") : String(error)
  }
}

function sameSteps(text: string, steps: readonly Json[]): boolean {
  const read = readSteps(text)
  return typeof read !== "string" && JSON.stringify(read) === JSON.stringify(steps)
}
