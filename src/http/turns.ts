import { setImmediate as nextTurn } from "node:timers/promises"

/**
 * Turns on the one thread that answers everybody: a slice of work for one caller, then whatever has come over the network
 * meanwhile, then a slice for the next caller. A caller with a hundred requests gets no more turns than one with a single one.
 */
export class Turns {
  /** Slices that wait, by caller; the caller who is next comes first. */
  readonly #waiting = new Map<string, (() => void)[]>()
  /** Callers who have had a slice since others had a turn. */
  readonly #served = new Set<string>()
  readonly #nextTurn: () => Promise<unknown>
  #isTurning = false

  constructor(next: () => Promise<unknown> = nextTurn) {
    this.#nextTurn = next
  }

  /** Whether the caller may begin at once, as nothing of theirs was begun since others had a turn. */
  isFree(who: string): boolean {
    if (this.#waiting.has(who) || this.#served.has(who)) return false
    this.#served.add(who)
    if (!this.#isTurning) void this.#turn()
    return true
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
    while (this.#waiting.size > 0 || this.#served.size > 0) {
      await this.#nextTurn()
      this.#served.clear()
      const [who, own] = this.#waiting.entries().next().value ?? ["", []]
      const begin = own.shift()
      if (begin === undefined) continue
      this.#waiting.delete(who)
      if (own.length > 0) this.#waiting.set(who, own)
      this.#served.add(who)
      begin()
    }
    this.#isTurning = false
  }
}
