import { useState } from "react"
import type { Output } from "../../../client.ts"
import type { Event } from "../../../messages/events.ts"
import { ActionDialog } from "../../parts/action-dialog.tsx"
import { useToast } from "../../parts/toasts.tsx"
import { useAsk } from "../../server/ask.ts"
import { useKnownOfCase } from "../../server/known-case.ts"
import { useSession } from "../../server/session.tsx"
import type { Known } from "../../words/event-words.ts"
import { type Draft, readDraft } from "./answer-draft.ts"
import { AnswerForm } from "./answer-form.tsx"
import { answerWords, type PossibleAnswer } from "./answer-words.ts"
import { useTakeBack } from "./take-back.ts"

interface Props {
  readonly of: Output<"intervention">
  readonly possible: PossibleAnswer
  readonly draft: Draft
  /** What came of it, with the names to say it. */
  readonly onDone: (events: readonly Event[], known: Known) => void
  readonly onClose: () => void
}

/** One answer: what it takes, why, what will come of it; once given it can be taken back. */
export function AnswerDialog({ of, possible, draft: first, onDone, onClose }: Props) {
  const { may } = useSession()
  const [draft, setDraft] = useState(first)
  const toast = useToast()
  const takeBack = useTakeBack()
  const words = answerWords(possible.do)
  const read = readDraft(draft, possible)
  const seen = useAsk("case", { case: of.case }, { of: of.family, when: may("see") })
  const known = useKnownOfCase(seen.data)
  return (
    <ActionDialog
      verb="answer"
      input={read.ok ? { intervention: of.id, ...read.answer } : undefined}
      title={words.title}
      label={words.title}
      isDangerous={words.isDangerous ?? false}
      known={known}
      done={words.done}
      undo={async () => toast(await takeBack(of.id))}
      onDone={({ events = [] }) => onDone(events, known)}
      onClose={onClose}
    >
      <p className="soft">{words.about}</p>
      <AnswerForm
        possible={possible}
        draft={draft}
        onChange={setDraft}
        problems={read.ok ? {} : read.problems}
        process={of.process}
        case={of.case}
      />
    </ActionDialog>
  )
}
