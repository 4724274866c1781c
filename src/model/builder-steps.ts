import type { JsonObject } from "../messages/json.ts"
import type { ExpressionSource, NeedsSource } from "./builder-options.ts"
import { plainly } from "./builder-plain.ts"

/** A step of an exlet as the language writes it. */
export type ExletStep = JsonObject | "propagate"

/** Names, and the expressions their values come from. */
export type Assignments = Readonly<Record<string, ExpressionSource>>

/** A worklet by name, or with how data goes in and comes back. */
export type WorkletSource =
  | string
  | { readonly worklet: string; readonly with?: Assignments; readonly into?: Assignments }

/** What an agent can from now on: for a duration, until a moment, or for good. */
export interface GrantOptions {
  readonly capability: string | readonly string[]
  readonly for?: string
  readonly until?: string
}

type TargetSource = "item" | "case" | "allCases" | "ancestors"

/** The steps of exlets, each named after its word: `step.suspend("item")`. */
export const step = {
  /** Holds what is live there: a target, or a process or task of the family. */
  suspend: (target: TargetSource | (string & {})): ExletStep => ({ suspend: target }),
  /** Lifts what this run holds there. */
  continue: (target: TargetSource): ExletStep => ({ continue: target }),
  remove: (target: TargetSource): ExletStep => ({ remove: target }),
  waitAndSuspend: (place: string): ExletStep => ({ waitAndSuspend: place }),
  /** Lifts what any run of the family holds there. */
  resume: (place: string): ExletStep => ({ resume: place }),
  restart: (): ExletStep => ({ restart: "item" }),
  complete: (data?: Assignments): ExletStep => plainly({ complete: "item", data }),
  fail: (): ExletStep => ({ fail: "item" }),
  skip: (): ExletStep => ({ skip: "item" }),
  /** Once more; with the same agent, the next, or whoever meets other needs. */
  retry: (options: { readonly with?: "same" | "next" | NeedsSource } = {}): ExletStep =>
    plainly({ retry: "item", ...options }),
  /** Until somebody is there who can do it. */
  wait: (): ExletStep => ({ wait: "item" }),
  reassign: (to: string): ExletStep => ({ reassign: "item", to }),
  /** Other needs for the item, or capabilities for an agent. */
  amend: (what: "item" | (string & {}), options: { readonly needs: NeedsSource } | GrantOptions): ExletStep =>
    plainly({ amend: what, ...options }),
  /** Starts worklets together and waits for all. */
  compensate: (worklets: WorkletSource | readonly WorkletSource[]): ExletStep => plainly({ compensate: worklets }),
  /** Starts a process and goes on; with `case` under the case number an expression gives, `"new"`: as a family of its own. */
  start: (
    process: string,
    options: { readonly with?: Assignments; readonly case?: "new" | ExpressionSource } = {},
  ): ExletStep => plainly({ start: process, ...options }),
  terminate: (process: string): ExletStep => ({ terminate: process }),
  set: (values: Assignments): ExletStep => ({ set: values }),
  notify: (who: string, text: string): ExletStep => ({ notify: who, text }),
  raise: (name: string, parameters?: Assignments): ExletStep => plainly({ raise: name, with: parameters }),
  /** Waits for a person's answer. */
  ask: (
    text: string,
    options: {
      readonly to?: string
      readonly choices?: readonly string[]
      readonly into?: string
      readonly within?: string
    } = {},
  ): ExletStep => plainly({ ask: text, ...options }),
  jump: (task: string): ExletStep => ({ jump: task }),
  rollback: (to: string): ExletStep => ({ rollback: to }),
  propagate: (): ExletStep => "propagate",
} as const
