import { navigate } from "../../app/location.tsx"
import { Answer } from "../../parts/answer.tsx"
import { ReasonDialog } from "../../parts/reason-dialog.tsx"
import { useToast } from "../../parts/toasts.tsx"
import { useAct } from "../../server/act.ts"
import { useAsk } from "../../server/ask.ts"

interface Props {
  readonly name: string
  readonly title: string
  readonly onClose: () => void
}

/** Takes a process out of use, unless something uses it. */
export function RemoveDialog({ name, title, onClose }: Props) {
  const uses = useAsk("whereUsed", { name })
  const remove = useAct("removeProcess")
  const toast = useToast()
  const isUsed = (uses.data?.rows.length ?? 1) > 0
  return (
    <ReasonDialog
      title={`Remove ${title}`}
      label="Remove"
      isDangerous
      isReady={!isUsed}
      act={(reason) => remove({ process: name, reason })}
      onDone={() => {
        toast({ text: `${title} is removed.` })
        onClose()
        navigate("/processes")
      }}
      onClose={onClose}
    >
      <Answer of={uses}>
        {({ rows }) =>
          rows.length === 0 ? (
            <p>
              No case of it can be started any more. Cases that run go on, and what happened stays known. Deploying it
              again brings it back.
            </p>
          ) : (
            <div className="stack tight">
              <p>It cannot be removed while it is used by:</p>
              <ul>
                {rows.map((use) => (
                  <li key={use}>
                    <code>{use}</code>
                  </li>
                ))}
              </ul>
            </div>
          )
        }
      </Answer>
    </ReasonDialog>
  )
}
