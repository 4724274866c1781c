import type { ExplainedNode, ExplainedWalk } from "../../exceptions/explain-walk.ts"
import { addressOf, Link } from "../app/location.tsx"
import { ExplainedCondition } from "./explained-condition.tsx"
import { Icon } from "./icon.tsx"
import "./rule-path.css"

/** The way through a tree: every rule that was looked at, how its condition came out, and the values it saw. */
export function RulePath({ walk }: { readonly walk: ExplainedWalk }) {
  return (
    <div className="rule-path">
      <p className="small">
        <Link to={addressOf("/rules/:tree", { tree: walk.tree })}>{walk.tree}</Link>{" "}
        <span className="soft">version {walk.version}</span>
      </p>
      {walk.path.length === 0 && <p className="soft small">There was no rule to look at.</p>}
      <ol>
        {walk.path.map((node) => (
          <PathNode key={node.node} node={node} isAnswer={node.node === walk.answer} />
        ))}
      </ol>
    </div>
  )
}

const signs = { held: "completed", "did not hold": "close", failed: "trouble" } as const
const tones = { held: "done", "did not hold": "idle", failed: "trouble" } as const

function PathNode({ node, isAnswer }: { readonly node: ExplainedNode; readonly isAnswer: boolean }) {
  return (
    <li className={`${tones[node.outcome]} ${isAnswer ? "answer" : ""}`}>
      <Icon name={signs[node.outcome]} label={node.outcome} />
      <div className="grow">
        {node.title && <p className="small">{node.title}</p>}
        {node.explanation ? <ExplainedCondition explanation={node.explanation} /> : <code>{node.if}</code>}
        {node.message && <p className="small">{node.message}</p>}
        {isAnswer && <p className="rule-path-answer">This is the answer.</p>}
      </div>
    </li>
  )
}
