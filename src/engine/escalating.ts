import { addDuration, parseDuration } from "../expressions/time.ts"
import type { AgentId } from "../messages/ids.ts"
import type { Needs } from "../model/organisation.ts"
import type { Deciding } from "./deciding.ts"
import { bindingsOf, nameOf } from "./demand.ts"
import type { Item } from "./family.ts"
import { aboutItem } from "./needs.ts"
import { raise, resolve } from "./raise.ts"
import { unavailabilities } from "./unavailable.ts"

/** From when it is first offered somebody has so long to start it. */
export function armEscalation(deciding: Deciding, { id }: Item, { escalate }: Needs): void {
  const after = escalate && parseDuration(escalate.after)
  if (after === undefined) return
  for (const timer of deciding.draft.timers.values())
    if (timer.purpose === "escalation" && "item" in timer.of && timer.of.item === id) return
  deciding.emit({
    type: "TimerArmed",
    timer: deciding.nextId("timer"),
    purpose: "escalation",
    of: { item: id },
    dueAt: addDuration(deciding.facts.now, after),
  })
}

/** Nobody has started it in time: it is offered to those above instead, who need not meet its needs, only what is asked of everybody. Where none of them can have it, it stays. */
export function escalate(deciding: Deciding, item: Item, needs: Needs): void {
  const found = escalatedTo(deciding, item, needs)
  if (!found.ok) {
    const parameters = { message: `escalate: ${found.message}` }
    raise(deciding, { class: "EvaluationFailed", case: item.case, item: item.id, at: item.task, parameters })
    return
  }
  const { excluded, also } = item.offer?.demand ?? {}
  const demand = { agents: found.agents, ...(excluded && { excluded }), ...(also && { also }) }
  const match = deciding.facts.people?.match(demand, aboutItem(deciding, item))
  if (!match?.ok) return
  const to = match.candidates.map(({ agent }) => agent)
  deciding.emit({ type: "ItemEscalated", item: item.id, to })
  for (const id of unavailabilities(deciding, item)) resolve(deciding, id)
  deciding.emit({ type: "ItemOffered", item: item.id, demand, isWaived: true })
}

function escalatedTo(
  deciding: Deciding,
  item: Item,
  needs: Needs,
): { readonly ok: true; readonly agents: readonly AgentId[] } | { readonly ok: false; readonly message: string } {
  const { people } = deciding.facts
  const { to } = needs.escalate ?? {}
  if (!people || !to) return { ok: true, agents: [] }
  if (to.name !== "manager" || to.expression) {
    const named = nameOf(to, bindingsOf(deciding, item), "to")
    if (!named.ok) return named
    return { ok: true, agents: (named.names ?? []).flatMap((name) => people.named(name)) }
  }
  const unit = item.offer?.demand.unit
  const manager = unit === undefined ? undefined : people.managerOf(unit)
  if (manager) return { ok: true, agents: [manager] }
  const had = item.agent ?? item.offer?.to
  const match = had
    ? undefined
    : people.match(item.offer?.demand ?? {}, { now: deciding.facts.now, task: "", declined: [] })
  const agents = had ? [had] : match?.ok ? match.candidates.map(({ agent }) => agent) : []
  return { ok: true, agents: [...new Set(agents.flatMap((agent) => people.supervisorOf(agent) ?? []))] }
}
