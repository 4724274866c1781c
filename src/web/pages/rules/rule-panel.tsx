import { useState } from "react"
import type { Output } from "../../../client.ts"
import { addressOf, Link } from "../../app/location.tsx"
import { AgentName } from "../../parts/agent-name.tsx"
import { Button } from "../../parts/button.tsx"
import { Card } from "../../parts/card.tsx"
import { Moment } from "../../parts/moment.tsx"
import { useSession } from "../../server/session.tsx"
import { RemoveRule } from "./remove-rule.tsx"
import "./rule-panel.css"

type Rule = Output<"treeNodes">["nodes"][number]

interface Props {
  readonly tree: string
  readonly rule: Rule
  /** Of the tree. */
  readonly version: number
  readonly isNewest: boolean
  readonly isHandlers: boolean
}

/** All there is to say of one rule. */
export function RulePanel({ tree, rule, version, isNewest, isHandlers }: Props) {
  const { may } = useSession()
  const [isRemoving, setRemoving] = useState(false)
  const { node, title, says, then, effective, cornerstone, since, at, by, reason } = rule
  return (
    <Card
      title={title ?? `Rule ${node}`}
      side={
        isNewest &&
        !isHandlers &&
        may("teach") && (
          <Button look="quiet" icon="close" onClick={() => setRemoving(true)}>
            Remove
          </Button>
        )
      }
    >
      <dl className="rule-facts">
        <Fact name="If">
          <code>{rule.if}</code>
        </Fact>
        <Fact name="Then">
          {typeof then === "string" && then !== "nothing" ? (
            <Link to={addressOf("/exlets/:exlet", { exlet: then })}>{says}</Link>
          ) : (
            (says ?? "takes the answer away")
          )}
        </Fact>
        {effective !== undefined && (
          <Fact name="Answers when">
            <code>{effective}</code>
          </Fact>
        )}
        {rule.with && (
          <Fact name="With">
            <code>{JSON.stringify(rule.with)}</code>
          </Fact>
        )}
        <Fact name="Learnt">
          <Moment at={at} /> by <AgentName of={by} />, version {since}
        </Fact>
        {reason && <Fact name="Why">{reason}</Fact>}
        {cornerstone && (
          <Fact name="Learnt from">
            <Link className="mono" to={addressOf("/cases/:case", { case: cornerstone.case })}>
              {cornerstone.item ?? cornerstone.case}
            </Link>
          </Fact>
        )}
      </dl>
      {isRemoving && (
        <RemoveRule tree={tree} node={node} version={version} condition={rule.if} onClose={() => setRemoving(false)} />
      )}
    </Card>
  )
}

function Fact({ name, children }: { readonly name: string; readonly children: React.ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  )
}
