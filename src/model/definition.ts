import type { Path } from "../messages/findings.ts"
import type { Json } from "../messages/json.ts"
import type { NeedsDefinition } from "./organisation.ts"

/**
 * A process as a person wrote it, read and tidied but not yet a net: one type per word of the language. Each part knows the
 * path where it stands, so that whatever is found wrong with it later can be shown there.
 */
export interface ProcessDefinition extends ScopedProperties {
  readonly path: Path
  readonly name: string
  readonly title?: string
  readonly data: ReadonlyMap<string, DataType>
  readonly body:
    | { readonly form: "flow"; readonly flow: readonly Block[] }
    | { readonly form: "net"; readonly net: NetDefinition }
  readonly deadline?: Deadline
  readonly budget?: Amount
  readonly aside: readonly Block[]
  readonly result?: ExpressionText
}

/** An expression as text, and where it stands. */
export interface ExpressionText {
  readonly source: string
  readonly path: Path
}

/** A name that refers to something else in the same process. */
export interface NameText {
  readonly name: string
  readonly path: Path
}

export type ScalarType = "string" | "integer" | "number" | "boolean" | "date" | "datetime" | "duration" | "any"

export type DataType = (
  | { readonly kind: "scalar"; readonly type: ScalarType }
  | { readonly kind: "list"; readonly of: DataType }
  | { readonly kind: "object"; readonly fields: ReadonlyMap<string, DataType> }
) &
  DataConstraints

export interface DataConstraints {
  readonly path: Path
  readonly title?: string
  readonly default?: Json
  readonly required: boolean
  readonly min?: number
  readonly max?: number
  readonly enum?: readonly Json[]
  /** The data class rules can bind to. */
  readonly class?: string
  /** Of a variable: it belongs to the family, and every process that declares it so has the same one. */
  readonly shared?: true
}

/** Properties that hold for everything inside unless overridden further in. */
export interface ScopedProperties {
  readonly pattern?: "repeatable" | "replaceable" | "optional" | "critical"
  readonly attempts?: number
  readonly backoff?: string
  readonly alternatives?: readonly (readonly Block[])[]
  readonly involvement?: "automatic" | "warning" | "cooperative" | "manual"
  readonly loopLimit?: number
  readonly cascadeLimit?: number
  readonly invariant?: ExpressionText
  readonly undo?: "rollback" | "void" | "none" | { readonly worklet: string; readonly path: Path }
  readonly irreversible?: boolean
  readonly owner?: string
  /** How long a person has to answer about an exception there. */
  readonly answerWithin?: string
}

/** What a task and an activity have in common. */
export interface StepProperties extends ScopedProperties {
  readonly title?: string
  readonly deadline?: Deadline
  /** Exception arcs: class → a task or block of the same level. */
  readonly on: ReadonlyMap<string, NameText>
  readonly select: boolean
  readonly cancels: readonly NameText[]
  readonly pauseTimers: boolean
}

export interface TaskProperties extends StepProperties {
  readonly reads?: Mapping
  readonly writes?: Mapping
  readonly needs?: NeedsDefinition
  readonly cost?: Amount
  readonly priority?: number
  /** The worker's name makes it a program's task. */
  readonly worker?: string
}

export interface ActivityProperties extends StepProperties {
  readonly budget?: Amount
  readonly aside: readonly Block[]
}

export type Deadline =
  | { readonly form: "duration"; readonly duration: string; readonly path: Path }
  | { readonly form: "date"; readonly at: string; readonly path: Path }
  | { readonly form: "expression"; readonly expression: ExpressionText; readonly path: Path }

export type Amount =
  | { readonly form: "number"; readonly value: number }
  | { readonly form: "expression"; readonly expression: ExpressionText }

/** By name, or each name with the expression it is made from. */
export type Mapping =
  | { readonly form: "names"; readonly names: readonly NameText[]; readonly path: Path }
  | { readonly form: "expressions"; readonly entries: ReadonlyMap<string, ExpressionText>; readonly path: Path }

export type Block =
  | TaskBlock
  | WaitBlock
  | ParallelBlock
  | ChoiceBlock
  | FirstBlock
  | WhileBlock
  | SequenceBlock
  | ActivityBlock
  | ForEachBlock

interface BlockBase {
  readonly path: Path
  /** Unnamed blocks are allowed; tasks always have one. */
  readonly name?: string
  readonly title?: string
  /** In `aside`: where to go on when the block is done. */
  readonly then?: NameText
}

export interface TaskBlock extends BlockBase {
  readonly kind: "task"
  readonly name: string
  readonly properties: TaskProperties
}
export interface WaitBlock extends BlockBase {
  readonly kind: "wait"
  readonly wait: Wait
}
export interface ParallelBlock extends BlockBase {
  readonly kind: "parallel"
  readonly branches: readonly (readonly Block[])[]
}
/** `choice` takes the first branch that holds, `some` all that hold. */
export interface ChoiceBlock extends BlockBase {
  readonly kind: "choice" | "some"
  readonly cases: readonly Branch[]
}
export interface Branch {
  readonly path: Path
  /** Absent: `otherwise`. */
  readonly when?: ExpressionText
  readonly do: readonly Block[]
}
export interface FirstBlock extends BlockBase {
  readonly kind: "first"
  readonly branches: readonly (readonly Block[])[]
}
/** `while` tests before each round, `until` after each. */
export interface WhileBlock extends BlockBase {
  readonly kind: "while"
  readonly test: { readonly form: "while" | "until"; readonly condition: ExpressionText }
  readonly do: readonly Block[]
}
export interface SequenceBlock extends BlockBase {
  readonly kind: "sequence"
  readonly do: readonly Block[]
}
export interface ActivityBlock extends BlockBase {
  readonly kind: "activity"
  readonly properties: ActivityProperties
  readonly body:
    | { readonly form: "flow"; readonly flow: readonly Block[] }
    | { readonly form: "net"; readonly net: NetDefinition }
}
export interface ForEachBlock extends BlockBase {
  readonly kind: "forEach"
  readonly many: Many
  readonly properties: StepProperties
  readonly do: readonly Block[]
}

/** Multiple instances, one per element of a list. */
export interface Many {
  readonly path: Path
  readonly in: ExpressionText
  readonly as: string
  readonly min?: number
  readonly max?: number
  readonly enough?: number
  readonly dynamic: boolean
  /** Case list → each instance's value. */
  readonly collect: ReadonlyMap<string, ExpressionText>
}

export type Wait =
  | { readonly form: "duration"; readonly duration: string; readonly path: Path }
  | { readonly form: "until"; readonly until: ExpressionText }
  | { readonly form: "message"; readonly message: string; readonly key?: ExpressionText }

export interface NetDefinition {
  readonly path: Path
  /** Where `start` leads. */
  readonly start: readonly NameText[]
  readonly nodes: ReadonlyMap<string, NetNode>
}

export type NetNode = NetCondition | NetTask

export interface NetCondition {
  readonly kind: "condition"
  readonly path: Path
  readonly title?: string
  readonly to: readonly NameText[]
}

export interface NetTask {
  readonly kind: "task"
  readonly path: Path
  readonly join: "and" | "xor" | "or"
  readonly split: "and" | "xor" | "or"
  readonly to: readonly Flow[]
  readonly properties: TaskProperties
  readonly wait?: Wait
  readonly many?: Many
  readonly activity?: ActivityBlock
}

export interface Flow {
  readonly target: NameText
  readonly when?: ExpressionText
  readonly otherwise: boolean
}
