import type { Json, JsonObject } from "../messages/json.ts"
import type { ProcessSource } from "./builder.ts"
import type { FieldMap } from "./builder-data.ts"
import type { ExpressionSource } from "./builder-options.ts"
import { plainly } from "./builder-plain.ts"
import type { ExletStep, WorkletSource } from "./builder-steps.ts"

/** A document of a bundle as the language writes it: deployed alone, or with others by `bundle`. */
export type DocumentSource = JsonObject

export interface ExletOptions {
  readonly title?: string
  readonly deadline?: string
  readonly budget?: number
  /** Unless said: told by its steps. */
  readonly solves?: boolean
}

/** A named list of steps. */
export function exlet(name: string, steps: readonly ExletStep[], options?: ExletOptions): DocumentSource {
  return { exlets: { [name]: options === undefined ? steps : plainly({ steps, ...options }) } }
}

/** Where a rule holds: `process/task`, `process`, `everywhere`, or people and data. */
export type ScopeSource = string | Partial<Readonly<Record<"role" | "unit" | "agent" | "class" | "object", string>>>

/** What a rule says: an exlet's name, steps, `nothing`; for `select` worklets. */
export type ConclusionSource = string | readonly ExletStep[] | WorkletSource | readonly WorkletSource[]

export interface RuleOptions {
  readonly except?: readonly RuleSource[]
  readonly solves?: boolean
  readonly title?: string
}

/** A node of a tree as the language writes it. */
export type RuleSource = JsonObject

/** If this holds, then that; entries of one list are each other's else. */
export function rule(condition: ExpressionSource, then: ConclusionSource, options: RuleOptions = {}): RuleSource {
  return plainly({ if: condition, then, ...options })
}

/** The tree on one event at one scope. */
export function rules(on: string | readonly string[], at: ScopeSource, tree: readonly RuleSource[]): DocumentSource {
  return { rules: [plainly({ on, at, tree })] }
}

/** Rules asked in order, each with its own event. */
export function rulesInOrder(at: ScopeSource, entries: readonly RuleSource[]): DocumentSource {
  return { rules: [plainly({ at, first: entries })] }
}

/** An entry of `rulesInOrder`; without `if` it always holds. */
export function ruleOn(
  on: string | readonly string[],
  then: ConclusionSource,
  options: RuleOptions & { readonly if?: ExpressionSource } = {},
): RuleSource {
  return plainly({ on, then, ...options })
}

/** A class of exceptions. */
export function exception(
  name: string,
  options: { readonly is?: string; readonly parameters?: FieldMap; readonly title?: string } = {},
): DocumentSource {
  return { exceptions: { [name]: plainly(options) } }
}

/** A class of data. */
export function dataClass(
  name: string,
  options: { readonly is?: string; readonly title?: string } = {},
): DocumentSource {
  return { dataClasses: { [name]: plainly(options) } }
}

/** Processes, exlets, rules, handlers, classes and organisations as one thing that is deployed at once. A name given twice is a mistake of the program, and thrown. */
export function bundle(...parts: readonly (ProcessSource | DocumentSource)[]): DocumentSource {
  const processes: Json[] = []
  const lists = new Map<string, Json[]>()
  const maps = new Map<string, Map<string, Json>>()
  const organisation = new Map<string, Map<string, Json>>()
  for (const part of parts) {
    if (Object.hasOwn(part, "process")) processes.push(part)
    else for (const [key, value] of Object.entries(part)) add(key, value)
  }
  return {
    ...(processes.length > 0 && { processes }),
    ...Object.fromEntries(lists),
    ...nested(maps),
    ...(organisation.size > 0 && { organisation: nested(organisation) }),
  }

  function add(key: string, value: Json): void {
    if (key === "processes" && Array.isArray(value)) processes.push(...(value as readonly Json[]))
    else if (Array.isArray(value)) lists.set(key, [...(lists.get(key) ?? []), ...(value as readonly Json[])])
    else if (key !== "organisation") addAll(maps, key, value)
    else for (const [part, entries] of Object.entries(value as JsonObject)) addAll(organisation, part, entries)
  }
}

function addAll(maps: Map<string, Map<string, Json>>, key: string, value: Json): void {
  const entries = maps.get(key) ?? new Map<string, Json>()
  for (const [name, entry] of Object.entries(value as JsonObject)) {
    if (entries.has(name)) throw new Error(`The bundle has '${name}' twice under '${key}'.`)
    entries.set(name, entry)
  }
  maps.set(key, entries)
}

function nested(maps: ReadonlyMap<string, ReadonlyMap<string, Json>>): JsonObject {
  return Object.fromEntries([...maps].map(([key, entries]) => [key, Object.fromEntries(entries)]))
}
