import type { DecisionMade } from "../messages/handling.ts"
import type { AgentId, CaseId, ExceptionId, InterventionId, ItemId, RunId } from "../messages/ids.ts"
import type { Json, JsonObject } from "../messages/json.ts"
import type { Step } from "../messages/steps.ts"
import { Overlay, type ReadonlyTable, type Table } from "../tables/table.ts"

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
  readonly exception?: ExceptionId
  readonly intervention?: InterventionId
  readonly depth: number
  readonly solves: boolean
  readonly startedAt: number
  /** The next of its steps, from 0. */
  readonly position: number
  /** The worklets of its last step, in order; those that have ended are no longer in `open`. */
  readonly worklets: readonly CaseId[]
  readonly open: readonly CaseId[]
  /** What each of them began with. */
  readonly given: readonly JsonObject[]
  /** Names it has written in its case, with what it found there first and what it wrote last. */
  readonly wrote: { readonly [name: string]: { readonly before: Json; readonly after: Json } }
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

export type Said = Pick<DecisionMade, "walks" | "conclusion">

/** Which run, how deep, set an item of that case going once more. */
export interface Push {
  readonly case: CaseId
  readonly depth: number
}

export interface OpenException {
  readonly id: ExceptionId
  readonly class: string
  readonly case: CaseId
  readonly item?: ItemId
  readonly at: string
  readonly parameters: JsonObject
  readonly by: AgentId
  readonly depth: number
  /** The exception its failed handling has become. */
  readonly became?: ExceptionId
  /** The run that handles it. */
  readonly run?: RunId
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
  readonly choices?: readonly string[]
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
  }
}

export function absorbHandling(handling: HandlingDraft, draft: HandlingDraft): void {
  for (const name of tables) (draft[name] as Overlay<never, never>).into(handling[name] as Table<never, never>)
}

export function encodeHandling(handling: Handling): JsonObject {
  return Object.fromEntries(
    tables.map((name) => [name, [...(handling[name] as ReadonlyMap<string, unknown>)]]),
  ) as JsonObject
}

export function decodeHandling(stored: JsonObject): HandlingDraft {
  const handling = emptyHandling()
  for (const name of tables)
    for (const [key, value] of (stored[name] ?? []) as unknown as [never, never][])
      (handling[name] as Table<never, never>).set(key, value)
  return handling
}

const tables = [
  "runs",
  "worklets",
  "checks",
  "exceptions",
  "interventions",
  "pushed",
] as const satisfies readonly (keyof Handling)[]
