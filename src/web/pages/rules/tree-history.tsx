import { useState } from "react"
import { AgentName } from "../../parts/agent-name.tsx"
import { Answer } from "../../parts/answer.tsx"
import { Button } from "../../parts/button.tsx"
import { Card } from "../../parts/card.tsx"
import { Moment } from "../../parts/moment.tsx"
import { ReasonDialog } from "../../parts/reason-dialog.tsx"
import { useToast } from "../../parts/toasts.tsx"
import { useAct } from "../../server/act.ts"
import { useAsk } from "../../server/ask.ts"
import { useSession } from "../../server/session.tsx"
import { changeWords } from "./change-words.ts"
import "./tree-history.css"

/** Who changed a tree and why, the newest first; the last change can be taken back. */
export function TreeHistory({ tree, isHandlers }: { readonly tree: string; readonly isHandlers: boolean }) {
  const { may } = useSession()
  const changes = useAsk("treeChanges", { tree })
  const undo = useAct("undoRule")
  const toast = useToast()
  const [isUndoing, setUndoing] = useState(false)
  const [isWhole, setWhole] = useState(false)
  const rows = changes.data?.rows ?? []
  const last = rows.at(-1)
  const shown = isWhole ? rows : rows.slice(-8)
  return (
    <Card
      title="History"
      side={
        last &&
        !isHandlers &&
        may("teach") && (
          <Button look="quiet" icon="undo" onClick={() => setUndoing(true)}>
            Take back the last
          </Button>
        )
      }
    >
      <Answer of={changes}>
        {() =>
          rows.length === 0 ? (
            <p className="soft">Nothing was changed yet.</p>
          ) : (
            <ol className="tree-history">
              {shown.toReversed().map(({ version, change, at, by, reason }) => (
                <li key={version}>
                  <span className="tree-history-version">{version}</span>
                  <div className="grow">
                    <p>{changeWords(change)}</p>
                    <p className="soft small">
                      <Moment at={at} /> by <AgentName of={by} />
                      {reason && ` · ${reason}`}
                    </p>
                  </div>
                </li>
              ))}
              {shown.length < rows.length && (
                <li>
                  <Button onClick={() => setWhole(true)}>Show all {rows.length}</Button>
                </li>
              )}
            </ol>
          )
        }
      </Answer>
      {isUndoing && last && (
        <ReasonDialog
          title="Take back the last change"
          label="Take it back"
          act={(reason) => undo({ tree, reason }, { expected: last.version })}
          onDone={({ undone }) => toast({ text: `Version ${undone} was taken back` })}
          onClose={() => setUndoing(false)}
        >
          <p>
            Version {last.version}: {changeWords(last.change)}
          </p>
          <p className="soft">The tree is then as it was before. Cases that run are not asked again by themselves.</p>
        </ReasonDialog>
      )}
    </Card>
  )
}
