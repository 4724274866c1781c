import type { ItemKind, PlaceId } from "./events.ts"
import type { AgentId, CaseId, FrameId, ItemId } from "./ids.ts"
import type { Json, JsonObject } from "./json.ts"
import type { Step } from "./steps.ts"

/** A token, and the version of the event that put it there. */
export interface Token {
  readonly place: PlaceId
  readonly by: number
}

export interface PlacedToken extends Token {
  readonly frame: FrameId
}

/** An item that was done and has not been undone since. */
export interface Finished {
  readonly item: ItemId
  readonly case: CaseId
  readonly task: string
  readonly kind: ItemKind
  /** The version of the event that ended it. */
  readonly version: number
  readonly agent?: AgentId
  /** The activities and instances around it, outer first, as in `reviews:2`. */
  readonly path: readonly string[]
  readonly wrote: Written
  /** What it wrote of its own instance's. */
  readonly locals?: Written & { readonly frame: FrameId }
  /** The values of the instances around it, such as their elements. */
  readonly own?: JsonObject
  readonly result?: Json
}

/** Values that were written, and those that were there before: a name that is missing there had none. */
export interface Written {
  readonly values: JsonObject
  readonly before: JsonObject
}

/** How one item is undone, decided when the rollback was planned. */
export interface Undo {
  readonly item: ItemId
  /** Where it was done, if not in the case of the rollback: in a worklet that stood in for an item of it. */
  readonly case?: CaseId
  readonly task: string
  readonly way: UndoWay
  readonly isIrreversible?: true
  /** What it wrote: all of it, if that stays; else as far as it can be put back, where nobody else has written it since. */
  readonly wrote?: Written
  readonly locals?: Written & { readonly frame: FrameId }
  /** What a worklet is given before the data of the case. */
  readonly own?: JsonObject
}

export type UndoWay =
  /** Its data is put back. */
  | { readonly by: "rollback" }
  /** Its output stays, and is marked. */
  | { readonly by: "void" }
  | { readonly by: "worklet"; readonly worklet: string }
  /** A rule on `compensating` says how; if that is of a bound handler, with its parameters there. */
  | {
      readonly by: "exlet"
      readonly exlet: string
      readonly steps: readonly Step[]
      readonly deadline?: string
      readonly budget?: number
      readonly handler?: string
      readonly with?: JsonObject
    }
  /** Somebody does it by hand, and says so. */
  | { readonly by: "person" }
  /** It stays as it is. */
  | { readonly by: "nobody" }

/** How far back the flow of a case goes, and what goes with that. */
export interface Rewinding {
  /** The frames around the step that is enabled again, inner first, the case's own last. */
  readonly levels: readonly Level[]
  /** Live items that came of it. */
  readonly items: readonly ItemId[]
  /** Tokens that came of it, and those it, or what came of it, has taken from elsewhere. */
  readonly taken: readonly PlacedToken[]
  readonly given: readonly PlacedToken[]
  /** The rounds of loops, as they were. */
  readonly rounds: { readonly [frame: string]: { readonly [loop: string]: PastRound | null } }
}

export interface Level {
  readonly frame: FrameId
  /** The activity it belongs to, and the tokens that one took; absent for the case's own. */
  readonly of?: { readonly item: ItemId; readonly task: string; readonly took: readonly Token[] }
}

export interface PastRound {
  readonly number: number
  readonly serial: number
  readonly within: readonly number[]
}

/** Which step's trail is meant: in one instance, where it lies in an activity of several. */
export interface TrailOf {
  readonly case: CaseId
  readonly to: string
  readonly within?: FrameId | undefined
  /** Since this item of it was done; absent: since the last one that is not undone. */
  readonly item?: ItemId | undefined
}

/** What has come of a step since it was last done. */
export interface TrailFacts {
  /** Its item that was last done. */
  readonly item: ItemId
  /** In the order they were finished; the step's own among them. */
  readonly finished: readonly Finished[]
  /** Items that ended with nothing to undo. */
  readonly passed: readonly ItemId[]
  /** Variables that others have written since, and the version of the last time. */
  readonly written: { readonly [variable: string]: number }
  /** Live items that wait for a token that came of it, which others may take as well. */
  readonly leaning: readonly ItemId[]
  readonly rewinding: Rewinding
}
