import { useEffect, useState } from "react"
import type { Event } from "../../../messages/events.ts"
import type { JsonObject } from "../../../messages/json.ts"
import { titleOf } from "../../../model/forms.ts"
import { addressOf, Link } from "../../app/location.tsx"
import { BulkList } from "../../bulk/bulk-list.tsx"
import { type BulkRow, type Outcome, progressOf } from "../../bulk/bulk-run.ts"
import { useBulkRun } from "../../bulk/use-bulk-run.ts"
import { Button } from "../../parts/button.tsx"
import { DataChanges } from "../../parts/data-changes.tsx"
import { Dialog } from "../../parts/dialog.tsx"
import { Field } from "../../parts/field.tsx"
import { sentence } from "../../parts/problem.tsx"
import { ReasonField } from "../../parts/reason-field.tsx"
import { useAsk } from "../../server/ask.ts"
import { useClient } from "../../server/client.ts"
import { useFreshness } from "../../server/use-freshness.ts"
import { learnNames, nothingKnown, wordsOf } from "../../words/event-words.ts"
import { processForm } from "../../words/process-form.ts"
import { type BulkAction, type BulkParameters, bulkActions, verbOf } from "./bulk-actions.ts"
import type { CaseRow } from "./cases-table.tsx"

interface Props {
  readonly action: BulkAction
  /** The list is frozen with the dialog: what comes later is not meant. */
  readonly cases: readonly CaseRow[]
  readonly onClose: () => void
}

/** One thing done to many cases: what would happen to each, then what did; a few at a time, and it can be stopped. */
export function BulkDialog({ action, cases, onClose }: Props) {
  const { title, done: past, takes, ...words } = bulkActions[action]
  const [frozen] = useState(cases)
  const [to, setTo] = useState("")
  const [data, setData] = useState<JsonObject>({})
  const [reason, setReason] = useState("")
  const [isDoing, setDoing] = useState(false)
  const process = frozen.every((each) => each.process === frozen[0]?.process) ? frozen[0]?.process : undefined
  const parameters = parametersOf(takes, to, data)
  const preview = useOnCases(action, parameters, { dryRun: true })
  const real = useOnCases(action, parameters, { reason: reason.trim() })
  const wanted = JSON.stringify(parameters)
  // biome-ignore lint/correctness/useExhaustiveDependencies: what is said with it makes another preview
  useEffect(() => {
    preview.forget()
    if (parameters === undefined) return
    const soon = setTimeout(() => preview.start(frozen.map(({ id }) => id)), 300)
    return () => clearTimeout(soon)
  }, [wanted])
  const run = isDoing ? real.run : preview.run
  const counts = run && progressOf(run)
  const possible = preview.run?.rows.filter(({ state }) => state === "done").map(({ id }) => id) ?? []
  const titles = new Map(frozen.map((each) => [each.id, each.title ?? titleOf(each.process)]))
  return (
    <Dialog
      title={`${title} ${frozen.length} ${frozen.length === 1 ? "case" : "cases"}`}
      width="wide"
      onClose={onClose}
      foot={
        isDoing ? (
          <>
            {counts?.isOver && counts.refused + counts.cancelled > 0 && (
              <Button icon="redo" onClick={real.retry}>
                Try the rest again
              </Button>
            )}
            <Button look="main" disabled={!counts?.isOver} onClick={onClose}>
              Close
            </Button>
          </>
        ) : (
          <>
            <Button onClick={onClose}>Cancel</Button>
            <Button
              look={"isDangerous" in words ? "danger" : "main"}
              disabled={reason.trim() === "" || !counts?.isOver || possible.length === 0}
              onClick={() => {
                setDoing(true)
                real.start(possible)
              }}
            >
              {counts?.isOver ? `${title} ${possible.length}` : title}
            </Button>
          </>
        )
      }
    >
      {!isDoing && (
        <>
          {takes === "step" && <StepField process={process} value={to} onChange={setTo} label={stepLabels[action]} />}
          {takes === "data" && <DataField process={process} changes={data} onChange={setData} />}
          <ReasonField value={reason} onChange={setReason} about="Kept in the history of each case." isRequired />
        </>
      )}
      <section className="stack tight" aria-label={isDoing ? "What has happened" : "What will happen"}>
        <h3>{isDoing ? "What has happened" : "What will happen"}</h3>
        {run ? (
          <BulkList
            label="Case by case"
            run={run}
            onCancel={isDoing ? real.cancel : preview.cancel}
            nameOf={(id) => (
              <Link to={addressOf("/cases/:case", { case: id })} target="_blank" title={`${titles.get(id)} ${id}`}>
                <span className="mono small">{id}</span> {titles.get(id)}
              </Link>
            )}
            summary={({ done, refused, left }) => {
              const rest = `${refused ? `, ${refused} ${isDoing ? "" : "would be "}refused` : ""}${left ? `, ${left} left` : ""}`
              return isDoing ? `${done} ${past}${rest}` : `${done} would be ${past}${rest}`
            }}
          />
        ) : (
          <p className="soft">Fill in the fields above to see what will happen.</p>
        )}
      </section>
    </Dialog>
  )
}

const stepLabels: Readonly<Partial<Record<BulkAction, string>>> = { jump: "Go on at", rollback: "Back to" }

function parametersOf(takes: "nothing" | "step" | "data", to: string, data: JsonObject): BulkParameters | undefined {
  if (takes === "step") return to === "" ? undefined : { to }
  if (takes === "data") return Object.keys(data).length === 0 ? undefined : { data }
  return {}
}

function useOnCases(
  action: BulkAction,
  parameters: BulkParameters | undefined,
  how: { readonly dryRun: true } | { readonly reason: string },
) {
  const client = useClient()
  const freshness = useFreshness()
  const isTried = "dryRun" in how
  return useBulkRun({
    parallel: 4,
    execute: async ([row]: readonly BulkRow[], signal) => {
      if (row === undefined) return new Map()
      const verb = verbOf(client, action)
      const told = await verb({ case: row.id, ...parameters, ...how }, { signal, ...(!isTried && { key: row.key }) })
      const outcome: Outcome = told.ok
        ? { ok: true, text: inShort(told.value.events) }
        : { ok: false, text: sentence(told.rejection.message) }
      return new Map([[row.id, outcome]])
    },
    ...(!isTried && { onOver: () => void freshness.changed(undefined) }),
  })
}

/** The first of what happens, in a line. */
function inShort(events: readonly Event[]): string {
  const known = learnNames(events, nothingKnown)
  const told = events.map((event) => wordsOf(event, known)).filter(({ isMinor }) => !isMinor)
  const first = told.slice(0, 3).map(({ text }, index) => (index === 0 ? capital(text) : text))
  if (told.length === 0) return "Nothing that anybody would notice"
  return told.length > 3 ? `${first.join("; ")}; and ${told.length - 3} more` : first.join("; ")
}

const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)

interface StepFieldProps {
  readonly process: string | undefined
  readonly value: string
  readonly onChange: (value: string) => void
  readonly label: string | undefined
}

function StepField({ process, value, onChange, label = "Step" }: StepFieldProps) {
  const net = useAsk("net", { process: process ?? "" }, { when: process !== undefined })
  const steps = (net.data?.nets ?? []).flatMap(({ nodes }) => nodes).filter(({ task, kind }) => task && kind !== "join")
  if (process === undefined) return <OneProcess />
  return (
    <Field label={label} isRequired>
      {(control) => (
        <select {...control} className="input" value={value} onChange={(event) => onChange(event.target.value)}>
          <option value="">Choose…</option>
          {steps.map(({ id, task, title }) => (
            <option key={id} value={task}>
              {title}
            </option>
          ))}
        </select>
      )}
    </Field>
  )
}

interface DataFieldProps {
  readonly process: string | undefined
  readonly changes: JsonObject
  readonly onChange: (changes: JsonObject) => void
}

function DataField({ process, changes, onChange }: DataFieldProps) {
  const written = useAsk("process", { process: process ?? "" }, { when: process !== undefined })
  if (process === undefined) return <OneProcess />
  if (written.data === undefined) return null
  return <DataChanges form={processForm(written.data)} data={{}} changes={changes} onChange={onChange} />
}

const OneProcess = () => (
  <p className="soft">These are cases of several processes. Choose cases of one process to do this.</p>
)
