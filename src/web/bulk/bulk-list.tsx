import { type ReactNode, useState } from "react"
import { Button } from "../parts/button.tsx"
import { Icon, type IconName } from "../parts/icon.tsx"
import type { Tone } from "../words/states.ts"
import { type BulkRow, type BulkRun, progressOf } from "./bulk-run.ts"
import "./bulk-list.css"

interface Props {
  readonly label: string
  readonly run: BulkRun
  /** What a row is called, with a link to it. */
  readonly nameOf: (id: string) => ReactNode
  readonly onCancel?: () => void
  /** What is said when all of it is over. */
  readonly summary: (counts: { readonly done: number; readonly refused: number; readonly left: number }) => string
}

/** How far it has come, and what came of each; the refused first, as they need a look. */
export function BulkList({ label, run, nameOf, onCancel, summary }: Props) {
  const [shown, setShown] = useState(step)
  const { total, settled, done, refused, cancelled, isOver } = progressOf(run)
  const rows = run.rows.toSorted((one, other) => order[one.state] - order[other.state])
  return (
    <section className="bulk-list stack" aria-label={label}>
      <div className="row nowrap">
        <progress className="grow" max={total} value={settled} aria-label={`${settled} of ${total}`} />
        <span className="bulk-count" role="status">
          {isOver ? summary({ done, refused, left: cancelled }) : `${settled} of ${total}`}
        </span>
        {!isOver && onCancel && !run.isCancelled && <Button onClick={onCancel}>Stop</Button>}
      </div>
      <ol>
        {rows.slice(0, shown).map((row) => (
          <li key={row.id} className={looks[row.state].tone}>
            <Icon name={looks[row.state].icon} label={looks[row.state].word} />
            <span className="bulk-name cut">{nameOf(row.id)}</span>
            <span className="grow bulk-text">{row.text ?? looks[row.state].word}</span>
          </li>
        ))}
      </ol>
      {rows.length > shown && (
        <Button look="quiet" onClick={() => setShown(shown + step * 4)}>
          Show more ({rows.length - shown})
        </Button>
      )}
    </section>
  )
}

const step = 50

const order: Readonly<Record<BulkRow["state"], number>> = { refused: 0, underWay: 1, cancelled: 2, waiting: 3, done: 4 }

const looks: Readonly<
  Record<BulkRow["state"], { readonly tone: Tone; readonly icon: IconName; readonly word: string }>
> = {
  waiting: { tone: "idle", icon: "waiting", word: "waiting" },
  underWay: { tone: "busy", icon: "started", word: "under way" },
  done: { tone: "done", icon: "completed", word: "done" },
  refused: { tone: "trouble", icon: "failed", word: "refused" },
  cancelled: { tone: "idle", icon: "removed", word: "left" },
}
