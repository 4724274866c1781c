import type { Turns } from "./turns.ts"

export interface LaneLimits {
  /** Answers being made at a time, for one caller. */
  readonly workEach: number
  /** Requests of one caller that wait for their lane. */
  readonly requestsEach: number
}

/** The answers that nobody has taken yet. */
export interface Kept {
  /** Whether there is room for so many pages besides what is kept for the caller. */
  hasRoom(who: string, pages: number): boolean
}

/**
 * What is under way for each caller. The room for an answer is reserved before the answer is made: a caller has so many under
 * way at a time, and the rest wait in line. Who waits gets in by turns, so that a long line keeps nobody else waiting.
 */
export class Lanes {
  readonly #limits: LaneLimits
  readonly #turns: Turns
  readonly #kept: Kept
  readonly #lanes = new Map<string, Lane>()

  constructor(limits: LaneLimits, turns: Turns, kept: Kept) {
    this.#limits = limits
    this.#turns = turns
    this.#kept = kept
  }

  /** How many answers are being made for a caller. */
  underWay(who: string): number {
    return this.#lanes.get(who)?.underWay ?? 0
  }

  /** Resolves when there is room to make another answer for the caller; undefined: too many wait already. */
  enter(who: string): Promise<void> | "now" | undefined {
    const lane = this.#lanes.get(who) ?? { underWay: 0, line: [] }
    this.#lanes.set(who, lane)
    if (lane.line.length === 0 && this.#isFree(who, lane)) {
      lane.underWay++
      return this.#turns.isFree(who) ? "now" : this.#turns.next(who)
    }
    if (lane.line.length >= this.#limits.requestsEach) return undefined
    return new Promise((resolve) => lane.line.push(resolve))
  }

  /** An answer is made, or given up. */
  leave(who: string): void {
    const lane = this.#lanes.get(who)
    if (lane === undefined) return
    lane.underWay--
    while (lane.line.length > 0 && this.#isFree(who, lane)) {
      lane.underWay++
      const begin = lane.line.shift()
      if (begin) void this.#turns.next(who).then(begin)
    }
    if (lane.underWay === 0 && lane.line.length === 0) this.#lanes.delete(who)
  }

  /** One at a time gets in in any case: what cannot be kept is refused once it is known how large it is. */
  #isFree(who: string, { underWay }: Lane): boolean {
    return underWay === 0 || (underWay < this.#limits.workEach && this.#kept.hasRoom(who, underWay + 1))
  }
}

interface Lane {
  underWay: number
  readonly line: (() => void)[]
}
