import type { Explanation } from "../../expressions/expression.ts"
import { partLines } from "./explained-parts.ts"
import "./explained-condition.css"

/** A condition and each of its parts, with the values they had. */
export function ExplainedCondition({ explanation }: { readonly explanation: Explanation }) {
  return (
    <dl className="explained-condition">
      {partLines(explanation).map(({ text, depth, value, tone }) => (
        <div key={text} className={tone} style={{ paddingLeft: depth * 14 }}>
          <dt className="mono">{text}</dt>
          <dd className="mono">{value}</dd>
        </div>
      ))}
    </dl>
  )
}
