import { useEffect, useState } from "react"
import { parse, stringify } from "yaml"
import type { Json } from "../../../messages/json.ts"
import { Field } from "../field.tsx"

interface Props {
  readonly steps: readonly Json[]
  readonly onChange: (steps: readonly Json[]) => void
  readonly isFixed: boolean
  /** What was typed and cannot be read: kept by whoever shows this, as it is shown anew each time. */
  readonly unread: string | undefined
  readonly onUnread: (text: string | undefined) => void
}

/** The steps as they stand in a file: YAML, and so JSON as well. What cannot be read is not taken over. */
export function ChainText({ steps, onChange, isFixed, unread, onUnread }: Props) {
  const [readable, setReadable] = useState(() => textOf(steps))
  useEffect(() => {
    setReadable((now) => (sameSteps(now, steps) ? now : textOf(steps)))
  }, [steps])
  const text = unread ?? readable
  const read = readSteps(text)
  const problem = typeof read === "string" ? read : undefined
  const change = (next: string) => {
    const nowRead = readSteps(next)
    onUnread(typeof nowRead === "string" ? next : undefined)
    if (typeof nowRead === "string") return
    setReadable(next)
    onChange(nowRead)
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
