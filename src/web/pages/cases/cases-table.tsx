import { useMemo, useRef } from "react"
import type { Output } from "../../../client.ts"
import { titleOf } from "../../../model/forms.ts"
import { addressOf, Link } from "../../app/location.tsx"
import { AgentName } from "../../parts/agent-name.tsx"
import { Moment } from "../../parts/moment.tsx"
import { CountBadge, StateBadge } from "../../parts/state-badge.tsx"
import { type Column, Table } from "../../parts/table.tsx"

export type CaseRow = Output<"cases">["rows"][number]

interface Props {
  readonly rows: readonly CaseRow[]
  /** Undefined: nothing can be done with them. */
  readonly selection?: ReadonlySet<string> | undefined
  readonly onSelect: (selection: ReadonlySet<string>) => void
}

/** Newest first; with a box before each for those who may do something with many. */
export function CasesTable({ rows, selection, onSelect }: Props) {
  const toggle = useRef((_: string) => {})
  toggle.current = (id) => {
    const next = new Set(selection)
    if (!next.delete(id)) next.add(id)
    onSelect(next)
  }
  const canChoose = selection !== undefined
  const all = useMemo(() => [...(canChoose ? [boxes((id) => toggle.current(id))] : []), ...columns], [canChoose])
  return (
    <Table
      label="Cases"
      rows={rows}
      keyOf={({ id }) => id}
      isChosen={({ id }) => selection?.has(id) ?? false}
      columns={all}
    />
  )
}

const boxes = (toggle: (id: string) => void): Column<CaseRow> => ({
  title: "Chosen",
  width: "32px",
  cell: ({ id, process }, isChosen) => (
    <input
      type="checkbox"
      className="checkbox"
      aria-label={`Choose ${titleOf(process)} ${id}`}
      checked={isChosen}
      onChange={() => toggle(id)}
    />
  ),
})

const columns: readonly Column<CaseRow>[] = [
  {
    title: "Case",
    cell: ({ id, number, process, title }) => (
      <Link to={addressOf("/cases/:case", { case: id })} className="case-link">
        <span className="case-link-title" title={title}>
          {title ?? titleOf(process)}
        </span>
        <span className="mono small soft">{number === undefined ? id : `${number} · ${id}`}</span>
      </Link>
    ),
  },
  { title: "State", cell: ({ state, held }) => <StateBadge state={state} isHeld={held} /> },
  {
    title: "Trouble",
    cell: ({ exceptions, interventions }) => (
      <span className="row nowrap">
        {exceptions > 0 && <CountBadge count={exceptions} tone="trouble" label="open exceptions" />}
        {interventions > 0 && (
          <span className="soft small case-questions">
            {interventions === 1 ? "1 question" : `${interventions} questions`}
          </span>
        )}
      </span>
    ),
  },
  { title: "Version", cell: ({ version }) => version, isNumber: true },
  { title: "Started", cell: ({ startedAt }) => <Moment at={startedAt} /> },
  { title: "By", cell: ({ startedBy }) => <AgentName of={startedBy} /> },
  { title: "Ended", cell: ({ endedAt }) => endedAt !== undefined && <Moment at={endedAt} /> },
]
