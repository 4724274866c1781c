import { type Item, isLive } from "../engine/family.ts"
import { isHeld } from "../engine/holds.ts"
import { publicName } from "../engine/raise.ts"
import { isNamed, statesOf } from "../engine/states.ts"
import type { Event } from "../messages/events.ts"
import { type CaseId, numberOf } from "../messages/ids.ts"
import type { JsonObject } from "../messages/json.ts"
import type { Net, Process } from "../model/net.ts"
import type { Fault } from "../verify/soundness.ts"
import type { Knowing } from "./moves.ts"
import { instancesOf } from "./naming.ts"
import { planFor } from "./net-plan.ts"
import type { Played } from "./play.ts"
import { findWitness } from "./witness.ts"

/** The steps of a story that lead to a fault of a net, and what shows it there; undefined: none were found. */
export function netCounterexample(
  knowing: Knowing,
  process: Process,
  net: Net,
  fault: Fault,
): readonly JsonObject[] | undefined {
  const plan = fault.trace && planFor(process, net, fault.trace)
  if (plan === undefined) return undefined
  const goal = (played: Played) => isShown(played, net, fault)
  const found = findWitness(knowing, plan, { goal, most: MOST_TRIED })
  return found && [...found.steps, { expect: shown(knowing, process, found.played, fault) }]
}

const MOST_TRIED = 500

function isShown(played: Played, net: Net, fault: Fault): boolean {
  const { events, state } = played
  const [first] = state.cases.values()
  const owner = net.owner?.node
  switch (fault.kind) {
    case "stuck":
      if (events.some((event) => event.type === "ExceptionRaised" && event.class === "Deadlock")) return true
      return owner === undefined ? first?.state === "exhausted" : hasEnded(played, owner, "removed")
    case "improper":
      return owner === undefined ? first?.state === "completed" : hasEnded(played, owner, "completed")
    default:
      return true
  }
}

function hasEnded({ state }: Played, task: string, status: string): boolean {
  return [...state.items.values()].some((item) => item.task === task && item.status === status)
}

/** How the case stands, as far as it shows what is wrong. */
function shown(knowing: Knowing, process: Process, played: Played, fault: Fault): JsonObject {
  const [first] = [...played.state.cases.values()].toSorted((one, other) => numberOf(one.id) - numberOf(other.id))
  if (first === undefined) throw new Error("no case was started")
  const { id, state } = first
  const raised = exceptionsOf(played, id)
  switch (fault.kind) {
    case "stuck":
      return { state, ...(raised.length > 0 && { exceptions: raised }), ...removed(knowing, played, id) }
    case "improper": {
      const gone = removed(knowing, played, id)
      return { state, ...("items" in gone ? gone : notReady(process, played, id)) }
    }
    case "endless":
      return { state, ...(raised.length > 0 ? { exceptions: raised } : live(knowing, process, played, id)) }
    case "dead":
      return { state, ...notReady(process, played, id) }
  }
}

function exceptionsOf({ entries }: Played, id: CaseId): readonly JsonObject[] {
  return entries
    .flatMap(({ events }) => events)
    .filter((event) => event.type === "ExceptionRaised")
    .filter((event) => event.case === id)
    .map(({ class: name, at }) => ({ class: name, at }))
}

function notReady(process: Process, { state }: Played, id: CaseId): JsonObject {
  const names = [...statesOf(state, process, id)].flatMap(([name, its]) =>
    its === "notReady" && isNamed(name) ? [name] : [],
  )
  return { states: { notReady: names } }
}

/** What went with the last step without having been done. */
function removed({ stage }: Knowing, played: Played, id: CaseId): { readonly items?: JsonObject } {
  const gone = played.events.flatMap((event: Event) => (event.type === "ItemRemoved" ? [event.item] : []))
  const items = gone.flatMap((item) => played.state.items.get(item) ?? [])
  const named = items.filter(
    (item) => item.case === id && isNamed(item.task) && instancesOf(stage, played, item).length === 0,
  )
  return named.length === 0 ? {} : { items: Object.fromEntries(named.map(({ task }) => [task, "removed"])) }
}

function statusOf(process: Process, { state }: Played, item: Item): string {
  return isHeld(state, item, process) ? `held ${item.status}` : item.status
}

function live({ stage }: Knowing, process: Process, played: Played, id: CaseId): { readonly items?: JsonObject } {
  const items = [...played.state.items.values()].filter(
    (item) => item.case === id && isLive(item) && isNamed(item.task) && instancesOf(stage, played, item).length === 0,
  )
  return items.length === 0
    ? {}
    : { items: Object.fromEntries(items.map((item) => [publicName(item.task), statusOf(process, played, item)])) }
}
