import type { ActingRule } from "../verify/repertoire-in-force.ts"
import type { RuleCycle } from "../verify/rule-cycles.ts"
import { waysFrom } from "./environment.ts"
import { explore, type Moment } from "./explore.ts"
import type { Knowing } from "./moves.ts"
import type { Played } from "./play.ts"
import { isRunOf } from "./runs-of-rules.ts"

/** The rules whose runs led to each other until the engine would not begin another one; undefined: it has begun them all. */
export function refusedIn({ events, entries }: Played, { rules }: RuleCycle): readonly ActingRule[] | undefined {
  if (!events.some(isRefusal)) return undefined
  const runs = entries
    .flatMap((entry) => entry.events)
    .filter((event) => event.type === "RunStarted" && event.depth > 1)
  const involved = rules.filter((rule) => runs.some((run) => run.type === "RunStarted" && isRunOf(run, rule)))
  return involved.length > 0 ? involved : undefined
}

/** Whether a rule of a group has just begun a run. */
export function begunIn({ events }: Played, { rules }: RuleCycle): boolean {
  return events.some((event) => event.type === "RunStarted" && rules.some((rule) => isRunOf(event, rule)))
}

/**
 * Whether it goes on for ever from here, whatever people do with the work there is: nothing they can do leads to rest. False also where
 * that is too much to tell.
 */
export function neverRests(knowing: Knowing, from: Moment, most: number): boolean {
  let rests = false
  let seen = 0
  explore(knowing, [{ played: from.played, cost: 0 }], {
    outside: [],
    most,
    mostCost: 3,
    see: () => {
      seen++
      return seen > most / 4 ? "enough" : "go on"
    },
    rest() {
      rests = true
      return "enough"
    },
  })
  return !rests && seen <= most / 4
}

/**
 * Does the work there is, the newest case's first and with as little data as can be, until the engine will not begin another run, or
 * runs have led to each other several times.
 */
export function goRound(knowing: Knowing, from: Moment, cycle: RuleCycle): Moment | undefined {
  let moment = from
  for (let step = 0; step < MOST_STEPS; step++) {
    if (refusedIn(moment.played, cycle) || generationsIn(moment.played, cycle) >= ENOUGH_ROUNDS) return moment
    const next = firstMove(knowing, moment)
    if (next === undefined) return undefined
    moment = next
  }
  return undefined
}

const ENOUGH_ROUNDS = 4
const MOST_STEPS = 120

function firstMove(knowing: Knowing, moment: Moment): Moment | undefined {
  const goings = [...waysFrom(knowing, moment.played, [])].filter(({ isInside }) => isInside)
  for (const { ways } of goings.toSorted((one, other) => (other.case ?? 0) - (one.case ?? 0))) {
    for (const way of ways()) {
      if (way.gives.length > 1) break
      const outcome = way.go()
      if (outcome.ok && outcome.played.events.length > 0)
        return { played: outcome.played, step: way.step, before: moment, cost: moment.cost }
    }
  }
  return undefined
}

/** How many runs of a group led one to the next: by what they did at once, or by the case or item they brought about. */
function generationsIn({ entries }: Played, { rules }: RuleCycle): number {
  const events = entries.flatMap((entry) => entry.events)
  const generations = new Map<number, number>()
  const born = new Map<string, number>()
  const caseOf = new Map<string, string>()
  let most = 0
  events.forEach((event, index) => {
    // Versions count events, from 1.
    const version = index + 1
    if (event.type === "CaseStarted") born.set(event.case, version)
    if (event.type === "ItemEnabled") {
      born.set(event.item, version)
      caseOf.set(event.item, event.case)
    }
    if (event.type !== "RunStarted" || !rules.some((rule) => isRunOf(event, rule))) return
    const subjects = [event.item, event.from?.item, event.from?.case, event.case].flatMap((id) =>
      id ? [id, caseOf.get(id) ?? id] : [],
    )
    const origins = [version, ...subjects.flatMap((id) => born.get(id) ?? [])]
    const before = Math.max(
      0,
      ...origins.flatMap((origin) => causesOf(events, origin).map((cause) => generations.get(cause) ?? 0)),
    )
    generations.set(version, before + 1)
    most = Math.max(most, before + 1)
  })
  return most
}

/** The versions of what led to an event, one before the other. */
function causesOf(events: Played["events"], version: number): readonly number[] {
  const causes: number[] = []
  for (let at = events[version - 1]?.causedBy; at !== undefined; at = events[at - 1]?.causedBy) causes.push(at)
  return causes
}

function isRefusal(event: Played["events"][number]): boolean {
  if (event.type === "InterventionOpened") return event.text.includes(" was not run: ")
  if (event.type !== "ExceptionRaised") return false
  return (
    event.class === "LoopLimit" || (event.class === "HandlerFailed" && TOO_MANY.test(String(event.parameters.message)))
  )
}

const TOO_MANY = /one caused by the other|each leading to the next|caused by others|one after the other/
