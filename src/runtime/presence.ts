import type { ItemId } from "../messages/ids.ts"
import { type Clock, steadyTime } from "./clock.ts"

/** What is known of the programs elsewhere that do the items of one name. */
interface Attendance {
  /** How many ask at this moment. */
  asking: number
  /** Until when it counts as there without asking again. */
  until: number
  /** Whether one has asked and was welcomed; else it is only known to have a lease. */
  isWelcome: boolean
  /** What they have. */
  readonly leases: Set<ItemId>
  cancel: (() => void) | undefined
}

/**
 * Which programs elsewhere count as there: those that ask, have asked within the grace, or have a lease. Once none of it is
 * true of a name any more, `gone` is told.
 */
export class Presence {
  readonly #clock: Pick<Clock, "now" | "at">
  readonly #grace: number
  readonly #gone: (name: string) => void
  readonly #names = new Map<string, Attendance>()
  readonly #holders = new Map<ItemId, string>()
  #isStopped = false

  constructor(clock: Clock, grace: number, gone: (name: string) => void) {
    this.#clock = steadyTime(clock)
    this.#grace = grace
    this.#gone = gone
  }

  has(name: string): boolean {
    const found = this.#names.get(name)
    return found !== undefined && (found.asking > 0 || found.leases.size > 0 || found.until > this.#clock.now())
  }

  /** All that count as there. */
  names(): readonly string[] {
    return [...this.#names.keys()].filter((name) => this.has(name))
  }

  /** What each has, as far as it has something. */
  leases(): readonly (readonly [name: string, items: readonly ItemId[]])[] {
    return [...this.#names].flatMap(([name, { leases }]) => (leases.size > 0 ? [[name, [...leases]] as const] : []))
  }

  isWelcome(name: string): boolean {
    return this.#names.get(name)?.isWelcome === true && this.has(name)
  }

  welcome(name: string): void {
    this.#of(name).isWelcome = true
  }

  begin(name: string): void {
    const found = this.#of(name)
    found.asking++
    this.#watch(name, found)
  }

  end(name: string): void {
    const found = this.#of(name)
    found.asking--
    found.until = this.#clock.now() + this.#grace
    this.#watch(name, found)
  }

  /** It has a lease, or is about to get one. */
  hold(name: string, item: ItemId): void {
    const found = this.#of(name)
    found.leases.add(item)
    this.#holders.set(item, name)
    this.#watch(name, found)
  }

  drop(item: ItemId): void {
    const name = this.#holders.get(item)
    const found = name === undefined ? undefined : this.#names.get(name)
    this.#holders.delete(item)
    if (name !== undefined && found?.leases.delete(item)) this.#watch(name, found)
  }

  stop(): void {
    this.#isStopped = true
    for (const { cancel } of this.#names.values()) cancel?.()
  }

  #of(name: string): Attendance {
    const known = this.#names.get(name)
    if (known) return known
    const found = {
      asking: 0,
      until: Number.NEGATIVE_INFINITY,
      isWelcome: false,
      leases: new Set<ItemId>(),
      cancel: undefined,
    }
    this.#names.set(name, found)
    return found
  }

  #watch(name: string, found: Attendance): void {
    found.cancel?.()
    found.cancel = undefined
    if (this.#isStopped || found.asking > 0 || found.leases.size > 0) return
    found.cancel = this.#clock.at(found.until, () => {
      if (found.until > this.#clock.now()) return this.#watch(name, found)
      this.#names.delete(name)
      this.#gone(name)
    })
  }
}
