import { type ReactNode, useState } from "react"
import type { Told } from "../../../client.ts"
import type { Json } from "../../../messages/json.ts"
import { ReasonDialog } from "../../parts/reason-dialog.tsx"
import { useAct } from "../../server/act.ts"
import { useFreshness } from "../../server/use-freshness.ts"
import { useTreeUndo } from "../rules/tree-undo.ts"
import type { LearntFrom } from "./lesson-source.ts"

/** What came of saving it. */
export interface Learnt {
  readonly tree: string
  readonly node?: number
  /** Of the tree, with the rule in it. */
  readonly version?: number
}

interface Props {
  /** As it would be learnt. */
  readonly rule: {
    readonly on: string
    readonly at: string
    readonly if: string
    readonly then: Json
    readonly title?: string
    readonly from: LearntFrom
  }
  /** Of the tree that was looked at: if it has changed since, it is refused. */
  readonly version: number
  /** What has changed since, to be looked at first. */
  readonly notice: ReactNode
  /** Then it is the answer to this question. */
  readonly intervention?: string
  readonly onLearnt: (learnt: Learnt) => void
  readonly onClose: () => void
}

/** Learns the rule, or answers with it, after asking why. */
export function SaveRule({ rule, version, notice, intervention, onLearnt, onClose }: Props) {
  const learn = useAct("learn")
  const answer = useAct("answer")
  const key = `${rule.on} ${rule.at}`
  const tell = useTreeUndo(key)
  const freshness = useFreshness()
  const [replace, setReplace] = useState(false)
  const [undo, setUndo] = useState(false)
  const save = async (reason: string): Promise<Told<Learnt>> => {
    if (intervention !== undefined) {
      const { from: _, ...taught } = rule
      const told = await answer({ intervention, do: "teach", ...taught, reason })
      return told.ok ? { ok: true, value: { tree: key } } : told
    }
    const told = await learn({ ...rule, version, reason, ...(replace && { replace, ...(undo && { undo }) }) })
    if (!told.ok) {
      // What somebody else has changed meanwhile is looked at anew, so that it can be saved on top of it.
      if (told.rejection.code === "TREE_CHANGED") await freshness.changed(undefined)
      return told
    }
    const { tree, node, version: now } = told.value
    return { ok: true, value: { tree, node, version: now } }
  }
  return (
    <ReasonDialog
      title={intervention === undefined ? "Learn the rule" : "Answer with this rule"}
      label={intervention === undefined ? "Learn it" : "Answer"}
      act={save}
      onDone={(learnt) => {
        tell("The rule was learnt", learnt.version)
        onLearnt(learnt)
      }}
      onClose={onClose}
    >
      {intervention === undefined && notice}
      <p>
        If <code>{rule.if}</code> then <strong>{deedWords(rule)}</strong>, for every case from now on that no rule
        further in answers otherwise.
      </p>
      {intervention === undefined && (
        <>
          <label className="row nowrap">
            <input type="checkbox" className="checkbox" checked={replace} onChange={() => setReplace(!replace)} />
            Also here and now: replace what runs in this case, and ask again about what waits
          </label>
          {replace && (
            <label className="row nowrap">
              <input type="checkbox" className="checkbox" checked={undo} onChange={() => setUndo(!undo)} />
              Put back what the replaced exlet has written
            </label>
          )}
        </>
      )}
    </ReasonDialog>
  )
}

function deedWords({ on, then }: Props["rule"]): string {
  if (typeof then === "string") return then
  return on === "select" && Array.isArray(then) ? then.join(" and ") : "these steps"
}
