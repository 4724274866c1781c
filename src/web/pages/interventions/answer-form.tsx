import { lazy, Suspense, useState } from "react"
import type { Json } from "../../../messages/json.ts"
import { titleOf } from "../../../model/forms.ts"
import { Button } from "../../parts/button.tsx"
import { DataChanges } from "../../parts/data-changes.tsx"
import { Field } from "../../parts/field.tsx"
import { Skeleton } from "../../parts/skeleton.tsx"
import "../../parts/data-form.css"
import { useAgentName } from "../../server/agent-names.ts"
import { useAsk } from "../../server/ask.ts"
import { useSession } from "../../server/session.tsx"
import { useStepTitles } from "../../server/step-titles.ts"
import { processForm } from "../../words/process-form.ts"
import type { Draft } from "./answer-draft.ts"
import type { PossibleAnswer } from "./answer-words.ts"

interface Props {
  readonly possible: PossibleAnswer
  readonly draft: Draft
  readonly onChange: (draft: Draft) => void
  readonly problems: Readonly<Record<string, string>>
  /** Whose data may be changed with it. */
  readonly process: string
  readonly case?: string
}

/** What an answer takes, field by field. */
export function AnswerForm({ possible, draft, onChange, problems, process, case: id }: Props) {
  const takes = possible.takes ?? []
  const choose = (name: string, value: string) => onChange({ ...draft, chosen: { ...draft.chosen, [name]: value } })
  const titles = useStepTitles(process)
  const needsData = takes.some(({ name }) => name === "data")
  return (
    <>
      {takes
        .filter(({ name }) => name !== "data")
        .map((taken) => (
          <TakenField
            key={taken.name}
            verb={possible.do}
            taken={taken}
            titles={titles}
            value={draft.chosen[taken.name] ?? ""}
            onChange={(value) => choose(taken.name, value)}
            problem={problems[taken.name] || undefined}
          />
        ))}
      {needsData ? (
        <ChangedData process={process} case={id} draft={draft} onChange={onChange} />
      ) : (
        <details>
          <summary>Change data first</summary>
          <ChangedData process={process} case={id} draft={draft} onChange={onChange} />
        </details>
      )}
    </>
  )
}

interface TakenProps {
  readonly verb: string
  readonly taken: NonNullable<PossibleAnswer["takes"]>[number]
  readonly value: string
  readonly onChange: (value: string) => void
  readonly problem: string | undefined
  /** What steps are called. */
  readonly titles: ReadonlyMap<string, string>
}

function TakenField({ verb, taken: { name, isRequired, choices }, value, onChange, problem, titles }: TakenProps) {
  const words = labels[`${verb} ${name}`] ?? { label: titleOf(name) }
  if (name === "steps") return <StepsField value={value} onChange={onChange} problem={problem} />
  if (name === "to" && choices === undefined) return <WhoField {...{ value, onChange, problem, isRequired }} />
  return (
    <Field label={words.label} about={words.about} isRequired={isRequired} problem={problem}>
      {(control) =>
        choices ? (
          <select {...control} className="input" value={value} onChange={(event) => onChange(event.target.value)}>
            <option value="">{isRequired ? "Choose…" : (words.none ?? "–")}</option>
            {choices.map((choice) => (
              <option key={choice} value={choice}>
                {words.names?.[choice] ?? (name === "to" ? (titles.get(choice) ?? titleOf(choice)) : choice)}
              </option>
            ))}
          </select>
        ) : (
          <textarea
            {...control}
            className="input mono"
            spellCheck={false}
            placeholder={words.example}
            value={value}
            onChange={(event) => onChange(event.target.value)}
          />
        )
      }
    </Field>
  )
}

/** Steps of one's own, built as an exlet is. */
function StepsField({ value, onChange, problem }: Pick<TakenProps, "value" | "onChange" | "problem">) {
  const [isOpen, setOpen] = useState(value !== "")
  if (!isOpen)
    return (
      <Button icon="exlet" onClick={() => setOpen(true)}>
        Or build steps for this once
      </Button>
    )
  return (
    <fieldset className="data-group">
      <legend>Steps for this once</legend>
      <Suspense fallback={<Skeleton />}>
        <ExletBuilder
          steps={stepsIn(value)}
          onChange={(steps) => onChange(steps.length === 0 ? "" : JSON.stringify(steps))}
        />
      </Suspense>
      {problem && (
        <p className="field-problem" role="alert">
          {problem}
        </p>
      )}
    </fieldset>
  )
}

const ExletBuilder = lazy(async () => ({
  default: (await import("../../parts/exlet-builder/exlet-builder.tsx")).ExletBuilder,
}))

function stepsIn(text: string): readonly Json[] {
  try {
    const read: unknown = JSON.parse(text)
    return Array.isArray(read) ? (read as readonly Json[]) : []
  } catch {
    return []
  }
}

interface Label {
  readonly label: string
  readonly about?: string
  readonly none?: string
  readonly example?: string
  readonly names?: Readonly<Record<string, string>>
}

const labels: Readonly<Record<string, Label>> = {
  "run exlet": { label: "Exlet", none: "None: the steps below" },
  "confirm answer": { label: "Answer" },
  "retry with": {
    label: "By whom",
    none: "Whoever is found",
    names: { same: "The same agent first", next: "The next agent" },
  },
  "jump to": { label: "Go on at" },
  "rollback to": { label: "Back to", about: "It is undone with everything that came of it, the newest first." },
  "remove target": {
    label: "What is removed",
    none: "The item",
    names: { item: "The item", case: "The whole case" },
  },
  "needs needs": {
    label: "Whom it needs",
    about: "As JSON, as in a process: role, capabilities, unit…",
    example: '{ "role": "clerk" }',
  },
}

/** An agent, a role or a unit; whoever may not see the organisation writes the name. */
export function WhoField({
  value,
  onChange,
  problem,
  isRequired,
  label = "To",
}: Omit<TakenProps, "verb" | "taken" | "titles"> & { readonly isRequired: boolean; readonly label?: string }) {
  const { may } = useSession()
  const entries = useAsk("organisation", {}, { when: may("see") })
  const agentName = useAgentName()
  const rows = (entries.data?.rows ?? []).filter(({ kind }) => kind in kinds)
  return (
    <Field label={label} about="An agent, a role or a unit" isRequired={isRequired} problem={problem}>
      {(control) =>
        rows.length === 0 ? (
          <input {...control} className="input" value={value} onChange={(event) => onChange(event.target.value)} />
        ) : (
          <select {...control} className="input" value={value} onChange={(event) => onChange(event.target.value)}>
            <option value="">Choose…</option>
            {Object.entries(kinds).map(([kind, title]) => (
              <optgroup key={kind} label={title}>
                {rows
                  .filter((row) => row.kind === kind)
                  .map(({ name }) => (
                    <option key={name} value={name}>
                      {agentName(name)}
                    </option>
                  ))}
              </optgroup>
            ))}
          </select>
        )
      }
    </Field>
  )
}

const kinds: Readonly<Record<string, string>> = { agent: "Agents", role: "Roles", unit: "Units" }

function ChangedData({
  process,
  case: id,
  draft,
  onChange,
}: Pick<Props, "process" | "draft" | "onChange"> & { readonly case: string | undefined }) {
  const { may } = useSession()
  const written = useAsk("process", { process }, { when: may("see") })
  const seen = useAsk("case", { case: id ?? "" }, { of: id, when: id !== undefined && may("see") })
  const change = (data: Draft["data"]) => onChange({ ...draft, data })
  if (written.data === undefined) return <p className="soft">The data of the process is not shown to you.</p>
  return (
    <DataChanges form={processForm(written.data)} data={seen.data?.data ?? {}} changes={draft.data} onChange={change} />
  )
}
