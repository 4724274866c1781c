import type { Output } from "../../../client.ts"
import { addressOf, changeQuery, Link } from "../../app/location.tsx"
import { Answer } from "../../parts/answer.tsx"
import { Button } from "../../parts/button.tsx"
import { Card } from "../../parts/card.tsx"
import { ExplainedCondition } from "../../parts/explained-condition.tsx"
import { useSession } from "../../server/session.tsx"
import { CasePicker } from "./case-picker.tsx"
import type { LookedAt } from "./looked-at.ts"
import "./way-panel.css"

type Walk = Output<"explain">["walks"][number]

interface Props {
  readonly tree: string
  readonly on: string
  readonly at: string
  readonly looked: LookedAt
  readonly walk: Walk | undefined
}

/** Picks a case and tells its way through the tree, condition by condition. */
export function WayPanel({ tree, on, at, looked, walk }: Props) {
  if (looked.kind === undefined)
    return (
      <Card title="The way of a case" isFlush>
        <CasePicker tree={tree} at={at} />
      </Card>
    )
  return (
    <Card
      title="The way of a case"
      side={
        <Button
          look="quiet"
          icon="left"
          onClick={() => changeQuery({ family: undefined, version: undefined, case: undefined, item: undefined })}
        >
          Another
        </Button>
      }
    >
      <Answer of={looked.answer}>
        {({ case: id, item, says }) => (
          <div className="stack">
            <p>
              {looked.kind === "live" ? "As things stand, the answer for " : "The answer for "}
              <Link to={addressOf("/cases/:case", { case: id })} className="mono">
                {item ?? id}
              </Link>{" "}
              {looked.kind === "live" ? "would be " : "was "}
              <strong>{says ?? "nothing"}</strong>.
            </p>
            {walk ? <Way walk={walk} /> : <p className="soft">This tree was not asked about it.</p>}
            <TeachLink on={on} at={at} looked={looked} />
          </div>
        )}
      </Answer>
    </Card>
  )
}

function Way({ walk }: { readonly walk: Walk }) {
  return (
    <ol className="way">
      {walk.path.map(({ node, outcome, message, explanation, if: condition }) => (
        <li key={node} className={outcome === "held" ? "holds" : outcome === "failed" ? "fails" : ""}>
          <p className="way-head">
            <strong>Rule {node}</strong> {outcome}
            {walk.answer === node && <span className="way-answer">answers</span>}
          </p>
          {message && <p className="field-problem">{message}</p>}
          {explanation ? <ExplainedCondition explanation={explanation} /> : <p className="mono">{condition}</p>}
        </li>
      ))}
    </ol>
  )
}

function TeachLink({ on, at, looked }: Pick<Props, "on" | "at" | "looked">) {
  const { may } = useSession()
  if (!may("teach")) return null
  const { family, version, case: id, item } = looked
  const from = { case: id, item, family, version: version === undefined ? undefined : String(version) }
  return (
    <p>
      <Link className="button" to={addressOf("/rules/new", {}, { on, at, ...from })}>
        This answer is wrong: teach a rule
      </Link>
    </p>
  )
}
