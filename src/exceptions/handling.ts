import type { Breach, TimerSubject } from "../messages/events.ts"
import type {
  Awaited,
  DecisionMade,
  Expected,
  Occurrence,
  Origin,
  Proposal,
  RestoredRows,
  Stage,
} from "../messages/handling.ts"
import type { AgentId, CaseId, ExceptionId, InterventionId, ItemId, RunId, TimerId } from "../messages/ids.ts"
import type { Json, JsonObject } from "../messages/json.ts"
import type { Step } from "../messages/steps.ts"
import { changedTables, changeTables, copiedTables } from "../tables/changed-rows.ts"
import { Overlay, type ReadonlyTable, type Table } from "../tables/table.ts"
import type { Decider } from "./deciders.ts"
import type { Rollback } from "./rollback-state.ts"

/** What the exception machine knows of a family: only what is still going on. Changed by `fold` alone. */
export interface Handling {
  readonly runs: ReadonlyTable<RunId, Run>
  /** Cases a run or an item waits for. */
  readonly worklets: ReadonlyTable<CaseId, Worklet>
  /** What the trees were asked about live items, and at which version. */
  readonly checks: ReadonlyTable<ItemId, Check>
  /** Those still open. */
  readonly exceptions: ReadonlyTable<ExceptionId, OpenException>
  readonly interventions: ReadonlyTable<InterventionId, Intervention>
  /** How deep the run lay that set an item going once more: what goes wrong with it next lies deeper. */
  readonly pushed: ReadonlyTable<ItemId, Push>
  /** Bounds that are broken, by what they bound and their names. */
  readonly breaches: ReadonlyTable<string, Breach>
  /** How often an item was set going again because of a pattern of re-execution. */
  readonly tried: ReadonlyTable<ItemId, number>
  /** Handled, and watched at their items until those are through. */
  readonly verifying: ReadonlyTable<ExceptionId, Verifying>
  /** Its own timers, and what each is about. */
  readonly timers: ReadonlyTable<TimerId, OwnTimer>
  /** By the name of a pattern: what has happened of it, and in no match yet. */
  readonly patterns: ReadonlyTable<string, NotedPattern>
}

export interface NotedPattern {
  /** In the order of happening. */
  readonly kept: readonly Occurrence[]
}

export const breachKey = ({ of, bound }: Pick<Breach, "of" | "bound">): string => `${of} ${bound}`

export interface Verifying {
  readonly exception: ExceptionId
  readonly class: string
  readonly case: CaseId
  readonly item: ItemId
  readonly at: string
  readonly raisedAt: number
}

export interface OwnTimer {
  readonly of: TimerSubject
  /** A word that says for whom, and what he has to know. */
  readonly about: string
  /** Absent where it has stood still for a while. */
  readonly dueAt?: number
}

/** One execution of an exlet, and where it stands. */
export interface Run {
  readonly id: RunId
  readonly exlet: string
  readonly steps: readonly Step[]
  readonly case: CaseId
  readonly item?: ItemId
  readonly at: string
  readonly on: string
  readonly parameters: JsonObject
  readonly by: AgentId
  readonly from?: Origin
  readonly exception?: ExceptionId
  readonly intervention?: InterventionId
  readonly depth: number
  readonly solves: boolean
  readonly dueAt?: number
  readonly budget?: number
  readonly stage?: Stage
  readonly handler?: string
  readonly with?: JsonObject
  readonly decider?: Decider
  readonly startedAt: number
  /** The next of its steps, from 0. */
  readonly position: number
  /** The worklets of its last step, in order; those that have ended are no longer in `open`. */
  readonly worklets: readonly CaseId[]
  readonly open: readonly CaseId[]
  /** What each of them began with. */
  readonly given: readonly JsonObject[]
  /** What executes, and its last step waits for to be over. */
  readonly awaits?: readonly Awaited[]
  /** Steps that have not come yet, and its last step waits for to be done. */
  readonly expects?: readonly Expected[]
  /** Names it has written in its case, with what it found there first and what it wrote last. */
  readonly wrote: { readonly [name: string]: { readonly before: Json; readonly after: Json } }
  /** The run whose rollback waits for it. */
  readonly for?: RunId
  /** The rollback it is at, and how far that has come. */
  readonly rollback?: Rollback
}

export interface Worklet {
  readonly case: CaseId
  readonly run: RunId
  /** What it began with. */
  readonly given: JsonObject
}

/** What the trees last said about a waiting item: before it, and on its selection. */
export interface Check {
  readonly case: CaseId
  readonly itemPre: Said | undefined
  readonly select: Said | undefined
}

export type Said = Pick<DecisionMade, "walks" | "conclusion"> & {
  /** What is mandatory was the answer, and the rules were not asked. */
  readonly isAnswered?: true
}

/** Which run, how deep, set an item of that case going once more. */
export interface Push {
  readonly case: CaseId
  readonly depth: number
  readonly decider?: Decider
  /** No run did: it was let go with nothing done about it, on purpose. */
  readonly isLet?: true
}

export interface OpenException {
  readonly id: ExceptionId
  readonly class: string
  readonly case: CaseId
  readonly item?: ItemId
  readonly at: string
  readonly parameters: JsonObject
  readonly by: AgentId
  readonly raisedAt: number
  readonly depth: number
  /** The exception its failed handling has become. */
  readonly became?: ExceptionId
  /** Whose decision led to it. */
  readonly decider?: Decider
  /** The runs that handle it. */
  readonly runs: readonly RunId[]
  readonly intervention?: InterventionId
}

export interface Intervention {
  readonly id: InterventionId
  readonly case: CaseId
  readonly item?: ItemId
  readonly at: string
  readonly exception?: ExceptionId
  /** Of the exception. */
  readonly class?: string
  readonly run?: RunId
  readonly text: string
  readonly to?: string
  readonly within?: string
  readonly dueAt?: number
  /** Those it has been with before, since it was last given to somebody. */
  readonly been?: readonly string[]
  readonly choices?: readonly string[]
  readonly proposal?: Proposal
  readonly openedAt: number
}

export type HandlingDraft = {
  -readonly [Key in keyof Handling]: Handling[Key] extends ReadonlyTable<infer Id, infer Value>
    ? Table<Id, Value>
    : never
}

export function emptyHandling(): HandlingDraft {
  return {
    runs: new Map(),
    worklets: new Map(),
    checks: new Map(),
    exceptions: new Map(),
    interventions: new Map(),
    pushed: new Map(),
    breaches: new Map(),
    timers: new Map(),
    tried: new Map(),
    verifying: new Map(),
    patterns: new Map(),
  }
}

/** A draft laid over what is known: what is changed in it leaves that as it was. */
export function handlingOver(handling: Handling): HandlingDraft {
  return {
    runs: new Overlay(handling.runs),
    worklets: new Overlay(handling.worklets),
    checks: new Overlay(handling.checks),
    exceptions: new Overlay(handling.exceptions),
    interventions: new Overlay(handling.interventions),
    pushed: new Overlay(handling.pushed),
    breaches: new Overlay(handling.breaches),
    timers: new Overlay(handling.timers),
    tried: new Overlay(handling.tried),
    verifying: new Overlay(handling.verifying),
    patterns: new Overlay(handling.patterns),
  }
}

export function absorbHandling(handling: HandlingDraft, draft: HandlingDraft): void {
  for (const name of handlingTables) (draft[name] as Overlay<never, never>).into(handling[name] as Table<never, never>)
}

export function encodeHandling(handling: Handling): JsonObject {
  return Object.fromEntries(handlingTables.map((name) => [name, [...handling[name].entries()]])) as JsonObject
}

export function decodeHandling(stored: JsonObject): HandlingDraft {
  const handling = emptyHandling()
  for (const name of handlingTables)
    for (const [key, value] of (stored[name] ?? []) as unknown as [never, never][])
      (handling[name] as Table<never, never>).set(key, value)
  return handling
}

/** A table that is missing here is an error of types. */
const isTable: { readonly [Name in keyof Handling]: true } = {
  runs: true,
  worklets: true,
  checks: true,
  exceptions: true,
  interventions: true,
  pushed: true,
  breaches: true,
  timers: true,
  tried: true,
  verifying: true,
  patterns: true,
}

const handlingTables = Object.keys(isTable) as readonly (keyof Handling)[]

/** As it is now, whatever becomes of it. */
export const copiedHandling = (handling: HandlingDraft): HandlingDraft => copiedTables(handlingTables, handling)

/** What makes it again what it was. */
export const handlingBack = (now: HandlingDraft, before: HandlingDraft): RestoredRows =>
  changedTables(handlingTables, now, before) as RestoredRows

export const restoreHandling = (draft: HandlingDraft, rows: RestoredRows): void =>
  changeTables(handlingTables, draft, rows)
