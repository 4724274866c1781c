import { useState } from "react"
import type { Json, JsonObject } from "../../../messages/json.ts"
import { Button } from "../button.tsx"
import type { StepParameter } from "./chain.ts"
import { type Entry, entriesFor, mapOf, nameProblem } from "./expression-entries.ts"

interface Props {
  readonly parameter: StepParameter
  readonly label: string
  readonly value: JsonObject | undefined
  readonly onChange: (value: Json | undefined) => void
}

/** Names, each with the expression its value comes from. */
export function ExpressionsField({ parameter, label, value = {}, onChange }: Props) {
  const [typed, setTyped] = useState<readonly Entry[]>(() => Object.entries(value))
  const entries = entriesFor(typed, value)
  const problem = nameProblem(entries)
  const put = (next: readonly Entry[]) => {
    setTyped(next)
    const written = mapOf(next)
    onChange(next.length === 0 && !parameter.required ? undefined : written)
  }
  return (
    <div className="field expressions-field">
      <span className="field-label">{label}</span>
      {entries.map(([name, expression], index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: names change while they are typed
        <div key={index} className="row nowrap">
          <input
            className="input mono"
            aria-label={`${label}: name ${index + 1}`}
            placeholder="name"
            value={name}
            onChange={(event) => put(entries.with(index, [event.target.value, expression]))}
          />
          =
          <input
            className="input mono"
            aria-label={`${label}: expression ${index + 1}`}
            placeholder="expression"
            value={typeof expression === "string" ? expression : JSON.stringify(expression)}
            onChange={(event) => put(entries.with(index, [name, event.target.value]))}
          />
          <Button
            look="quiet"
            icon="close"
            aria-label={`Remove ${name || `name ${index + 1}`}`}
            onClick={() => put(entries.toSpliced(index, 1))}
          />
        </div>
      ))}
      {problem && (
        <p className="field-problem" role="alert">
          {problem}
        </p>
      )}
      <div>
        <Button
          icon="plus"
          disabled={entries.some(([name]) => name === "")}
          onClick={() => put([...entries, ["", ""]])}
        >
          Add a value
        </Button>
      </div>
    </div>
  )
}
