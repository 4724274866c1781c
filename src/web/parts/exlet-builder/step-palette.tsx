import { type KeyboardEvent, useId, useState } from "react"
import { type StepForm, stepsFound } from "./chain.ts"
import { groupTitle } from "./step-groups.ts"
import "./step-palette.css"

interface Props {
  readonly forms: readonly StepForm[]
  readonly onAdd: (form: StepForm) => void
}

/** Every step there is, by groups: clicked, dragged into the chain, or found by typing and added with Enter. */
export function StepPalette({ forms, onAdd }: Props) {
  const [typed, setTyped] = useState("")
  const id = useId()
  const found = stepsFound(forms, typed)
  const groups = Map.groupBy(found, ({ group }) => group)
  const pressed = (event: KeyboardEvent) => {
    const [first] = found
    if (event.key !== "Enter" || first === undefined || typed.trim() === "") return
    event.preventDefault()
    onAdd(first)
    setTyped("")
  }
  return (
    <div className="step-palette">
      <label htmlFor={id} className="unseen">
        Find a step
      </label>
      <input
        id={id}
        className="input"
        placeholder="Find a step; Enter adds it"
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
        onKeyDown={pressed}
      />
      {found.length === 0 && <p className="soft">There is no such step.</p>}
      {[...groups].map(([group, steps]) => (
        <section key={group} aria-label={groupTitle(group)}>
          <h4>{groupTitle(group)}</h4>
          <div className="step-palette-steps">
            {steps.map((form) => (
              <button
                key={form.word}
                type="button"
                title={form.about}
                draggable
                onDragStart={(event) => event.dataTransfer.setData("exlet/step", form.word)}
                onClick={() => onAdd(form)}
              >
                {form.title}
              </button>
            ))}
          </div>
        </section>
      ))}
    </div>
  )
}
