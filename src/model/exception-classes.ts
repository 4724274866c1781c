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
  /** Its own and inherited; where both have one of a name, its own. */
  parameters(name: string): ReadonlyMap<string, DataType>
  /** What people may raise by hand, and on what. */
  isTrigger(name: string): "case" | "item" | undefined
  /** Built-in ones first. */
  all(): readonly string[]
}

/** Built-in and declared classes together; of declarations of one name the last counts. Never fails: what is wrong with them is for `checkClasses`. */
export function classTree(declared: Iterable<DeclaredClass>): ClassTree {
  const own = new Map<string, DeclaredClass>()
  for (const definition of declared) if (!isBuiltInClass(definition.name)) own.set(definition.name, definition)
  const parentOf = (name: string) => own.get(name)?.is ?? BUILT_IN_CLASSES.get(name)
  const has = (name: string) => own.has(name) || isBuiltInClass(name)
  const lineages = new Map<string, readonly string[]>()
  const lineage = (name: string): readonly string[] => {
    if (!has(name)) return []
    const known = lineages.get(name)
    if (known) return known
    const found = lineageFrom(name, (child) => {
      const parent = parentOf(child)
      return parent !== undefined && has(parent) ? parent : undefined
    })
    lineages.set(name, found)
    return found
  }
  const is = (name: string, ancestor: string) => lineage(name).includes(ancestor)
  return {
    has,
    is,
    parent: parentOf,
    lineage,
    parameters: (name) =>
      new Map(
        lineage(name)
          .toReversed()
          .flatMap((ancestor) => [...(own.get(ancestor)?.parameters ?? [])]),
      ),
    isTrigger: (name) => (is(name, "CaseTrigger") ? "case" : is(name, "ItemTrigger") ? "item" : undefined),
    all: () => [ROOT_CLASS, ...BUILT_IN_CLASSES.keys(), ...own.keys()],
  }
}

/** Ends at the root whatever the declarations say, also where they go round in a circle or lead nowhere. */
function lineageFrom(name: string, parentOf: (name: string) => string | undefined): readonly string[] {
  const found = new Set<string>()
  for (let next: string | undefined = name; next !== undefined && !found.has(next); next = parentOf(next))
    found.add(next)
  found.delete(ROOT_CLASS)
  return [...found, ROOT_CLASS]
}
