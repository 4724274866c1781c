import { type Path, pathText } from "../../messages/findings.ts"
import type { Json } from "../../messages/json.ts"
import type { Locate } from "../../model/source.ts"

/** A value of our language and where in the XML each part of it comes from, by offsets. */
export interface Part {
  readonly value: Json
  readonly at: number
  /** Where the name of the attribute stands that it comes from. */
  readonly nameAt?: number
  /** Where the character of a text stands that has this index. */
  readonly offsetOf?: (index: number) => number
  readonly inside?: ReadonlyMap<string | number, Part>
}

export function plainPart(value: Json, at: number): Part {
  return { value, at }
}

export function listPart(at: number, parts: readonly Part[]): Part {
  return { value: parts.map(({ value }) => value), at, inside: new Map(parts.entries()) }
}

/** What is absent is left out. */
export function mapPart(at: number, entries: Iterable<readonly [string, Part | undefined]>): Part {
  const inside = new Map<string, Part>()
  for (const [key, part] of entries) if (part !== undefined) inside.set(key, part)
  return { value: Object.fromEntries([...inside].map(([key, { value }]) => [key, value])), at, inside }
}

/** Finds the places of a document; of what is not there, that of the nearest thing around it. */
export function locateIn(
  whole: Part,
  file: string,
  lineOf: (offset: number) => { readonly line: number; readonly column: number },
): Locate {
  return (path, within) => ({ file, ...lineOf(offsetAt(whole, path, within)), path: pathText(path) })
}

function offsetAt(whole: Part, path: Path, within: Parameters<Locate>[1]): number {
  let part = whole
  for (const step of path) {
    const next = part.inside?.get(step)
    if (next === undefined) return part.at
    part = next
  }
  if (within === "key") return part.nameAt ?? part.at
  return within === undefined ? part.at : (part.offsetOf?.(within.start) ?? part.at)
}
