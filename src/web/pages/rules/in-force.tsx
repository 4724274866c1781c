import type { ReactNode } from "react"
import { titleOf } from "../../../model/forms.ts"
import { placeOfScope } from "../../../model/scope-text.ts"
import { addressOf, Link } from "../../app/location.tsx"
import { Answer } from "../../parts/answer.tsx"
import { Card } from "../../parts/card.tsx"
import { useAsk } from "../../server/ask.ts"
import { useClassTitle } from "../../server/class-titles.ts"
import { eventTitle } from "../../words/rule-words.ts"
import { constraintWords, dataClassWords, patternWords } from "./in-force-words.ts"

/** What else is in force besides trees: handlers where they are bound, patterns, data classes, constraints. */
export function InForce({ process }: { readonly process: string | undefined }) {
  const classTitle = useClassTitle()
  const handlers = useAsk("handlers", {})
  const patterns = useAsk("patterns", {})
  const constraints = useAsk("constraints", {})
  const dataClasses = useAsk("dataClasses", {})
  const concerns = (at: string) => (placeOfScope(at).process ?? process) === process
  return (
    <div className="rules-in-force">
      <Card title="Handlers">
        <Answer of={handlers}>
          {({ rows }) => (
            <Lines empty="Rules with parameters that can be bound in many places. There are none.">
              {rows.map(({ name, title, on, mandatory, bindings }) => (
                <li key={name}>
                  <p>
                    {title ?? name}
                    {mandatory && <span className="soft"> · always runs</span>}
                  </p>
                  <p className="soft small">
                    {[on]
                      .flat()
                      .map((event) => eventTitle(event, classTitle).title)
                      .join(" or ")}
                    {bindings.length === 0 && " · bound nowhere"}
                    {bindings
                      .filter(({ at }) => concerns(at))
                      .map(({ at, tree }) => (
                        <span key={at}>
                          {" · "}
                          <Link to={addressOf("/rules/:tree", { tree })}>{at}</Link>
                        </span>
                      ))}
                  </p>
                </li>
              ))}
            </Lines>
          )}
        </Answer>
      </Card>
      <Card title="Patterns">
        <Answer of={patterns}>
          {({ rows }) => (
            <Lines empty="Several events that mean something together. There are none.">
              {rows.map(({ name, source }) => (
                <li key={name}>
                  <p>{eventTitle(name, classTitle).title}</p>
                  <p className="soft small">{patternWords(source)}</p>
                </li>
              ))}
            </Lines>
          )}
        </Answer>
      </Card>
      <Card title="Data classes">
        <Answer of={dataClasses}>
          {({ rows }) => (
            <Lines empty="Kinds of data that rules can stand at. There are none.">
              {rows.map((row) => (
                <li key={row.name}>
                  <p>{row.title ?? titleOf(row.name)}</p>
                  <p className="soft small">{dataClassWords(row, rows)}</p>
                </li>
              ))}
            </Lines>
          )}
        </Answer>
      </Card>
      <Card title="Constraints">
        <Answer of={constraints}>
          {({ rows }) => (
            <Lines empty="Budgets, deadlines and what must always hold. There are none here.">
              {rows
                .filter(({ at }) => concerns(at))
                .map(({ name, at, source }) => (
                  <li key={name}>
                    <p>{constraintWords(source)}</p>
                    <p className="soft small mono">{at}</p>
                  </li>
                ))}
            </Lines>
          )}
        </Answer>
      </Card>
    </div>
  )
}

function Lines({ empty, children }: { readonly empty: string; readonly children: readonly ReactNode[] }) {
  return children.length === 0 ? <p className="soft">{empty}</p> : <ul className="stack">{children}</ul>
}
