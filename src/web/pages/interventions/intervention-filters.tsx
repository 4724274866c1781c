import { titleOf } from "../../../model/forms.ts"
import { changeQuery, useLocation } from "../../app/location.tsx"
import { useAsk } from "../../server/ask.ts"
import "./intervention-filters.css"

/** Which questions are looked at: it stands in the address. */
export function useInterventionFilters() {
  const { query } = useLocation()
  const text = (name: string) => query.get(name) ?? undefined
  return {
    tab: query.get("tab") === "answered" ? ("answered" as const) : ("open" as const),
    class: text("class"),
    process: text("process"),
    mine: query.get("to") === "me",
    overdue: query.get("overdue") === "true",
  }
}

/** By class, process, whom they are with, and whether they should be answered by now. */
export function InterventionFilters() {
  const filters = useInterventionFilters()
  const groups = useAsk("openGroups", {})
  const rows = groups.data?.rows ?? []
  const classes = named([...rows.map((row) => row.class), filters.class])
  const processes = named([...rows.map(({ process }) => process), filters.process])
  return (
    <fieldset className="intervention-filters">
      <legend className="unseen">Which questions</legend>
      <Choice label="Class" all="All classes" name="class" chosen={filters.class} choices={classes} />
      <Choice label="Process" all="All processes" name="process" chosen={filters.process} choices={processes} />
      <label className="row nowrap">
        <input
          type="checkbox"
          className="checkbox"
          checked={filters.mine}
          onChange={(event) => changeQuery({ to: event.target.checked ? "me" : undefined })}
        />
        To me
      </label>
      {filters.tab === "open" && (
        <label className="row nowrap">
          <input
            type="checkbox"
            className="checkbox"
            checked={filters.overdue}
            onChange={(event) => changeQuery({ overdue: event.target.checked ? "true" : undefined })}
          />
          Overdue
        </label>
      )}
    </fieldset>
  )
}

function named(names: readonly (string | undefined)[]): readonly string[] {
  return [...new Set(names.filter((name) => name !== undefined))].toSorted()
}

interface ChoiceProps {
  readonly label: string
  readonly all: string
  readonly name: string
  readonly chosen: string | undefined
  readonly choices: readonly string[]
}

function Choice({ label, all, name, chosen, choices }: ChoiceProps) {
  return (
    <select
      className="input"
      aria-label={label}
      value={chosen ?? ""}
      onChange={(event) => changeQuery({ [name]: event.target.value })}
    >
      <option value="">{all}</option>
      {choices.map((choice) => (
        <option key={choice} value={choice}>
          {titleOf(choice)}
        </option>
      ))}
    </select>
  )
}
