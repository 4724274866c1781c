import type { Hears } from "../messages/plain-events.ts"
import type { Step } from "../messages/steps.ts"
import type { DataType } from "../model/definition.ts"
import type { ConstraintDefinition, PatternDefinition } from "../model/repertoire.ts"
import type { ScopeText } from "./scopes.ts"
import type { Tree } from "./tree.ts"

/** The rules, exlets and classes in force, as one value: the same throughout a decision. */
export interface Rules {
  /** Whether any tree has a say in cases of the process. */
  concerns(process: string): boolean
  /** How often any tree has changed. */
  readonly changes: number
  /** Whether there is any tree or handler for it, at any scope. */
  wants(on: string): boolean
  tree(on: string, at: string): Tree | undefined
  /** Handlers bound there that run whatever else is done, in the order they were bound: trees of one node. */
  mandatory(on: string, at: string): readonly Tree[]
  /** The other handlers bound there. */
  bound(on: string, at: string): readonly Tree[]
  /** Whether anything is bound to agents, roles or units; or to data. Mostly nothing is. */
  readonly reachesPeople: boolean
  readonly reachesData: boolean
  /** What happens by itself, `done(x)` and the like, that any rule or pattern is about; undefined: nothing is. */
  readonly hears: Hears | undefined
  /** The clock events rules wait for in cases of a process, such as `every(PT1H)`. */
  clocks(process: string): readonly string[]
  /** What a handler's parameters are; empty for one that is not there. */
  parametersOf(handler: string): ReadonlyMap<string, DataType>
  /** Patterns of events, by name. */
  readonly patterns: ReadonlyMap<string, PatternDefinition>
  /** The constraints bound to that very scope. */
  constraints(at: ScopeText): readonly Constraint[]
  /** What any of them is about, at any scope. Mostly nothing. */
  readonly constrained: ReadonlySet<Bounded>
  /** Those of them that say what agents of a name, role or unit must be. */
  readonly qualifyingPeople: readonly Constraint[]
  exlet(name: string): NamedExlet | undefined
  readonly classes: Classes
  readonly dataClasses: DataClasses
  /** A class of exceptions or of data, and what it is; nothing for what is neither. */
  readonly lineageOf: (name: string) => readonly string[]
}

export type Bounded = "budget" | "deadline" | "invariant" | "qualification"

/** A bound somebody has set at a scope: one of the four. */
export type Constraint = Pick<ConstraintDefinition, "name" | "at" | Bounded>

export interface NamedExlet {
  readonly name: string
  readonly steps: readonly Step[]
  readonly solves?: boolean
  /** How long a run of it may take, and what its worklets may cost. */
  readonly deadline?: string
  readonly budget?: number
}

/** The tree of exception classes, as far as it matters here. */
export interface Classes {
  has(name: string): boolean
  is(name: string, ancestor: string): boolean
  /** The class and its superclasses, up to `Exception`. */
  lineage(name: string): readonly string[]
  /** The same, and the patterns an exception of the class matches by itself, each after the most general of its members. */
  names(name: string): readonly string[]
  parameters(name: string): ReadonlyMap<string, DataType>
  /** The class a report of that title has become. */
  titled(title: string): string | undefined
  /** What to do about a name that is none. */
  nearest(name: string): string | undefined
}

/** The tree of data classes: a class and what it is, nearest first. */
export interface DataClasses {
  readonly lineage: (name: string) => readonly string[]
}
