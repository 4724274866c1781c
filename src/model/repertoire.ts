import type { Path } from "../messages/findings.ts"
import type { Json, JsonObject } from "../messages/json.ts"
import type { RuleConclusion, Step } from "../messages/steps.ts"
import type { Amount, DataType, Deadline, ExpressionText } from "./definition.ts"
import type { Locate } from "./source.ts"

/** What a bundle brings besides processes: exlets, rules, classes and what goes with them, read but not yet checked together. */
export interface Repertoire {
  readonly exlets: readonly ExletDefinition[]
  readonly trees: readonly TreeDefinition[]
  readonly classes: readonly ClassDefinition[]
  readonly dataClasses: readonly DataClassDefinition[]
  readonly handlers: readonly HandlerDefinition[]
  readonly bindings: readonly BindingDefinition[]
  readonly patterns: readonly PatternDefinition[]
  readonly constraints: readonly ConstraintDefinition[]
  /** What is to be there no longer: a name with nothing under it. */
  readonly removals: readonly RemovalDefinition[]
}

export const EMPTY_REPERTOIRE: Repertoire = {
  exlets: [],
  trees: [],
  classes: [],
  dataClasses: [],
  handlers: [],
  bindings: [],
  patterns: [],
  constraints: [],
  removals: [],
}

export interface ExletDefinition {
  readonly name: string
  readonly title?: string
  readonly steps: readonly Step[]
  readonly deadline?: string
  readonly budget?: number
  /** Absent: told by its steps. */
  readonly solves?: boolean
  /** As written: what is stored. */
  readonly source: Json
  /** Where it stands, and where its list of steps does. */
  readonly path: Path
  readonly stepsPath: Path
  readonly locate: Locate
}

/** One tree: for one event (a checkpoint, `select`, or a class in its canonical name) at one scope. */
export interface TreeDefinition {
  readonly on: string
  /** As text, see `scope-text.ts`. */
  readonly at: string
  readonly nodes: readonly RuleDefinition[]
  readonly path: Path
  readonly locate: Locate
}

/** Entries of one list are each other's else. */
export interface RuleDefinition {
  readonly if: ExpressionText
  /** Absent: it concludes nothing, and so answers none. */
  readonly then?: RuleConclusion
  readonly thenPath?: Path
  /** As written, to find the parts of steps in place again. */
  readonly thenSource?: Json
  readonly except: readonly RuleDefinition[]
  readonly title?: string
  readonly path: Path
}

export interface ClassDefinition {
  readonly name: string
  readonly is: string
  readonly parameters: ReadonlyMap<string, DataType>
  readonly title?: string
  readonly source: Json
  readonly path: Path
  readonly locate: Locate
}

/** A class of data: what is bound to it concerns all data of it and of the classes below it. */
export interface DataClassDefinition {
  readonly name: string
  readonly is?: string
  readonly title?: string
  readonly source: Json
  readonly path: Path
  readonly locate: Locate
}

/** A rule by name, with parameters: it is asked wherever it is bound. */
export interface HandlerDefinition extends RuleDefinition {
  readonly name: string
  /** The events it handles, at least one. */
  readonly on: readonly string[]
  readonly parameters: ReadonlyMap<string, DataType>
  /** Whether it runs whatever else is done. */
  readonly mandatory: boolean
  /** Absent: told by its steps. */
  readonly solves?: boolean
  /** As stored: all of it but where it is bound. */
  readonly source: JsonObject
  readonly locate: Locate
}

/** A handler at one scope, with the values of its parameters. */
export interface BindingDefinition {
  readonly handler: string
  readonly at: string
  readonly with: JsonObject
  readonly path: Path
  readonly handlerPath: Path
  readonly atPath: Path
  readonly withPath: Path
  readonly locate: Locate
}

/** Several events that mean something together. */
export interface PatternDefinition {
  readonly name: string
  readonly pattern: Pattern
  /** From the first of its events to the last. */
  readonly within?: string
  /** Over `event`: only events that give the same value belong together. Absent: all of a family do. */
  readonly by?: ExpressionText
  readonly title?: string
  readonly source: Json
  readonly path: Path
  readonly locate: Locate
}

/** An event, in its canonical name, may be a pattern's name as well. */
export type Pattern = (
  | { readonly event: string }
  | { readonly all: readonly Pattern[] }
  | { readonly any: readonly Pattern[] }
  | { readonly sequence: readonly Pattern[] }
) & { readonly within?: string; readonly path: Path }

/** What must hold at a scope: one of the four. */
export interface ConstraintDefinition {
  /** What it is and where, such as `budget@requisition`: whoever says it again replaces it. */
  readonly name: string
  readonly at: string
  readonly budget?: Amount
  readonly deadline?: Deadline
  readonly invariant?: ExpressionText
  /** Over `agent`. */
  readonly qualification?: ExpressionText
  readonly source: JsonObject
  readonly path: Path
  readonly atPath: Path
  readonly locate: Locate
}

export interface RemovalDefinition {
  readonly kind: "handler" | "pattern"
  readonly name: string
  readonly path: Path
  readonly locate: Locate
}
