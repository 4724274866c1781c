import type { Engine, FamilyId, ProgramItem, VirtualClock } from "../main.ts"
import { asFamilyId } from "../messages/ids.ts"
import { Agenda } from "./agenda.ts"
import { Chance } from "./chance.ts"
import { concerts } from "./concerts.ts"
import { laptops } from "./laptops.ts"
import { refusingSupplier } from "./requisition-data.ts"
import { requisitions } from "./requisitions.ts"
import { type Course, type Pause, Scene } from "./scene.ts"
import { standings } from "./standing.ts"
import { afterWork, workBetween } from "./working-hours.ts"

/** How many days of the past are played. */
export const playedDays = 30

const hour = 60 * 60_000

export interface Playing {
  /** An engine in which the three examples are deployed, at the beginning of those days. */
  readonly engine: Engine
  readonly clock: VirtualClock
  readonly end: number
  /** The same seed and the same end: the same days. */
  readonly seed: number
  /** Whoever plays may be told to stop; what was played so far is there then. */
  readonly signal?: AbortSignal
  /** How many cases have begun. */
  onProgress?(begun: number, of: number): void
}

/**
 * Plays the days before a moment in virtual time: people start cases of the examples, do their work, and whatever can go wrong
 * does. The clock stands at the end afterwards. Answers whether it came to the end.
 */
export async function playDays({ engine, clock, end, seed, signal, onProgress }: Playing): Promise<boolean> {
  const chance = new Chance(seed)
  const begin = clock.now()
  const agenda = new Agenda<Act>()
  const planned = [...drawn(chance, begin, end), ...standings.map((given) => standingPart(given, end))]
  for (const { at, course, isBrisk } of planned) {
    const moves = course(new Scene({ engine, chance: chance.fork(), end, isBrisk }))
    agenda.add(Math.max(begin, at), { moves, isFirst: true })
  }
  const credit = engine.worker("credit-desk", givesCredit)
  agenda.add(end - creditGone, { moves: once(() => credit.stop()) })
  agenda.add(end - 5 * 24 * hour, { moves: once(() => readSome(engine)) })
  let begun = 0
  for (let next = agenda.take(end); next; next = agenda.take(end)) {
    if (signal?.aborted) return false
    const { moves, isFirst } = next.value
    await clock.advanceTo(next.at)
    const { value: pause } = await moves.next()
    if (pause) agenda.add(momentAfter(next.at, pause), { moves })
    if (isFirst) onProgress?.(++begun, planned.length)
  }
  await clock.advanceTo(end)
  return true
}

/** Ids of families as usual, by time and chance, but the same for the same seed. */
export function familyIds(seed: number): (now: number) => FamilyId {
  const chance = new Chance(seed ^ 0x5eed)
  const digits = "0123456789abcdefghjkmnpqrstvwxyz"
  return (now) => {
    let id = ""
    for (let rest = Math.floor(now), place = 0; place < 9; place++, rest = Math.floor(rest / 32))
      id = digits.charAt(rest % 32) + id
    for (let place = 0; place < 7; place++) id += digits.charAt(chance.whole(0, 31))
    return asFamilyId(id)
  }
}

interface Act {
  readonly moves: AsyncGenerator<Pause, void, undefined>
  readonly isFirst?: true
}

interface Part {
  readonly at: number
  readonly course: Course
  readonly isBrisk: boolean
}

/** How many cases of each example chance has a say in. */
const counts = [
  [86, concerts],
  [72, laptops],
  [80, requisitions],
] as const

function drawn(chance: Chance, begin: number, end: number): readonly Part[] {
  const whole = workBetween(begin, end)
  return counts.flatMap(([count, courses]) =>
    Array.from({ length: count }, () => ({
      at: afterWork(begin, chance.between(0, whole)),
      course: chance.weighted(courses),
      isBrisk: false,
    })),
  )
}

function standingPart({ hours, course, isBrisk }: (typeof standings)[number], end: number): Part {
  const at = end - hours * hour
  return { at: isBrisk ? at : afterWork(at, 0), course, isBrisk }
}

function momentAfter(now: number, pause: Pause): number {
  return "until" in pause ? Math.max(now, pause.until) : afterWork(now, pause.work)
}

/** The program that asks suppliers for credit is not there any more in the last hours. */
const creditGone = 3.5 * hour

async function givesCredit({ data }: ProgramItem) {
  if (data.supplier === refusingSupplier) throw new Error(`${refusingSupplier} give no credit`)
  return { terms: "credit" }
}

/** Some have read what they were told. */
async function readSome(engine: Engine): Promise<void> {
  for (const agent of ["paula", "eddie", "dora", "mia"]) await engine.markRead(agent, "all", { by: agent })
}

async function* once(act: () => Promise<void>): AsyncGenerator<Pause, void, undefined> {
  await act()
  yield* []
}
