/**
 * The door: everything a developer who embeds Exlet uses, and nothing else.
 *
 * @example
 * ```ts
 * import { accepted, openEngine } from "exlet"
 * const engine = await openEngine({ store: "orders.db" })
 * accepted(await engine.deploy("process: order\nflow: [ { task: pack }, { task: ship } ]"))
 * const started = accepted(await engine.start("order"))
 * ```
 */
import type { Channel } from "./runtime/channel.ts"
import { type Clock, machineClock } from "./runtime/clock.ts"
import { Engine } from "./runtime/engine.ts"
import { type NewFamilyId, newFamilyId } from "./runtime/new-ids.ts"
import type { Observer } from "./runtime/observer.ts"
import { usualRest } from "./runtime/watchdog.ts"
import { openMemoryStore } from "./store/memory/store.ts"
import type { Store } from "./store/port.ts"
import { openSqliteStore } from "./store/sqlite/store.ts"

export interface EngineOptions {
  /** A file, which is made if it is not there; `memory` (the default) is forgotten when the engine stops. */
  readonly store?: string | Store
  /** The machine's time unless set; a `VirtualClock` for tests and simulations. */
  readonly clock?: Clock
  readonly newFamilyId?: NewFamilyId
  /** How many cases, items and the like to keep in memory; 50,000 unless set. */
  readonly capacity?: number
  /** False: the net machine alone. Nothing is checked, no rule is asked, no exception handled. */
  readonly checks?: boolean
  /**
   * How long, in milliseconds, a program's item may wait for a worker of that name to be registered before nobody being there is
   * an exception (`ResourceUnavailable`); 60,000 unless set.
   */
  readonly workerGrace?: number
  /** Is told what happens, for logs, metrics and traces. */
  readonly observer?: Observer
  /** Other ways than their own lists by which people and systems are told: webhooks, mail. None unless set. */
  readonly channels?: readonly Channel[]
  /** After so many milliseconds of rest a family is looked at for what has no reason to move (`Stalled`); ten minutes unless set; false: nobody looks. */
  readonly watchdog?: number | false
}

/** Opens an engine on its store. A file has one owner: opening one that is in use throws a `StoreError` that says so. */
export async function openEngine(options: EngineOptions = {}): Promise<Engine> {
  const { store = "memory", clock = machineClock, capacity = 50_000, checks = true, workerGrace = 60_000 } = options
  const opened =
    typeof store !== "string" ? store : store === "memory" ? openMemoryStore() : await openSqliteStore(store)
  return Engine.open({
    store: opened,
    clock,
    newFamilyId: options.newFamilyId ?? newFamilyId,
    capacity,
    isChecking: checks,
    workerGrace,
    observer: options.observer,
    channels: options.channels ?? [],
    watchdog: options.watchdog ?? usualRest,
  })
}

export type { StateName } from "./engine/states.ts"
export type { ExplainedNode, ExplainedWalk } from "./exceptions/explain-walk.ts"
export type { Intervention } from "./exceptions/handling.ts"
export type { PatternProgress, SeenEvent } from "./exceptions/pattern-progress.ts"
export type { Command } from "./messages/commands.ts"
export type { Entry, Event, RecordedEntry } from "./messages/events.ts"
export type { Finding, Place, Severity } from "./messages/findings.ts"
export type { DecisionMade, RunStarted, Walk } from "./messages/handling.ts"
export type { Hold, HoldOwner, HoldTarget } from "./messages/holds.ts"
export type {
  AgentId,
  CaseId,
  FamilyId,
  FrameId,
  InterventionId,
  ItemId,
  NotificationId,
  RunId,
} from "./messages/ids.ts"
export {
  administrator,
  asAgentId,
  asCaseId,
  asFamilyId,
  asInterventionId,
  asItemId,
  asNotificationId,
  asRunId,
  familyOf,
  rootFrame,
} from "./messages/ids.ts"
export type { Json, JsonObject } from "./messages/json.ts"
export type { Assessment, Demand, Obstacle } from "./messages/people.ts"
export { type FieldProblem, type Rejection, type RejectionCode, rejectionStatus } from "./messages/rejections.ts"
export { describeFinding } from "./model/describe-finding.ts"
export type { Form, FormField } from "./model/forms.ts"
export type { Right } from "./model/organisation.ts"
export { type Act, type Answer, accepted } from "./runtime/answer.ts"
export type { Backtest, BacktestChange, BacktestOptions, Proposal } from "./runtime/backtesting.ts"
export type { Addressed, Carried, Channel } from "./runtime/channel.ts"
export type { ClaimedItem } from "./runtime/claims.ts"
export { type Clock, machineClock, VirtualClock } from "./runtime/clock.ts"
export { type Converted, convert, type Format } from "./runtime/converting.ts"
export type { Deployed } from "./runtime/deployed.ts"
export type { Deployment } from "./runtime/deploying.ts"
export { Engine } from "./runtime/engine.ts"
export { type Deployable, examine } from "./runtime/examining.ts"
export type { Letter, LetterType } from "./runtime/letters.ts"
export { causeLines, logLines } from "./runtime/log.ts"
export type { Asked, Observer, ProgramWatch, Watch, WatchedItem } from "./runtime/observer.ts"
export { type PlacedId, rightFor, type Whereabouts } from "./runtime/permitting.ts"
export type { Message } from "./runtime/recipients.ts"
export type { ClaimOptions, Heartbeat, HeartbeatOptions } from "./runtime/remote-programs.ts"
export type { Source, SourceContext } from "./runtime/sources.ts"
export type { StalledPage, StalledRow } from "./runtime/stalled-list.ts"
export type { ExplainedDecision, Learnt, Question, TreeView } from "./runtime/teaching.ts"
export type { Trigger } from "./runtime/triggers.ts"
export type { Lesson, Raised, Rechecked, Started, Unforeseen } from "./runtime/verbs.ts"
export type { CaseView, InterventionView, ItemView, RunView } from "./runtime/views.ts"
export type { Handler, ProgramItem, Worker, WorkerOptions } from "./runtime/workers.ts"
export type { WorklistAsked } from "./runtime/worklists.ts"
export { StoreError } from "./store/error.ts"
export { openMemoryStore } from "./store/memory/store.ts"
export type { DeliveryRow, NotificationRow } from "./store/outbox.ts"
export type {
  CaseRow,
  Counts,
  CredentialRow,
  DecisionRow,
  ExceptionRow,
  InterventionRow,
  ItemRow,
  OpenGroup,
  Store,
  StoredDefinition,
  StoredTreeChange,
} from "./store/port.ts"
export { openSqliteStore } from "./store/sqlite/store.ts"
