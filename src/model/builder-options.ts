import type { JsonObject } from "../messages/json.ts"
import type { Strategy } from "./organisation.ts"

/** A block as the builder makes it. */
export type BranchSource = JsonObject
/** A block, or a list of blocks one after the other. */
export type StepSource = BranchSource | readonly StepSource[]
/** A case of `choice` or `some`. */
export type CaseSource = JsonObject

/** Expressions may be written as text, or as the plain value they mean. */
export type ExpressionSource = string | number | boolean

export type DeadlineSource = string | { readonly value: string }

/** What may stand on a task, an activity or the process, and holds for all inside. */
export interface ScopedOptions {
  readonly pattern?: "repeatable" | "replaceable" | "optional" | "critical"
  readonly attempts?: number
  readonly backoff?: string
  readonly alternatives?: readonly (readonly StepSource[])[]
  readonly involvement?: "automatic" | "warning" | "cooperative" | "manual"
  readonly loopLimit?: number
  readonly cascadeLimit?: number
  readonly invariant?: ExpressionSource
  readonly undo?: "rollback" | "void" | "none" | { readonly worklet: string }
  readonly irreversible?: boolean
  readonly owner?: string
  readonly answerWithin?: string
}

export interface StepOptions extends ScopedOptions, BlockOptions {
  readonly deadline?: DeadlineSource
  readonly on?: Readonly<Record<string, string>>
  readonly select?: boolean
  readonly cancels?: readonly string[]
  readonly pauseTimers?: boolean
}

export interface TaskOptions extends StepOptions {
  readonly needs?: NeedsSource
  readonly reads?: MappingSource
  readonly writes?: MappingSource
  readonly cost?: ExpressionSource
  readonly priority?: number
  readonly worker?: string
}

export interface ActivityOptions extends StepOptions {
  readonly budget?: number | string
  readonly aside?: readonly StepSource[]
}

export interface ProcessOptions extends ScopedOptions {
  readonly title?: string
  readonly deadline?: DeadlineSource
  readonly budget?: number | string
  readonly aside?: readonly StepSource[]
  readonly result?: ExpressionSource
}

export interface BlockOptions {
  readonly title?: string
  /** In `aside` only: where to go on. */
  readonly then?: string
}

export interface ForEachOptions extends StepOptions, ManyOptions {
  readonly in: string
}

export interface ManyOptions {
  readonly as: string
  readonly min?: number
  readonly max?: number
  readonly enough?: number
  readonly dynamic?: boolean
  readonly collect?: Readonly<Record<string, string>>
}

/** Who may do a task. */
export interface NeedsSource {
  /** All of them. */
  readonly role?: string | readonly string[]
  readonly capability?: string | readonly string[]
  /** The name of a unit, or an expression that gives one. */
  readonly unit?: string
  /** The name of an agent, or an expression that gives one, or a list of some. */
  readonly agent?: string
  readonly notWhoDid?: string | readonly string[]
  readonly whoDid?: string | readonly string[]
  /** Over `agent` and the case. */
  readonly when?: ExpressionSource
  readonly offer?: "all" | "one"
  readonly order?: Strategy | (string & {})
  readonly accept?: boolean
  /** To whom it goes as well when nobody has started it by then; unless said, the manager. */
  readonly escalate?: { readonly after: string; readonly to?: string }
}

/** Names, or names with the expressions they are made from. */
export type MappingSource = readonly string[] | Readonly<Record<string, ExpressionSource>>

/** A net: `start`, and a node by each name. */
export type NetSource = { readonly start: { readonly to: string | readonly string[] } } & Readonly<
  Record<string, NodeSource>
>

export type NodeSource = {
  readonly to: string | readonly string[] | Readonly<Record<string, ExpressionSource>>
} & Omit<TaskOptions, "then"> & {
    readonly condition?: true
    readonly join?: "and" | "xor" | "or"
    readonly split?: "and" | "xor" | "or"
    readonly many?: ManyOptions & { readonly each: string }
    readonly wait?: string | { readonly until: string } | { readonly message: string; readonly key?: ExpressionSource }
    readonly activity?: Omit<ActivityOptions, "then"> &
      ({ readonly net: NetSource } | { readonly do: readonly StepSource[] })
  }
