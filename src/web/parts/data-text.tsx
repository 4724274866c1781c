import { type ChangeEvent, useRef, useState } from "react"
import type { FormField } from "../../model/forms.ts"
import { durationWords } from "../words/durations.ts"
import type { DataFieldProps } from "./data-field.tsx"
import { Field } from "./field.tsx"
import { boundsOf } from "./form-problems.ts"
import { notRead, readText, textOf } from "./form-values.ts"

interface Props extends DataFieldProps {
  readonly problem: string | undefined
  /** The problem came of sending it, and is shown at once. */
  readonly isTold: boolean
}

/** Everything that is written. While somebody writes, it stays as he writes it; what is wrong is told when he leaves it. */
export function TextField({ field, value, problem, isTold, onChange }: Props) {
  const [text, setText] = useState<string>()
  const { readOnly } = field
  const shown = text ?? textOf(field, value)
  const isWriting = text !== undefined && !isTold
  // The control is not exchanged for another while somebody writes into it.
  const hasRoom = useRef(false)
  if (text === undefined) hasRoom.current = isLong(field, shown)
  const change = (event: ChangeEvent<HTMLInputElement | HTMLTextAreaElement>) => {
    const { value: written, validity } = event.target
    // Half a date is an empty text to the browser.
    const read = validity.badInput ? undefined : readText(field, written)
    setText(written)
    onChange(read?.ok ? read.value : notRead(validity.badInput ? "?" : written))
  }
  const shared = {
    className: `input${isJson(field) ? " mono" : ""}`,
    readOnly,
    value: shown,
    onChange: change,
    onBlur: () => setText(undefined),
  }
  return (
    <Field
      label={field.title}
      isRequired={field.required && !readOnly}
      problem={isWriting ? undefined : problem}
      about={readOnly ? undefined : aboutOf(field, value)}
    >
      {(control) =>
        hasRoom.current ? (
          <textarea {...control} {...shared} spellCheck={!isJson(field)} rows={Math.min(12, lines(shown) + 1)} />
        ) : (
          <input {...control} {...shared} type={inputTypes[field.type] ?? "text"} inputMode={keys[field.type]} />
        )
      }
    </Field>
  )
}

const inputTypes: Readonly<Partial<Record<FormField["type"], string>>> = { date: "date", datetime: "datetime-local" }

/** Numbers are texts to the browser, which otherwise drops what it cannot read, and changes them when one scrolls. */
const keys: Readonly<Partial<Record<FormField["type"], "numeric" | "decimal">>> = {
  integer: "numeric",
  number: "decimal",
}

const isJson = ({ type }: FormField): boolean => type === "any" || type === "object" || type === "list"
const lines = (text: string): number =>
  text.split("\n").reduce((sum, line) => sum + Math.ceil((line.length + 1) / 70), 0)

function isLong(field: FormField, text: string): boolean {
  return (
    isJson(field) || (field.type === "string" && (text.includes("\n") || text.length > 60 || (field.max ?? 0) > 160))
  )
}

function aboutOf(field: FormField, value: DataFieldProps["value"]): string | undefined {
  if (field.type === "duration") {
    const words = typeof value === "string" ? durationWords(value) : undefined
    return words ?? "As in 2 days, or 4 h 30 min"
  }
  if (field.type === "any") return "A text, or JSON"
  if (isJson(field)) return "As JSON"
  return boundsOf(field)
}
