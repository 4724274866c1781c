import { type AgentId, administrator, engineAgent } from "../messages/ids.ts"
import type { Demand } from "../messages/people.ts"
import type { Needs } from "../model/organisation.ts"
import { wantAgent } from "./assigning.ts"
import type { Deciding } from "./deciding.ts"
import { demandNow, demandOf } from "./demand.ts"
import { type Item, isLive } from "./family.ts"
import { holdsOn } from "./holds.ts"
import { aboutItem, needsOf } from "./needs.ts"
import { awaitReturn, nobody } from "./nobody.ts"
import { offerAnew } from "./offering.ts"
import { raise, resolve } from "./raise.ts"
import { unavailabilities } from "./unavailable.ts"

/** Things are different now: an item nobody could have is offered, one that nobody may have any more is not. */
export function reassign(deciding: Deciding, item: Item): void {
  const { people } = deciding.facts
  const needs = needsOf(deciding, item)
  if (!people || !needs) return
  if (item.status === "started") {
    if (item.agent) missAgent(deciding, item, item.agent)
    return
  }
  const { offer } = item
  const demanded = offer?.isWaived ? undefined : demandOf(deciding, item, needs)
  const demand = demanded?.ok ? demanded.demand : offer && demandNow(deciding, item, needs, offer.demand)
  const match = demand && people.match(demand, aboutItem(deciding, item))
  if (item.agent && demand) leave(deciding, item, item.agent, demand)
  else if (item.status === "enabled") {
    if (match && !match.ok) {
      awaitReturn(deciding, item, match.until)
      return
    }
    for (const id of unavailabilities(deciding, item)) resolve(deciding, id)
    wantAgent(deciding, deciding.item(item.id), { isKept: true })
  } else if (item.status === "offered" && demand && match) {
    if (!match.ok) {
      // Who is busy or absent now may take it later.
      if (match.class === "NoSuchCapability" || match.class === "ResourceUnavailable")
        nobody(deciding, item, demand, match)
    } else if (offer?.to && people.assess(offer.to, demand, aboutItem(deciding, item)).obstacle)
      wantAgent(deciding, item)
    else if (JSON.stringify(demand) !== JSON.stringify(offer?.demand)) offerAnew(deciding, item, demand)
  }
}

/** Whoever may not have it any more gives it back. */
function leave(deciding: Deciding, item: Item, agent: AgentId, demand: Demand): void {
  const { people } = deciding.facts
  const { obstacle } = people?.assess(agent, demand, { ...aboutItem(deciding, item), declined: [], has: true }) ?? {}
  const isGone = people?.has(agent) === false
  if (!isGone && (item.offer?.isWaived || (obstacle !== "unqualified" && obstacle !== "excluded"))) return
  deciding.emit({ type: "ItemHandedBack", item: item.id })
  wantAgent(deciding, deciding.item(item.id), { with: "next" })
}

/** Whoever is in the middle of it is no longer there: somebody has to say what becomes of it. */
function missAgent(deciding: Deciding, item: Item, agent: AgentId): void {
  const { people } = deciding.facts
  if (
    people?.has(agent) ||
    agent === administrator ||
    agent === engineAgent ||
    unavailabilities(deciding, item).length > 0
  )
    return
  raise(deciding, {
    class: "ResourceUnavailable",
    case: item.case,
    item: item.id,
    at: item.task,
    parameters: { message: `${agent}, who has begun it, is no longer there` },
    holds: { kind: "item", item: item.id },
  })
}

/** The case says something else than before, or somebody did something: those whose needs depend on it are looked at again. */
export function reassignStale(deciding: Deciding): boolean {
  if (!deciding.isStale) return false
  deciding.isStale = false
  if (deciding.facts.people === undefined) return false
  const before = deciding.events.length
  for (const item of [...deciding.draft.items.values()]) {
    if (item.offer === undefined || !isLive(item) || item.status === "started" || item.status === "allocated") continue
    const needs = needsOf(deciding, item)
    if (needs && dependsOnCase(needs) && !isHeldByOthers(deciding, item)) reassign(deciding, item)
  }
  return deciding.events.length > before || deciding.unassigned.length > 0
}

function dependsOnCase({ notWhoDid, whoDid, when, unit, agent }: Needs): boolean {
  return notWhoDid.length > 0 || whoDid.length > 0 || when !== undefined || !!unit?.expression || !!agent?.expression
}

/** What holds it because nobody can have it does not count. */
function isHeldByOthers(deciding: Deciding, item: Item): boolean {
  const open = unavailabilities(deciding, item)
  const holds = holdsOn(deciding.draft, item, deciding.process(item.case))
  return holds.some(({ owner }) => owner.kind !== "exception" || !open.includes(owner.exception))
}
