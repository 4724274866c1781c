import { useState } from "react"
import { isCheckpoint, isCompensating } from "../../../model/event-names.ts"
import { placeOfScope } from "../../../model/scope-text.ts"
import { addressOf, Link } from "../../app/location.tsx"
import { Button } from "../../parts/button.tsx"
import { Card } from "../../parts/card.tsx"
import { Icon } from "../../parts/icon.tsx"
import { ReasonDialog } from "../../parts/reason-dialog.tsx"
import { useToast } from "../../parts/toasts.tsx"
import { useAct } from "../../server/act.ts"
import { useAsk } from "../../server/ask.ts"
import { useSession } from "../../server/session.tsx"
import type { LessonSource } from "./lesson-source.ts"
import type { Learnt } from "./save-rule.tsx"

interface Props {
  readonly learnt: Learnt
  readonly source: LessonSource
  /** It was the answer to a question. */
  readonly isAnswer: boolean
}

/** After it was learnt: where it is, and what of that which waits it could handle. */
export function SavedRule({ learnt, source: { on, at, from }, isAnswer }: Props) {
  const { may } = useSession()
  const [isAsking, setAsking] = useState(false)
  const reevaluate = useAct("reevaluate")
  const toast = useToast()
  const { process } = placeOfScope(at)
  const isQuestion = isCheckpoint(on) || isCompensating(on)
  const meant = { ...(process !== undefined && { process }), ...(!isQuestion && { class: on }) }
  const { tree, node } = learnt
  const [wereAsked, setWereAsked] = useState(false)
  const about = "case" in from ? from.case : from.family
  const open = useAsk("treeHandles", { tree }, { of: about, when: !isQuestion })
  const handles = wereAsked ? 0 : open.data?.handles
  return (
    <Card>
      <div className="stack">
        <p className="row done">
          <Icon name="completed" size={20} />
          <strong>The rule was learnt.</strong>
        </p>
        {isAnswer && <p>The question is answered with it; what it says is done in its case now.</p>}
        {!isQuestion && <p>{openLine(handles)}</p>}
        <div className="row">
          <Link
            className="button main"
            to={addressOf("/rules/:tree", { tree }, { node: node === undefined ? undefined : String(node) })}
          >
            See it in its tree
          </Link>
          <Link className="button" to={addressOf("/cases/:case", { case: about })}>
            Back to the case
          </Link>
          {handles !== undefined && handles > 0 && may("intervene") && (
            <Button icon="loop" onClick={() => setAsking(true)}>
              Ask the rules again about {handles === 1 ? "it" : "them"}…
            </Button>
          )}
        </div>
      </div>
      {isAsking && (
        <ReasonDialog
          title="Ask the rules again"
          label="Ask them"
          act={(reason) => reevaluate({ ...meant, reason })}
          onDone={({ rows }) => {
            const count = rows.filter(({ now }) => now !== undefined).length
            toast({ text: `${count} of ${rows.length} are answered by rules now` })
            setWereAsked(true)
          }}
          onClose={() => setAsking(false)}
        >
          <p>
            Every open question {process && `of ${process} `}that the rules can answer now is answered so, and their
            exlets begin. The others stay as they are.
          </p>
        </ReasonDialog>
      )}
    </Card>
  )
}

function openLine(handles: number | undefined): string {
  if (handles === undefined) return "Looking which open questions it would answer…"
  if (handles === 0) return "No other question that waits for somebody would be answered by it."
  return `${handles} open ${handles === 1 ? "question" : "questions"} would be answered by it now.`
}
