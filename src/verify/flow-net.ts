import type { PlaceId } from "../messages/events.ts"
import type { Join, Region } from "../model/net.ts"
import type { Detour } from "./detours.ts"

/**
 * A net as the question of soundness sees it: places, and parts that take tokens and give tokens, in one of several ways. At
 * first each part is a node; what is drawn together may then become one part.
 */
export interface FlowNet {
  readonly name: string
  readonly start: PlaceId
  readonly end: PlaceId
  /** Where tokens may be in the beginning: in the start, or alone in front of what only a jump leads to. */
  readonly beginnings: readonly (readonly PlaceId[])[]
  readonly places: Set<PlaceId>
  readonly parts: Map<string, Part>
  /** Places that must stay as they are. */
  readonly kept: ReadonlySet<PlaceId>
  /** By place, which regions it lies in: what lies in the same ones goes, or is asked about, together. */
  readonly marks: ReadonlyMap<PlaceId, string>
}

export interface Part {
  readonly name: string
  /** Somebody does it, so time passes between its taking and its giving; else it does both at once, as soon as it can. */
  readonly isWork: boolean
  readonly join: Join
  readonly inputs: readonly PlaceId[]
  readonly ways: readonly Way[]
  /** There are more ways than are listed. */
  readonly isPartial?: true
  /** All it may give to as an or-join sees it, which knows nothing of conditions. */
  readonly split: Join
  readonly outputs: readonly PlaceId[]
  readonly cancels?: Region
  readonly detours: readonly Detour[]
  /** For the join of a `some` block: what alone can bring it more tokens. */
  readonly within?: ReadonlySet<string>
  /** Whether the case may end with it while other things are open: it lies aside, and is meant to. */
  readonly endsAll: boolean
  readonly marks: string
  /** The nodes it stands for. */
  readonly members: readonly string[]
  /** That no two tokens are in it at once was taken for granted. */
  readonly isSafe?: true
  /** Somebody wants to see it by itself. */
  readonly isAlone?: true
}

/** One way to give. */
export interface Way {
  readonly gives: readonly PlaceId[]
  readonly recipe: Recipe
}

/** How the nodes of a part bring it about. */
export type Recipe =
  | { readonly do: "fire"; readonly node: string; readonly gives: readonly PlaceId[] }
  /** One after the other. */
  | { readonly do: "all"; readonly of: readonly Recipe[] }
  /** The first that can be done. */
  | { readonly do: "one"; readonly of: readonly Recipe[] }
  /** Those that can be done. */
  | { readonly do: "each"; readonly of: readonly Recipe[] }

export function sameWay(one: readonly PlaceId[], other: readonly PlaceId[]): boolean {
  return one.length === other.length && [...one].sort().join("\n") === [...other].sort().join("\n")
}
