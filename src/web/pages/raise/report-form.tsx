import { useState } from "react"
import { Field } from "../../parts/field.tsx"
import type { Known } from "../../words/event-words.ts"
import { RaiseCard } from "./raise-card.tsx"
import { reportText } from "./triggers.ts"

interface Props {
  readonly at: { readonly case: string; readonly item?: string }
  readonly known: Known
}

/** What nobody has foreseen. */
export function ReportForm({ at, known }: Props) {
  const [title, setTitle] = useState("")
  const [happened, setHappened] = useState("")
  const [wanted, setWanted] = useState("")
  const [problem, setProblem] = useState<string>()
  const text = reportText(happened, wanted)
  const input = title.trim() === "" ? undefined : { ...at, title: title.trim(), ...(text && { text }) }
  return (
    <RaiseCard
      verb="report"
      title="Something else"
      label="Report, and hold the case"
      done={`“${title.trim()}” was reported. The case is held.`}
      input={input}
      reason=""
      known={known}
      onIncomplete={() => setProblem("Needs a value.")}
      onFields={([first]) => setProblem(first?.message)}
    >
      <Field label="Title" about="What happened, in a few words" isRequired problem={problem}>
        {(control) => (
          <input
            {...control}
            className="input"
            value={title}
            maxLength={200}
            onChange={(event) => {
              setTitle(event.target.value)
              setProblem(undefined)
            }}
          />
        )}
      </Field>
      <Field label="What happened">
        {(control) => (
          <textarea
            {...control}
            className="input"
            rows={4}
            value={happened}
            maxLength={15_000}
            onChange={(event) => setHappened(event.target.value)}
          />
        )}
      </Field>
      <Field label="What should be done" about="If you know. Whoever is asked decides.">
        {(control) => (
          <textarea
            {...control}
            className="input"
            rows={2}
            value={wanted}
            maxLength={4000}
            onChange={(event) => setWanted(event.target.value)}
          />
        )}
      </Field>
      <div className="raise-then stack tight">
        <strong>What happens then</strong>
        <ol>
          <li>The case stops at once: nobody can go on with it.</li>
          <li>Somebody who is responsible is asked what to do, with what you have written.</li>
          <li>It goes on as they answer. What they answer can be known to the next case it happens to.</li>
        </ol>
      </div>
    </RaiseCard>
  )
}
