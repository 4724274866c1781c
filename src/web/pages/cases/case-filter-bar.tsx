import { useEffect, useState } from "react"
import { titleOf } from "../../../model/forms.ts"
import { changeQuery } from "../../app/location.tsx"
import { Button } from "../../parts/button.tsx"
import { useAsk } from "../../server/ask.ts"
import { useClassTitle } from "../../server/class-titles.ts"
import { ages, type CaseFilters, caseStates } from "./case-filters.ts"
import "./case-filter-bar.css"

/** By process, version, state, what is wrong, data and age. */
export function CaseFilterBar({ filters }: { readonly filters: CaseFilters }) {
  const processes = useAsk("processes", {})
  const groups = useAsk("openGroups", {})
  const classTitle = useClassTitle()
  const newest = new Map((processes.data?.rows ?? []).map(({ name, version, title }) => [name, { version, title }]))
  const versions = filters.process ? (newest.get(filters.process)?.version ?? 1) : 1
  const classes = new Set(
    [...(groups.data?.rows ?? []).map((row) => row.class), filters.exception].filter((name) => name !== undefined),
  )
  const isFiltered = Object.keys(filters).length > 0
  return (
    <search className="case-filters" aria-label="Which cases">
      <Choice
        label="Process"
        all="All processes"
        value={filters.process}
        choices={[...newest].map(([name, { title }]) => [name, title ?? titleOf(name)])}
        onChange={(process) => changeQuery({ process, version: undefined, task: undefined })}
      />
      {filters.process && versions > 1 && (
        <Choice
          label="Version"
          all="All versions"
          value={filters.version?.toString()}
          choices={Array.from({ length: versions }, (_, index) => [`${index + 1}`, `Version ${index + 1}`] as const)}
          onChange={(version) => changeQuery({ version })}
        />
      )}
      <Choice
        label="State"
        all="All states"
        value={filters.state}
        choices={caseStates.map((state) => [state, titleOf(state)])}
        onChange={(state) => changeQuery({ state })}
      />
      <Choice
        label="Standing"
        all="Held or not"
        value={filters.standing}
        choices={[
          ["trouble", "In trouble"],
          ["held", "Held"],
        ]}
        onChange={(standing) => changeQuery({ standing })}
      />
      <Choice
        label="Exception"
        all="All exceptions"
        value={filters.exception}
        choices={[...classes].toSorted().map((name) => [name, classTitle(name)])}
        onChange={(exception) => changeQuery({ exception })}
      />
      <Choice
        label="Age"
        all="Any age"
        value={filters.age}
        choices={Object.entries(ages)}
        onChange={(age) => changeQuery({ age })}
      />
      <TextFilter
        name="number"
        label="Case number"
        placeholder="Case number"
        value={filters.number}
        className="case-number"
      />
      <TextFilter
        name="where"
        label="Condition over the data"
        placeholder="Condition, as in amount > 1000"
        value={filters.where}
        className="case-condition"
      />
      {isFiltered && (
        <Button look="quiet" icon="close" onClick={() => changeQuery(nothing)}>
          Clear
        </Button>
      )}
    </search>
  )
}

const nothing = Object.fromEntries(
  ["process", "version", "state", "standing", "exception", "number", "where", "age", "task"].map((name) => [
    name,
    undefined,
  ]),
)

interface ChoiceProps {
  readonly label: string
  readonly all: string
  readonly value: string | undefined
  readonly choices: readonly (readonly [value: string, title: string])[]
  readonly onChange: (value: string) => void
}

function Choice({ label, all, value, choices, onChange }: ChoiceProps) {
  return (
    <select
      className={`input ${value ? "is-chosen" : ""}`}
      aria-label={label}
      value={value ?? ""}
      onChange={(event) => onChange(event.target.value)}
    >
      <option value="">{all}</option>
      {choices.map(([each, title]) => (
        <option key={each} value={each}>
          {title}
        </option>
      ))}
    </select>
  )
}

interface TextFilterProps {
  readonly name: "number" | "where"
  readonly label: string
  readonly placeholder: string
  readonly value: string | undefined
  readonly className: string
}

/** What is typed; asked when it is complete. */
function TextFilter({ name, label, placeholder, value, className }: TextFilterProps) {
  const [text, setText] = useState(value ?? "")
  useEffect(() => setText(value ?? ""), [value])
  const commit = () => changeQuery({ [name]: text.trim() })
  return (
    <form
      className={className}
      onSubmit={(event) => {
        event.preventDefault()
        commit()
      }}
    >
      <input
        className="input mono"
        aria-label={label}
        placeholder={placeholder}
        spellCheck={false}
        value={text}
        onChange={(event) => setText(event.target.value)}
        onBlur={commit}
      />
    </form>
  )
}
