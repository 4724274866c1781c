import type { ReactNode } from "react"
import type { Output } from "../../../client.ts"
import type { Hold } from "../../../messages/holds.ts"
import { AgentName } from "../../parts/agent-name.tsx"
import { Icon, type IconName } from "../../parts/icon.tsx"
import { Moment } from "../../parts/moment.tsx"
import { lookOf, type Tone } from "../../words/states.ts"
import type { Standing } from "./item-standing.ts"

interface Props {
  readonly item: Output<"item">
  readonly standing: Standing
  readonly hasTyped: boolean
}

/** What keeps whoever looks from doing it: somebody else has it, it is over, it is held and by whom. */
export function ItemState({ item, standing, hasTyped }: Props) {
  const lost = hasTyped ? " What you have typed was not sent." : ""
  return (
    <>
      {standing.is === "taken" && (
        <Note tone="held" icon="people">
          <AgentName of={standing.by} /> has this item now.{lost}
        </Note>
      )}
      {standing.is === "over" && (
        <Note tone={lookOf(standing.as).tone} icon={lookOf(standing.as).icon}>
          This item is over: {lookOf(standing.as).word}
          {standing.by && (
            <>
              {" "}
              by <AgentName of={standing.by} />
            </>
          )}
          .{lost}
        </Note>
      )}
      {standing.is === "other" && (
        <Note tone="waiting" icon="waiting">
          Nobody has to do this: it goes on by itself.
        </Note>
      )}
      {item.holds.map((hold) => (
        <Note key={hold.id} tone="held" icon="held">
          Held {ownerOf(hold)} since <Moment at={hold.at} />
          {hold.reason && `: ${hold.reason}`}. {afterwards(hold)}
        </Note>
      ))}
    </>
  )
}

function Note({
  tone,
  icon,
  children,
}: {
  readonly tone: Tone
  readonly icon: IconName
  readonly children: ReactNode
}) {
  return (
    <div className={`item-note ${tone}`} role="status">
      <Icon name={icon} />
      <p>{children}</p>
    </div>
  )
}

function ownerOf({ owner }: Hold): string {
  if (owner.kind === "person") return `by ${owner.agent}`
  return owner.kind === "run" ? "by an exlet that is at work" : "because of an exception"
}

function afterwards({ owner, target }: Hold): string {
  const what = target.kind === "case" || target.kind === "end" ? "the case" : "it"
  if (owner.kind === "person") return `It can be done when ${owner.agent}, or somebody who may, lets ${what} continue.`
  return owner.kind === "run" ? "It can be done when the exlet is through." : "It can be done when that is resolved."
}
