import { type ReactNode, useEffect, useId, useState } from "react"
import type { Output } from "../../../client.ts"
import { titleOf } from "../../../model/forms.ts"
import { changeQuery } from "../../app/location.tsx"
import { Button } from "../../parts/button.tsx"
import { useAsk } from "../../server/ask.ts"
import { useProcessTitle } from "../../server/process-titles.ts"
import { useSession } from "../../server/session.tsx"
import { isFiltered, type WorkFilters } from "./work-filters.ts"
import "./work-filter-bar.css"

type Row = Output<"worklist">["rows"][number]

interface Props {
  readonly filters: WorkFilters
  /** What is in the list by now. */
  readonly rows: readonly Row[]
}

export function WorkFilterBar({ filters, rows }: Props) {
  const { me } = useSession()
  const processTitle = useProcessTitle()
  // The same question as the side of the window asks.
  const all = useAsk("worklist", { agent: me.agent, limit: 100 }, { keep: true })
  const known = [...(all.data?.rows ?? []), ...rows]
  const processes = choicesOf(
    known.map(({ process, processTitle: told }) => [process, told ?? processTitle(process)]),
    filters.process,
  )
  const ofProcess = known.filter(({ process }) => filters.process === undefined || process === filters.process)
  const tasks = choicesOf(
    ofProcess.map(({ task, title }) => [task, title ?? titleOf(task)]),
    filters.task,
  )
  return (
    <search className="work-filters" aria-label="Filters">
      <TextFilter text={filters.text ?? ""} />
      <div className="row work-chips" role="group" aria-label="Which items">
        <Chip isOn={filters.show === undefined} onClick={() => changeQuery({ show: undefined })}>
          All
        </Chip>
        <Chip isOn={filters.show === "mine"} onClick={() => changeQuery({ show: "mine" })}>
          With you
        </Chip>
        <Chip isOn={filters.show === "offered"} onClick={() => changeQuery({ show: "offered" })}>
          Offered
        </Chip>
        <Chip
          isOn={filters.due === "overdue"}
          onClick={() => changeQuery({ due: filters.due === "overdue" ? undefined : "overdue" })}
        >
          Overdue
        </Chip>
      </div>
      <div className="work-selects">
        <Select
          label="Process"
          value={filters.process}
          choices={[["", "All processes"], ...processes]}
          onChoose={(process) => changeQuery({ process, task: undefined })}
        />
        <Select
          label="Task"
          value={filters.task}
          choices={[["", "All tasks"], ...tasks]}
          onChoose={(task) => changeQuery({ task })}
        />
        <Select
          label="Due"
          value={filters.due}
          choices={[
            ["", "Due any time"],
            ["overdue", "Overdue"],
            ["today", "Due today"],
            ["week", "Due within 7 days"],
          ]}
          onChoose={(due) => changeQuery({ due })}
        />
        <Select
          label="Order"
          value={filters.order}
          choices={[
            ["", "By priority"],
            ["due", "By due time"],
            ["age", "Oldest first"],
          ]}
          onChoose={(order) => changeQuery({ order })}
        />
      </div>
      {isFiltered(filters) && (
        <Button
          look="quiet"
          icon="close"
          onClick={() => changeQuery({ process: undefined, task: undefined, due: undefined, text: undefined })}
        >
          Clear filters
        </Button>
      )}
    </search>
  )
}

type Choice = readonly [value: string, title: string]

/** Each once, by title; also the one that is chosen, though nothing of it is left. */
function choicesOf(pairs: readonly Choice[], chosen: string | undefined): readonly Choice[] {
  const titles = new Map(chosen === undefined ? pairs : [[chosen, titleOf(chosen)] as const, ...pairs])
  return [...titles].toSorted(([, one], [, other]) => one.localeCompare(other))
}

interface SelectProps {
  readonly label: string
  readonly value: string | undefined
  readonly choices: readonly Choice[]
  readonly onChoose: (value: string) => void
}

function Select({ label, value = "", choices, onChoose }: SelectProps) {
  return (
    <select className="input" aria-label={label} value={value} onChange={(event) => onChoose(event.target.value)}>
      {choices.map(([key, title]) => (
        <option key={key} value={key}>
          {title}
        </option>
      ))}
    </select>
  )
}

/** Asked for when somebody stops typing. */
function TextFilter({ text }: { readonly text: string }) {
  const [written, setWritten] = useState(text)
  const id = useId()
  useEffect(() => {
    if (written === text) return
    const timer = setTimeout(() => changeQuery({ text: written }), 250)
    return () => clearTimeout(timer)
  }, [written, text])
  useEffect(() => setWritten(text), [text])
  return (
    <input
      id={id}
      className="input"
      type="search"
      aria-label="Find in the worklist"
      placeholder="Find a task, a process, a case"
      value={written}
      onChange={(event) => setWritten(event.target.value)}
    />
  )
}

interface ChipProps {
  readonly isOn: boolean
  readonly onClick: () => void
  readonly children: ReactNode
}

function Chip({ isOn, onClick, children }: ChipProps) {
  return (
    <button type="button" className="work-chip" aria-pressed={isOn} onClick={onClick}>
      {children}
    </button>
  )
}
