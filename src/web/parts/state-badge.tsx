import { type Look, lookOf } from "../words/states.ts"
import { Icon } from "./icon.tsx"
import "./state-badge.css"

/** A state by colour, icon and word, the same everywhere in the window. */
export function StateBadge({ state, isHeld = false, word }: { state: string; isHeld?: boolean; word?: string }) {
  const look: Look = lookOf(state, isHeld)
  return (
    <span className={`state-badge ${look.tone}`}>
      <Icon name={look.icon} size={13} />
      {word ?? look.word}
    </span>
  )
}

/** A number that matters, such as how many exceptions are open. */
export function CountBadge({ count, tone, label }: { count: number; tone: Look["tone"]; label: string }) {
  return (
    <span className={`state-badge ${tone}`} title={`${count} ${label}`}>
      {tone === "trouble" && <Icon name="trouble" size={13} />}
      {count}
      <span className="unseen"> {label}</span>
    </span>
  )
}
