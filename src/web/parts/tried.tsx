import type { Output } from "../../client.ts"
import { titleOf } from "../../model/forms.ts"
import { addressOf, Link } from "../app/location.tsx"
import { useAsk } from "../server/ask.ts"
import { useClassTitle } from "../server/class-titles.ts"
import { Answer } from "./answer.tsx"
import { Icon, type IconName } from "./icon.tsx"
import { Moment } from "./moment.tsx"
import "./tried.css"

type Ladder = Output<"ladder">

/** The way an exception has come: each stage of the ladder, what was considered there, why not, and what came of it. */
export function Tried({ exception, family }: { readonly exception: string; readonly family: string }) {
  const classTitle = useClassTitle()
  const ladder = useAsk("ladder", { exception }, { of: family })
  return (
    <Answer of={ladder}>
      {({ rungs, causes, recurrenceOf }) => (
        <div className="stack">
          {causes.length > 0 && (
            <p>
              It came of{" "}
              {causes.map(({ exception: id, class: name, at }, index) => (
                <span key={id}>
                  {index > 0 && ", which came of "}
                  <b>{classTitle(name)}</b> at {titleOf(at)}
                </span>
              ))}
              .
            </p>
          )}
          {recurrenceOf && <p>The same was handled before, and has come back.</p>}
          {rungs.length === 0 && <p className="soft">Nothing was tried: nobody has said what to do.</p>}
          <ol className="tried">
            {rungs.map((rung) => (
              <Rung key={rung.version} rung={rung} />
            ))}
          </ol>
        </div>
      )}
    </Answer>
  )
}

function Rung({ rung: { stage, considered, says, came, at } }: { readonly rung: Ladder["rungs"][number] }) {
  const { title, icon } = stages[stage] ?? { title: titleOf(stage), icon: "rules" as const }
  return (
    <li className={says ? "has-said" : undefined}>
      <span className="tried-mark">
        <Icon name={icon} size={14} />
      </span>
      <div className="grow">
        <p className="row">
          <b>{title}</b>
          {stage !== "person" &&
            (says ? <span>{says.map(saying).join("; ")}</span> : <span className="soft">had no answer</span>)}
          <span className="end soft small">
            <Moment at={at} />
          </span>
        </p>
        {considered.length > 0 && (
          <ul className="tried-considered small">
            {considered.map(({ what, why }) => (
              <li key={what}>
                <Considered what={what} />
                {why === undefined ? (
                  <span className="tried-chosen">chosen</span>
                ) : (
                  <span className="soft">not chosen: {why}</span>
                )}
              </li>
            ))}
          </ul>
        )}
        {came.map((each) => (
          <p key={each} className="small">
            → {each}
          </p>
        ))}
      </div>
    </li>
  )
}

/** A tree is named by what it is on and where, with the rule behind a `#`; one can look at it. */
function Considered({ what }: { readonly what: string }) {
  const [, tree] = /^(\S+ \S*)#/.exec(what) ?? []
  if (tree === undefined) return <span>{what}</span>
  return <Link to={addressOf("/rules/:tree", { tree })}>{what}</Link>
}

const saying = (text: string): string => (text === "steps" ? "steps of its own" : text)

const stages: Readonly<Record<string, { readonly title: string; readonly icon: IconName }>> = {
  mandatory: { title: "Mandatory", icon: "bell" },
  procedural: { title: "Arcs of the process", icon: "process" },
  rules: { title: "Rules", icon: "rules" },
  builtIn: { title: "Built in", icon: "loop" },
  pattern: { title: "Pattern of the task", icon: "redo" },
  person: { title: "A person is asked", icon: "people" },
}
