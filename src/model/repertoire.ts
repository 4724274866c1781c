import type { Path } from "../messages/findings.ts"
import type { Json } from "../messages/json.ts"
import type { RuleConclusion, Step } from "../messages/steps.ts"
import type { DataType, ExpressionText } from "./definition.ts"
import type { Locate } from "./source.ts"

/** What a bundle brings besides processes: named exlets, rule trees, and exception classes, read but not yet checked together. */
export interface Repertoire {
  readonly exlets: readonly ExletDefinition[]
  readonly trees: readonly TreeDefinition[]
  readonly classes: readonly ClassDefinition[]
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
  /** `process/task`, `process/activity`, `process` or `everywhere`. */
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
