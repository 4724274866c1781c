import { type AgentId, administrator, engineAgent } from "../messages/ids.ts"
import type { Demand } from "../messages/people.ts"
import type { Needs } from "../model/organisation.ts"
import { wantAgent } from "./assigning.ts"
import type { Deciding, Redone } from "./deciding.ts"
import { demandNow, demandOf } from "./demand.ts"
import { type Item, isLive } from "./family.ts"
import { holdsOn } from "./holds.ts"
import { isNear, pathOf } from "./instance-path.ts"
import { aboutItem, needsOf } from "./needs.ts"
import { isHopeless, lookAgainAt, nobody } from "./nobody.ts"
import { offerAnew } from "./offering.ts"
import { raise, resolve } from "./raise.ts"
import { unavailabilities } from "./unavailable.ts"

/** Things are different now: an item nobody could have is offered, one that somebody may not have any more is not his. */
export function reassign(deciding: Deciding, item: Item): void {
  const { people } = deciding.facts
  const needs = needsOf(deciding, item)
  const { offer } = item
  // Where only what was asked of everybody stood against it, anybody may have it now.
  if (people === undefined || (needs === undefined && offer && !offer.isWaived)) {
    release(deciding, item)
    return
  }
  if (needs === undefined) return
  const demanded = offer?.isWaived ? undefined : demandOf(deciding, item, needs)
  const demand = demanded?.ok ? demanded.demand : offer && demandNow(deciding, item, needs, offer.demand)
  if (demand === undefined) return
  if (item.agent) leave(deciding, item, item.agent, demand)
  else if (item.status === "enabled") findFor(deciding, item, demand)
  else if (item.status === "offered") offerOn(deciding, item, demand)
}

/** Nobody knows who there is, so anybody may have it. */
function release(deciding: Deciding, item: Item): void {
  if (item.offer === undefined || item.agent) return
  for (const id of unavailabilities(deciding, item)) resolve(deciding, id)
  deciding.emit({ type: "ItemHandedBack", item: item.id })
}

function findFor(deciding: Deciding, item: Item, demand: Demand): void {
  const match = deciding.facts.people?.match(demand, aboutItem(deciding, item))
  if (item.offer && match && !match.ok) {
    lookAgainAt(deciding, item, match.until)
    return
  }
  for (const id of unavailabilities(deciding, item)) resolve(deciding, id)
  wantAgent(deciding, deciding.item(item.id), { isKept: true })
}

function offerOn(deciding: Deciding, item: Item, demand: Demand): void {
  const { people } = deciding.facts
  const about = aboutItem(deciding, item)
  const match = people?.match(demand, about)
  const { to, demand: before } = item.offer ?? {}
  if (to && people?.assess(to, demand, { ...about, has: true }).obstacle) {
    if (match?.ok || isHopeless(match)) wantAgent(deciding, item, { isKept: true })
  } else if (isHopeless(match)) nobody(deciding, item, demand, match)
  else if (JSON.stringify(demand) !== JSON.stringify(before)) offerAnew(deciding, item, demand)
}

/** Whoever may not have it any more gives it back; about what he has begun somebody has to say what becomes of it. */
function leave(deciding: Deciding, item: Item, agent: AgentId, demand: Demand): void {
  const { people } = deciding.facts
  if (agent === administrator || agent === engineAgent) return
  const isGone = people?.has(agent) === false
  const found = people?.assess(agent, demand, { ...aboutItem(deciding, item), declined: [], has: true })
  const isUnfit = !item.offer?.isWaived && (found?.obstacle === "unqualified" || found?.obstacle === "excluded")
  if (!isGone && !isUnfit) return
  if (item.status === "started") {
    if (unavailabilities(deciding, item).length > 0) return
    const message = isGone ? "is no longer there" : `may not go on: ${found?.reason}`
    raise(deciding, {
      class: "ResourceUnavailable",
      case: item.case,
      item: item.id,
      at: item.task,
      parameters: { message: `${agent}, who has begun it, ${message}` },
      ...(isGone && { holds: { kind: "item", item: item.id } as const }),
    })
    return
  }
  deciding.emit({ type: "ItemHandedBack", item: item.id })
  wantAgent(deciding, deciding.item(item.id), { with: "next" })
}

/** The case says something else than before, or somebody did something: those whose needs depend on it are looked at again. */
export function reassignStale(deciding: Deciding): boolean {
  const { isRewritten, redone } = deciding
  if (!isRewritten && redone.length === 0) return false
  deciding.isRewritten = false
  deciding.redone = []
  if (deciding.facts.people === undefined) return false
  const before = deciding.events.length
  for (const item of [...deciding.draft.items.values()]) {
    if (!item.offer || !isLive(item) || item.status === "started" || item.status === "allocated") continue
    const needs = needsOf(deciding, item)
    if (
      needs === undefined ||
      !(
        (isRewritten && (readsCase(needs) || asksTheCase(item))) ||
        redone.some((each) => asksFor(deciding, item, needs, each))
      )
    )
      continue
    if (!isHeldByOthers(deciding, item)) reassign(deciding, item)
  }
  return deciding.events.length > before || deciding.unassigned.length > 0
}

function readsCase({ when, unit, agent }: Needs): boolean {
  return when !== undefined || unit?.expression !== undefined || agent?.expression !== undefined
}

function asksTheCase({ offer }: Item): boolean {
  return offer?.demand.also?.some((each) => Object.keys(each.with).length > 0) ?? false
}

/** By its name, or by that of an activity around it; in other instances of the same activity it does not matter. */
function asksFor(
  { draft }: Deciding,
  item: Item,
  { notWhoDid, whoDid }: Needs,
  { case: of, task, path }: Redone,
): boolean {
  const names = [...notWhoDid, ...whoDid].map((name) => name.slice(name.indexOf("/") + 1))
  const isMeant = names.some((name) => name === task || path.some((place) => place.startsWith(`${name}:`)))
  return isMeant && (of !== item.case || isNear(pathOf(draft, item), path))
}

/** What holds it because nobody can have it does not count. */
function isHeldByOthers(deciding: Deciding, item: Item): boolean {
  const open = unavailabilities(deciding, item)
  const holds = holdsOn(deciding.draft, item, deciding.process(item.case))
  return holds.some(({ owner }) => owner.kind !== "exception" || !open.includes(owner.exception))
}
