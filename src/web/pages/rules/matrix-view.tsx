import { Fragment } from "react"
import { addressOf, Link } from "../../app/location.tsx"
import type { EventKind } from "../../words/rule-words.ts"
import type { Cell, RuleMatrix } from "./rule-matrix.ts"
import "./matrix-view.css"

/** What rules stand on against the places they stand at; a number leads to its tree. */
export function MatrixView({ matrix: { places, lines } }: { readonly matrix: RuleMatrix }) {
  return (
    <section className="matrix-frame" aria-label="Rules by event and place" tabIndex={0}>
      <table className="matrix">
        <thead>
          <tr>
            <th scope="col">
              <span className="unseen">Event</span>
            </th>
            {places.map(({ task, title }) => (
              <th key={task ?? ""} scope="col" title={task ?? title}>
                <span>{title}</span>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {lines.map(({ on, kind, title, cells }, index) => (
            <Fragment key={on}>
              {lines[index - 1]?.kind !== kind && (
                <tr className="matrix-kind">
                  <th scope="colgroup" colSpan={places.length + 1}>
                    {kinds[kind]}
                  </th>
                </tr>
              )}
              <tr>
                <th scope="row" title={on}>
                  {title}
                </th>
                {cells.map((each, place) => (
                  <td key={places[place]?.task ?? ""}>
                    {each.map((cell) => (
                      <CellLink key={cell.key} cell={cell} event={title} place={places[place]?.title ?? ""} />
                    ))}
                  </td>
                ))}
              </tr>
            </Fragment>
          ))}
        </tbody>
      </table>
    </section>
  )
}

function CellLink({ cell, event, place }: { readonly cell: Cell; readonly event: string; readonly place: string }) {
  const { key, rules, handler } = cell
  const words = `${rules} ${rules === 1 ? "rule" : "rules"}`
  return (
    <Link
      to={addressOf("/rules/:tree", { tree: key })}
      className={`matrix-cell ${strength(rules)}`}
      aria-label={`${event}, ${place}: ${words}${handler ? ` of the handler ${handler}` : ""}`}
      title={key}
    >
      {handler ?? rules}
    </Link>
  )
}

const strength = (rules: number): string => (rules > 9 ? "much" : rules > 2 ? "some" : "few")

const kinds: Readonly<Record<EventKind, string>> = {
  checkpoint: "Checkpoints",
  exception: "Exceptions",
  happening: "What happens",
}
