import type { Breach } from "../messages/events.ts"
import type { HoldTarget } from "../messages/holds.ts"
import type { CaseId, ExceptionId, FrameId, ItemId } from "../messages/ids.ts"
import type { JsonObject } from "../messages/json.ts"
import type { Deciding } from "./deciding.ts"
import { adjustTimers } from "./timers.ts"

/** A problem of the domain: it becomes an event, and what it concerns waits for an answer. */
export interface Problem {
  readonly class: string
  readonly case: CaseId
  readonly item?: ItemId
  /** The task, block or process it stands at. */
  readonly at: string
  readonly parameters: JsonObject
  /** What may not move until it is resolved; absent when work goes on. */
  readonly holds?: HoldTarget
  readonly depth?: number
  readonly of?: ExceptionId
  readonly breaks?: Breach
}

export function raise(deciding: Deciding, problem: Problem): void {
  const { class: name, case: caseId, item, at, parameters, holds, depth, of, breaks } = problem
  const exception = deciding.nextId("exception")
  const place = publicName(at)
  const version = deciding.emit({
    type: "ExceptionRaised",
    exception,
    class: name,
    case: caseId,
    at: place,
    parameters,
    ...(item && { item }),
    ...(depth !== undefined && { depth }),
    ...(of && { of }),
    ...(breaks && { breaks }),
  })
  if (holds === undefined) return
  deciding.because(version, () => {
    const id = deciding.nextId("hold")
    const hold = {
      id,
      owner: { kind: "exception", exception },
      target: holds,
      reason: `${name} at ${place}`,
      at: deciding.facts.now,
    } as const
    deciding.emit({ type: "HoldPlaced", hold })
    adjustTimers(deciding)
  })
}

/** Closes what is open at an item and lifts what that holds. Gives whether there was anything. */
export function resolveAt(deciding: Deciding, item: ItemId): boolean {
  if (deciding.draft.exceptions.size === 0) return false
  const open = [...deciding.draft.exceptions.values()].filter((raised) => raised.item === item)
  for (const { id } of open) resolve(deciding, id)
  return open.length > 0
}

/** Closes an exception and lifts what it holds. */
export function resolve(deciding: Deciding, id: ExceptionId, as?: "dismissed" | "propagated"): void {
  const raised = deciding.draft.exceptions.get(id)
  // Where nothing could move it is looked at again: unless something has changed, that is told once more.
  if (raised?.class === "Deadlock") deciding.stirred.add(raised.parameters.frame as FrameId)
  liftHoldsOf(deciding, id)
  deciding.emit({ type: "ExceptionResolved", exception: id, ...(as && { as }) })
}

/** What an exception holds is let go. */
export function liftHoldsOf(deciding: Deciding, id: ExceptionId): void {
  for (const hold of [...deciding.draft.holds.values()]) {
    if (hold.owner.kind !== "exception" || hold.owner.exception !== id) continue
    deciding.emit({ type: "HoldLifted", hold: hold.id })
    deciding.lifted.push(hold)
  }
}

/** Deciding routes behind a task or block are called after it with a mark nobody writes. */
export function publicName(node: string): string {
  return node.replace(/~(split|test|then|alternative(\.\d+)?)$/, "")
}
