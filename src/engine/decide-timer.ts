import { formatMoment } from "../expressions/time.ts"
import type { Command, NetCommand } from "../messages/commands.ts"
import type { Rejection } from "../messages/rejections.ts"
import type { Deciding } from "./deciding.ts"
import { escalate } from "./escalating.ts"
import type { Item } from "./family.ts"
import { needsOf } from "./needs.ts"
import { missWorker } from "./programs.ts"
import { raise } from "./raise.ts"
import { reassign } from "./reassigning.ts"
import { isRejection, liveItem, reject, runningCase } from "./refusals.ts"
import { waitIsOver } from "./waits.ts"

/** Being late changes nothing but that it is known: `Timeout` holds nothing. A wait whose time has come is over. */
export function fireTimer(
  deciding: Deciding,
  { timer: id }: Extract<Command, { type: "FireTimer" }>,
): Rejection | undefined {
  const timer = deciding.draft.timers.get(id)
  if (timer === undefined || timer.paused !== undefined) {
    return reject("TIMER_NOT_ARMED", `timer ${id} is not armed`, "It has fired, or what it belonged to has ended")
  }
  const version = deciding.emit({ type: "TimerFired", timer: id })
  if (timer.purpose === "handling") return undefined
  deciding.because(version, () => {
    const parameters = { dueAt: formatMoment(timer.dueAt) }
    if ("case" in timer.of) {
      raise(deciding, { class: "Timeout", case: timer.of.case, at: deciding.case(timer.of.case).process, parameters })
      return
    }
    const item = deciding.item(timer.of.item)
    if (timer.purpose === "wait") waitIsOver(deciding, item)
    else if (timer.purpose === "worker") missWorker(deciding, item)
    else if (timer.purpose === "agent") reassign(deciding, item)
    else if (timer.purpose === "escalation") escalateUnstarted(deciding, item)
    else raise(deciding, { class: "Timeout", case: item.case, item: item.id, at: item.task, parameters })
  })
  return undefined
}

export function armTimer(
  deciding: Deciding,
  { of, dueAt, about }: Extract<NetCommand, { type: "ArmTimer" }>,
): Rejection | undefined {
  const found = "item" in of ? liveItem(deciding, of.item) : runningCase(deciding, of.case)
  if (isRejection(found)) return found
  deciding.emit({ type: "TimerArmed", timer: deciding.nextId("timer"), purpose: "handling", of, dueAt, about })
  return undefined
}

export function disarmTimer(
  deciding: Deciding,
  { timer }: Extract<NetCommand, { type: "DisarmTimer" }>,
): Rejection | undefined {
  if (deciding.draft.timers.has(timer)) deciding.emit({ type: "TimerDisarmed", timer })
  return undefined
}

function escalateUnstarted(deciding: Deciding, item: Item): void {
  const needs = item.status === "started" ? undefined : needsOf(deciding, item)
  if (needs) escalate(deciding, item, needs)
}
