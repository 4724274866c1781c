import type { CaseState, ItemStatus } from "../engine/family.ts"
import type { StateName } from "../engine/states.ts"
import type { Path } from "../messages/findings.ts"
import type { RunEnd } from "../messages/handling.ts"
import type { Json, JsonObject } from "../messages/json.ts"
import type { PlainKind } from "../messages/plain-events.ts"
import type { ItemName } from "./item-name.ts"
import type { TextPattern } from "./text-pattern.ts"

/** What must be so at a moment of a story. Only what is named is looked at. */
export interface Expectation {
  readonly of?: string
  readonly state?: CaseState
  readonly held?: boolean
  readonly result?: Json
  readonly data?: JsonObject
  /** By the name as written. */
  readonly items?: ReadonlyMap<string, ExpectedItem>
  readonly states?: ReadonlyMap<StateName, readonly string[]>
  readonly family?: ReadonlyMap<string, CaseState>
  readonly exlets?: ReadonlyMap<string, ExpectedRuns>
  readonly decisions?: readonly ExpectedDecision[]
  readonly exceptions?: readonly ExpectedException[]
  readonly interventions?: number | readonly ExpectedIntervention[]
  readonly notified?: number | readonly ExpectedNotice[]
  readonly worklist?: ReadonlyMap<string, readonly string[]>
  readonly log?: readonly ExpectedEvent[]
}

export interface ExpectedItem {
  readonly item: ItemName
  readonly held: boolean
  /** `none`: there is no such item, or no longer. */
  readonly status: ItemStatus | "none"
}

export interface ExpectedException {
  readonly class?: string
  readonly at?: string
  readonly state?: ExceptionState
  /** Its parameters; a subset. */
  readonly with?: JsonObject
}

/** How the newest run of an exlet stands, or how many there are; `none` is no run at all. */
export type ExpectedRuns = RunState | number | "none"

export interface ExpectedDecision {
  /** Where it stands among the expectations. */
  readonly path: Path
  /** Its canonical name. */
  readonly on: string
  /** The task, or for what concerns a case its process; absent: anywhere in the case. */
  readonly at?: string
  /** An exlet's name, `nothing`, `none`, or the worklets of a selection. */
  readonly conclusion: readonly string[]
}

export interface ExpectedIntervention extends ExpectedException {
  readonly text?: TextPattern
  readonly to?: string
}

export interface ExpectedNotice {
  readonly to?: string
  readonly text?: TextPattern
}

export interface ExpectedEvent {
  readonly kind: PlainKind
  readonly name: string
  /** Written before the name, as in `done(laptop-order/assemble)`. */
  readonly process?: string
}

/** Something is not as it should be. The path leads to the expectation from the step. */
export interface Discrepancy {
  readonly path: Path
  readonly expected: string
  readonly found: string
}

export type RunState = (typeof runStates)[number]
export type ExceptionState = (typeof exceptionStates)[number]

export const caseStates = [
  "running",
  "completed",
  "removed",
  "failed",
  "exhausted",
] as const satisfies readonly CaseState[]

export const stateNames = [
  "notReady",
  "ready",
  "executing",
  "suspended",
  "done",
  "aborted",
] as const satisfies readonly StateName[]

export const itemStatuses = [
  "enabled",
  "offered",
  "allocated",
  "started",
  "completed",
  "force-completed",
  "failed",
  "removed",
  "skipped",
] as const satisfies readonly ItemStatus[]

export const runStates = ["running", "completed", "failed", "removed"] as const satisfies readonly (
  | RunEnd
  | "running"
)[]

export const exceptionStates = [
  "open",
  "handling",
  "verifying",
  "resolved",
  "recurred",
  "propagated",
  "dismissed",
] as const
