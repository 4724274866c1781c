import { addDuration, parseDuration, parseMoment } from "../expressions/time.ts"

/** What the engine knows of time. */
export interface Clock {
  now(): number
  /**
   * Calls back once when the moment has come; the answer takes it back. `aside`: nobody waits for it, so it need not keep a program
   * running.
   */
  at(moment: number, callback: () => void, aside?: "aside"): () => void
  /** For a clock that is moved by hand: how to tell that all that is due has been done. */
  attach?(quiet: () => Promise<void>): () => void
}

/** The time of the machine. What is still due keeps the program running until the engine is stopped. */
export const machineClock: Clock = {
  now: () => Date.now(),
  at(moment, callback, aside) {
    // Longer than setTimeout can count: it wakes early, looks again and goes on sleeping.
    const timer = setTimeout(callback, Math.min(Math.max(0, moment - Date.now()), 2 ** 31 - 1))
    if (aside) timer.unref()
    return () => clearTimeout(timer)
  },
}

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
