import type { Event, EventOf, EventType } from "../messages/events.ts"
import type { CaseId, ItemId } from "../messages/ids.ts"
import type { JsonObject } from "../messages/json.ts"
import { disarmEscalation } from "./assigning.ts"
import { checkBudgets, checkCaseBudgets } from "./budgets.ts"
import { checkAfter, checkBefore, checkCase, checkDuring, select, selectWaiting } from "./checkpoints.ts"
import { armClocks } from "./clocks.ts"
import { armCaseDeadlines, armItemDeadlines, armStartedDeadlines } from "./deadlines.ts"
import { tellDecider } from "./deciders.ts"
import { handle, handleEvent } from "./handle.ts"
import { awaitComing } from "./holding-places.ts"
import { withdrawAbout } from "./interventions.ts"
import { checkInvariants } from "./invariants.ts"
import { climbOn } from "./ladder.ts"
import { noteException } from "./pattern-noting.ts"
import type { Machine, Notice, Reacting } from "./reacting.ts"
import { rejectAssignment } from "./rejected-assignment.ts"
import { ring } from "./rings.ts"
import { holdBehind } from "./rollback-holds.ts"
import { giveUp, goOnAfter, runEnded } from "./rollback-reactions.ts"
import { abandon, advance, fail } from "./runs.ts"
import { seenByOthers } from "./shared-data.ts"
import { endReleasedStalls } from "./stalling.ts"
import { endUndo, undoFailed } from "./undoing.ts"
import { settle, watch } from "./verifying.ts"
import { bringBack } from "./worklets.ts"

/** The exception machine, as each of its decisions needs it. */
export const machine: Machine = { react, reactsTo: (type) => type in reactions, climbOn, giveUp }

/** Looks at the next thing that happened and does what follows from it; false when all has been looked at. */
function react(reacting: Reacting): boolean {
  const notice = reacting.next()
  if (notice === undefined) return selectReleased(reacting)
  const reaction = reactions[notice.event.type] as
    | ((reacting: Reacting, event: Event, notice: Notice) => void)
    | undefined
  if (reaction) reacting.port.because(notice.version, () => reaction(reacting, notice.event, notice))
  return true
}

/** Of everything else it only knows. */
const reactions: {
  readonly [Type in EventType]?: (reacting: Reacting, event: EventOf<Type>, notice: Notice) => void
} = {
  CaseStarted(reacting, { case: id }) {
    armCaseDeadlines(reacting, id)
    checkCase(reacting, id, "casePre")
    armClocks(reacting, id)
  },
  CaseCompleted: (reacting, { case: id }) => caseEnded(reacting, id),
  CaseExhausted: (reacting, { case: id }) => caseEnded(reacting, id),
  CaseRemoved: (reacting, { case: id }) => caseEnded(reacting, id, "removed"),
  CaseFailed: (reacting, { case: id }) => caseEnded(reacting, id, "failed"),

  ItemEnabled(reacting, { item }) {
    armItemDeadlines(reacting, item)
    awaitComing(reacting, item)
    if (holdBehind(reacting, item)) return
    checkBefore(reacting, item)
    select(reacting, item)
  },
  ItemStarted(reacting, { item, cost }) {
    armStartedDeadlines(reacting, item)
    if (cost !== undefined) checkBudgets(reacting, item)
  },
  ItemRestarted(reacting, { item, cost }) {
    if (cost !== undefined) checkBudgets(reacting, item)
  },
  ItemUpdated(reacting, { item, data }) {
    checkBudgets(reacting, item)
    checkInvariants(reacting, { item }, data)
    checkDuring(reacting, item)
  },
  DataWritten(reacting, { case: id, data }) {
    checkCaseBudgets(reacting, id)
    checkInvariants(reacting, { case: id }, data)
    checkSharers(reacting, id, data)
  },
  ItemCompleted: itemCompleted,
  ItemForceCompleted: itemCompleted,
  ItemFailed: (reacting, { item }) => itemEnded(reacting, item),
  ItemSkipped: (reacting, { item }) => itemEnded(reacting, item),
  ItemRemoved: (reacting, { item }) => itemEnded(reacting, item),
  ItemWithdrawn: (reacting, { item }) => itemEnded(reacting, item),
  ItemHandedBack: (reacting, { item }) => itemEnded(reacting, item),
  ItemDeclined: (reacting, event) => rejectAssignment(reacting, event),
  ItemAllocated(reacting, { item }) {
    itemEnded(reacting, item)
    armStartedDeadlines(reacting, item)
  },
  HoldLifted(reacting) {
    reacting.hasLifted = true
  },

  ExceptionRaised(reacting, event, { depth, version }) {
    const { exception, of } = event
    tellDecider(reacting, exception, version, of)
    handle(reacting, exception, depth)
    noteException(reacting, event, depth)
  },
  ExceptionResolved(reacting, event) {
    const { exception, as } = event
    withdrawAbout(reacting, exception)
    watch(reacting, event)
    goOnAfter(reacting, exception, as === undefined)
    for (const { id, became } of [...reacting.draft.exceptions.values()])
      if (became === exception) reacting.order({ type: "ResolveException", exception: id })
  },
  EventRaised: (reacting, event) => handleEvent(reacting, event),
  TimerFired: (reacting, { timer }) => ring(reacting, timer),
  InterventionAnswered: (reacting, { intervention }) => disarmEscalation(reacting, intervention),
  InterventionWithdrawn: (reacting, { intervention }) => disarmEscalation(reacting, intervention),
  RunEnded: (reacting, event) => runEnded(reacting, event),
}

/** Once all lifting has been looked at, what waited for its selection is free to get it, and what stood still does so no longer. */
function selectReleased(reacting: Reacting): boolean {
  if (!reacting.hasLifted) return false
  reacting.hasLifted = false
  endReleasedStalls(reacting)
  selectWaiting(reacting)
  return true
}

/** The other cases that share what was written have to put up with it too. */
function checkSharers(reacting: Reacting, id: CaseId, written: JsonObject): void {
  for (const [other, data] of seenByOthers(reacting.port, id, written)) {
    checkCaseBudgets(reacting, other)
    checkInvariants(reacting, { case: other }, data)
  }
}

function itemCompleted(
  reacting: Reacting,
  { item, cost, writes }: EventOf<"ItemCompleted"> | EventOf<"ItemForceCompleted">,
): void {
  itemEnded(reacting, item)
  if (cost !== undefined || writes) checkBudgets(reacting, item)
  if (writes) checkInvariants(reacting, { item }, writes)
  const of = writes && reacting.port.item(item)?.case
  if (of) checkSharers(reacting, of, writes)
  checkAfter(reacting, item)
}

/** Whoever waited for it goes on; what it had going on itself is over. */
function caseEnded(reacting: Reacting, id: CaseId, badly?: "removed" | "failed"): void {
  const { port, draft } = reacting
  const ended = port.case(id)
  const waiting = ended?.parent?.run && draft.runs.get(ended.parent.run)
  if (ended && waiting?.worklets.includes(id) && reacting.endedBy.get(id) !== waiting.id) {
    const why = `the worklet ${ended.process} ${badly === "failed" ? "failed" : "was removed"}`
    if (badly) (waiting.rollback ? undoFailed : fail)(reacting, waiting, why)
    else workletDone(reacting, waiting.id, id)
  }
  for (const run of [...draft.runs.values()])
    if (run.case === id && reacting.endedBy.get(id) !== run.id)
      abandon(reacting, run, { withWorklets: badly !== undefined })
  for (const intervention of [...draft.interventions.values()]) {
    if (intervention.case === id && draft.interventions.has(intervention.id))
      reacting.record({ type: "InterventionWithdrawn", intervention: intervention.id })
  }
  if (badly === undefined) return
  removeBelow(reacting, id)
}

/** The worklets of a removed case go, also those of worklets that have ended already. */
function removeBelow(reacting: Reacting, id: CaseId): void {
  for (const child of [...reacting.port.cases()]) {
    if (child.parent?.case !== id || reacting.spared.has(child.id)) continue
    if (child.isRunning) reacting.order({ type: "RemoveCase", case: child.id })
    else removeBelow(reacting, child.id)
  }
}

function workletDone(reacting: Reacting, id: Parameters<typeof advance>[1], worklet: CaseId): void {
  const run = reacting.draft.runs.get(id)
  const ended = reacting.port.case(worklet)
  if (run === undefined || ended === undefined) return
  const back =
    run.on === "select" ? { ok: true as const } : reacting.within(run.depth, () => bringBack(reacting, run, ended))
  const now = reacting.draft.runs.get(id)
  if (now === undefined) return
  if (!back.ok) (now.rollback ? undoFailed : fail)(reacting, now, `${ended.process}: ${back.message}`)
  else if (now.open.length === 0) {
    if (now.rollback) reacting.within(now.depth, () => endUndo(reacting, now))
    advance(reacting, id)
  }
}

/** Somebody else has ended or taken an item that worklets were doing. */
function itemEnded(reacting: Reacting, id: ItemId): void {
  if (reacting.draft.verifying.size > 0 && !reacting.port.item(id)?.isLive) settle(reacting, id)
  if (reacting.draft.runs.size === 0) return
  for (const run of [...reacting.draft.runs.values()])
    if (run.on === "select" && run.item === id && run.open.length > 0) abandon(reacting, run, { withWorklets: true })
}
