/** Chance that comes out the same for the same seed. */
export class Chance {
  #state: number

  constructor(seed: number) {
    this.#state = seed >>> 0
  }

  /** At least 0, less than 1. */
  next(): number {
    // Mulberry32: small, quick, and even enough for a show.
    this.#state = (this.#state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(this.#state ^ (this.#state >>> 15), this.#state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }

  between(least: number, most: number): number {
    return least + (most - least) * this.next()
  }

  /** A whole number, both ends included. */
  whole(least: number, most: number): number {
    return least + Math.floor(this.next() * (most - least + 1))
  }

  pick<Value>(of: readonly [Value, ...Value[]]): Value {
    return of[this.whole(0, of.length - 1)] ?? of[0]
  }

  /** Of several, the more weight the more often. */
  weighted<Value>(of: readonly (readonly [weight: number, Value])[]): Value {
    let left = this.next() * of.reduce((sum, [weight]) => sum + weight, 0)
    for (const [weight, value] of of) {
      left -= weight
      if (left < 0) return value
    }
    throw new Error("nothing to choose from")
  }

  /** Another chance of its own, so that what one does changes nothing for the rest. */
  fork(): Chance {
    return new Chance(Math.floor(this.next() * 2 ** 32))
  }
}
