import { Fragment, useState } from "react"
import type { Output } from "../../../client.ts"
import { addressOf, Link } from "../../app/location.tsx"
import { Button } from "../../parts/button.tsx"
import { Card } from "../../parts/card.tsx"
import { valueText } from "../../parts/explained-parts.ts"
import { Moment } from "../../parts/moment.tsx"
import { type About, shownValues } from "./shown-values.ts"
import "./values-side-by-side.css"

interface Props {
  readonly lesson: Output<"lesson">
  /** Puts a name into the condition. */
  readonly onName: (name: string) => void
}

/** The case beside the one the answering rule was learnt from; what differs is marked and comes first. */
export function ValuesSideBySide({ lesson: { values, here, there }, onName }: Props) {
  const [isWhole, setWhole] = useState(false)
  const { rows, hidden } = shownValues(values, { isCompared: there !== undefined, isWhole })
  return (
    <Card title={there ? "This case beside the cornerstone" : "What this case knows"} isFlush>
      <div className="table-frame">
        <table className="table side-by-side">
          <thead>
            <tr>
              <th scope="col">Name</th>
              <th scope="col">
                This case <Spot spot={here} />
              </th>
              {there && (
                <th scope="col">
                  Cornerstone of rule {there.node} <Spot spot={there} />
                </th>
              )}
            </tr>
          </thead>
          <tbody>
            {rows.map(({ name, about, here: own, there: other, differs, begins }) => (
              <Fragment key={name}>
                {begins && (
                  <tr className="side-by-side-about">
                    <th scope="colgroup" colSpan={there ? 3 : 2}>
                      {abouts[about]}
                    </th>
                  </tr>
                )}
                <tr className={there && differs ? "differs" : undefined}>
                  <th scope="row">
                    <button
                      type="button"
                      className="link mono"
                      onClick={() => onName(name)}
                      title="Put into the condition"
                    >
                      {name}
                    </button>
                  </th>
                  <td className="mono">{valueText(own)}</td>
                  {there && <td className="mono">{valueText(other)}</td>}
                </tr>
              </Fragment>
            ))}
          </tbody>
        </table>
      </div>
      {(hidden > 0 || isWhole) && (
        <p className="side-by-side-more">
          <Button look="quiet" onClick={() => setWhole(!isWhole)}>
            {isWhole ? "Show less" : `Show ${hidden} more`}
          </Button>
        </p>
      )}
    </Card>
  )
}

function Spot({ spot }: { readonly spot: { readonly case: string; readonly item?: string; readonly at: number } }) {
  return (
    <span className="side-by-side-spot">
      <Link className="mono" to={addressOf("/cases/:case", { case: spot.case })}>
        {spot.item ?? spot.case}
      </Link>
      <br />
      <Moment at={spot.at} />
    </span>
  )
}

const abouts: Readonly<Record<About, string>> = {
  data: "Data of the case",
  event: "What has happened",
  agent: "Who has it",
  item: "The item",
  flow: "What was done",
  case: "The case itself",
}
