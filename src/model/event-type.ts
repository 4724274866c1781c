import type { ValueType } from "../expressions/value-type.ts"
import { valueTypeOf } from "./data-types.ts"
import { type ClassTree, isBuiltInClass, ROOT_CLASS } from "./exception-classes.ts"

/**
 * What a rule on this class knows of `event`: its parameters, where all that reach the rule are declared. Otherwise undefined,
 * and it may have any: the engine's own classes have theirs, and a class that declares none may be raised with whatever helps.
 */
export function eventType(on: string, classes: ClassTree): ValueType | undefined {
  const parameters = classes.parameters(on)
  if (parameters.size === 0 || classes.lineage(on).some((name) => isEngines(name, classes))) return undefined
  const isNew = (name: string) => !parameters.has(name)
  if (classes.below(on).some((name) => [...classes.ownParameters(name).keys()].some(isNew))) return undefined
  const own = [...parameters].map(([name, type]) => [name, valueTypeOf(type)] as const)
  return {
    object: { class: "string", at: "string", by: "string", item: "any", case: "any", ...Object.fromEntries(own) },
  }
}

/** What a rule on several events knows of `event`: the parameters of each, of any type where they differ. */
export function eventTypeOfAny(events: readonly string[], classes: ClassTree): ValueType | undefined {
  const types = events.map((on) => eventType(on, classes))
  const [only] = types
  if (types.length < 2) return only
  const fields: Record<string, ValueType> = {}
  for (const type of types) {
    if (typeof type !== "object" || !("object" in type)) return undefined
    for (const [name, its] of Object.entries(type.object)) {
      const known = Object.hasOwn(fields, name) ? fields[name] : its
      fields[name] = JSON.stringify(known) === JSON.stringify(its) ? its : "any"
    }
  }
  return { object: fields }
}

/** Raised by the engine, with parameters it does not declare. */
function isEngines(name: string, classes: ClassTree): boolean {
  return isBuiltInClass(name) && name !== ROOT_CLASS && classes.isTrigger(name) === undefined
}
