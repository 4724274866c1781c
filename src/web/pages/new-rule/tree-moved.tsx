import { addressOf, Link } from "../../app/location.tsx"
import { AgentName } from "../../parts/agent-name.tsx"
import { Button } from "../../parts/button.tsx"
import { Icon } from "../../parts/icon.tsx"
import { useAsk } from "../../server/ask.ts"
import { changeWords } from "../rules/change-words.ts"

interface Props {
  readonly tree: string
  /** The version of the tree that whoever writes has seen. */
  readonly seen: number
  readonly onSeen: () => void
}

/** That somebody else has changed the tree while a rule for it is being written, and how. What is typed stays. */
export function TreeMoved({ tree, seen, onSeen }: Props) {
  const changes = useAsk("treeChanges", { tree })
  const since = changes.data?.rows.filter(({ version }) => version > seen) ?? []
  return (
    <div className="tree-moved" role="status">
      <p>
        <Icon name="trouble" /> This tree has changed while you were writing. What you wrote is kept, and checked
        against the tree as it is now:
      </p>
      <ul>
        {since.map(({ version, change, by, reason }) => (
          <li key={version}>
            <AgentName of={by} />: {changeWords(change)}
            {reason && ` (${reason})`}
          </li>
        ))}
      </ul>
      <div className="row">
        <Button onClick={onSeen}>Go on with it as it is now</Button>
        <Link to={addressOf("/rules/:tree", { tree })} target="_blank">
          Look at the tree
        </Link>
      </div>
    </div>
  )
}
