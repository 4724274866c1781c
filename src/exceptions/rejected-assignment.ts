import type { EventOf } from "../messages/events.ts"
import type { AgentId } from "../messages/ids.ts"
import { mandatoryFor, treesFor } from "./asking.ts"
import { involvementIn } from "./involvement.ts"
import { membersOf } from "./pattern.ts"
import type { ItemFacts, Looking } from "./port.ts"
import type { Reacting } from "./reacting.ts"
import type { ScopeText } from "./scopes.ts"

export const ASSIGNMENT_REJECTED = "AssignmentRejected"

/**
 * An agent has declined an item. Mostly the next candidate is all that follows, and the net machine finds that by itself. Where rules,
 * arcs or people have a say in it, it is an exception, and holds the item until they had it.
 */
export function rejectAssignment(reacting: Reacting, event: EventOf<"ItemDeclined">): void {
  const { agent, reason } = event
  const item = reacting.port.item(event.item)
  if (!item?.isLive || !concernsSomebody(reacting.port, item, agent)) return
  reacting.raise({
    type: "RaiseException",
    class: ASSIGNMENT_REJECTED,
    case: item.case,
    item: item.id,
    at: item.task,
    parameters: {
      agent,
      ...(reason !== undefined && { reason }),
      message: `${agent} has declined it${reason === undefined ? "" : `: ${reason}`}`,
    },
    holds: { kind: "item", item: item.id },
    depth: reacting.depth,
  })
}

/** Returns where rules about it may be bound: the item is with nobody any more, and its agent is who declined. */
export function scopesOfRejected(
  port: Looking,
  { case: id, task }: Pick<ItemFacts, "case" | "task">,
  agent: AgentId,
): readonly ScopeText[] | undefined {
  return port.step({ case: id, task, agent })?.scopes
}

/** Whether anything but the next candidate could follow. */
function concernsSomebody(port: Looking, item: ItemFacts, agent: AgentId): boolean {
  const scopes = scopesOfRejected(port, item, agent)
  const occasion = { on: ASSIGNMENT_REJECTED, case: item.case, item: item.id, ...(scopes && { scopes }) }
  const { classes, patterns } = port.rules
  const names = classes.names(ASSIGNMENT_REJECTED)
  const place = port.place({ case: item.case, item: item.id })
  return (
    treesFor(port, occasion).length > 0 ||
    mandatoryFor(port, occasion).length > 0 ||
    place.arcs.some((arc) => names.includes(arc.class)) ||
    involvementIn(port, { class: ASSIGNMENT_REJECTED, ...occasion }) !== "automatic" ||
    [...patterns.values()].some(({ pattern }) => names.some((name) => membersOf(pattern).has(name)))
  )
}
