import { titleOf } from "../../../model/forms.ts"
import { addressOf, Link } from "../../app/location.tsx"
import { holdText } from "../../net/case-marks.ts"
import { AgentName } from "../../parts/agent-name.tsx"
import { Card } from "../../parts/card.tsx"
import { Icon } from "../../parts/icon.tsx"
import { Moment } from "../../parts/moment.tsx"
import { useAgentName } from "../../server/agent-names.ts"
import { useClassTitle } from "../../server/class-titles.ts"
import { useStepTitles } from "../../server/step-titles.ts"
import { askedWords } from "../../words/asked.ts"
import type { CaseView } from "./case-page.tsx"

/** What the case waits for: people who are asked, holds, and patterns that are half seen. */
export function Waits({ view }: { readonly view: CaseView }) {
  const titles = useStepTitles(view.process)
  const agentName = useAgentName()
  const classTitle = useClassTitle()
  const titleAt = (scope: string) => view.items.find(({ task }) => scope === `${view.process}/${task}`)?.title
  const holds = view.holds.filter(({ target }) => target.kind !== "item")
  const waits = view.interventions.length + holds.length + (view.patterns?.length ?? 0) + view.bounds.length
  if (waits === 0) return null
  return (
    <Card title="What it waits for">
      <ul className="wait-list">
        {view.interventions.map(({ id, text, at, to, dueAt }) => (
          <li key={id} className="trouble">
            <Icon name="intervention" />
            <span>
              <Link to={addressOf("/interventions/:intervention", { intervention: id })}>
                {askedWords(text, at, titles.get(at) ?? titleOf(at), classTitle)}
              </Link>
              <br />
              <span className="soft small">
                {to ? <AgentName of={to} /> : "somebody"} is asked
                {dueAt !== undefined && (
                  <>
                    , due <Moment at={dueAt} />
                  </>
                )}
              </span>
            </span>
          </li>
        ))}
        {holds.map((hold) => (
          <li key={hold.id} className="held">
            <Icon name="held" />
            <span>
              {whatIsHeld(hold.target)} is held
              <br />
              <span className="soft small">by {holdText(hold, view, agentName)}</span>
            </span>
          </li>
        ))}
        {view.patterns?.map(({ pattern, missing, until }) => (
          <li key={pattern} className="waiting">
            <Icon name="search" />
            <span>
              {titleOf(pattern)}
              <br />
              <span className="soft small">
                {missing}
                {until !== undefined && (
                  <>
                    , until <Moment at={until} />
                  </>
                )}
              </span>
            </span>
          </li>
        ))}
        {view.bounds.map((bound) => (
          <li
            key={`${bound.kind} ${bound.scope}`}
            className={bound.kind === "budget" && bound.left < 0 ? "trouble" : "idle"}
          >
            <Icon name="timer" />
            <span>
              {bound.kind === "deadline" ? (
                <>
                  Due <Moment at={bound.dueAt} />
                </>
              ) : (
                `Budget: ${bound.spent} of ${bound.limit} spent`
              )}
              <br />
              <span className="soft small">
                {bound.scope === view.process
                  ? "the case as a whole"
                  : (titleAt(bound.scope) ?? titleOf(bound.scope.split("/").at(-1) ?? bound.scope))}
              </span>
            </span>
          </li>
        ))}
      </ul>
    </Card>
  )
}

function whatIsHeld(target: CaseView["holds"][number]["target"]): string {
  switch (target.kind) {
    case "case":
      return "The case"
    case "end":
      return "The end of the case"
    case "after":
      return `What follows “${titleOf(target.task)}”`
    case "item":
      return "An item"
  }
}
