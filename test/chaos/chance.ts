/** Chance that comes again with its seed. */
export class Chance {
  #state: number

  constructor(seed: number) {
    this.#state = seed >>> 0
  }

  /** From 0 up to 1. */
  next(): number {
    this.#state = (this.#state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(this.#state ^ (this.#state >>> 15), 1 | this.#state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }

  is(likelihood: number): boolean {
    return this.next() < likelihood
  }

  between(least: number, most: number): number {
    return least + Math.floor(this.next() * (most - least + 1))
  }

  pick<Thing>(things: readonly Thing[]): Thing | undefined {
    return things[Math.floor(this.next() * things.length)]
  }

  /** Without a figure in it, so that no two letters say the same. */
  word(): string {
    return Array.from({ length: 12 }, () => String.fromCharCode(97 + this.between(0, 25))).join("")
  }

  /** Another one, that does not depend on how often this one is asked afterwards. */
  branch(): Chance {
    return new Chance(Math.floor(this.next() * 2 ** 32))
  }
}
