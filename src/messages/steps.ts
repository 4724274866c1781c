import type { JsonObject } from "./json.ts"

/**
 * The steps of an exlet as plain data, expressions as text: so they are stored, and so each run carries its own with it, whatever
 * becomes of the exlet meanwhile.
 */
export type Step =
  | { readonly do: "suspend"; readonly target: Target | Place }
  | { readonly do: "continue" | "remove"; readonly target: Target }
  /** Lets what executes there finish, then holds what follows. */
  | { readonly do: "waitAndSuspend"; readonly place: Place }
  | { readonly do: "resume"; readonly place: Place }
  /** All on the item the run stands at. */
  | { readonly do: "restart" | "fail" | "skip" }
  /** With the same agent, with the next, or with whoever meets these needs, as written; without: as it would be found anew. */
  | { readonly do: "retry"; readonly with?: "same" | "next" | JsonObject }
  /** Until somebody is there who can do it. */
  | { readonly do: "wait" }
  | { readonly do: "complete"; readonly data?: Expressions }
  | { readonly do: "reassign"; readonly to: string }
  /** Other needs for the item, as written. */
  | { readonly do: "amend"; readonly needs: JsonObject }
  /** Capabilities for an agent, by name or expression: for a duration, until a moment, or for good. */
  | {
      readonly do: "amend"
      readonly agent: string
      readonly capabilities: readonly string[]
      readonly for?: string
      readonly until?: string
    }
  /** Started together; the next step comes when all are done. */
  | { readonly do: "compensate"; readonly worklets: readonly WorkletCall[] }
  /** In this family; in one of its own; or under the case number an expression gives. */
  | {
      readonly do: "start"
      readonly process: string
      readonly with?: Expressions
      readonly newFamily?: true
      readonly number?: string
    }
  | { readonly do: "terminate"; readonly process: string }
  | { readonly do: "set"; readonly values: Expressions }
  | { readonly do: "notify"; readonly to: string; readonly text: string }
  | { readonly do: "raise"; readonly class: string; readonly with?: Expressions }
  | {
      readonly do: "ask"
      readonly text: string
      readonly to?: string
      readonly choices?: readonly string[]
      readonly into?: string
      /** How long there is to answer, as a duration. */
      readonly within?: string
    }
  | { readonly do: "jump" | "rollback"; readonly to: string }
  | { readonly do: "propagate" }

export type StepWord = Step["do"]

export type Target = "item" | "case" | "allCases" | "ancestors"

/** A process of this family, one of its tasks, or what follows that (`laptop-order/B3+`). */
export interface Place {
  readonly process: string
  readonly task?: string
  readonly after?: true
}

/** Names, and the expressions their values come from. */
export type Expressions = { readonly [name: string]: string }

/** A worklet to start. Without `with`, data goes in by name; without `into`, what it changed comes back by name. */
export interface WorkletCall {
  readonly worklet: string
  readonly with?: Expressions
  /** Variables of the case, and expressions over the worklet's data. */
  readonly into?: Expressions
}

/** What a rule says is to be done. */
export type RuleConclusion =
  /** `solves`: what the rule says of it, whatever its steps are. */
  | { readonly kind: "exlet"; readonly name: string; readonly solves?: boolean }
  | { readonly kind: "steps"; readonly steps: readonly Step[]; readonly solves?: boolean }
  | { readonly kind: "worklets"; readonly worklets: readonly WorkletCall[] }
  /** For `compensating`: one of the ways a task may name itself. */
  | { readonly kind: "undo"; readonly way: "rollback" | "void" | "none" | { readonly worklet: string } }
  /** On purpose: the exception is closed with that answer. */
  | { readonly kind: "nothing" }
