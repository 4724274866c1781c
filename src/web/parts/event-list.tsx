import type { Event } from "../../messages/events.ts"
import { type Known, learnNames, nothingKnown, wordsOf } from "../words/event-words.ts"
import { toldTogether } from "../words/told-together.ts"
import { Icon } from "./icon.tsx"
import "./event-list.css"

interface Props {
  readonly events: readonly Event[]
  readonly known?: Known
  /** Also what only the machinery cares for. */
  readonly all?: boolean
}

/** What happened, or would happen, line by line. */
export function EventList({ events, known = nothingKnown, all = false }: Props) {
  const names = learnNames(events, known)
  const told = toldTogether(
    events.map((event, index) => ({ index, ...wordsOf(event, names) })).filter(({ isMinor }) => all || !isMinor),
    () => false,
  )
  if (told.length === 0) return <p className="soft">Nothing that anybody would notice.</p>
  return (
    <ol className="event-list">
      {told.map(({ index, text, icon, tone, times }) => (
        <li key={index} className={tone}>
          <Icon name={icon} />
          <span>
            {text}
            {times > 1 && <span className="soft">{`, ${times} times`}</span>}
          </span>
        </li>
      ))}
    </ol>
  )
}
