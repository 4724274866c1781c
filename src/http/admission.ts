import type { Refusal } from "../api/problems.ts"
import type { Limits } from "./limits.ts"
import type { Visit } from "./visit.ts"

/** Counts who is inside, so that a crowd is asked to come back instead of slowing everybody down. */
export class Admission {
  readonly #limits: Limits
  #requests = 0
  #waiting = 0

  constructor(limits: Limits) {
    this.#limits = limits
  }

  enter(visit: Visit): Refusal | undefined {
    if (this.#requests >= this.#limits.requests) return tooBusy("requests")
    this.#requests++
    visit.onLeave(() => this.leave(visit))
    inside.set(visit, "answered")
    return undefined
  }

  /** From now on it only waits for something, and takes nobody's place. */
  wait(visit: Visit): Refusal | undefined {
    if (this.#waiting >= this.#limits.waiting) return tooBusy("waiting requests")
    this.leave(visit)
    this.#waiting++
    inside.set(visit, "waiting")
    return undefined
  }

  /** Its place is free again; streams are counted elsewhere. */
  leave(visit: Visit): void {
    const as = inside.get(visit)
    if (as === "answered") this.#requests--
    if (as === "waiting") this.#waiting--
    inside.delete(visit)
  }
}

const inside = new WeakMap<Visit, "answered" | "waiting">()

const tooBusy = (what: string): Refusal => ({
  code: "TOO_BUSY",
  message: `the server has as many ${what} as it takes`,
  remedy: "Come back in a moment",
})
