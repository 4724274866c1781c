import { Fragment, memo, useState } from "react"
import type { Output } from "../../../client.ts"
import { addressOf, Link } from "../../app/location.tsx"
import { AgentName } from "../../parts/agent-name.tsx"
import { Answer } from "../../parts/answer.tsx"
import { Icon } from "../../parts/icon.tsx"
import { Moment } from "../../parts/moment.tsx"
import { RulePath } from "../../parts/rule-path.tsx"
import { useAsk } from "../../server/ask.ts"
import { useSession } from "../../server/session.tsx"
import { type Known, wordsOf } from "../../words/event-words.ts"
import { toldTogether } from "../../words/told-together.ts"
import { isOfHandler, siteOfTree, type TreeSite, walksToTeach } from "../../words/tree-site.ts"
import type { CaseView } from "./case-page.tsx"

type Entry = Output<"entries">["rows"][number]

type Place = Pick<CaseView, "id" | "family" | "process">

interface Props extends Place {
  readonly entry: Entry
  readonly told: ReturnType<typeof toldOf>
}

/** What is said of an entry. */
export function toldOf(entry: Entry, known: Known, all: boolean) {
  return toldTogether(
    entry.events
      .map((event, index) => ({ event, version: entry.version + index, ...wordsOf(event, known) }))
      .filter(({ isMinor }) => all || !isMinor),
    ({ event }) => event.type === "DecisionMade" || event.type === "CaseStarted",
  )
}

/** One command and everything it led to. */
export const TimelineEntry = memo(function TimelineEntry({ entry, told, ...place }: Props) {
  if (told.length === 0) return null
  return (
    <li className="timeline-entry">
      <p className="timeline-head">
        <b>
          <AgentName of={entry.by} />
        </b>{" "}
        <Moment at={entry.at} />
        {entry.reason && <span> · {entry.reason}</span>}
      </p>
      <ul>
        {told.map(({ event, version, text, icon, tone, times }) => (
          <li key={version} className={tone}>
            <Icon name={icon} />
            <div className="grow">
              {text}
              {times > 1 && <span className="soft">{`, ${times} times`}</span>}
              {event.type === "DecisionMade" && <Why version={version} on={event.on} at={event.at} {...place} />}
              {event.type === "CaseStarted" && event.case !== place.id && (
                <>
                  {" "}
                  <Link to={addressOf("/cases/:case", { case: event.case })}>Open</Link>
                </>
              )}
            </div>
          </li>
        ))}
      </ul>
    </li>
  )
})

interface WhyProps extends Place {
  readonly version: number
  readonly on: string
  readonly at: string
}

/** The path through the rules, with the value of every condition; and from there to a better rule. */
function Why({ family, process, version, on, at }: WhyProps) {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      {" "}
      <button type="button" className="why" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
        Why?
      </button>
      {isOpen && (
        <div className="stack tight">
          <Explained family={family} version={version} asked={{ on, at: at === process ? at : `${process}/${at}` }} />
        </div>
      )}
    </>
  )
}

interface ExplainedProps extends Pick<Place, "family"> {
  readonly version: number
  /** What the decision was about, for where no tree was looked at. */
  readonly asked: TreeSite
}

function Explained({ family, version, asked }: ExplainedProps) {
  const told = useAsk("explain", { family, version })
  return (
    <Answer of={told}>
      {({ walks }) => {
        const wrong = walksToTeach(walks)
        return walks.length === 0 ? (
          <>
            <p className="soft small">No tree was asked.</p>
            <TeachLink site={asked} family={family} version={version} />
          </>
        ) : (
          walks.map((walk) => (
            <Fragment key={walk.tree}>
              <RulePath walk={walk} />
              {isOfHandler(walk.tree) && (
                <p className="soft small">
                  This is the rule of a handler. Deploy the handler again to change it, or teach a rule under
                  Exceptions.
                </p>
              )}
              {wrong.includes(walk) && <TeachLink site={siteOfTree(walk.tree)} family={family} version={version} />}
            </Fragment>
          ))
        )
      }}
    </Answer>
  )
}

interface TeachProps extends Pick<Place, "family"> {
  readonly site: TreeSite
  readonly version: number
}

function TeachLink({ site, family, version }: TeachProps) {
  const { may } = useSession()
  if (!may("teach")) return null
  return (
    <p className="small">
      <Link to={addressOf("/rules/new", {}, { ...site, family, version: String(version) })}>
        Was this wrong? Teach a better rule
      </Link>
    </p>
  )
}
