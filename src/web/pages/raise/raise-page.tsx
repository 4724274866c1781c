import { RefusedError } from "../../../client.ts"
import { addressOf, Link, useLocation } from "../../app/location.tsx"
import type { PageProps } from "../../app/pages.tsx"
import { Card } from "../../parts/card.tsx"
import { Empty } from "../../parts/empty.tsx"
import { PageHead } from "../../parts/page-head.tsx"
import { Problem } from "../../parts/problem.tsx"
import { Skeleton } from "../../parts/skeleton.tsx"
import { useAsk } from "../../server/ask.ts"
import { useProcessTitle } from "../../server/process-titles.ts"
import { useSession } from "../../server/session.tsx"
import { lookOf } from "../../words/states.ts"
import { RaiseAbout } from "./raise-about.tsx"
import { RaiseForm } from "./raise-form.tsx"
import { ReportForm } from "./report-form.tsx"
import { TriggerChoice } from "./trigger-choice.tsx"
import { triggersFrom } from "./triggers.ts"
import "./raise-page.css"

/** Something is wrong with a case: what is known to happen, or something else. */
export function RaisePage({ parameters: { case: id = "" } }: PageProps) {
  const { may } = useSession()
  const processTitle = useProcessTitle()
  const { query } = useLocation()
  const item = query.get("item") ?? undefined
  const [family = id] = id.split(".")
  const canSee = may("see")
  const seen = useAsk("case", { case: id }, { of: family, when: canSee })
  const atCase = useAsk("caseTriggers", { case: id }, { of: family })
  const atItem = useAsk("itemTriggers", { item: item ?? "" }, { of: family, when: item !== undefined })
  const error = [seen.error, atCase.error].find((each) => each !== null)
  if (error instanceof RefusedError && error.status === 404)
    return (
      <NotHere title="There is no such case">
        <p>
          <span className="mono">{id}</span> is not known, or not open to you.
        </p>
        {canSee && <Link to="/cases">To the cases</Link>}
      </NotHere>
    )
  if (!may("raise"))
    return (
      <NotHere title="You may not raise exceptions">
        <p>Tell somebody who may: whoever administers this server can say who.</p>
      </NotHere>
    )
  if (error) return <Problem error={error} onRetry={() => void Promise.all([seen.refetch(), atCase.refetch()])} />
  if ((canSee && seen.data === undefined) || atCase.data === undefined) return <Skeleton lines={8} />
  const view = seen.data
  if (view && view.state !== "running")
    return (
      <NotHere title={`This case is over: ${lookOf(view.state).word}`}>
        <p>Nothing can be raised at what has ended.</p>
        <Link to={addressOf("/cases/:case", { case: id })}>To the case</Link>
      </NotHere>
    )
  const isItemGone = item !== undefined && atItem.isError
  const triggers = triggersFrom({ atCase: atCase.data.rows, atItem: isItemGone ? [] : (atItem.data?.rows ?? []) })
  const chosen = query.get("what") ?? undefined
  const trigger = triggers.find(({ key }) => key === chosen)
  const at = { case: id, ...(item !== undefined && !isItemGone && { item }) }
  const known = {
    tasks: new Map(view?.items.map((each) => [each.id, each.task])),
    exlets: new Map(view?.runs.map((each) => [each.id, each.exlet])),
    processes: new Map(view ? [[view.id, view.process]] : []),
    titles: new Map([
      ...(view ? [[view.process, processTitle(view.process)] as const] : []),
      ...(view?.items ?? []).flatMap(({ task, title }) => (title === undefined ? [] : [[task, title] as const])),
    ]),
  }
  const trail: readonly (readonly [string, string])[] = canSee
    ? [
        ["Cases", "/cases"],
        [view ? processTitle(view.process) : "Case", addressOf("/cases/:case", { case: id })],
      ]
    : [["Work", "/work"]]
  return (
    <>
      <PageHead title="Raise an exception" trail={trail} />
      <RaiseAbout id={id} title={view && processTitle(view.process)} view={view} item={item} isItemGone={isItemGone} />
      <div className="raise-sides">
        <TriggerChoice triggers={triggers} chosen={chosen} isLoading={atItem.isLoading} />
        {trigger && <RaiseForm key={trigger.key} at={at} trigger={trigger} known={known} />}
        {chosen === "else" && <ReportForm at={at} known={known} />}
        {!trigger && chosen !== "else" && (
          <Card>
            <Empty icon="trouble" title="What has happened?">
              <p>Choose what fits. Before anything is done, you see what would follow.</p>
            </Empty>
          </Card>
        )}
      </div>
    </>
  )
}

function NotHere({ title, children }: { readonly title: string; readonly children: React.ReactNode }) {
  return (
    <>
      <PageHead title="Raise an exception" />
      <Card>
        <Empty icon="trouble" title={title}>
          <div className="stack">{children}</div>
        </Empty>
      </Card>
    </>
  )
}
