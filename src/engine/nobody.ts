import type { JsonObject } from "../messages/json.ts"
import type { Demand, Match } from "../messages/people.ts"
import type { Deciding } from "./deciding.ts"
import { armEscalation } from "./escalating.ts"
import type { Item } from "./family.ts"
import { needsOf } from "./needs.ts"
import { raise } from "./raise.ts"

type Nobody = Extract<Match, { readonly ok: false }>

/** Nobody could have it, now or later; who is busy or absent now may take what is offered already. */
export function isHopeless(match: Match | undefined): match is Nobody {
  return match?.ok === false && (match.class === "NoSuchCapability" || match.class === "ResourceUnavailable")
}

/** Nobody can have it: that is an exception, and it waits. */
export function nobody(
  deciding: Deciding,
  item: Item,
  demand: Demand,
  match: Extract<Match, { readonly ok: false }>,
): void {
  const isWaived = item.offer?.isWaived ? ({ isWaived: true } as const) : {}
  deciding.emit({ type: "AgentAwaited", item: item.id, demand, ...isWaived })
  const { until, reasons, message } = match
  lookAgainAt(deciding, item, until)
  const needs = needsOf(deciding, item)
  if (needs) armEscalation(deciding, item, needs)
  raise(deciding, {
    class: match.class,
    case: item.case,
    item: item.id,
    at: item.task,
    parameters: { message, needs: demand as unknown as JsonObject, reasons },
    holds: { kind: "item", item: item.id },
  })
}

/** Then somebody will be back, or gone. */
export function lookAgainAt(deciding: Deciding, { id }: Item, until: number | undefined): void {
  if (until === undefined) return
  for (const { purpose, of, dueAt } of deciding.draft.timers.values())
    if (purpose === "agent" && "item" in of && of.item === id && dueAt <= until) return
  const timer = deciding.nextId("timer")
  deciding.emit({ type: "TimerArmed", timer, purpose: "agent", of: { item: id }, dueAt: until })
}
