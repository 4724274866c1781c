import type { AgentId, CaseId, ExceptionId, FrameId, HoldId, ItemId, RunId } from "./ids.ts"

/** Who put a hold there. Only its owner's answer, or a person's `continue` for a person's hold, lifts it. */
export type HoldOwner =
  | { readonly kind: "person"; readonly agent: AgentId }
  | { readonly kind: "exception"; readonly exception: ExceptionId }
  /** A run of an exlet, of this family or of another. */
  | { readonly kind: "run"; readonly run: RunId }

/**
 * What may not move: one item (an activity's item with all that is inside), what follows a task, a whole case, or only the
 * end of a case, which goes on running until then.
 */
export type HoldTarget =
  | { readonly kind: "item"; readonly item: ItemId }
  | { readonly kind: "after"; readonly frame: FrameId; readonly task: string }
  | { readonly kind: "case"; readonly case: CaseId }
  | { readonly kind: "end"; readonly case: CaseId }

/** A named reason why something may not move. Things move when nobody holds them. */
export interface Hold {
  readonly id: HoldId
  readonly owner: HoldOwner
  readonly target: HoldTarget
  readonly reason: string
  readonly at: number
}
