import type { CaseState, ItemStatus } from "../engine/family.ts"
import type { StateName } from "../engine/states.ts"
import type { Path } from "../messages/findings.ts"
import type { Json, JsonObject } from "../messages/json.ts"
import type { ItemName } from "./item-name.ts"
import type { PlainKind } from "./plain-events.ts"

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
  readonly exceptions?: readonly ExpectedException[]
  readonly worklist?: ReadonlyMap<string, readonly string[]>
  readonly log?: readonly ExpectedEvent[]
  /** Words that ask for something this version does not have yet. */
  readonly later: readonly string[]
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

export const exceptionStates = [
  "open",
  "handling",
  "verifying",
  "resolved",
  "recurred",
  "propagated",
  "dismissed",
] as const
