import { Link } from "../../app/location.tsx"
import { Answer } from "../../parts/answer.tsx"
import { Card } from "../../parts/card.tsx"
import { Empty } from "../../parts/empty.tsx"
import { PageHead } from "../../parts/page-head.tsx"
import { useAsk } from "../../server/ask.ts"
import { useSession } from "../../server/session.tsx"
import { Figures } from "./figures.tsx"
import { ByException, ByProcess, OpenInterventions } from "./overview-lists.tsx"
import { TrendCard } from "./trend-card.tsx"
import "./overview-page.css"

/** How everything stands, and ways to what needs a look. */
export function OverviewPage() {
  const overview = useAsk("overview", { since: new Date().setHours(0, 0, 0, 0) }, { keep: true })
  return (
    <>
      <PageHead title="Overview" />
      <Answer of={overview}>
        {(of) => {
          if (of.rows.length === 0) return <Beginning />
          return (
            <div className="overview stack">
              <Figures of={of} />
              <div className="overview-columns">
                <div className="stack">
                  <TrendCard />
                  <OpenInterventions count={of.interventions} overdue={of.overdue} />
                </div>
                <div className="stack">
                  <ByException />
                  <ByProcess rows={of.rows} />
                </div>
              </div>
            </div>
          )
        }}
      </Answer>
    </>
  )
}

/** Nothing has been started yet: what to do next. */
function Beginning() {
  const { may } = useSession()
  const processes = useAsk("processes", {})
  const hasProcesses = (processes.data?.rows.length ?? 0) > 0
  return (
    <Card>
      {hasProcesses ? (
        <Empty icon="cases" title="No case has been started yet">
          <Link to="/processes">Choose a process</Link> and start the first; what becomes of it is shown here.
        </Empty>
      ) : (
        <Empty icon="process" title="There is no process yet">
          {may("administer") ? (
            <>
              <Link to="/processes">Upload the first</Link>, then start a case of it.
            </>
          ) : (
            "Ask an administrator to upload one."
          )}
        </Empty>
      )}
    </Card>
  )
}
