import type { Event, EventOf } from "../messages/events.ts"
import type { CaseId, ItemId } from "../messages/ids.ts"
import { checkAfter, checkBefore, checkCase, checkDuring, select, selectWaiting } from "./checkpoints.ts"
import { handle, handleEvent } from "./handle.ts"
import { withdrawAbout } from "./interventions.ts"
import type { Notice, ReactedTo, Reacting } from "./reacting.ts"
import { abandon, advance, fail } from "./runs.ts"
import { bringBack } from "./worklets.ts"

/** Looks at the next thing that happened and does what follows from it; false when all has been looked at. */
export function react(reacting: Reacting): boolean {
  const notice = reacting.next()
  if (notice === undefined) return selectReleased(reacting)
  const reaction = reactions[notice.event.type as ReactedTo] as
    | ((reacting: Reacting, event: Event, notice: Notice) => void)
    | undefined
  if (reaction) reacting.port.because(notice.version, () => reaction(reacting, notice.event, notice))
  return true
}

const reactions: {
  readonly [Type in ReactedTo]: (reacting: Reacting, event: EventOf<Type>, notice: Notice) => void
} = {
  CaseStarted: (reacting, { case: id }) => checkCase(reacting, id, "casePre"),
  CaseCompleted: (reacting, { case: id }) => caseEnded(reacting, id, false),
  CaseExhausted: (reacting, { case: id }) => caseEnded(reacting, id, false),
  CaseRemoved: (reacting, { case: id }) => caseEnded(reacting, id, true),

  ItemEnabled(reacting, { item }) {
    checkBefore(reacting, item)
    select(reacting, item)
  },
  ItemUpdated: (reacting, { item }) => checkDuring(reacting, item),
  ItemCompleted(reacting, { item }) {
    itemEnded(reacting, item)
    checkAfter(reacting, item)
  },
  ItemForceCompleted(reacting, { item }) {
    itemEnded(reacting, item)
    checkAfter(reacting, item)
  },
  ItemFailed: (reacting, { item }) => itemEnded(reacting, item),
  ItemSkipped: (reacting, { item }) => itemEnded(reacting, item),
  ItemRemoved: (reacting, { item }) => itemEnded(reacting, item),
  ItemWithdrawn: (reacting, { item }) => itemEnded(reacting, item),
  ItemHandedBack: (reacting, { item }) => itemEnded(reacting, item),
  ItemAllocated: (reacting, { item }) => itemEnded(reacting, item),
  HoldLifted(reacting) {
    reacting.hasLifted = true
  },

  ExceptionRaised: (reacting, { exception }, { depth }) => handle(reacting, exception, depth),
  ExceptionResolved(reacting, { exception }) {
    withdrawAbout(reacting, exception)
    for (const { id, became } of [...reacting.draft.exceptions.values()])
      if (became === exception) reacting.order({ type: "ResolveException", exception: id })
  },
  EventRaised: (reacting, event) => handleEvent(reacting, event),
}

/** Once all lifting has been looked at, what waited for its selection is free to get it. */
function selectReleased(reacting: Reacting): boolean {
  if (!reacting.hasLifted) return false
  reacting.hasLifted = false
  selectWaiting(reacting)
  return true
}

/** Whoever waited for it goes on; what it had going on itself is over. */
function caseEnded(reacting: Reacting, id: CaseId, isRemoved: boolean): void {
  const { port, draft } = reacting
  const ended = port.case(id)
  const waiting = ended?.parent?.run && draft.runs.get(ended.parent.run)
  if (ended && waiting?.worklets.includes(id) && reacting.endedBy.get(id) !== waiting.id) {
    if (isRemoved) fail(reacting, waiting, `the worklet ${ended.process} was removed`)
    else workletDone(reacting, waiting.id, id)
  }
  for (const run of [...draft.runs.values()])
    if (run.case === id && reacting.endedBy.get(id) !== run.id) abandon(reacting, run, { withWorklets: isRemoved })
  for (const intervention of [...draft.interventions.values()]) {
    if (intervention.case === id && draft.interventions.has(intervention.id))
      reacting.record({ type: "InterventionWithdrawn", intervention: intervention.id })
  }
  if (!isRemoved) return
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
  if (!back.ok) fail(reacting, now, `${ended.process}: ${back.message}`)
  else if (now.open.length === 0) advance(reacting, id)
}

/** Somebody else has ended or taken an item that worklets were doing. */
function itemEnded(reacting: Reacting, id: ItemId): void {
  if (reacting.draft.runs.size === 0) return
  for (const run of [...reacting.draft.runs.values()])
    if (run.on === "select" && run.item === id && run.open.length > 0) abandon(reacting, run, { withWorklets: true })
}
