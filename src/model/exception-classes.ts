import { circlesAbove } from "./circles-above.ts"
import type { DataType } from "./definition.ts"
import type { ClassDefinition } from "./repertoire.ts"

/** The root: whoever handles it handles everything. */
export const ROOT_CLASS = "Exception"

/** Every class the engine knows by itself, and the class it is one of. */
export const BUILT_IN_CLASSES: ReadonlyMap<string, string> = new Map([
  ["Timeout", ROOT_CLASS],
  ["ItemAbort", ROOT_CLASS],
  ["ResourceUnavailable", ROOT_CLASS],
  ["NoSuchCapability", "ResourceUnavailable"],
  ["AllAbsent", "ResourceUnavailable"],
  ["AllDeclined", "ResourceUnavailable"],
  ["AllBusy", "ResourceUnavailable"],
  ["AssignmentRejected", ROOT_CLASS],
  ["ConstraintViolation", ROOT_CLASS],
  ["BudgetExceeded", "ConstraintViolation"],
  ["DeadlineExceeded", "ConstraintViolation"],
  ["InvariantBroken", "ConstraintViolation"],
  ["SubactivityFailed", ROOT_CLASS],
  ["Deadlock", ROOT_CLASS],
  ["Stalled", ROOT_CLASS],
  ["LoopLimit", ROOT_CLASS],
  ["HandlerFailed", ROOT_CLASS],
  ["NoBranch", ROOT_CLASS],
  ["EvaluationFailed", ROOT_CLASS],
  ["CaseTrigger", ROOT_CLASS],
  ["ItemTrigger", ROOT_CLASS],
  ["Unforeseen", ROOT_CLASS],
  ["RollbackIncomplete", "HandlerFailed"],
])

export function isBuiltInClass(name: string): boolean {
  return name === ROOT_CLASS || BUILT_IN_CLASSES.has(name)
}

/** What is asked of a class; a definition as read is one. */
export type DeclaredClass = Pick<ClassDefinition, "name" | "is" | "parameters">

/** The is-a tree of exception classes. Names it does not have are in no class, not even `Exception`. */
export interface ClassTree {
  has(name: string): boolean
  /** Whether it is that class or one below it. */
  is(name: string, ancestor: string): boolean
  /** What it says it is; undefined for `Exception` and what is not there. */
  parent(name: string): string | undefined
  /** The class, then what it is, up to `Exception`; empty if there is no such class. */
  lineage(name: string): readonly string[]
  /** The class and all that are one; empty if there is no such class. */
  below(name: string): readonly string[]
  /** The way from a class back to it, the class at both ends; undefined: it is not itself by a detour. */
  circle(name: string): readonly string[] | undefined
  /** Its own and inherited; where both have one of a name, its own. */
  parameters(name: string): ReadonlyMap<string, DataType>
  /** Without those it inherits. */
  ownParameters(name: string): ReadonlyMap<string, DataType>
  /** What people may raise by hand, and on what. */
  isTrigger(name: string): "case" | "item" | undefined
  /** Built-in ones first. */
  all(): readonly string[]
}

const noParameters: ReadonlyMap<string, DataType> = new Map()

/** Built-in and declared classes together; of declarations of one name the last counts. Never fails: what is wrong with them is for `checkClasses`. */
export function classTree(declared: Iterable<DeclaredClass>): ClassTree {
  const own = new Map<string, DeclaredClass>()
  for (const definition of declared) if (!isBuiltInClass(definition.name)) own.set(definition.name, definition)
  const parentOf = (name: string) => own.get(name)?.is ?? BUILT_IN_CLASSES.get(name)
  const has = (name: string) => own.has(name) || isBuiltInClass(name)
  const circles = circlesAbove(parentOf)
  const lineages = new Map<string, readonly string[]>()
  const lineage = (name: string): readonly string[] => {
    const known = lineages.get(name)
    if (known) return known
    const found = has(name) ? [...classesFrom(name, parentOf, has)] : []
    lineages.set(name, found)
    return found
  }
  // A chain of classes may be as long as there are names: its lineages together would be a square of that.
  const is = (name: string, ancestor: string) => {
    if (has(name)) for (const each of classesFrom(name, parentOf, has)) if (each === ancestor) return true
    return false
  }
  const inherited = new Map<string, ReadonlyMap<string, DataType>>()
  const all = () => [ROOT_CLASS, ...BUILT_IN_CLASSES.keys(), ...own.keys()]
  let children: ReadonlyMap<string, readonly string[]> | undefined
  return {
    has,
    is,
    parent: parentOf,
    lineage,
    below(name) {
      if (!has(name)) return []
      if (name === ROOT_CLASS) return all()
      children ??= Map.groupBy(all(), (each) => parentOf(each) ?? "")
      const found = new Set([name])
      for (const each of found) for (const child of children.get(each) ?? []) found.add(child)
      return [...found]
    },
    circle: circles,
    parameters(name) {
      const missing: string[] = []
      let known = noParameters
      for (const each of has(name) ? classesFrom(name, parentOf, has) : []) {
        const found = inherited.get(each)
        if (found) known = found
        if (found) break
        missing.push(each)
      }
      for (const each of missing.reverse()) {
        const its = own.get(each)?.parameters ?? noParameters
        if (its.size > 0) known = new Map([...known, ...its])
        inherited.set(each, known)
      }
      return known
    },
    ownParameters: (name) => own.get(name)?.parameters ?? noParameters,
    isTrigger: (name) => (is(name, "CaseTrigger") ? "case" : is(name, "ItemTrigger") ? "item" : undefined),
    all,
  }
}

/** The class, then what it is; ends at the root whatever the declarations say, also where they go round in a circle or lead nowhere. */
function* classesFrom(
  name: string,
  parentOf: (name: string) => string | undefined,
  has: (name: string) => boolean,
): Generator<string> {
  const seen = new Set<string>()
  for (let next: string | undefined = name; next !== undefined && has(next) && !seen.has(next); next = parentOf(next)) {
    seen.add(next)
    if (next !== ROOT_CLASS) yield next
  }
  yield ROOT_CLASS
}
