import { useState } from "react"
import { addressOf, Link } from "../../app/location.tsx"
import { AgentName } from "../../parts/agent-name.tsx"
import { Icon } from "../../parts/icon.tsx"
import { useAsk } from "../../server/ask.ts"
import { changeWords } from "../rules/change-words.ts"

/** That somebody else has changed the tree while a rule for it is being written, and how. What is typed stays. */
export function TreeMoved({ tree, version }: { readonly tree: string; readonly version: number }) {
  const [began, setBegan] = useState({ tree, version })
  if (began.tree !== tree) setBegan({ tree, version })
  const isMoved = began.tree === tree && began.version !== version
  const changes = useAsk("treeChanges", { tree }, { when: isMoved })
  if (!isMoved) return null
  const since = changes.data?.rows.filter((each) => each.version > began.version) ?? []
  return (
    <div className="tree-moved" role="status">
      <p>
        <Icon name="trouble" /> This tree has changed while you were writing. What you wrote is checked against it as it
        is now:
      </p>
      <ul>
        {since.map(({ version: own, change, by, reason }) => (
          <li key={own}>
            <AgentName of={by} />: {changeWords(change)}
            {reason && ` (${reason})`}
          </li>
        ))}
      </ul>
      <p className="small">
        <Link to={addressOf("/rules/:tree", { tree })} target="_blank">
          Look at the tree
        </Link>
      </p>
    </div>
  )
}
