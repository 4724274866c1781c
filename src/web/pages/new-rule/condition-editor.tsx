import { type KeyboardEvent, useId, useRef, useState } from "react"
import type { Output } from "../../../client.ts"
import { drawThen } from "../../parts/draw-then.ts"
import { Field } from "../../parts/field.tsx"
import { complete, completionsAt, type Vocabulary } from "./completion.ts"
import "./condition-editor.css"

interface Props {
  readonly value: string
  readonly onChange: (value: string) => void
  readonly vocabulary: Vocabulary | undefined
  readonly checked: Output<"checkCondition"> | undefined
}

/** A condition while it is written: names are completed, and what is wrong is said under it. */
export function ConditionEditor({ value, onChange, vocabulary, checked }: Props) {
  const [caret, setCaret] = useState(0)
  const [isOpen, setOpen] = useState(false)
  const [active, setActive] = useState(0)
  const area = useRef<HTMLTextAreaElement>(null)
  const id = useId()
  const { start, options } =
    isOpen && vocabulary ? completionsAt(value, caret, vocabulary) : { start: caret, options: [] }
  const chosen = Math.min(active, options.length - 1)
  const problem =
    value.trim() === ""
      ? undefined
      : checked?.findings.find(({ severity, place }) => severity === "error" && place.path === "if")

  const take = (insert: string) => {
    const next = complete(value, caret, start, insert)
    drawThen(
      () => {
        onChange(next.text)
        setCaret(next.caret)
        setOpen(false)
      },
      () => {
        area.current?.focus()
        area.current?.setSelectionRange(next.caret, next.caret)
      },
    )
  }
  const pressed = (event: KeyboardEvent) => {
    if (options.length === 0) return
    const option = options[chosen]
    if (event.key === "ArrowDown" || event.key === "ArrowUp") {
      event.preventDefault()
      setActive((chosen + (event.key === "ArrowDown" ? 1 : -1) + options.length) % options.length)
    } else if ((event.key === "Enter" || event.key === "Tab") && option && !event.shiftKey) {
      event.preventDefault()
      take(option.insert)
    } else if (event.key === "Escape") {
      event.preventDefault()
      setOpen(false)
    }
  }
  return (
    <div className="condition-editor">
      <Field
        label="If"
        isRequired
        problem={problem && `${problem.message} ${problem.remedy}`}
        about="Such as amount > 1000, of what this case knows. Names are completed while you type; Tab takes one."
      >
        {(control) => (
          <textarea
            {...control}
            ref={area}
            className="input mono"
            rows={2}
            spellCheck={false}
            autoComplete="off"
            value={value}
            aria-autocomplete="list"
            aria-controls={options.length > 0 ? id : undefined}
            aria-activedescendant={options.length > 0 ? `${id}-${chosen}` : undefined}
            onChange={(event) => {
              onChange(event.target.value)
              setCaret(event.target.selectionStart)
              setActive(0)
              setOpen(true)
            }}
            onKeyDown={pressed}
            onBlur={() => setOpen(false)}
          />
        )}
      </Field>
      {options.length > 0 && (
        <div id={id} role="listbox" aria-label="Names" className="completions">
          {options.map(({ text, insert, type, about }, index) => (
            <div
              key={text}
              id={`${id}-${index}`}
              role="option"
              tabIndex={-1}
              aria-selected={index === chosen}
              onMouseDown={(event) => {
                event.preventDefault()
                take(insert)
              }}
            >
              <span className="mono">{text}</span>
              <span className="soft small">{type}</span>
              {about && <span className="soft small cut">{about}</span>}
            </div>
          ))}
        </div>
      )}
    </div>
  )
}
