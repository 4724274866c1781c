import { circlesAbove } from "./circles-above.ts"
import type { DataClassDefinition } from "./repertoire.ts"

/** How far above a class the last of those it is may be: rules are asked at each of them. */
export const DEEPEST_CLASS = 100

/** The is-a tree of data classes. A class that data has and nobody declares is one of no other. */
export interface DataClassTree {
  /** Whether it is declared. */
  has(name: string): boolean
  /** What it says it is, if it says so. */
  parent(name: string): string | undefined
  /** The class, then what it is, nearest first; of one that is not declared, itself. */
  lineage(name: string): readonly string[]
  /** The class and all that are declared to be one. */
  below(name: string): readonly string[]
  /** The way from a class back to it, the class at both ends; undefined: it is not itself by a detour. */
  circle(name: string): readonly string[] | undefined
  /** Those declared, in their order. */
  all(): readonly string[]
}

/** Of declarations of one name the last counts. Never fails: what is wrong with them is for `checkDataClass`. */
export function dataClassTree(declared: Iterable<Pick<DataClassDefinition, "name" | "is">>): DataClassTree {
  const own = new Map<string, string | undefined>()
  for (const { name, is } of declared) own.set(name, is)
  const parent = (name: string) => own.get(name)
  const lineages = new Map<string, readonly string[]>()
  const lineage = (name: string): readonly string[] => {
    const known = lineages.get(name)
    if (known) return known
    const found = new Set<string>()
    for (let next: string | undefined = name; next !== undefined && !found.has(next); next = parent(next)) {
      if (found.size > DEEPEST_CLASS) break
      found.add(next)
    }
    const all = [...found]
    lineages.set(name, all)
    return all
  }
  let children: ReadonlyMap<string, readonly string[]> | undefined
  return {
    has: (name) => own.has(name),
    parent,
    lineage,
    below(name) {
      children ??= Map.groupBy(own.keys(), (each) => parent(each) ?? "")
      const found = new Set([name])
      for (const each of found) for (const child of children.get(each) ?? []) found.add(child)
      return [...found]
    },
    circle: circlesAbove(parent),
    all: () => [...own.keys()],
  }
}
