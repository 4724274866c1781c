import type { Refusal } from "../api/problems.ts"
import { Crowd } from "./crowd.ts"
import { Lanes } from "./lanes.ts"
import type { Limits } from "./limits.ts"
import { pageSize } from "./page-budget.ts"
import { Turns } from "./turns.ts"
import type { Visit } from "./visit.ts"

/** Counts who is inside, so that a crowd is asked to come back instead of slowing everybody down, and nobody alone is a crowd. */
export class Admission {
  readonly #arriving: Crowd
  readonly #answered: Crowd
  readonly #waiting: Crowd
  readonly #unread: Crowd
  readonly #places = new WeakMap<Visit, Place>()
  readonly #lanes: Lanes
  readonly turns: Turns

  constructor(limits: Limits, turns = new Turns()) {
    const { requests, requestsEach, waiting, waitingEach, unread, unreadEach } = limits
    this.turns = turns
    this.#lanes = new Lanes(limits, turns, {
      hasRoom: (who, pages) => this.#unread.hasRoomFor(who, pages * pageSize),
    })
    this.#arriving = new Crowd(requests, requestsEach)
    this.#answered = new Crowd(requests, requests)
    this.#waiting = new Crowd(waiting, waitingEach)
    this.#unread = new Crowd(unread, unreadEach)
  }

  /** Its body is still to come, which may take a while: it has no place yet among those that are answered. */
  arrive(visit: Visit): Refusal | undefined {
    return this.#move(visit, this.#arriving, "requests whose bodies are still to come")
  }

  /** It is complete, and answered from now on until the answer is through. */
  enter(visit: Visit): Refusal | undefined {
    return this.#move(visit, this.#answered, "requests")
  }

  /** From now on it only waits for something, and takes nobody's place. */
  wait(visit: Visit): Refusal | undefined {
    return this.#move(visit, this.#waiting, "waiting requests")
  }

  /** Resolves when an answer may be made; a refusal: too many wait, or too much was made already that nobody has read. */
  async work(visit: Visit): Promise<Refusal | undefined> {
    const { who } = visit
    const full = this.#unread.isFullFor(who)
    if (full) return tooMany(full, unreadAnswers)
    const entered = this.#lanes.enter(who)
    if (entered === undefined) return tooMany("one", "requests that wait for an answer")
    if (entered === "now") return undefined
    await entered
    const filled = this.#unread.isFullFor(who)
    if (filled) this.#lanes.leave(who)
    return filled ? tooMany(filled, unreadAnswers) : undefined
  }

  /** The answer is made. */
  worked(visit: Visit): void {
    this.#lanes.leave(visit.who)
  }

  /** So many bytes of an answer are kept until they are taken. */
  send(visit: Visit, bytes: number): Refusal | undefined {
    const { who } = visit
    const full = this.#unread.isFullFor(who)
    if (full) return tooMany(full, unreadAnswers)
    this.#unread.add(who, bytes)
    visit.onLeave(() => this.#unread.remove(who, bytes))
    return undefined
  }

  /** Its place is free again; streams are counted elsewhere. */
  leave(visit: Visit): void {
    const place = this.#places.get(visit)
    this.#places.delete(visit)
    place?.crowd.remove(place.who)
  }

  #move(visit: Visit, crowd: Crowd, what: string): Refusal | undefined {
    const { who } = visit
    const full = crowd.isFullFor(who)
    if (full) return tooMany(full, what)
    if (this.#places.has(visit)) this.leave(visit)
    else visit.onLeave(() => this.leave(visit))
    crowd.add(who)
    this.#places.set(visit, { crowd, who })
    return undefined
  }
}

interface Place {
  readonly crowd: Crowd
  readonly who: string
}

const unreadAnswers = "answers that nobody has read"

const tooMany = (full: "one" | "all", what: string): Refusal =>
  full === "all"
    ? {
        code: "TOO_BUSY",
        message: `the server has as many ${what} as it takes`,
        remedy: "Come back in a moment",
      }
    : {
        code: "TOO_MANY_REQUESTS",
        message: `whoever asks has as many ${what} as one may have`,
        remedy: "Finish some before you begin more",
      }
