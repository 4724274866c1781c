import { addressOf, Link } from "../../app/location.tsx"
import { holdText } from "../../net/case-marks.ts"
import { AgentName } from "../../parts/agent-name.tsx"
import { Moment } from "../../parts/moment.tsx"
import { StateBadge } from "../../parts/state-badge.tsx"
import { useAgentName } from "../../server/agent-names.ts"
import { useSession } from "../../server/session.tsx"
import type { CaseView } from "./case-page.tsx"
import { instanceWords } from "./instance-words.ts"
import { ItemActions } from "./item-actions.tsx"

export type ItemView = CaseView["items"][number]

/** One item: how it stands, who has it, who holds it, and what can be done about it. */
export function ItemSummary({ item, view }: { readonly item: ItemView; readonly view: CaseView }) {
  const { may } = useSession()
  const agentName = useAgentName()
  const isLive = item.endedAt === undefined
  return (
    <article className="item-summary stack tight" aria-label={`Item ${item.id}`}>
      <div className="row">
        <StateBadge state={item.status} isHeld={item.held} />
        {item.undone && <StateBadge state="undone" word={`undone by ${item.undone}`} />}
        {item.instances.length > 0 && <b className="small">{instanceWords(item.instances)}</b>}
        <code className="soft small grow cut">{item.id}</code>
      </div>
      <dl className="pairs small">
        {item.agent && (
          <>
            <dt>With</dt>
            <dd>
              <AgentName of={item.agent} />
            </dd>
          </>
        )}
        <dt>{isLive ? "Since" : "Ended"}</dt>
        <dd>
          <Moment at={item.endedAt ?? item.enabledAt} />
        </dd>
        {item.dueAt !== undefined && (
          <>
            <dt>Due</dt>
            <dd>
              <Moment at={item.dueAt} />
            </dd>
          </>
        )}
        {item.awaits && (
          <>
            <dt>Waits for</dt>
            <dd>
              the message “{item.awaits.message}” with {JSON.stringify(item.awaits.key)}
            </dd>
          </>
        )}
        {item.until !== undefined && (
          <>
            <dt>Until</dt>
            <dd>
              <Moment at={item.until} whole />
            </dd>
          </>
        )}
        {item.holds.map((hold) => (
          <div key={hold.id} className="pairs-row">
            <dt>Held by</dt>
            <dd>{holdText(hold, view, agentName)}</dd>
          </div>
        ))}
      </dl>
      {isLive && (
        <div className="row">
          {item.kind === "work" && may("do") && (
            <Link className="button plain" to={addressOf("/work/:item", { item: item.id })}>
              Open in Work
            </Link>
          )}
          {may("intervene") && <ItemActions item={item} view={view} />}
        </div>
      )}
      {!isLive && may("intervene") && view.state === "running" && <ItemActions item={item} view={view} />}
    </article>
  )
}
