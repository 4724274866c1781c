import type { AgentId, CaseId, ExceptionId, FrameId, HoldId, ItemId } from "./ids.ts"

/** Who put a hold there. Only its owner's answer, or a person's `continue` for a person's hold, lifts it. */
export type HoldOwner =
  | { readonly kind: "person"; readonly agent: AgentId }
  | { readonly kind: "exception"; readonly exception: ExceptionId }

/** What may not move: one item (an activity's item with all that is inside), what follows a task, or a whole case. */
export type HoldTarget =
  | { readonly kind: "item"; readonly item: ItemId }
  | { readonly kind: "after"; readonly frame: FrameId; readonly task: string }
  | { readonly kind: "case"; readonly case: CaseId }

/** A named reason why something may not move. Things move when nobody holds them. */
export interface Hold {
  readonly id: HoldId
  readonly owner: HoldOwner
  readonly target: HoldTarget
  readonly reason: string
  readonly at: number
}
