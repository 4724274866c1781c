import type { Output } from "../../../client.ts"
import { titleOf } from "../../../model/forms.ts"
import { addressOf, Link } from "../../app/location.tsx"
import { AgentName } from "../../parts/agent-name.tsx"
import { Button } from "../../parts/button.tsx"
import { Moment } from "../../parts/moment.tsx"
import { StateBadge } from "../../parts/state-badge.tsx"
import { useClassTitle } from "../../server/class-titles.ts"
import { type Draft, theSame } from "./answer-draft.ts"
import type { PossibleAnswer } from "./answer-words.ts"
import "./similar-cases.css"

type Similar = NonNullable<Output<"intervention">["similar"]>

interface Props {
  readonly similar: Similar
  readonly answers: readonly PossibleAnswer[]
  /** Undefined: it is answered already. */
  readonly onSame?: (draft: Draft) => void
}

/** What was done when the like happened before, how often, and whether it helped. */
export function SimilarCases({ similar, answers, onSame }: Props) {
  const classTitle = useClassTitle()
  if (similar.answers.length === 0)
    return <p className="soft">The like has not happened before, or nothing was done about it.</p>
  return (
    <div className="stack">
      <ul className="similar-answers">
        {similar.answers.map(({ stage, says, count, recurred }) => {
          const draft = theSame(says, answers)
          return (
            <li key={`${stage} ${says}`}>
              <span className="grow">
                <b>{titleOf(says)}</b>{" "}
                <span className="soft">
                  {stage === "person" ? "by a person" : `by ${stage === "rules" ? "a rule" : `the ${stage}`}`},{" "}
                  {times(count)}
                  {recurred > 0 ? `, came back ${times(recurred)}` : ", has not come back"}
                </span>
              </span>
              {onSame && draft && (
                <Button icon="redo" onClick={() => onSame(draft)}>
                  Do the same
                </Button>
              )}
            </li>
          )
        })}
      </ul>
      <details>
        <summary>The cases ({similar.cases.length})</summary>
        <ul className="similar-cases">
          {similar.cases.map(({ id, case: of, class: name, at, state, answer, raisedAt }) => (
            <li key={id}>
              <Link to={addressOf("/cases/:case", { case: of })} className="mono small cut">
                {of}
              </Link>
              <span className="grow cut">
                {classTitle(name)} at {titleOf(at)}: {answer.says}
                {answer.by && (
                  <>
                    , by <AgentName of={answer.by} />
                  </>
                )}
              </span>
              <span className="soft small">
                <Moment at={raisedAt} />
              </span>
              <StateBadge state={state} />
            </li>
          ))}
        </ul>
      </details>
    </div>
  )
}

const times = (count: number): string => (count === 1 ? "once" : count === 2 ? "twice" : `${count} times`)
