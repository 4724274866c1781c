import { type KeyboardEvent, type ReactNode, useId } from "react"
import "./tabs.css"

export interface Tab<Key extends string> {
  readonly key: Key
  readonly title: string
  readonly count?: number
}

interface Props<Key extends string> {
  readonly label: string
  readonly tabs: readonly Tab<Key>[]
  readonly chosen: Key
  readonly onChoose: (key: Key) => void
  /** What the chosen tab shows. */
  readonly children: ReactNode
}

/** Arrow keys go from one to the next. */
export function Tabs<Key extends string>({ label, tabs, chosen, onChoose, children }: Props<Key>) {
  const id = useId()
  const move = (event: KeyboardEvent) => {
    const step = event.key === "ArrowRight" ? 1 : event.key === "ArrowLeft" ? -1 : 0
    if (step === 0) return
    const at = tabs.findIndex(({ key }) => key === chosen)
    const next = tabs[(at + step + tabs.length) % tabs.length]
    if (next === undefined) return
    event.preventDefault()
    onChoose(next.key)
    document.getElementById(`${id}-${next.key}`)?.focus()
  }
  return (
    <div className="tabs">
      <div role="tablist" aria-label={label} onKeyDown={move}>
        {tabs.map(({ key, title, count }) => (
          <button
            key={key}
            id={`${id}-${key}`}
            type="button"
            role="tab"
            aria-selected={key === chosen}
            aria-controls={`${id}-panel`}
            tabIndex={key === chosen ? 0 : -1}
            onClick={() => onChoose(key)}
          >
            {title}
            {count !== undefined && count > 0 && <span className="tab-count">{count}</span>}
          </button>
        ))}
      </div>
      <div id={`${id}-panel`} role="tabpanel" aria-labelledby={`${id}-${chosen}`} tabIndex={0} className="tab-panel">
        {children}
      </div>
    </div>
  )
}
