import type { JsonObject } from "../messages/json.ts"
import { type Outside, waysFrom } from "./environment.ts"
import type { Knowing } from "./moves.ts"
import type { Played } from "./play.ts"
import { situationOf } from "./situation.ts"

/** A moment that can be reached, and how. */
export interface Moment {
  readonly played: Played
  readonly step?: JsonObject
  readonly before?: Moment
  /** How many values were given and things brought from outside to get there. */
  readonly cost: number
}

export interface Exploring {
  /** What may come from outside besides the work that is there to be done. */
  readonly outside: readonly Outside[]
  /** How many commands may be tried. */
  readonly most: number
  /** Values and outside events on one way. */
  readonly mostCost?: number
  /** Looks at a moment when it is first reached. */
  see(moment: Moment): "go on" | "no further" | "enough"
  /** Looks at a moment from which nothing goes on by itself. */
  rest?(moment: Moment): "go on" | "enough"
}

/** Everything that could be reached was. */
export interface Explored {
  readonly isWhole: boolean
}

/**
 * Looks at what can happen from some moments on, the simplest first: few values given and little from outside, then in the order
 * of steps. Moments in which the same can happen are one.
 */
export function explore(knowing: Knowing, from: readonly Moment[], exploring: Exploring): Explored {
  const { most, mostCost = MOST_COST } = exploring
  const seen = new Set<string>()
  const queues: Moment[][] = []
  const add = (moment: Moment): boolean => {
    const key = situationOf(knowing, moment.played)
    if (seen.has(key)) return false
    seen.add(key)
    queues[moment.cost] ??= []
    queues[moment.cost]?.push(moment)
    return true
  }
  for (const moment of from) add(moment)
  let left = most
  let isWhole = true
  for (let cost = 0; cost < queues.length; cost++) {
    // Queues grow while they are walked, this one included.
    for (let index = 0; index < (queues[cost]?.length ?? 0); index++) {
      const moment = queues[cost]?.[index]
      if (moment === undefined) continue
      const verdict = exploring.see(moment)
      if (verdict === "enough") return { isWhole: false }
      if (verdict === "no further") continue
      let isMoving = false
      for (const { ways, isInside, price } of waysFrom(knowing, moment.played, exploring.outside)) {
        let isNew = false
        for (const way of ways) {
          const next = moment.cost + price + way.gives.length
          if (next > mostCost) {
            isWhole = false
            continue
          }
          if (left-- <= 0) return { isWhole: false }
          const outcome = way.go()
          if (!outcome.ok || outcome.played.events.length === 0) continue
          if (isInside) isMoving = true
          if (add({ played: outcome.played, step: way.step, before: moment, cost: next })) isNew = true
        }
        // What nobody looks at can be done before all else, unless that leads back.
        if (isInside === "alone" && isNew) break
      }
      if (!isMoving && exploring.rest?.(moment) === "enough") return { isWhole: false }
    }
  }
  return { isWhole }
}

/** The steps that lead there. */
export function stepsTo(moment: Moment): readonly JsonObject[] {
  const steps: JsonObject[] = []
  for (let at: Moment | undefined = moment; at; at = at.before) if (at.step) steps.unshift(at.step)
  return steps
}

const MOST_COST = 6
