import { titleOf } from "../../../model/forms.ts"
import { addressOf, Link } from "../../app/location.tsx"
import { AgentName } from "../../parts/agent-name.tsx"
import { Moment } from "../../parts/moment.tsx"
import { PageHead } from "../../parts/page-head.tsx"
import { CountBadge, StateBadge } from "../../parts/state-badge.tsx"
import { useAsk } from "../../server/ask.ts"
import { useSession } from "../../server/session.tsx"
import { CaseActions } from "./case-actions.tsx"
import type { CaseView } from "./case-page.tsx"

export function CaseHead({ view }: { readonly view: CaseView }) {
  const { may } = useSession()
  const processes = useAsk("processes", {})
  const title = processes.data?.rows.find(({ name }) => name === view.process)?.title ?? titleOf(view.process)
  return (
    <PageHead
      title={title}
      trail={[
        ["Cases", "/cases"],
        [title, addressOf("/cases", {}, { process: view.process })],
        ...(view.parent === undefined
          ? []
          : [["The case it was started for", addressOf("/cases/:case", { case: view.parent })] as const]),
      ]}
      beside={
        <>
          <StateBadge state={view.state} isHeld={view.held} />
          {view.exceptions.length > 0 && (
            <CountBadge count={view.exceptions.length} tone="trouble" label="open exceptions" />
          )}
        </>
      }
      about={
        <>
          {view.number !== undefined && (
            <>
              Case number <Link to={addressOf("/cases", {}, { number: view.number })}>{view.number}</Link> ·{" "}
            </>
          )}
          <code>{view.id}</code> · version {view.version} · started <Moment at={view.startedAt} /> by{" "}
          <AgentName of={view.startedBy} />
          {view.endedAt !== undefined && (
            <>
              {" "}
              · ended <Moment at={view.endedAt} />
            </>
          )}
        </>
      }
      actions={
        <>
          {view.state === "running" && may("raise") && (
            <Link className="button plain" to={addressOf("/cases/:case/raise", { case: view.id })}>
              Raise…
            </Link>
          )}
          {may("intervene") && <CaseActions view={view} />}
        </>
      }
    />
  )
}
