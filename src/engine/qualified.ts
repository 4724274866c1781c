import { type AgentId, administrator } from "../messages/ids.ts"
import type { Assessment, Demand } from "../messages/people.ts"
import type { Rejection } from "../messages/rejections.ts"
import type { Deciding } from "./deciding.ts"
import { demandNow, demandOf } from "./demand.ts"
import type { Item } from "./family.ts"
import { aboutItem, needsOf } from "./needs.ts"
import { reject } from "./refusals.ts"

/** Why an agent may not take the item, or do what he has. Whoever somebody put in charge may only not be excluded. */
export function notQualified(deciding: Deciding, item: Item, agent: AgentId): Rejection | undefined {
  if (agent === administrator) return undefined
  const found = assessed(deciding, item, agent)
  if (found?.obstacle === undefined) return undefined
  const isOwn = (item.agent ?? item.offer?.to) === agent
  if (found.obstacle === "excluded") return excluded(item, found)
  // Whoever is there may do by hand what a program cannot.
  if (item.kind === "program" || (isOwn && item.offer?.isWaived)) return undefined
  if (found.obstacle === "unqualified")
    return reject(
      "AGENT_NOT_QUALIFIED",
      `${agent} cannot do item ${item.id} (${item.task}): ${found.reason}`,
      "Leave it to somebody who meets its needs, or have it reassigned",
    )
  if (found.obstacle === "busy" && !isOwn)
    return reject(
      "AGENT_BUSY",
      `${agent} cannot have item ${item.id} (${item.task}) as well: ${found.reason}`,
      "Complete or hand back something first",
    )
  return undefined
}

/** The same for somebody an item is given to by one who may decide that: he need not meet its needs. */
export function notAllowed(deciding: Deciding, item: Item, agent: AgentId): Rejection | undefined {
  if (agent === administrator) return undefined
  const found = assessed(deciding, item, agent)
  return found?.obstacle === "excluded" ? excluded(item, found) : undefined
}

/** Whether he has it in an absent one's place: then he keeps it, also when that one is back. */
export function standsIn(deciding: Deciding, item: Item, agent: AgentId): boolean {
  return item.agent !== agent && assessed(deciding, item, agent)?.standsInFor !== undefined
}

/** What is asked of whoever has the item, as things are now; undefined: nothing. */
export function demandOfItem(deciding: Deciding, item: Item): Demand | undefined {
  const needs = needsOf(deciding, item)
  if (item.offer?.isWaived) return demandNow(deciding, item, needs, item.offer.demand)
  const demanded = needs && demandOf(deciding, item, needs)
  return demanded?.ok ? demanded.demand : item.offer?.demand
}

function assessed(deciding: Deciding, item: Item, agent: AgentId): Assessment | undefined {
  const { people } = deciding.facts
  const demand = people && demandOfItem(deciding, item)
  if (demand === undefined) return undefined
  const has = (item.agent ?? item.offer?.to) === agent
  return people?.assess(agent, demand, { ...aboutItem(deciding, item), declined: [], has, mayBeAbsent: true })
}

function excluded(item: Item, { agent, reason }: Assessment): Rejection {
  return reject(
    "AGENT_EXCLUDED",
    `${agent} may not do item ${item.id} (${item.task}): ${reason}`,
    "Leave it to somebody else",
  )
}
