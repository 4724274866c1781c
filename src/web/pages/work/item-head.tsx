import type { Output } from "../../../client.ts"
import { titleOf } from "../../../model/forms.ts"
import { addressOf, Link } from "../../app/location.tsx"
import { Moment } from "../../parts/moment.tsx"
import { StateBadge } from "../../parts/state-badge.tsx"
import { useProcessTitle } from "../../server/process-titles.ts"
import { useSession } from "../../server/session.tsx"
import { Due } from "./due.tsx"
import type { GoingOn } from "./going-on.ts"
import { NextButton } from "./next-button.tsx"

interface Props extends GoingOn {
  readonly item: Output<"item">
  readonly title: string
}

/** What the item is called, how it stands, and which case it belongs to. */
export function ItemHead({ item, title, next, onNext }: Props) {
  const { may } = useSession()
  const processTitle = useProcessTitle()
  const process = item.processTitle ?? processTitle(item.process)
  const instances = item.instances.map(({ of, instance }) => `${titleOf(of)} ${instance}`)
  return (
    <header className="item-head">
      <div className="row nowrap">
        <h2 tabIndex={-1} className="grow">
          {title}
        </h2>
        {next && <NextButton onNext={onNext} />}
      </div>
      <p className="row item-facts">
        <StateBadge state={item.status} isHeld={item.held} />
        {item.endedAt === undefined && <Due at={item.dueAt} />}
        {instances.map((text) => (
          <span key={text} className="soft small">
            {text}
          </span>
        ))}
        <span className="soft small">
          Since <Moment at={item.enabledAt} />
        </span>
      </p>
      <p className="row item-facts small">
        {may("see") ? (
          <Link to={addressOf("/cases/:case", { case: item.case })}>{process}</Link>
        ) : (
          <span>{process}</span>
        )}
        <span className="mono soft cut">{item.case}</span>
      </p>
    </header>
  )
}
