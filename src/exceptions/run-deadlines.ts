import { addDuration, formatMoment, parseDuration } from "../expressions/time.ts"
import { type CaseId, localId, type RunId } from "../messages/ids.ts"
import type { Run } from "./handling.ts"
import type { Reacting } from "./reacting.ts"

/**
 * When a run that begins now should be over: as its exlet says, and not later than the runs that led to it, whose worklets
 * and steps it answers for.
 */
export function dueOfRun(reacting: Reacting, id: CaseId, deadline: string | undefined): { readonly dueAt?: number } {
  const { now } = reacting.port
  const duration = deadline === undefined ? undefined : parseDuration(deadline)
  const own = duration && addDuration(now, duration)
  const due = [own, ...runsAround(reacting, id).map(({ dueAt }) => dueAt)].filter((at) => at !== undefined && at > now)
  return due.length > 0 ? { dueAt: Math.min(...(due as number[])) } : {}
}

/** It has not ended at once: its clock goes. */
export function armRun(reacting: Reacting, id: RunId): void {
  const run = reacting.draft.runs.get(id)
  if (run?.dueAt === undefined) return
  reacting.order({ type: "ArmTimer", of: { case: run.case }, dueAt: run.dueAt, about: about(id) })
}

/** It has ended in time. */
export function disarmRun(reacting: Reacting, { id, dueAt }: Run): void {
  if (dueAt === undefined) return
  for (const timer of [...reacting.draft.timers.keys()])
    if (reacting.draft.timers.get(timer)?.about === about(id)) reacting.order({ type: "DisarmTimer", timer })
}

/** It is told, one cascade deeper, where the run stands; the run goes on until somebody ends it. */
export function runIsLate(reacting: Reacting, id: string): void {
  const { port, draft } = reacting
  const run = draft.runs.get(id as RunId)
  if (run?.dueAt === undefined) return
  const deadline = formatMoment(run.dueAt)
  const scope = `exlet ${run.exlet}`
  reacting.order({
    type: "RaiseException",
    class: "DeadlineExceeded",
    case: run.case,
    ...(run.item && port.item(run.item)?.isLive && { item: run.item }),
    at: run.at,
    parameters: { deadline, scope, run: run.id, message: `${scope} should have been done by ${deadline}` },
    depth: run.depth,
  })
}

const about = (run: RunId): string => `run-deadline ${run}`

/** The runs whose steps are being taken, and those whose worklets the case is one of. */
function runsAround({ port, draft }: Reacting, id: CaseId): readonly Run[] {
  if (draft.runs.size === 0) return []
  const found: (Run | undefined)[] = []
  for (let version = port.cause; version !== undefined; version = port.causeOf(version)?.causedBy)
    found.push(draft.runs.get(localId(port.family, "run", version)))
  for (let at = port.case(id); at; at = at.parent && port.case(at.parent.case))
    found.push(at.parent?.run && draft.runs.get(at.parent.run))
  return found.filter((run) => run !== undefined)
}
