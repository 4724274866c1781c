import type { Output } from "../../../client.ts"
import "./suggestion-list.css"

interface Props {
  readonly suggestions: Output<"lesson">["suggestions"]
  /** No rule answers yet: one may do so in every case. */
  readonly isUnanswered: boolean
  readonly chosen: string
  readonly onChoose: (condition: string) => void
}

/** Conditions that are true here and false there, to be taken as they are or as a beginning. */
export function SuggestionList({ suggestions, isUnanswered, chosen, onChoose }: Props) {
  const shown = [...(isUnanswered ? [always] : []), ...suggestions.slice(0, 8)]
  if (shown.length === 0) return <p className="soft">Nothing tells this case apart by itself; write what does.</p>
  return (
    <fieldset className="suggestions">
      <legend className="field-label">Suggestions</legend>
      {shown.map(({ if: condition, why }) => (
        <button
          key={condition}
          type="button"
          aria-pressed={condition === chosen}
          title={why}
          onClick={() => onChoose(condition)}
        >
          <span className="mono">{condition}</span>
          <span className="soft small">{why}</span>
        </button>
      ))}
    </fieldset>
  )
}

const always = { if: "true", why: "Always: in every case that comes here and no other rule answers" }
