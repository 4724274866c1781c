import { useState } from "react"
import { addressOf, Link, useLocation } from "../../app/location.tsx"
import { AgentName } from "../../parts/agent-name.tsx"
import { Button } from "../../parts/button.tsx"
import { Icon } from "../../parts/icon.tsx"
import { Moment } from "../../parts/moment.tsx"
import { useClassTitle } from "../../server/class-titles.ts"
import { useProcessTitle } from "../../server/process-titles.ts"
import { useStepTitles } from "../../server/step-titles.ts"
import { type Alike, alikeIn, headline, type InterventionRow, isOverdue } from "./alike.ts"
import "./intervention-list.css"

interface Props {
  readonly rows: readonly InterventionRow[]
  readonly chosen: string | undefined
  /** Undefined: these cannot be answered together. */
  readonly onAnswerAll?: (group: Alike) => void
}

/** Those about the same at the same place are one entry, which opens. */
export function InterventionList({ rows, chosen, onAnswerAll }: Props) {
  return (
    <ul className="intervention-list" aria-label="Questions">
      {alikeIn(rows).map((group) => (
        <li key={group.key}>
          <Group group={group} chosen={chosen} {...(onAnswerAll && { onAnswerAll })} />
        </li>
      ))}
    </ul>
  )
}

function Group({ group, chosen, onAnswerAll }: Omit<Props, "rows"> & { readonly group: Alike }) {
  const holdsChosen = group.rows.slice(1).some(({ id }) => id === chosen)
  const [isOpened, setOpen] = useState(holdsChosen)
  const isOpen = isOpened || holdsChosen
  const [first, ...others] = group.rows
  if (first === undefined) return null
  const shown = isOpen ? others.slice(0, most) : []
  return (
    <>
      <Entry row={first} isChosen={first.id === chosen} />
      {shown.map((row) => (
        <Entry key={row.id} row={row} isChosen={row.id === chosen} isLesser />
      ))}
      {others.length > 0 && (
        <div className="row intervention-alike">
          <Button look="quiet" icon={isOpen ? "up" : "down"} aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
            {isOpen ? "Fewer" : `${group.rows.length} like this`}
          </Button>
          {onAnswerAll && (
            <Button look="quiet" icon="check" onClick={() => onAnswerAll(group)}>
              Answer all…
            </Button>
          )}
        </div>
      )}
    </>
  )
}

/** More of a group are not looked through one by one. */
const most = 100

interface EntryProps {
  readonly row: InterventionRow
  readonly isChosen: boolean
  /** Another of the same: only what differs is said. */
  readonly isLesser?: boolean
}

function Entry({ row, isChosen, isLesser = false }: EntryProps) {
  const { query } = useLocation()
  const processTitle = useProcessTitle()
  const titles = useStepTitles(row.process)
  const classTitle = useClassTitle()
  const filters = Object.fromEntries(query)
  const late = isOverdue(row, Date.now())
  return (
    <Link
      to={addressOf("/interventions/:intervention", { intervention: row.id }, filters)}
      className={`intervention-entry ${late ? "trouble" : ""}`}
      aria-current={isChosen ? "true" : undefined}
    >
      {!isLesser && <span className="intervention-entry-title">{headline(row, titles, classTitle)}</span>}
      <span className="intervention-entry-line">
        {isLesser ? (
          <span className="mono cut grow">{row.case}</span>
        ) : (
          <span className="cut grow">{processTitle(row.process)}</span>
        )}
        {row.to && (
          <span className="cut">
            <AgentName of={row.to} />
          </span>
        )}
        <span className={late ? "intervention-late" : undefined}>
          {late && <Icon name="timer" size={12} label="overdue" />}{" "}
          <Moment at={row.open ? (row.dueAt ?? row.openedAt) : row.openedAt} />
        </span>
      </span>
    </Link>
  )
}
