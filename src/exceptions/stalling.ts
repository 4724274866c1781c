import type { HandlingCommand } from "../messages/commands.ts"
import type { Hold, HoldTarget } from "../messages/holds.ts"
import { administrator, type CaseId, type ExceptionId, familyOf, type ItemId } from "../messages/ids.ts"
import type { Rejection } from "../messages/rejections.ts"
import type { OpenException } from "./handling.ts"
import type { Reacting } from "./reacting.ts"

/**
 * Why something cannot move: whoever has it is no longer there, nor is its program; nobody was looked for; what holds it is over; the
 * net itself does not know how to go on; nobody was asked about what went wrong; a run waits for nothing.
 */
export type StallReason = "agentGone" | "workerGone" | "nobody" | "held" | "stuck" | "unanswered" | "runWaits"

/** Something that has no reason to move, and where. */
export interface Stall {
  readonly case: CaseId
  readonly item?: ItemId
  /** Its task, or the process. */
  readonly at: string
  readonly reason: StallReason
  /** As far back as that is known. */
  readonly since: number
  readonly message: string
  /** The exception nobody was asked about. */
  readonly of?: ExceptionId
}

/**
 * What does not move is an exception at its place, unless it is one already; what moves again is none any more. It holds nothing, and
 * goes the way of all exceptions.
 */
export function raiseStalled(
  reacting: Reacting,
  { places, better, over }: Extract<HandlingCommand, { readonly type: "RaiseStalled" }>,
): Rejection | undefined {
  const stalls = new Map(
    reacting.port.stalled(reacting.draft, new Set(over)).map((stall) => [stall.item ?? stall.case, stall]),
  )
  const open = [...reacting.draft.exceptions.values()].filter(isStalled)
  for (const raised of open)
    if (raised.runs.length === 0 && better.includes(placeOf(raised)) && !stalls.has(placeOf(raised)))
      reacting.order({ type: "ResolveException", exception: raised.id })
  const known = new Set(open.map(placeOf))
  for (const place of places) {
    const stall = stalls.get(place)
    if (stall === undefined || known.has(place)) continue
    const { case: id, item, at, reason, since, message, of } = stall
    reacting.raise({
      type: "RaiseException",
      class: "Stalled",
      case: id,
      ...(item && { item }),
      at,
      parameters: { reason, since, message },
      ...(of && { of }),
    })
  }
  return undefined
}

/** One that was found so, and not only called so. */
export function isStalled({ class: name, parameters }: Pick<OpenException, "class" | "parameters">): boolean {
  return name === "Stalled" && typeof parameters.since === "number"
}

export const placeOf = ({ item, case: id }: Pick<OpenException, "item" | "case">): ItemId | CaseId => item ?? id

/** What is held there only because whoever put the hold there is over: nobody else would lift it. */
export function leftBehind({ port, draft }: Reacting, target: HoldTarget): readonly Hold[] {
  return [...port.holds()].filter((hold) => {
    if (JSON.stringify(hold.target) !== JSON.stringify(target)) return false
    const { owner } = hold
    if (owner.kind === "exception") return !draft.exceptions.has(owner.exception)
    if (owner.kind !== "run") return false
    if (familyOf(owner.run) === port.family) return !draft.runs.has(owner.run)
    return port.by === administrator || hasStalled(draft.exceptions.values(), target)
  })
}

/** It has been looked at, and nothing moves there: so what another family's run holds there was left behind. */
function hasStalled(open: Iterable<OpenException>, target: HoldTarget): boolean {
  const place = "item" in target ? target.item : "case" in target ? target.case : undefined
  for (const raised of open)
    if (isStalled(raised) && placeOf(raised) === place && raised.parameters.reason === "held") return true
  return false
}

/** People have said that it goes on: that it did not is over. */
export function endStall(reacting: Reacting, place: ItemId | CaseId): void {
  for (const raised of [...reacting.draft.exceptions.values()])
    if (isStalled(raised) && placeOf(raised) === place)
      reacting.order({ type: "ResolveException", exception: raised.id })
}

/** What was held by something that is over, and is not held there any more, can move again. */
export function endReleasedStalls(reacting: Reacting): void {
  for (const raised of [...reacting.draft.exceptions.values()]) {
    if (!isStalled(raised) || raised.parameters.reason !== "held" || raised.runs.length > 0) continue
    if (![...reacting.port.holds()].some(({ target }) => isAt(target, raised)))
      reacting.order({ type: "ResolveException", exception: raised.id })
  }
}

function isAt(target: HoldTarget, { item, case: id }: OpenException): boolean {
  switch (target.kind) {
    case "item":
      return target.item === item
    case "after":
      return item === undefined
    default:
      return target.case === id
  }
}
