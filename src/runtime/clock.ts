import { addDuration, parseDuration, parseMoment } from "../expressions/time.ts"

/** What the engine knows of time. */
export interface Clock {
  now(): number
  /**
   * Calls back once when the moment has come; the answer takes it back. `aside`: nobody waits for it, so it need not keep a program
   * running.
   */
  at(moment: number, callback: () => void, aside?: "aside"): () => void
  /** Time that only passes, for what lasts so long and belongs to no moment; absent: this clock never jumps. */
  readonly steady?: Pick<Clock, "now" | "at">
  /** For a clock that is moved by hand: how to tell that all that is due has been done. */
  attach?(quiet: () => Promise<void>): () => void
}

/** Time that passes at the same pace whatever happens to the clock: to count how long something lasts. */
export const steadyTime = (clock: Clock): Pick<Clock, "now" | "at"> => clock.steady ?? clock

/** The time of the machine. What is still due keeps the program running until the engine is stopped. */
export const machineClock: Clock = clockShowing(() => Date.now())

/** A clock that somebody else may set, forward or back, at any moment: it sleeps in short pieces and looks again. */
export function clockShowing(now: () => number): Clock {
  const passed = () => performance.now()
  return {
    now,
    at: (moment, callback, aside) => sleepUntil(() => moment - now(), longestSleep, callback, aside),
    steady: {
      now: passed,
      at: (moment, callback, aside) => sleepUntil(() => moment - passed(), longestTimeout, callback, aside),
    },
  }
}

/** A clock of somebody else's, which may jump like the machine's; one that is moved by hand tells when it moves. */
export function watched(clock: Clock): Clock {
  if (clock.attach || clock.steady) return clock
  return {
    now: () => clock.now(),
    at(moment, callback, aside) {
      const wake = () => (clock.now() < moment ? sleep() : callback())
      const sleep = () => {
        cancel = clock.at(Math.min(moment, clock.now() + longestSleep), wake, aside)
      }
      let cancel = () => {}
      sleep()
      return () => cancel()
    },
  }
}

function sleepUntil(left: () => number, longest: number, callback: () => void, aside?: "aside"): () => void {
  let timer: NodeJS.Timeout
  const sleep = () => {
    timer = setTimeout(() => (left() > 0 ? sleep() : callback()), Math.ceil(Math.min(Math.max(0, left()), longest)))
    if (aside) timer.unref()
  }
  sleep()
  return () => clearTimeout(timer)
}

/** Milliseconds after which a clock that was set is noticed. */
const longestSleep = 500
/** More than that `setTimeout` cannot count. */
const longestTimeout = 2 ** 31 - 1

/** Time that stands still until it is advanced, and then passes in milliseconds: everything due happens, in order. */
export class VirtualClock implements Clock {
  #now: number
  readonly #calls = new Set<{ readonly moment: number; readonly callback: () => void }>()
  readonly #quiet = new Set<() => Promise<void>>()

  constructor(start: number | string = "2026-01-05T09:00:00Z") {
    this.#now = momentOf(start)
  }

  now(): number {
    return this.#now
  }

  at(moment: number, callback: () => void): () => void {
    const call = { moment, callback }
    this.#calls.add(call)
    // What is due already does not wait for time to pass.
    if (moment <= this.#now) setImmediate(() => this.#calls.delete(call) && callback())
    return () => this.#calls.delete(call)
  }

  attach(quiet: () => Promise<void>): () => void {
    this.#quiet.add(quiet)
    return () => this.#quiet.delete(quiet)
  }

  /** Lets a duration such as `P3D` pass. */
  async advance(duration: string): Promise<void> {
    const parsed = parseDuration(duration)
    if (parsed === undefined) throw new TypeError(`"${duration}" is not an ISO 8601 duration such as P3D or PT90M`)
    const target = addDuration(this.#now, parsed)
    if (target < this.#now) throw new RangeError("time does not go backwards")
    await this.advanceTo(target)
  }

  async advanceTo(moment: number | string): Promise<void> {
    const target = momentOf(moment)
    await this.#settled()
    for (let next = this.#next(target); next; next = this.#next(target)) {
      this.#now = Math.max(this.#now, next.moment)
      this.#calls.delete(next)
      next.callback()
      await this.#settled()
    }
    this.#now = Math.max(this.#now, target)
  }

  #next(target: number) {
    let first: { readonly moment: number; readonly callback: () => void } | undefined
    for (const call of this.#calls) if (call.moment <= target && (!first || call.moment < first.moment)) first = call
    return first
  }

  async #settled(): Promise<void> {
    for (const quiet of this.#quiet) await quiet()
  }
}

function momentOf(moment: number | string): number {
  const parsed = typeof moment === "number" ? moment : parseMoment(moment)
  if (parsed === undefined) throw new TypeError(`"${moment}" is not a date or datetime such as 2026-01-05T09:00:00Z`)
  return parsed
}
