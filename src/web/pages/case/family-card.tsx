import { titleOf } from "../../../model/forms.ts"
import { addressOf, Link } from "../../app/location.tsx"
import { Answer } from "../../parts/answer.tsx"
import { Card } from "../../parts/card.tsx"
import { Icon } from "../../parts/icon.tsx"
import { StateBadge } from "../../parts/state-badge.tsx"
import { useAsk } from "../../server/ask.ts"
import { useProcessTitle } from "../../server/process-titles.ts"
import { useStepTitles } from "../../server/step-titles.ts"
import type { CaseView } from "./case-page.tsx"
import { familyTiers, type Tier } from "./family-tiers.ts"
import "./family-card.css"

/** The family in its tiers: the case, the exlets that run for it, the worklets they have started. */
export function FamilyCard({ view }: { readonly view: CaseView }) {
  const members = useAsk("cases", { family: view.family, limit: 200 }, { of: view.family, keep: true })
  const runs = useAsk("runs", { family: view.family }, { of: view.family, keep: true })
  return (
    <Card title="Family">
      <Answer of={members}>
        {({ rows, next }) => {
          const tiers = familyTiers(view.family, rows, runs.data?.rows ?? view.runs)
          return (
            <>
              {tiers.map((tier) => (
                <TierView key={tier.member.id} tier={tier} here={view.id} />
              ))}
              {next && <p className="soft small">There are more than {rows.length} cases in this family.</p>}
            </>
          )
        }}
      </Answer>
    </Card>
  )
}

function TierView({ tier: { member, runs, others }, here }: { readonly tier: Tier; readonly here: string }) {
  const to = addressOf("/cases/:case", { case: member.id })
  const titles = useStepTitles(member.process)
  const processTitle = useProcessTitle()
  return (
    <div className="tier">
      <Link to={to} className="tier-box case" aria-current={member.id === here ? "page" : undefined}>
        <Icon name="cases" />
        <span className="tier-name" title={processTitle(member.process)}>
          {processTitle(member.process)}
        </span>
        <StateBadge state={member.state} isHeld={member.held} />
      </Link>
      {(runs.length > 0 || others.length > 0) && (
        <div className="tier-below">
          {runs.map(({ run, worklets }) => (
            <div key={run.id} className="tier">
              <Link to={addressOf("/exlets/:exlet", { exlet: run.exlet })} className="tier-box run">
                <Icon name="exlet" />
                <span className="tier-name">
                  {run.exlet}
                  {run.at !== member.process && (
                    <span className="soft small">{` at “${titles.get(run.at) ?? titleOf(run.at)}”`}</span>
                  )}
                </span>
              </Link>
              {worklets.length > 0 && (
                <div className="tier-below">
                  {worklets.map((worklet) => (
                    <TierView key={worklet.member.id} tier={worklet} here={here} />
                  ))}
                </div>
              )}
            </div>
          ))}
          {others.map((other) => (
            <TierView key={other.member.id} tier={other} here={here} />
          ))}
        </div>
      )}
    </div>
  )
}
