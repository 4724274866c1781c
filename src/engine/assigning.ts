import { type AgentId, administrator, engineAgent } from "../messages/ids.ts"
import type { JsonObject } from "../messages/json.ts"
import type { About, Candidate, Demand, Match } from "../messages/people.ts"
import type { Needs } from "../model/organisation.ts"
import type { Deciding, Unassigned } from "./deciding.ts"
import { demandNow, demandOf } from "./demand.ts"
import { armEscalation } from "./escalating.ts"
import { type Item, isLive } from "./family.ts"
import { holdsOn, isHeld } from "./holds.ts"
import { aboutItem, needsOf } from "./needs.ts"
import { expectWorker } from "./programs.ts"
import { raise, resolve } from "./raise.ts"
import { unavailabilities } from "./unavailable.ts"

/** Finds somebody for the next item that needs somebody; false when none does. Held items wait until they are let go. */
export function assignNext(deciding: Deciding): boolean {
  const next = deciding.unassigned.shift()
  if (next === undefined) return false
  const item = deciding.draft.items.get(next.item)
  const needs = item && isWaiting(item) ? needsOf(deciding, item) : undefined
  if (!item || !needs || isHeld(deciding.draft, item, deciding.process(item.case))) return true
  deciding.because(next.cause, () => assign(deciding, item, needs, next))
  return true
}

/** Somebody has to be found for it, once everything else has been looked at. */
export function wantAgent(
  deciding: Deciding,
  item: Item,
  how: Pick<Unassigned, "afresh" | "with" | "isKept"> = {},
): void {
  if (deciding.facts.people === undefined || (item.kind !== "work" && item.kind !== "program")) return
  if (needsOf(deciding, item) === undefined) return
  const known = deciding.unassigned.findIndex((other) => other.item === item.id)
  if (known >= 0)
    deciding.unassigned[known] = { cause: deciding.cause, ...deciding.unassigned[known], ...how, item: item.id }
  else deciding.unassigned.push({ ...how, item: item.id, cause: deciding.cause })
}

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
    if (!match.ok) nobody(deciding, item, demand, match)
    else if (offer?.to && people.assess(offer.to, demand, aboutItem(deciding, item)).obstacle) wantAgent(deciding, item)
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

function offerAnew(deciding: Deciding, { id, offer }: Item, demand: Demand): void {
  const { to, isWaived } = offer ?? {}
  deciding.emit({ type: "ItemOffered", item: id, demand, ...(to && { to }), ...(isWaived && { isWaived }) })
}

/** The case says something else than before, or somebody did something: those whose needs depend on it are looked at again. */
export function reassignStale(deciding: Deciding): boolean {
  if (!deciding.isStale) return false
  deciding.isStale = false
  if (deciding.facts.people === undefined) return false
  const before = deciding.events.length
  for (const item of [...deciding.draft.items.values()]) {
    if (item.offer === undefined || !isWaiting(item) || item.status === "allocated") continue
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

const isWaiting = (item: Item): boolean => isLive(item) && item.status !== "started"

function assign(deciding: Deciding, item: Item, needs: Needs, how: Unassigned): void {
  const { people } = deciding.facts
  if (people === undefined) return
  if (how.isKept && item.offer?.isWaived) {
    offerAnew(deciding, item, demandNow(deciding, item, needs, item.offer.demand))
    return
  }
  const demanded = demandOf(deciding, item, needs)
  if (!demanded.ok) {
    raise(deciding, {
      class: "EvaluationFailed",
      case: item.case,
      item: item.id,
      at: item.task,
      parameters: { message: `needs: ${demanded.message}` },
      holds: { kind: "item", item: item.id },
    })
    return
  }
  const { demand } = demanded
  const about = aboutMatch(deciding, item, how)
  const match = people.match(demand, about)
  if (!match.ok) {
    nobody(deciding, item, demand, match)
    return
  }
  const programs = match.candidates.filter(({ agent }) => people.isProgram(agent))
  const program = choose(programs, item, how)
  const isChosen = needs.offer === "one" || about.prefer !== undefined || (how.with === "next" && how.afresh)
  const best = program ?? (isChosen ? choose(match.candidates, item, how) : undefined)
  const forgotten = how.afresh && item.declined ? ({ afresh: true } as const) : {}
  if (best === undefined) deciding.emit({ type: "ItemOffered", item: item.id, demand, ...forgotten })
  else if (needs.accept && !program)
    deciding.emit({ type: "ItemOffered", item: item.id, demand, to: best.agent, ...forgotten })
  else {
    const isWaived = best.standsInFor ? ({ isWaived: true } as const) : {}
    deciding.emit({ type: "ItemAllocated", item: item.id, to: best.agent, demand, ...isWaived })
  }
  if (program) expectWorker(deciding, deciding.item(item.id))
  armEscalation(deciding, item, needs)
}

function aboutMatch(deciding: Deciding, item: Item, how: Unassigned): About {
  const { prefer, ...about } = aboutItem(deciding, item)
  const same = how.with === "same" && item.returnedBy ? { agent: item.returnedBy } : prefer
  return { ...about, ...(how.afresh && { declined: [] }), ...(same && how.with !== "next" && { prefer: same }) }
}

/** The best, but not the one who has just given it back if there is another. */
function choose(candidates: readonly Candidate[], { returnedBy }: Item, how: Unassigned): Candidate | undefined {
  const others = how.with === "next" ? candidates.filter(({ agent }) => agent !== returnedBy) : candidates
  return others[0] ?? candidates[0]
}

function nobody(deciding: Deciding, item: Item, demand: Demand, match: Extract<Match, { readonly ok: false }>): void {
  const isWaived = item.offer?.isWaived ? ({ isWaived: true } as const) : {}
  deciding.emit({ type: "AgentAwaited", item: item.id, demand, ...isWaived })
  const { until, reasons, message } = match
  awaitReturn(deciding, item, until)
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

/** Somebody will be back then who can do it. */
function awaitReturn(deciding: Deciding, { id }: Item, until: number | undefined): void {
  if (until === undefined) return
  for (const { purpose, of, dueAt } of deciding.draft.timers.values())
    if (purpose === "agent" && "item" in of && of.item === id && dueAt <= until) return
  const timer = deciding.nextId("timer")
  deciding.emit({ type: "TimerArmed", timer, purpose: "agent", of: { item: id }, dueAt: until })
}
