import type { Path } from "../messages/findings.ts"
import type { Json } from "../messages/json.ts"
import { fieldOf } from "./read-fields.ts"
import { isList, isMap } from "./read-value.ts"

/** A list of steps as written, and where it stands: the parts of a step are found again by it. */
export interface Written {
  readonly value: Json | undefined
  readonly path: Path
}

export function stepAt({ value, path }: Written, index: number): Written {
  return { value: isList(value) ? value[index] : undefined, path: [...path, index] }
}

/** What stands under a key; for a step that is a bare word, the word. */
export function partAt({ value, path }: Written, key: string): Written {
  if (!isMap(value)) return { value: undefined, path }
  return { value: fieldOf(value, key), path: [...path, key] }
}

/** The name of one of several worklets, or what stands in its map. */
export function workletAt({ value, path }: Written, index: number, key: "worklet" | "with" | "into"): Written {
  if (isList(value)) return workletAt({ value: value[index], path: [...path, index] }, 0, key)
  return isMap(value) ? partAt({ value, path }, key) : { value, path }
}
