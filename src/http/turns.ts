import { setImmediate as nextTurn } from "node:timers/promises"

/**
 * Turns on the one thread that answers everybody: a slice of work for one caller, then whatever has come over the network
 * meanwhile, then a slice for the next caller. A caller with a hundred requests gets no more turns than one with a single one.
 */
export class Turns {
  /** Slices that wait, by caller; the caller who is next comes first. */
  readonly #waiting = new Map<string, (() => void)[]>()
  readonly #nextTurn: () => Promise<unknown>
  #isTurning = false

  constructor(next: () => Promise<unknown> = nextTurn) {
    this.#nextTurn = next
  }

  /** Resolves when it is the caller's turn. */
  next(who: string): Promise<void> {
    return new Promise((resolve) => {
      const own = this.#waiting.get(who)
      if (own) own.push(resolve)
      else this.#waiting.set(who, [resolve])
      if (!this.#isTurning) void this.#turn()
    })
  }

  async #turn(): Promise<void> {
    this.#isTurning = true
    while (this.#waiting.size > 0) {
      await this.#nextTurn()
      const [who, own] = this.#waiting.entries().next().value ?? ["", []]
      const begin = own.shift()
      this.#waiting.delete(who)
      if (own.length > 0) this.#waiting.set(who, own)
      begin?.()
    }
    this.#isTurning = false
  }
}
