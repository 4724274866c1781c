import { setTimeout as pause } from "node:timers/promises"
import { said } from "../contracts/start-postgres.ts"
import type { Chance } from "./chance.ts"
import type { Fleet } from "./fleet.ts"

export const faultNames = ["kill", "stop", "pause", "cut", "restart", "skew"] as const
export type Fault = (typeof faultNames)[number]

export interface FaultParts {
  readonly fleet: Fleet
  readonly store: string
  readonly chance: Chance
  readonly faults: ReadonlySet<Fault>
  /** Absent: the database is somebody else's, and stays up. */
  readonly restart?: ((how: "at once" | "in good order") => Promise<void>) | undefined
  readonly closing: AbortSignal
  /** How many milliseconds a node is paused at most: for longer than it counts as there. */
  readonly longestPause: number
  /** By how many milliseconds a clock that is set is wrong at most. */
  readonly largestSkew: number
}

/** One thing after the other goes wrong, until it is time to look at what is left; then everything stands again. */
export class Faults {
  readonly counts = new Map<Fault, number>()
  readonly #parts: FaultParts
  readonly #under: Set<Promise<void>> = new Set()
  readonly #busy = new Set<unknown>()

  constructor(parts: FaultParts) {
    this.#parts = parts
  }

  async run(): Promise<void> {
    const { chance, closing, faults } = this.#parts
    const hasClocks = this.#parts.fleet.nodes.some(({ hasOwnClock }) => hasOwnClock)
    const isPossible = { restart: this.#parts.restart !== undefined, skew: hasClocks }
    const possible = [...faults].filter((fault) => (fault === "restart" || fault === "skew" ? isPossible[fault] : true))
    while (!closing.aborted && possible.length > 0) {
      await pause(chance.between(300, 2500), undefined, { signal: closing }).catch(() => undefined)
      if (closing.aborted) break
      const fault = chance.pick(possible) as Fault
      // What comes seldom in life comes seldom here, but it comes.
      if (fault === "restart" && !chance.is(0.6)) continue
      const done = this.#happen(fault).finally(() => this.#under.delete(done))
      this.#under.add(done)
      if (fault === "restart") await done
    }
    await Promise.all(this.#under)
    for (const node of this.#parts.fleet.nodes) if (node.hasOwnClock) node.setClock(node.settings.ahead)
  }

  async #happen(fault: Fault): Promise<void> {
    const { fleet, chance, store, restart, closing, longestPause } = this.#parts
    if (fault === "cut") {
      this.#count(fault)
      await said(store, cutting).catch(() => undefined)
      return
    }
    if (fault === "restart") {
      this.#count(fault)
      await restart?.(chance.is(0.5) ? "at once" : "in good order")
      return
    }
    if (fault === "skew") {
      this.#count(fault)
      const node = chance.pick(fleet.nodes.filter(({ hasOwnClock }) => hasOwnClock))
      node?.setClock(chance.between(200, this.#parts.largestSkew) * (chance.is(0.5) ? 1 : -1))
      return
    }
    const node = fleet.any(chance)
    if (this.#busy.has(node)) return
    this.#busy.add(node)
    this.#count(fault)
    if (fault === "pause") {
      node.pause()
      await pause(chance.between(1000, longestPause), undefined, { signal: closing }).catch(() => undefined)
      node.resume()
    } else {
      await node.kill(fault === "kill" ? "SIGKILL" : "SIGTERM")
      await pause(chance.between(0, 1500))
      await fleet.up(node)
    }
    this.#busy.delete(node)
  }

  #count(fault: Fault): void {
    this.counts.set(fault, (this.counts.get(fault) ?? 0) + 1)
  }
}

const cutting = `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
  WHERE datname = current_database() AND application_name LIKE 'exlet %' AND random() < 0.5`
