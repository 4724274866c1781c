import type { CaseId, ItemId } from "../messages/ids.ts"
import type { Rejection } from "../messages/rejections.ts"
import type { TrailFacts, TrailOf } from "../messages/undoing.ts"
import type { Reacting } from "./reacting.ts"

/** Where one stands who wants to roll back. */
interface Standpoint {
  readonly case: CaseId
  readonly item?: ItemId | undefined
}

/** The trail of the step that somebody wants to roll back to, or why that cannot be. */
export function trailTo(
  { port, draft }: Reacting,
  { case: id, item }: Standpoint,
  to: string,
): { readonly of: TrailOf; readonly trail: TrailFacts } | Rejection {
  const found = port.case(id)
  if (!found?.isRunning) return over(id, found?.state ?? "not there")
  const { process } = found
  const step = port.step({ case: id, task: to })
  if (step === undefined) return unknown(process, to)
  for (const { case: other, rollback } of draft.runs.values())
    if (other === id && rollback) return goingOn(id, rollback.to)
  const { oneOf } = step
  const instance = item && oneOf !== undefined ? port.instance(item, oneOf) : undefined
  if (oneOf !== undefined && instance === undefined) return oneOfSeveral(to, oneOf)
  const of = { case: id, to, ...(instance && { within: instance.frame }) }
  const trail = port.trail(of)
  return trail ? { of, trail } : neverDone(id, to)
}

function over(id: CaseId, state: string): Rejection {
  return { code: "CASE_NOT_LIVE", message: `case ${id} is ${state}`, remedy: "Choose a case that is running" }
}

function unknown(process: string, to: string): Rejection {
  return {
    code: "TASK_NOT_FOUND",
    message: `${process} has no task or activity "${to}"`,
    remedy: "Look its name up in the process",
  }
}

function neverDone(id: CaseId, to: string): Rejection {
  return {
    code: "TASK_NOT_DONE",
    message: `"${to}" has not been done in case ${id}, or is undone already`,
    remedy: "Roll back to something that was done, or jump there",
  }
}

function oneOfSeveral(to: string, oneOf: string): Rejection {
  return {
    code: "STEP_IN_INSTANCE",
    message: `"${to}" lies in one of several instances of "${oneOf}"`,
    remedy: `Roll back to "${oneOf}" as a whole, or from an item of the instance that is meant`,
  }
}

export function goingOn(id: CaseId, to: string): Rejection {
  return {
    code: "ROLLBACK_GOING_ON",
    message: `case ${id} is being rolled back to "${to}" already`,
    remedy: "Wait until that is through, or answer what keeps it from going on",
  }
}
