import type { Output } from "../../../client.ts"
import { titleOf } from "../../../model/forms.ts"
import { addressOf, Link } from "../../app/location.tsx"
import { Answer } from "../../parts/answer.tsx"
import { Empty } from "../../parts/empty.tsx"
import { Moment } from "../../parts/moment.tsx"
import { StateBadge } from "../../parts/state-badge.tsx"
import { Tried } from "../../parts/tried.tsx"
import { useAgentName } from "../../server/agent-names.ts"
import { useAsk } from "../../server/ask.ts"
import { useClassTitle } from "../../server/class-titles.ts"
import { useSession } from "../../server/session.tsx"
import { useStepTitles } from "../../server/step-titles.ts"
import { siteThatAnswered } from "../../words/tree-site.ts"
import type { CaseView } from "./case-page.tsx"

/** What has gone wrong in this case, and the way of each exception up the ladder. */
export function ExceptionsTab({ view }: { readonly view: CaseView }) {
  const { may } = useSession()
  const titles = useStepTitles(view.process)
  const agentName = useAgentName()
  const classTitle = useClassTitle()
  const all = useAsk("exceptions", { case: view.id, open: false, limit: 200 }, { of: view.family })
  return (
    <Answer of={all}>
      {({ rows }) =>
        rows.length === 0 ? (
          <Empty icon="completed" title="Nothing has gone wrong here">
            {may("raise") && view.state === "running" && (
              <>
                Something has? <Link to={addressOf("/cases/:case/raise", { case: view.id })}>Raise it</Link>
              </>
            )}
          </Empty>
        ) : (
          <ul className="exception-list">
            {rows.toReversed().map((row) => (
              <li key={row.id}>
                <details>
                  <summary>
                    <b>{classTitle(row.class)}</b> at “{titles.get(row.at) ?? titleOf(row.at)}”{" "}
                    <StateBadge state={row.state} />{" "}
                    <span className="soft small">
                      <Moment at={row.raisedAt} />
                      {row.answer && ` · ${row.answer.says}${row.answer.by ? ` (${agentName(row.answer.by)})` : ""}`}
                    </span>
                  </summary>
                  <Tried exception={row.id} family={view.family} />
                  {may("teach") && <TeachLink row={row} view={view} />}
                </details>
              </li>
            ))}
          </ul>
        )
      }
    </Answer>
  )
}

interface TeachProps {
  readonly row: Output<"exceptions">["rows"][number]
  readonly view: CaseView
}

/** To a better rule in the tree that answered; where none did, to one about this class at this place. */
function TeachLink({ row, view }: TeachProps) {
  const ladder = useAsk("ladder", { exception: row.id }, { of: view.family })
  const own = { on: row.class, at: row.at === view.process ? view.process : `${view.process}/${row.at}` }
  const answered = ladder.data && siteThatAnswered(ladder.data.rungs)
  return (
    <p className="small">
      <Link to={addressOf("/rules/new", {}, { ...(answered ?? own), case: view.id, item: row.item })}>
        Teach a rule about this
      </Link>
    </p>
  )
}
