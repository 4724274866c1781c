import type { Output } from "../../../client.ts"
import { ExplainedCondition } from "../../parts/explained-condition.tsx"
import { Icon } from "../../parts/icon.tsx"
import { sentence } from "../../parts/problem.tsx"
import "../../parts/state-badge.css"
import "./outcomes.css"

type Checked = Output<"checkCondition">

/** How a condition comes out where it must hold, and where it must not. */
export function Outcomes({ checked }: { readonly checked: Checked }) {
  const { here, there, rejection, isAcceptable } = checked
  return (
    <div className="stack tight" aria-live="polite">
      <div className="outcomes">
        {here && <Outcome title="In this case" wanted="held" tried={here} />}
        {there && <Outcome title={`Where rule ${there.node} was learnt`} wanted="did not hold" tried={there} />}
      </div>
      {rejection && (
        <p className="field-problem" role="alert">
          {sentence(rejection.message)} {sentence(rejection.remedy)}
        </p>
      )}
      {isAcceptable && here?.outcome === "held" && <p className="outcomes-good">It can be learnt so.</p>}
    </div>
  )
}

function Outcome({
  title,
  wanted,
  tried: { outcome, message, explanation },
}: {
  readonly title: string
  readonly wanted: "held" | "did not hold"
  readonly tried: NonNullable<Checked["here"]>
}) {
  const isGood = outcome === wanted
  return (
    <details className={isGood ? "done" : "trouble"}>
      <summary>
        <Icon name={isGood ? "check" : "trouble"} />
        <span>{title}</span> <strong>{outcome === "held" ? "true" : outcome === "failed" ? "failed" : "false"}</strong>
        {!isGood && outcome !== "failed" && <span> but should be {wanted === "held" ? "true" : "false"}</span>}
      </summary>
      {message && <p>{message}</p>}
      <ExplainedCondition explanation={explanation} />
    </details>
  )
}
