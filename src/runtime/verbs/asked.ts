import type { Event } from "../../messages/events.ts"
import type { CaseId, ItemId } from "../../messages/ids.ts"
import type { JsonObject } from "../../messages/json.ts"
import type { RuleLesson } from "../teaching.ts"

/** A case that was started, or that a message has reached. */
export interface Started {
  readonly case: CaseId
  /** In a dry run: what would happen. The case of a start has no id then but `dry-run`. */
  readonly events?: readonly Event[]
}

/** An event of any class, or a plain one, at a case or one of its items. */
export interface Raised {
  readonly class: string
  readonly case: CaseId
  readonly item?: ItemId
  readonly with?: JsonObject
}

/** Something nobody has foreseen. */
export interface Unforeseen {
  readonly case: CaseId
  readonly item?: ItemId
  readonly title: string
  readonly text?: string
}

/** A rule, and the context it is learnt from. */
export interface Lesson extends RuleLesson {
  /** Does what the tree says now in place of what runs there. */
  readonly replace?: boolean
  /** With `replace`: what that has written is put back. */
  readonly undo?: boolean
}

/** Where the flow of a case goes on, and which item is left for that; absent: all that is live. */
export interface Destination {
  readonly case: CaseId
  readonly item?: ItemId
  readonly to: string
}

export type Rechecked = { readonly case: CaseId } | { readonly item: ItemId }

/** Back to a task or activity; `item` says in which instance, where there are several. */
export interface RolledBack {
  readonly case: CaseId
  readonly item?: ItemId
  readonly to: string
}
