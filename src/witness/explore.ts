import type { JsonObject } from "../messages/json.ts"
import { type Going, type Outside, waysFrom } from "./environment.ts"
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
  /** What is not to happen on the way. */
  leavesOut?(played: Played): boolean
  /** Looks at a moment when it is first reached. */
  see(moment: Moment): "go on" | "no further" | "enough"
  /** Looks at whatever happens, also where it leads to what has been seen. */
  happen?(moment: Moment): void
  /** Looks at a moment from which nothing goes on by itself. */
  rest?(moment: Moment): "go on" | "enough"
}

/**
 * Looks at what can happen from some moments on, the simplest first: few values given and little from outside, then in the order
 * of steps. Moments in which the same can happen are one.
 */
export function explore(knowing: Knowing, from: readonly Moment[], exploring: Exploring): void {
  new Exploration(knowing, exploring).run(from)
}

/** The steps that lead there. */
export function stepsTo(moment: Moment): readonly JsonObject[] {
  const steps: JsonObject[] = []
  for (let at: Moment | undefined = moment; at; at = at.before) if (at.step) steps.unshift(at.step)
  return steps
}

const MOST_COST = 6
/** At one go; more come with more steps. */
const MOST_VALUES = 3

/** A moment to be looked at, or ways from one that take so many values. */
type Task = { readonly moment: Moment; readonly going?: Going; readonly values?: number }

class Exploration {
  readonly #knowing: Knowing
  readonly #exploring: Exploring
  readonly #seen = new Set<string>()
  /** By what they cost. */
  readonly #tasks: Task[][] = []
  #left: number

  constructor(knowing: Knowing, exploring: Exploring) {
    this.#knowing = knowing
    this.#exploring = exploring
    this.#left = exploring.most
  }

  run(from: readonly Moment[]): void {
    for (const moment of from) {
      this.#exploring.happen?.(moment)
      this.#add(moment)
    }
    for (let cost = 0; cost < this.#tasks.length; cost++) {
      // Lists grow while they are walked, this one included.
      for (let index = 0; index < (this.#tasks[cost]?.length ?? 0); index++) {
        const task = this.#tasks[cost]?.[index]
        if (task === undefined) continue
        if (task.going) this.#go(task.moment, task.going, task.values ?? 0)
        else if (this.#lookAt(task.moment) === "enough") return
        if (this.#left <= 0) return
      }
    }
  }

  #lookAt(moment: Moment): "go on" | "enough" {
    const verdict = this.#exploring.see(moment)
    if (verdict !== "go on") return verdict === "enough" ? "enough" : "go on"
    let isMoving = false
    const goings = [...waysFrom(this.#knowing, moment.played, this.#exploring.outside)]
    let isAlone = false
    for (const going of goings) {
      const { isInside, price } = going
      if (isAlone && isInside) continue
      const gone = price === 0 ? this.#go(moment, going, 0) : nowhere
      if (isInside && gone.isMoving) isMoving = true
      for (let values = price === 0 ? 1 : 0; values <= MOST_VALUES; values++)
        this.#put(moment.cost + price + values, { moment, going, values })
      // What nobody looks at can be done before all else, unless that leads back.
      isAlone ||= isInside === "alone" && gone.isNew && gone.isPlain
    }
    if (isMoving || this.#exploring.rest === undefined) return "go on"
    const couldMove = goings.some((going) => going.isInside && this.#go(moment, going, 1).isMoving)
    return couldMove ? "go on" : this.#exploring.rest(moment)
  }

  #go(moment: Moment, { ways, price }: Going, values: number): Gone {
    let isMoving = false
    let isNew = false
    let isPlain = true
    for (const way of ways()) {
      if (way.gives.length > values || this.#left <= 0) break
      if (way.gives.length < values) continue
      this.#left--
      const outcome = way.go()
      if (!outcome.ok || outcome.played.events.length === 0) continue
      if (this.#exploring.leavesOut?.(outcome.played)) continue
      if (outcome.played.events.some(isHeard)) isPlain = false
      if (this.#isIdle(way.step, moment, outcome.played)) continue
      isMoving = true
      const next = { played: outcome.played, step: way.step, before: moment, cost: moment.cost + price + values }
      this.#exploring.happen?.(next)
      if (this.#add(next)) isNew = true
    }
    return { isMoving, isNew, isPlain }
  }

  /** Whether time has passed, and all is as it was before: a clock that strikes for ever moves nothing. */
  #isIdle(step: JsonObject, moment: Moment, after: Played): boolean {
    if (!Object.hasOwn(step, "advance") || this.#knowing.constants.looksAtTime) return false
    const key = situationOf(this.#knowing, after)
    for (let at: Moment | undefined = moment; at; at = at.before) {
      if (situationOf(this.#knowing, at.played) === key) return true
      if (at.step === undefined || !Object.hasOwn(at.step, "advance")) return false
    }
    return false
  }

  #add(moment: Moment): boolean {
    const key = situationOf(this.#knowing, moment.played)
    if (this.#seen.has(key)) return false
    this.#seen.add(key)
    this.#put(moment.cost, { moment })
    return true
  }

  #put(cost: number, task: Task): void {
    if (cost > (this.#exploring.mostCost ?? MOST_COST)) return
    this.#tasks[cost] ??= []
    this.#tasks[cost].push(task)
  }
}

/** Whether something happened; whether it led to anything new; whether nobody but those who did it had anything to do with it. */
interface Gone {
  readonly isMoving: boolean
  readonly isNew: boolean
  readonly isPlain: boolean
}

const nowhere: Gone = { isMoving: false, isNew: false, isPlain: true }

/** With a case end the rules about it; what rules do may come in another order. */
const isHeard = ({ type }: Played["events"][number]): boolean =>
  type === "RunStarted" || type === "CaseCompleted" || type === "CaseExhausted" || type === "ExceptionRaised"
