import { describe } from "./data-types.ts"
import type { DataType } from "./definition.ts"
import { quoted } from "./names.ts"
import type { Process } from "./net.ts"

/** Returns the names of the variables a process shares with the other cases of its family. */
export function sharedNames(process: Pick<Process, "variables">): readonly string[] {
  const known = namesOf.get(process.variables)
  if (known) return known
  const names = [...process.variables].flatMap(([name, { shared }]) => (shared ? [name] : []))
  namesOf.set(process.variables, names)
  return names
}

/** Says in words how two processes disagree about a variable both share; undefined: they agree. */
export function disagreement(name: string, one: Declared, other: Declared): string | undefined {
  const [here, there] = [one.variables.get(name), other.variables.get(name)]
  if (!here?.shared || !there?.shared || isSameType(here, there)) return undefined
  const [mine, theirs] = [describe(here), describe(there)]
  const kinds = mine === theirs ? "with different types inside" : `as ${mine} and as ${theirs}`
  return `the processes ${one.name} and ${other.name} share ${quoted(name)}, but declare it ${kinds}`
}

type Declared = Pick<Process, "name" | "variables">

/** Whether both have the same type. Bounds are a process's own: its writes keep them, those of others need not. */
function isSameType(one: DataType, other: DataType): boolean {
  if (one.kind === "scalar") return other.kind === "scalar" && one.type === other.type
  if (one.kind === "list") return other.kind === "list" && isSameType(one.of, other.of)
  if (other.kind !== "object" || one.fields.size !== other.fields.size) return false
  return [...one.fields].every(([name, type]) => {
    const there = other.fields.get(name)
    return there !== undefined && isSameType(type, there)
  })
}

const namesOf = new WeakMap<Process["variables"], readonly string[]>()
