import type { About, Candidate } from "../messages/people.ts"
import type { Needs } from "../model/organisation.ts"
import type { Deciding, Unassigned } from "./deciding.ts"
import { demandNow, demandOf } from "./demand.ts"
import { armEscalation } from "./escalating.ts"
import { type Item, isLive } from "./family.ts"
import { isHeld } from "./holds.ts"
import { aboutItem, needsOf } from "./needs.ts"
import { lookAgainAt, nobody } from "./nobody.ts"
import { offerAnew } from "./offering.ts"
import { expectWorker } from "./programs.ts"
import { raise } from "./raise.ts"

/** Finds somebody for the next item that needs somebody; false when none does. Held items wait until they are let go. */
export function assignNext(deciding: Deciding): boolean {
  const next = deciding.unassigned.shift()
  if (next === undefined) return false
  const item = deciding.draft.items.get(next.item)
  const needs = item && isLive(item) && item.status !== "started" ? needsOf(deciding, item) : undefined
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

/** Somebody was named for it: nobody has to be found any more. */
export function wantNobody(deciding: Deciding, { id }: Item): void {
  const index = deciding.unassigned.findIndex(({ item }) => item === id)
  if (index >= 0) deciding.unassigned.splice(index, 1)
}

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
      parameters: { message: `needs: ${demanded.message}`, of: "needs" },
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
  else if (needs.accept && !program) {
    deciding.emit({ type: "ItemOffered", item: item.id, demand, to: best.agent, ...forgotten })
    lookAgainAt(deciding, item, people.nextAbsence(best.agent, deciding.facts.now))
  } else {
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
