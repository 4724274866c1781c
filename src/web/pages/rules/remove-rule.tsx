import { useQuery } from "@tanstack/react-query"
import { RefusedError } from "../../../client.ts"
import { changeQuery } from "../../app/location.tsx"
import { Answer } from "../../parts/answer.tsx"
import { ReasonDialog } from "../../parts/reason-dialog.tsx"
import { useAct } from "../../server/act.ts"
import { useClient } from "../../server/client.ts"
import { useTreeUndo } from "./tree-undo.ts"

interface Props {
  readonly tree: string
  readonly node: number
  /** Of the tree that is looked at. */
  readonly version: number
  readonly condition: string
  readonly onClose: () => void
}

/** Cuts out a rule, after telling what would have been different without it. */
export function RemoveRule({ tree, node, version, condition, onClose }: Props) {
  const client = useClient()
  const remove = useAct("removeRule")
  const done = useTreeUndo(tree)
  const trial = useQuery({
    queryKey: ["backtest", { tree, remove: node }],
    queryFn: async ({ signal }) => {
      const told = await client.backtest({ tree, remove: node, limit: 0 }, { signal })
      if (!told.ok) throw new RefusedError(told.rejection, told.status)
      return told.value
    },
    staleTime: 0,
  })
  return (
    <ReasonDialog
      title={`Remove rule ${node}`}
      label="Remove the rule"
      isDangerous
      isReady={!trial.isError}
      act={(reason) => remove({ tree, node, reason }, { expected: version })}
      onDone={({ version: now }) => {
        changeQuery({ node: undefined })
        done(`Rule ${node} was removed`, now)
      }}
      onClose={onClose}
    >
      <p>
        <code>{condition}</code> is not asked any more.
      </p>
      <Answer of={trial}>
        {({ checked, changed }) => (
          <p className="soft">
            Of {checked} decisions of the past, {changed === 0 ? "none" : changed} would have come out otherwise.
          </p>
        )}
      </Answer>
    </ReasonDialog>
  )
}
