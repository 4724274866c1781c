import type { Hold } from "../messages/holds.ts"
import { type CaseId, type ItemId, rootFrame } from "../messages/ids.ts"
import { activityMoved, startActivity } from "./activities.ts"
import { assignNext } from "./assigning.ts"
import { evaluateAt } from "./data.ts"
import type { Arrival, Deciding } from "./deciding.ts"
import { isRunning, tryNode } from "./enabling.ts"
import { emptyFrame } from "./ending.ts"
import { type Frame, hasToken } from "./family.ts"
import { holdsOnEnd, isHeld } from "./holds.ts"
import { checkWritten } from "./invariants.ts"
import { liftHoldsOf, raise } from "./raise.ts"
import { reassignStale } from "./reassigning.ts"
import { letGo } from "./release.ts"

/**
 * The next thing that happens by itself; false when nothing does. In between, whoever watches may look at what has happened
 * and act on it before anything follows from it.
 */
export function moveOn(deciding: Deciding): boolean {
  if (checkWritten(deciding)) return true
  if (deciding.lifted.length > 0) {
    release(deciding, deciding.lifted.splice(0))
    return true
  }
  const ending = deciding.endings.shift()
  if (ending) {
    const { case: id, as, cause } = ending
    if (mayEnd(deciding, id)) deciding.because(cause, () => endCase(deciding, id, as))
    return true
  }
  const opening = deciding.openings.shift()
  if (opening) {
    deciding.because(opening.cause, () => open(deciding, opening.item))
    return true
  }
  if (assignNext(deciding) || reassignStale(deciding)) return true
  const arrival = deciding.nextArrival()
  if (arrival) {
    arrive(deciding, arrival)
    return true
  }
  return tryOrJoins(deciding) || closeStranded(deciding)
}

/** What held a case, or its end, was lifted: if it has come there, it ends. */
function endIfThrough(deciding: Deciding, id: CaseId): void {
  if (!isRunning(deciding, id) || isEndHeld(deciding, id) || !isThrough(deciding, id)) return
  if (deciding.endings.some((ending) => ending.case === id)) return
  const frame = deciding.frame(rootFrame(id))
  const isComplete = hasToken(frame.marking, deciding.net(frame).end)
  const as = isComplete ? "CaseCompleted" : "CaseExhausted"
  deciding.endings.push({ case: id, as, cause: deciding.cause, isChecked: true })
}

/** Holds are no more: what only waited for that moves on. */
export function release(deciding: Deciding, holds: readonly Hold[]): void {
  letGo(deciding)
  for (const { target } of holds) {
    const id = target.kind === "after" ? deciding.draft.frames.get(target.frame)?.case : "case" in target && target.case
    if (id) endIfThrough(deciding, id)
  }
}

export type CaseEnd = "CaseCompleted" | "CaseExhausted" | "CaseRemoved" | "CaseFailed"

/** Ends a case: everything live in it goes first, and what its open exceptions hold elsewhere is let go. */
export function endCase(deciding: Deciding, id: CaseId, type: CaseEnd, cause?: string): void {
  for (const raised of [...deciding.draft.exceptions.values()]) if (raised.case === id) liftHoldsOf(deciding, raised.id)
  const frame = deciding.frame(rootFrame(id))
  emptyFrame(deciding, frame)
  const { result } = type === "CaseCompleted" ? deciding.process(id) : {}
  const outcome =
    result &&
    evaluateAt(
      {
        family: deciding.draft,
        process: deciding.process(id),
        frame: deciding.frame(frame.id),
        now: deciding.facts.now,
      },
      result,
    )
  if (outcome && !outcome.ok) {
    raise(deciding, {
      class: "EvaluationFailed",
      case: id,
      at: deciding.case(id).process,
      parameters: { message: `result: ${outcome.error.message}` },
    })
  }
  if (type === "CaseFailed") deciding.emit({ type, case: id, ...(cause !== undefined && { cause }) })
  else deciding.emit({ type, case: id, ...(outcome?.ok && { result: outcome.value }) })
}

function arrive(deciding: Deciding, { frame: id, place, cause }: Arrival): void {
  const frame = deciding.draft.frames.get(id)
  if (frame === undefined || frame.closed || !isRunning(deciding, frame.case)) return
  const net = deciding.net(frame)
  if (place === net.end) {
    // A jump may have taken it away before anybody looked.
    if (hasToken(frame.marking, place)) deciding.because(cause, () => closeFrame(deciding, frame, "completed"))
  } else
    for (const node of net.places.get(place)?.consumers ?? []) {
      if (node.join !== "or") tryNode(deciding, id, node, cause)
    }
}

function open(deciding: Deciding, id: ItemId): void {
  const item = deciding.draft.items.get(id)
  if (item?.status !== "enabled" || isHeld(deciding.draft, item, deciding.process(item.case))) return
  startActivity(deciding, item)
}

function closeFrame(deciding: Deciding, frame: Frame, as: "completed" | "exhausted"): void {
  emptyFrame(deciding, frame)
  if (frame.item === undefined) {
    const type = as === "completed" ? "CaseCompleted" : "CaseExhausted"
    if (!isEnding(deciding, frame.case))
      deciding.endings.push({ case: frame.case, as: type, cause: deciding.cause, isChecked: false })
    return
  }
  const version = deciding.emit({ type: "FrameClosed", frame: frame.id, as })
  const owner = deciding.item(frame.item)
  deciding.because(version, () => activityMoved(deciding, owner))
}

function mayEnd(deciding: Deciding, id: CaseId): boolean {
  return deciding.draft.cases.get(id)?.state === "running" && !isEndHeld(deciding, id)
}

/** Whether it has come to its end already, and waits there. */
function isEnding(deciding: Deciding, id: CaseId): boolean {
  if (deciding.endings.some((ending) => ending.case === id)) return true
  return isEndHeld(deciding, id) && isThrough(deciding, id)
}

function isThrough(deciding: Deciding, id: CaseId): boolean {
  const frame = deciding.frame(rootFrame(id))
  if (frame.live > 0) return false
  return frame.marking.length === 0 || hasToken(frame.marking, deciding.net(frame).end)
}

function isEndHeld(deciding: Deciding, id: CaseId): boolean {
  return holdsOnEnd(deciding.draft, id, deciding.process(id)).length > 0
}

function tryOrJoins(deciding: Deciding): boolean {
  for (const id of deciding.stirred) {
    const frame = deciding.draft.frames.get(id)
    if (frame === undefined || frame.closed || !isRunning(deciding, frame.case)) continue
    for (const node of deciding.net(frame).orJoins) if (tryNode(deciding, id, node, deciding.draft.version)) return true
  }
  return false
}

/** A frame in which nothing is live any more has either run dry or is deadlocked. */
function closeStranded(deciding: Deciding): boolean {
  for (const id of [...deciding.stirred]) {
    deciding.stirred.delete(id)
    const frame = deciding.draft.frames.get(id)
    if (frame === undefined || frame.closed || frame.live > 0 || !isRunning(deciding, frame.case)) continue
    if (frame.item === undefined && isEnding(deciding, frame.case)) continue
    if (frame.marking.length === 0) {
      closeFrame(deciding, frame, "exhausted")
      return true
    }
    reportDeadlock(deciding, frame)
  }
  return false
}

function reportDeadlock(deciding: Deciding, frame: Frame): void {
  for (const raised of deciding.draft.exceptions.values()) {
    if (raised.class === "Deadlock" && raised.parameters.frame === frame.id) return
  }
  const depth = deciding.deadlocks.get(frame.id) ?? 0
  deciding.deadlocks.set(frame.id, depth + 1)
  raise(deciding, {
    ...(depth > 0 && { depth }),
    class: "Deadlock",
    case: frame.case,
    ...(frame.item && { item: frame.item }),
    at: frame.net === "" ? deciding.case(frame.case).process : frame.net,
    parameters: { frame: frame.id, tokens: [...frame.marking] },
    holds: { kind: "case", case: frame.case },
  })
}
