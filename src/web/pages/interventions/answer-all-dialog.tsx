import { useEffect, useState } from "react"
import { RefusedError } from "../../../client.ts"
import { titleOf } from "../../../model/forms.ts"
import { addressOf, Link } from "../../app/location.tsx"
import { BulkList } from "../../bulk/bulk-list.tsx"
import type { BulkRow, Outcome } from "../../bulk/bulk-run.ts"
import { progressOf } from "../../bulk/bulk-run.ts"
import { useBulkRun } from "../../bulk/use-bulk-run.ts"
import { Answer } from "../../parts/answer.tsx"
import { Button } from "../../parts/button.tsx"
import { Dialog } from "../../parts/dialog.tsx"
import { Field } from "../../parts/field.tsx"
import { sentence } from "../../parts/problem.tsx"
import { ReasonField } from "../../parts/reason-field.tsx"
import { useAct } from "../../server/act.ts"
import { useAsk } from "../../server/ask.ts"
import { useClassTitle } from "../../server/class-titles.ts"
import type { Alike } from "./alike.ts"
import { type AnswerGiven, type Draft, emptyDraft, readDraft } from "./answer-draft.ts"
import { AnswerForm } from "./answer-form.tsx"
import { answerWords, type PossibleAnswer } from "./answer-words.ts"
import { useAllAlike } from "./use-all-alike.ts"

interface Props {
  readonly group: Alike
  readonly onClose: () => void
}

/** The same answer to many questions: first what would come of each, then what did. */
export function AnswerAllDialog({ group, onClose }: Props) {
  const all = useAllAlike(group)
  const first = group.rows[0]?.id ?? ""
  const example = useAsk("intervention", { intervention: first })
  return (
    <Answer
      of={all}
      loading={
        <Dialog title="Answer all" onClose={onClose}>
          <p className="soft">They are being gathered…</p>
        </Dialog>
      }
    >
      {(rows) => (
        <Answering
          group={{ ...group, rows }}
          answers={(example.data?.answers ?? []).filter(({ do: verb, isPossible }) => isPossible && verb !== "teach")}
          onClose={onClose}
        />
      )}
    </Answer>
  )
}

function Answering({ group: asked, answers, onClose }: Props & { readonly answers: readonly PossibleAnswer[] }) {
  const [group] = useState(asked)
  const [draft, setDraft] = useState<Draft>()
  const [reason, setReason] = useState("")
  const [isDoing, setDoing] = useState(false)
  const possible = answers.find((answer) => answer.do === draft?.do)
  const read = draft && possible ? readDraft(draft, possible) : undefined
  const answer = read?.ok ? read.answer : undefined
  const preview = useAnswerAll(answer, "", true)
  const real = useAnswerAll(answer, reason, false)
  const ids = group.rows.map(({ id }) => id)
  const wanted = JSON.stringify(answer)
  // biome-ignore lint/correctness/useExhaustiveDependencies: another answer is another preview
  useEffect(() => {
    preview.forget()
    if (answer === undefined) return
    const soon = setTimeout(() => preview.start(ids), 300)
    return () => clearTimeout(soon)
  }, [wanted])
  const classTitle = useClassTitle()
  const run = isDoing ? real.run : preview.run
  const counts = run && progressOf(run)
  const caseOf = new Map(group.rows.map((row) => [row.id, row.case]))
  const nameOf = (id: string) => {
    const of = caseOf.get(id) ?? id
    return (
      <Link to={addressOf("/cases/:case", { case: of })} className="mono small" target="_blank">
        {of}
      </Link>
    )
  }
  return (
    <Dialog
      title={`Answer all ${ids.length}: ${group.class === undefined ? "the same question" : classTitle(group.class)} at “${titleOf(group.at)}”`}
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
            <Button look="main" onClick={onClose} disabled={!counts?.isOver}>
              Close
            </Button>
          </>
        ) : (
          <>
            <Button onClick={onClose}>Cancel</Button>
            <Button
              look="main"
              disabled={answer === undefined || reason.trim() === "" || !counts?.isOver || counts.done === 0}
              onClick={() => {
                setDoing(true)
                real.start(ids)
              }}
            >
              {counts?.isOver ? `Answer ${counts.done}` : "Answer"}
            </Button>
          </>
        )
      }
    >
      {!isDoing && (
        <>
          <Field label="Answer" isRequired>
            {(control) => (
              <select
                {...control}
                className="input"
                value={draft?.do ?? ""}
                onChange={(event) => setDraft(event.target.value ? emptyDraft(event.target.value) : undefined)}
              >
                <option value="">Choose…</option>
                {answers.map(({ do: verb }) => (
                  <option key={verb} value={verb}>
                    {answerWords(verb).title}: {answerWords(verb).about}
                  </option>
                ))}
              </select>
            )}
          </Field>
          {draft && possible && (
            <AnswerForm
              key={possible.do}
              possible={possible}
              draft={draft}
              onChange={setDraft}
              problems={read?.ok === false ? read.problems : {}}
              process={group.process}
            />
          )}
          <ReasonField value={reason} onChange={setReason} about="Kept in the history of each case." isRequired />
        </>
      )}
      <section className="stack tight" aria-label={isDoing ? "What has happened" : "What will happen"}>
        <h3>{isDoing ? "What has happened" : "What will happen"}</h3>
        {run ? (
          <BulkList
            label="Case by case"
            run={run}
            nameOf={nameOf}
            {...(isDoing && { onCancel: real.cancel })}
            summary={({ done, refused, left }) =>
              isDoing
                ? `${done} answered${refused ? `, ${refused} refused` : ""}${left ? `, ${left} left` : ""}`
                : `${done} would be answered${refused ? `, ${refused} would be refused` : ""}`
            }
          />
        ) : (
          <p className="soft">Fill in the fields above to see what will happen.</p>
        )}
      </section>
    </Dialog>
  )
}

function useAnswerAll(answer: AnswerGiven | undefined, reason: string, dryRun: boolean) {
  const act = useAct("answerAll")
  return useBulkRun({
    batch: 50,
    parallel: 1,
    execute: async (rows: readonly BulkRow[]) => {
      if (answer === undefined) return new Map()
      const interventions = rows.map(({ id }) => id)
      const { do: verb, ...rest } = answer
      const told = await act({
        interventions,
        answer: { do: verb, ...rest },
        ...(dryRun ? { dryRun } : { reason: reason.trim() }),
      })
      if (!told.ok) throw new RefusedError(told.rejection, told.status)
      const outcomes = told.value.rows.map(({ intervention, isAnswered, rejection }): [string, Outcome] => [
        intervention,
        { ok: isAnswered, text: rejection ? sentence(rejection.message) : dryRun ? "would be answered" : "answered" },
      ])
      const gone = { ok: false, text: "It is not open any more." }
      return new Map([...rows.map(({ id }): [string, Outcome] => [id, gone]), ...outcomes])
    },
  })
}
