import { type ReactNode, useEffect, useRef, useState } from "react"
import type { Output } from "../../../client.ts"
import { addressOf, Link, navigate } from "../../app/location.tsx"
import { ActionDialog } from "../../parts/action-dialog.tsx"
import { Answer } from "../../parts/answer.tsx"
import { Button } from "../../parts/button.tsx"
import { Card } from "../../parts/card.tsx"
import { EventList } from "../../parts/event-list.tsx"
import { Moment } from "../../parts/moment.tsx"
import { StateBadge } from "../../parts/state-badge.tsx"
import { Tried } from "../../parts/tried.tsx"
import { useAgentName } from "../../server/agent-names.ts"
import { useAsk } from "../../server/ask.ts"
import { useClassTitle } from "../../server/class-titles.ts"
import { useProcessTitle } from "../../server/process-titles.ts"
import { useSession } from "../../server/session.tsx"
import { useStepTitles } from "../../server/step-titles.ts"
import { detailIn, headline, isOverdue } from "./alike.ts"
import { AnswerDialog } from "./answer-dialog.tsx"
import { type Draft, emptyDraft } from "./answer-draft.ts"
import { answerLine } from "./answer-words.ts"
import { Answers } from "./answers.tsx"
import { Context, Parameters } from "./context.tsx"
import { InterventionActions } from "./intervention-actions.tsx"
import { SimilarCases } from "./similar-cases.tsx"
import "./intervention-detail.css"

/** One question: what went wrong and where, how it can be answered, what was tried, and what one should know. */
export function InterventionDetail({ id, ...rest }: GoingOn & { readonly id: string }) {
  const [family = ""] = id.split(".")
  const asked = useAsk("intervention", { intervention: id }, { of: family })
  return <Answer of={asked}>{(of) => <Detail of={of} {...rest} />}</Answer>
}

interface GoingOn {
  /** The address of the next question in the list. */
  readonly next: string | undefined
  /** The question stays, with what came of it. */
  readonly onAnswered: () => void
}

interface Props extends GoingOn {
  readonly of: Output<"intervention">
}

function Detail({ of, next, onAnswered }: Props) {
  const { may } = useSession()
  const [came, setCame] = useState<ReactNode>()
  const [draft, setDraft] = useState<Draft>()
  const answers = of.answers ?? []
  const possible = answers.find((answer) => answer.do === draft?.do)
  const said = detailIn(of)
  const canAnswer = of.open && may("intervene")
  return (
    <div className="intervention-detail">
      <div className="stack">
        <Card>
          <div className="stack">
            <Head of={of} />
            {said !== undefined && said !== headline(of) && <p className="intervention-text">{said}</p>}
            {of.proposal && (
              <p>
                Proposed: <b>{of.proposal.says}</b> <span className="soft">({of.proposal.stage})</span>
              </p>
            )}
            {of.now && (
              <p>
                The rules would say <b>{of.now.says}</b> now.
              </p>
            )}
            {of.raised && <Parameters parameters={of.raised.parameters} />}
            {canAnswer && (
              <div className="row">
                <InterventionActions of={of} />
              </div>
            )}
          </div>
        </Card>
        {canAnswer && (
          <Card title="Answer">
            <Answers
              of={of}
              answers={answers}
              canTeach={may("teach")}
              onChoose={(answer) => setDraft(emptyDraft(answer.do))}
            />
          </Card>
        )}
        {!of.open && <Answered of={of} came={came} next={next} />}
      </div>
      <div className="stack">
        {of.exception !== undefined && (
          <Card title="What was tried">
            <Tried exception={of.exception} family={of.family} />
          </Card>
        )}
        {of.similar && (
          <Card title="What was done about the like">
            <SimilarCases similar={of.similar} answers={answers} {...(canAnswer && { onSame: setDraft })} />
          </Card>
        )}
        {may("see") && (
          <Card title="The case">
            <Context of={of} />
          </Card>
        )}
      </div>
      {draft && possible && (
        <AnswerDialog
          key={JSON.stringify(draft)}
          of={of}
          possible={possible}
          draft={draft}
          onDone={(events, known) => {
            setCame(<EventList events={events} known={known} />)
            onAnswered()
          }}
          onClose={() => setDraft(undefined)}
        />
      )}
    </div>
  )
}

function Head({ of }: { readonly of: Output<"intervention"> }) {
  const { may } = useSession()
  const processTitle = useProcessTitle()
  const titles = useStepTitles(of.process)
  const classTitle = useClassTitle()
  const agentName = useAgentName()
  const late = isOverdue(of, Date.now())
  return (
    <header className="stack tight">
      <div className="row">
        <h2 className="intervention-title">{headline(of, titles, classTitle)}</h2>
        {late && <StateBadge state="open" word="overdue" />}
        {!of.open && <StateBadge state="done" word="closed" />}
      </div>
      <p className="soft row intervention-facts">
        <span>{processTitle(of.process)}</span>
        {may("see") ? (
          <Link to={addressOf("/cases/:case", { case: of.case })} className="mono">
            {of.case}
          </Link>
        ) : (
          <span className="mono">{of.case}</span>
        )}
        <span>
          asked <Moment at={of.openedAt} />
        </span>
        {of.open && of.dueAt !== undefined && (
          <span>
            due <Moment at={of.dueAt} />
          </span>
        )}
        {of.to && <span>with {agentName(of.to)}</span>}
      </p>
    </header>
  )
}

interface AnsweredProps extends Pick<Props, "of" | "next"> {
  /** What came of the answer, where it was given here. */
  readonly came: ReactNode
}

function Answered({ of, came, next }: AnsweredProps) {
  const { may } = useSession()
  const [isOpen, setOpen] = useState(false)
  const { closed } = of
  const agentName = useAgentName()
  const frame = useRef<HTMLDivElement>(null)
  const isAnsweredHere = came !== undefined
  useEffect(() => {
    // The answers took more room than what came of one: the page may end above it now.
    if (isAnsweredHere) frame.current?.scrollIntoView({ block: "nearest" })
  }, [isAnsweredHere])
  return (
    <div ref={frame}>
      <Card
        title={closed?.as === "withdrawn" ? "Nobody needs to answer any more" : "Answered"}
        side={
          next !== undefined && (
            <Link className="button main" to={next}>
              Next question
            </Link>
          )
        }
      >
        <div className="stack">
          {closed && (
            <p>
              <b>{closed.answer && answerLine(closed.answer)}</b> by {agentName(closed.by)}, <Moment at={closed.at} />
              {closed.reason && `: ${closed.reason}`}
            </p>
          )}
          {came !== undefined && (
            <section aria-label="What came of it" className="stack tight">
              <h3>What came of it</h3>
              {came}
            </section>
          )}
          {closed?.as === "answered" && (
            <p className="soft">
              You can take an answer back until something outside depends on it. The case returns to the moment before.
            </p>
          )}
          {may("intervene") && closed?.as === "answered" && (
            <div className="row">
              <Button icon="undo" onClick={() => setOpen(true)}>
                Take back…
              </Button>
            </div>
          )}
        </div>
        {isOpen && (
          <ActionDialog
            verb="takeBack"
            input={{ intervention: of.id }}
            title="Take the answer back"
            label="Take back"
            done="The answer was taken back. The question is open again."
            onDone={() => navigate(addressOf("/interventions/:intervention", { intervention: of.id }))}
            onClose={() => setOpen(false)}
          />
        )}
      </Card>
    </div>
  )
}
