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
import type { Engine } from "./runtime/engine.ts"
import { type EngineOptions, openEngine as open } from "./runtime/open-engine.ts"

export type { StateName } from "./engine/states.ts"
export type { ExplainedNode, ExplainedWalk } from "./exceptions/explain-walk.ts"
export type { Intervention } from "./exceptions/handling.ts"
export type { PatternProgress, SeenEvent } from "./exceptions/pattern-progress.ts"
export type { Cornerstone, NodeView, TreeNodes } from "./exceptions/tree-nodes.ts"
export type { Suggestion } from "./learn/candidates.ts"
export type { SeenValue } from "./learn/side-by-side.ts"
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
export type { PaletteStep } from "./model/step-palette.ts"
export type { NameLine, VocabularyLines } from "./model/vocabulary-lines.ts"
export { type Act, type Answer, accepted } from "./runtime/answer.ts"
export type { Question } from "./runtime/asked-now.ts"
export type { Backtest, BacktestChange, BacktestOptions, Proposal } from "./runtime/backtesting.ts"
export type { Addressed, Carried, Channel } from "./runtime/channel.ts"
export type { CheckedCondition, ConditionAsked, TextFinding, Tried } from "./runtime/checking-conditions.ts"
export type { ClaimedItem } from "./runtime/claims.ts"
export { type Clock, machineClock, VirtualClock } from "./runtime/clock.ts"
export { type Converted, convert, type Format } from "./runtime/converting.ts"
export type { Deployed } from "./runtime/deployed.ts"
export type { Deployment } from "./runtime/deploying.ts"
export type { Engine } from "./runtime/engine.ts"
export { type Deployable, examine } from "./runtime/examining.ts"
export type { LessonAsked, LessonView } from "./runtime/lessons.ts"
export type { Letter, LetterType } from "./runtime/letters.ts"
export { causeLines, logLines } from "./runtime/log.ts"
export type { Asked, Observer, ProgramWatch, Watch, WatchedItem } from "./runtime/observer.ts"
export type { EngineOptions } from "./runtime/open-engine.ts"
export { type PlacedId, rightFor, type Whereabouts } from "./runtime/permitting.ts"
export type { Message } from "./runtime/recipients.ts"
export type { ClaimOptions, Heartbeat, HeartbeatOptions } from "./runtime/remote-programs.ts"
export type { RunAsked } from "./runtime/running-by-hand.ts"
export type { Source, SourceContext } from "./runtime/sources.ts"
export type { StalledPage, StalledRow } from "./runtime/stalled-list.ts"
export type { ExplainedDecision, Learnt, TreeView } from "./runtime/teaching.ts"
export type { HitsAsked, NodeHits, TreeHits } from "./runtime/tree-hits.ts"
export type { Trigger } from "./runtime/triggers.ts"
export type { Lesson, Raised, Rechecked, Started, Unforeseen } from "./runtime/verbs/asked.ts"
export type { CaseItem, CaseView, InterventionView, ItemView, RunView } from "./runtime/views.ts"
export type { Handler, ProgramItem, Worker, WorkerOptions } from "./runtime/workers.ts"
export type { WorklistAsked } from "./runtime/worklists.ts"
export { StoreError } from "./store/error.ts"
export { openMemoryStore } from "./store/memory/store.ts"
export { openStore } from "./store/open-store.ts"
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

/**
 * Opens an engine on its store. A file has one owner: opening one that is in use throws a `StoreError` that says so. With
 * `isVerifyingApart` verifying has a thread of its own: for those who have others to answer meanwhile.
 */
export function openEngine({ isVerifyingApart = false, ...options }: OpenOptions = {}): Promise<Engine> {
  const verifier = async () =>
    isVerifyingApart
      ? (await import("./witness/verify-apart.ts")).verifierApart
      : (await import("./witness/verify.ts")).verifierHere
  return open(options, {
    verify: async (what, inForce) => (await verifier()).verify(what, inForce),
    sketch: async (what) => (await verifier()).sketch(what),
  })
}

export interface OpenOptions extends EngineOptions {
  readonly isVerifyingApart?: boolean
}
