import { addDuration, parseDuration } from "../expressions/time.ts"
import type { HandlingCommand } from "../messages/commands.ts"
import type { InterventionOpened } from "../messages/handling.ts"
import { administrator, asAgentId, type InterventionId, localId } from "../messages/ids.ts"
import type { Rejection } from "../messages/rejections.ts"
import type { Reacting } from "./reacting.ts"
import { nextAbove, responsibleFor } from "./responsible.ts"

type Opened = Omit<InterventionOpened, "type" | "intervention" | "to" | "within" | "dueAt">

/** How long a person has to answer unless somebody says otherwise. */
const usualTime = "P1D"

/** Asks a person: whoever is named, else whoever is responsible there. Where nobody answers in time, it goes to those above. */
export function askPerson(
  reacting: Reacting,
  opened: Opened,
  said: { readonly to?: string | undefined; readonly within?: string | undefined } = {},
): void {
  const { port } = reacting
  const within = said.within ?? port.place(opened).answerWithin ?? usualTime
  const to = said.to ?? responsibleFor(port, opened)
  const dueAt = dueIn(port.now, within)
  const intervention = localId(port.family, "intervention", port.version + 1)
  reacting.record({ type: "InterventionOpened", intervention, ...opened, to, within, dueAt })
  armEscalation(reacting, intervention)
}

/** Nobody has answered in time: it goes one level up, where it is due anew; at last to an administrator, where it stays. */
export function escalate(reacting: Reacting, id: InterventionId): void {
  const open = reacting.draft.interventions.get(id)
  if (open?.to === undefined || open.to === administrator) return
  const to = nextAbove(reacting.port, open.to, open.been ?? [])
  const dueAt = dueIn(reacting.port.now, open.within ?? usualTime)
  reacting.record({ type: "InterventionEscalated", intervention: id, to, dueAt })
  armEscalation(reacting, id)
}

/** Somebody takes it, or is given it. What is overdue is due anew for him. */
export function assignIntervention(
  reacting: Reacting,
  { intervention: id, to }: Extract<HandlingCommand, { readonly type: "AssignIntervention" }>,
): Rejection | undefined {
  const open = reacting.draft.interventions.get(id)
  if (open === undefined) return notOpen(id)
  const { people, now } = reacting.port
  const isSomebody = people === undefined || people.has(asAgentId(to)) || people.groupOf(to) !== undefined
  if (!isSomebody && to !== administrator)
    return {
      code: "AGENT_NOT_FOUND",
      message: `there is no agent, role or unit "${to}"`,
      remedy: "Look the name up in the organisation",
    }
  const isOverdue = open.dueAt === undefined || open.dueAt <= now
  const dueAt = isOverdue ? dueIn(now, open.within ?? usualTime) : open.dueAt
  reacting.record({ type: "InterventionAssigned", intervention: id, to, dueAt })
  rearm(reacting, id)
  return undefined
}

export function postponeIntervention(
  reacting: Reacting,
  { intervention: id, dueAt }: Extract<HandlingCommand, { readonly type: "PostponeIntervention" }>,
): Rejection | undefined {
  const open = reacting.draft.interventions.get(id)
  if (open === undefined) return notOpen(id)
  if (!Number.isSafeInteger(dueAt) || dueAt <= reacting.port.now)
    return {
      code: "DATA_INVALID",
      message: "an answer cannot be due in the past",
      remedy: "Say a moment to come",
      fields: [{ field: "dueAt", code: "TOO_SMALL", message: "is not in the future" }],
    }
  reacting.record({ type: "InterventionPostponed", intervention: id, dueAt })
  rearm(reacting, id)
  return undefined
}

/** It is over: nobody has to be reminded. */
export function disarmEscalation(reacting: Reacting, id: InterventionId): void {
  const { timers } = reacting.draft
  if (timers.size === 0) return
  for (const timer of [...timers.keys()])
    if (timers.get(timer)?.about === aboutIntervention(id)) reacting.order({ type: "DisarmTimer", timer })
}

export function notOpen(id: InterventionId): Rejection {
  return {
    code: "INTERVENTION_NOT_OPEN",
    message: `intervention ${id} is not open`,
    remedy: "It has been answered, or nobody needs to any more; look at the list of interventions",
  }
}

const aboutIntervention = (id: InterventionId): string => `intervention ${id}`

function rearm(reacting: Reacting, id: InterventionId): void {
  disarmEscalation(reacting, id)
  armEscalation(reacting, id)
}

/** With an administrator it stays, so there is nothing to wait for. A case that has ended has no timers. */
function armEscalation(reacting: Reacting, id: InterventionId): void {
  const { port, draft } = reacting
  const open = draft.interventions.get(id)
  if (open?.dueAt === undefined || open.to === administrator || !port.case(open.case)?.isRunning) return
  reacting.order({ type: "ArmTimer", of: { case: open.case }, dueAt: open.dueAt, about: aboutIntervention(id) })
}

function dueIn(now: number, within: string): number {
  const duration = parseDuration(within)
  if (duration === undefined) throw new Error(`${within} is no duration`)
  return addDuration(now, duration)
}
