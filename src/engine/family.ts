import type { ItemKind, Parent, PlaceId, Sender, TimerPurpose, TimerSubject } from "../messages/events.ts"
import type { Hold } from "../messages/holds.ts"
import {
  type AgentId,
  type CaseId,
  type ExceptionId,
  type FamilyId,
  type FrameId,
  type HoldId,
  type ItemId,
  type MessageId,
  type RunId,
  rootCase,
  type TimerId,
} from "../messages/ids.ts"
import type { Json, JsonObject } from "../messages/json.ts"
import type { Demand } from "../messages/people.ts"
import type { UndoWay } from "../messages/undoing.ts"
import type { ReadonlyTable } from "../tables/table.ts"

/** A case and all cases started on its behalf, as the events so far have made it. Changed by `apply` alone. */
export interface Family {
  readonly id: FamilyId
  /** How many events made it. */
  readonly version: number
  /** The highest number used in its ids. */
  readonly lastId: number
  readonly cases: ReadonlyTable<CaseId, Case>
  /** The variables its cases share, by name. */
  readonly shared: ReadonlyTable<string, SharedValue>
  readonly frames: ReadonlyTable<FrameId, Frame>
  /** Live items, and of each task in a frame the newest that has ended. */
  readonly items: ReadonlyTable<ItemId, Item>
  readonly traces: ReadonlyTable<TraceKey, Trace>
  /** How often each task of each case was enabled, over all its frames. */
  readonly counts: ReadonlyTable<string, number>
  /** With which inputs each task of each case was enabled of late, the newest first, and how often with each. */
  readonly repeats: ReadonlyTable<string, readonly Repeat[]>
  /** How a task ended in earlier rounds of its loop. */
  readonly rounds: ReadonlyTable<string, ItemStatus>
  readonly holds: ReadonlyTable<HoldId, Hold>
  readonly timers: ReadonlyTable<TimerId, Timer>
  /** Those still open. */
  readonly exceptions: ReadonlyTable<ExceptionId, RaisedException>
  /** Items and cases whose invariant is broken. */
  readonly broken: ReadonlyTable<ItemId | CaseId, true>
  /** Who has completed items of each task of each case. */
  readonly doers: ReadonlyTable<string, Doers>
  /** Messages no item has taken yet. */
  readonly messages: ReadonlyTable<MessageId, KeptMessage>
}

export interface SharedValue {
  readonly value: Json
  /** For each run on whose behalf alone it has been written since, outer first: what was there before. Absent: for none. */
  readonly marks?: readonly Mark[]
}

export interface Mark {
  readonly run: RunId
  readonly before: Json
}

export interface Repeat {
  readonly input: string
  readonly times: number
}

export type CaseState = "running" | "completed" | "removed" | "failed" | "exhausted"

export interface Case {
  readonly id: CaseId
  readonly process: string
  readonly version: number
  readonly state: CaseState
  /** Its own data: see `dataOf` for all it works on. */
  readonly own: JsonObject
  /** The variables it shares with its family. */
  readonly shares?: readonly string[]
  readonly startedAt: number
  readonly startedBy: AgentId
  readonly endedAt?: number
  readonly result?: Json
  readonly timers?: readonly TimerId[]
  /** For a worklet: on whose behalf it runs. */
  readonly parent?: Parent
  /** The run of another family that has started this one. */
  readonly sentBy?: Sender
  /** Of the first case: the case number that was chosen for its family. */
  readonly number?: string
  /** For a worklet: the items of the case above that what it costs is counted at as well. */
  readonly purses?: readonly ItemId[]
  /** What its items and its worklets have cost, as planned or corrected since; absent: nothing was said about costs. */
  readonly spent?: number
  /** The same by process, version, task and agent: see `chargesOf`. */
  readonly charges?: Readonly<Record<string, number>>
  /** Of each task the newest whose output was marked void. */
  readonly voided?: { readonly [task: string]: Voided }
}

export interface Voided {
  readonly item: ItemId
  /** What it wrote, and stands. */
  readonly output: JsonObject
  readonly at: number
}

/** One running net. */
export interface Frame {
  readonly id: FrameId
  readonly case: CaseId
  readonly net: string
  /** The activity it belongs to; absent for the case's own. */
  readonly item?: ItemId
  /** Which of the activity's instances, from 1. */
  readonly instance: number
  readonly marking: Marking
  readonly rounds: Readonly<Record<string, Round>>
  readonly locals: JsonObject
  /** Blocks that were left with nothing done in them. */
  readonly passed?: Readonly<Record<string, Passed>>
  /** The tasks that have been enabled in it so far. */
  readonly tasks: readonly string[]
  /** How many of its items are live. */
  readonly live: number
  readonly closed?: "completed" | "exhausted" | "removed"
}

/** When a block was left: in which rounds of the loops around it, and what has come since has a higher number. */
export interface Passed {
  readonly serials: readonly number[]
  readonly since: number
}

/** The tokens, each as the place it is in. */
export type Marking = readonly PlaceId[]

/** `number` counts from 1 each time the loop is entered; `serial` never starts again. */
export interface Round {
  readonly number: number
  readonly serial: number
  /** The serials of the loops around it when this round began, inner first. */
  readonly within: readonly number[]
}

export type ItemStatus =
  | "enabled"
  | "offered"
  | "allocated"
  | "started"
  | "completed"
  | "force-completed"
  | "failed"
  | "skipped"
  | "removed"

/** Every item has every field, so that all have one shape and copying one is cheap. */
export interface Item {
  readonly id: ItemId
  readonly case: CaseId
  readonly frame: FrameId
  readonly task: string
  readonly kind: ItemKind
  readonly status: ItemStatus
  readonly enabledAt: number
  readonly startedAt: number | undefined
  readonly endedAt: number | undefined
  /** Which execution of its task in its frame this is, from 1. */
  readonly incarnation: number
  /** The round of the loop around it, and the serials of all loops around it, inner first. */
  readonly round: number | undefined
  readonly serials: readonly number[] | undefined
  /** Whether its tokens are still in a place others may take them from. */
  readonly contested: boolean
  /** For a route that could not fire: the places its tokens came from. */
  readonly entered: readonly PlaceId[] | undefined
  /** What it would have read when it was enabled, as few letters that are the same for the same. */
  readonly reads: string | undefined
  /** For an activity: the step inside that it is opened at, instead of its start. */
  readonly into: string | undefined
  readonly agent: AgentId | undefined
  readonly declined: readonly AgentId[] | undefined
  /** Whom it is offered to, or waits for. */
  readonly offer: Offer | undefined
  /** The needs it has instead of its task's. */
  readonly needs: JsonObject | undefined
  /** Who had it last and gave it back, or failed at it. */
  readonly returnedBy: AgentId | undefined
  /** How often a program has begun it. */
  readonly attempt: number
  readonly lease: number | undefined
  /** Whether whoever has the lease asked for it from elsewhere. */
  readonly isRemote: true | undefined
  /** What it read at its start, with what runs have written since. */
  readonly input: JsonObject | undefined
  /** What it read at its start, as it was then: what a restart puts back. */
  readonly began: JsonObject | undefined
  /** It was restarted and waits to be started: then it reads again what it read. */
  readonly rereads: true | undefined
  /** What it has been given by updates. */
  readonly given: JsonObject | undefined
  /** Output that arrived while it was held. */
  readonly kept: JsonObject | undefined
  /** The message that ends this wait. */
  readonly awaits: { readonly name: string; readonly key: Json } | undefined
  readonly result: Json | undefined
  readonly timers: readonly TimerId[] | undefined
  readonly dueAt: number | undefined
  /** How many frames an activity has opened so far, how many of them are open, and how many were completed. */
  readonly opened: number
  readonly open: number
  readonly completed: number
  /** What the execution under way costs, as far as is known; and what all executions together have cost. */
  readonly planned: number | undefined
  readonly cost: number | undefined
  /** The same with all that is inside it and all worklets for it. */
  readonly spent: number | undefined
  /** How it was undone since: it counts no longer. */
  readonly undone: UndoWay["by"] | undefined
}

export interface Offer {
  readonly demand: Demand
  /** Offered to him alone. */
  readonly to?: AgentId
  /** Nobody could have it. */
  readonly isAwaited?: true
  /** Whoever has it was put in charge by somebody, and need not meet the demand. */
  readonly isWaived?: true
}

/** Each agent once for each place, the last time last. */
export type Doers = readonly Did[]

export interface Did {
  readonly agent: AgentId
  /** The activities and instances around it, outer first, as in `reviews:2`. */
  readonly path: readonly string[]
  /** The rounds of the loops around it. */
  readonly rounds: string
}

export type TraceKey = `${FrameId}/${string}`

/** What is remembered of a task in a frame: how often it was enabled, its live items and the newest. */
export interface Trace {
  readonly begun: number
  readonly items: readonly ItemId[]
  /** Of the newest that ended with one. */
  readonly result?: Json
}

export interface Timer {
  readonly id: TimerId
  readonly purpose: TimerPurpose
  readonly of: TimerSubject
  readonly dueAt: number
  /** Milliseconds left while it stands still. */
  readonly paused?: number
}

export interface RaisedException {
  readonly id: ExceptionId
  readonly class: string
  readonly case: CaseId
  readonly item?: ItemId
  readonly at: string
  readonly parameters: JsonObject
  readonly raisedAt: number
}

export interface KeptMessage {
  readonly id: MessageId
  readonly case: CaseId
  readonly name: string
  readonly key: Json
  readonly data: JsonObject
}

const ended: ReadonlySet<ItemStatus> = new Set(["completed", "force-completed", "failed", "skipped", "removed"])

export const isLive = (item: Item): boolean => !ended.has(item.status)
export const roundKey = (id: CaseId, task: string, round: number): string => `${id}/${task}/${round}`
export const countKey = (id: CaseId, task: string): string => `${id}/${task}`
export const roundOfLoop = (frame: Frame, loop: string): Round | undefined =>
  Object.hasOwn(frame.rounds, loop) ? frame.rounds[loop] : undefined
export const traceKey = (frame: FrameId, task: string): TraceKey => `${frame}/${task}`

export function hasToken(marking: Marking, place: PlaceId): boolean {
  return marking.includes(place)
}

export function tokensIn(marking: Marking, place: PlaceId): number {
  let count = 0
  for (const token of marking) if (token === place) count++
  return count
}

/** Returns the case number of a family: the one that was chosen, else its id. */
export const caseNumberOf = ({ id, cases }: Pick<Family, "id" | "cases">): string =>
  cases.get(rootCase(id))?.number ?? id
