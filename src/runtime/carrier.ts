import type { AgentId } from "../messages/ids.ts"
import type { JsonObject } from "../messages/json.ts"
import { emptyBatch } from "../store/empty-batch.ts"
import type { DeliveryChange, DeliveryRow } from "../store/outbox.ts"
import type { Store } from "../store/port.ts"
import { type Addressed, type Carried, type Channel, pauseAfter, usualTries } from "./channel.ts"
import { type Clock, steadyTime } from "./clock.ts"
import { type Letter, minute } from "./letters.ts"
import type { Observer } from "./observer.ts"

export interface CarrierParts {
  readonly store: Store
  readonly clock: Clock
  readonly observer: Observer | undefined
  /** What the organisation says of an agent. */
  readonly attributesOf: (agent: AgentId) => JsonObject
}

/**
 * Carries what waits for one channel: each letter at least once, under the same id however often, and in the order it was written,
 * to each recipient by himself. What says the same to the same more than twenty times in a minute comes as one. What does not
 * arrive is tried again, later and later, and given up in the end.
 */
export class Carrier {
  readonly channel: Channel
  readonly #parts: CarrierParts
  /** How many of those alike were carried one by one. */
  readonly #alone = new Map<string, number>()
  readonly #abort = new AbortController()
  #next: { readonly moment: number; readonly cancel: () => void } | undefined
  #again: (() => void) | undefined
  #running: Promise<void> | undefined
  #isAgain = false
  #isStopped = false
  #isAbandoned = false

  constructor(channel: Channel, parts: CarrierParts) {
    this.channel = channel
    this.#parts = parts
  }

  get isBusy(): boolean {
    return this.#running !== undefined
  }

  /** There may be something to carry. */
  wake(): void {
    if (this.#isStopped) return
    if (this.#running) {
      this.#isAgain = true
      return
    }
    this.#running = this.#work()
      // The store could not be read or written: what is due stays due.
      .catch(() => this.#tryAgain())
      .finally(() => {
        this.#running = undefined
        if (!this.#isAgain) return
        this.#isAgain = false
        this.wake()
      })
  }

  /** Takes up nothing new; what is under way is waited for, so many milliseconds at most. */
  async stop(grace: number): Promise<void> {
    this.#isStopped = true
    this.#next?.cancel()
    this.#again?.()
    const timer = setTimeout(() => this.#abort.abort(), grace)
    await this.#running
    clearTimeout(timer)
    await this.channel.close?.()
  }

  /** As a crash would: what is under way may arrive, but nobody notes it. */
  abandon(): void {
    this.#isStopped = true
    this.#isAbandoned = true
    this.#next?.cancel()
    this.#again?.()
    this.#abort.abort()
  }

  #tryAgain(): void {
    this.#again?.()
    if (this.#isStopped) return
    const steady = steadyTime(this.#parts.clock)
    this.#again = steady.at(steady.now() + pause, () => this.wake(), "aside")
  }

  #wakeAt(moment: number): void {
    if (this.#isStopped || (this.#next && this.#next.moment <= moment)) return
    this.#next?.cancel()
    const again = () => {
      this.#next = undefined
      this.wake()
    }
    const cancel = this.#parts.clock.at(moment, again, "aside")
    this.#next = { moment, cancel }
  }

  async #work(): Promise<void> {
    const { store, clock } = this.#parts
    const { name } = this.channel
    while (!this.#isStopped) {
      const rows = await store.dueDeliveries(name, clock.now(), page)
      if (rows.length === 0) break
      if (!(await this.#isMine())) return
      await this.#carryAll(rows)
    }
    const next = this.#isStopped ? undefined : await store.nextDeliveryAt(name)
    if (next !== undefined) this.#wakeAt(next)
  }

  /** Of several nodes one carries what is for a channel, so that it stays in its order. */
  async #isMine(): Promise<boolean> {
    const { nodes } = this.#parts.store
    return nodes === undefined || nodes.lease(`channel ${this.channel.name}`)
  }

  /** Several recipients at a time, what is for one of them in its order. */
  async #carryAll(rows: readonly DeliveryRow[]): Promise<void> {
    const waiting = [...Map.groupBy(rows, ({ agent }) => agent ?? "").values()]
    const together = new Set<string>()
    const next = async (): Promise<void> => {
      for (let own = waiting.shift(); own; own = waiting.shift())
        for (const row of own) {
          if (this.#isStopped || !(await this.#isMine())) return
          if (!together.has(row.like) && (await this.#carry(row)) === "together") together.add(row.like)
        }
    }
    await Promise.all(Array.from({ length: atATime }, next))
  }

  /** Says whether all that are like it have been dealt with. */
  async #carry(row: DeliveryRow): Promise<"alone" | "together"> {
    const { store, clock } = this.#parts
    const { name } = this.channel
    if (row.isGathered) {
      const count = await store.countGathered(name, row.like)
      const carried = await this.#tried(row, count - 1)
      if (carried) await store.noteGathered(name, row.like, this.#became(row, carried))
      return "together"
    }
    const before = this.#alone.get(row.like) ?? 0
    if (row.attempts === 0 && before >= mostAlone) {
      const end = (Math.floor(row.at / minute) + 1) * minute
      await store.gather(name, row.like, Math.max(end, clock.now()))
      return "together"
    }
    if (row.attempts === 0) this.#count(row.like, before + 1)
    const carried = await this.#tried(row, 0)
    if (carried === undefined) return "alone"
    const became = this.#became(row, carried)
    const { dueAt: _, error: __, ...rest } = row
    if (became === "delivered") await store.commit({ ...emptyBatch, arrived: [row.id] })
    else await store.commit({ ...emptyBatch, deliveries: [{ ...rest, ...became }] })
    return "alone"
  }

  /** Undefined: nobody is left to note it. */
  async #tried(row: DeliveryRow, more: number): Promise<Carried | undefined> {
    const letter = row.letter as unknown as Letter
    const { agent } = row
    const addressed: Addressed = {
      ...letter,
      ...(agent !== undefined && { agent, attributes: this.#parts.attributesOf(agent) }),
      ...(more > 0 && { id: `${letter.id}-and-more`, more }),
    }
    const carried = await this.channel.carry(addressed, this.#abort.signal).catch((error: unknown) => {
      return { as: "failed", message: error instanceof Error ? error.message : String(error) } as const
    })
    const isCutShort = this.#abort.signal.aborted && carried.as === "failed"
    return isCutShort || this.#isAbandoned ? undefined : carried
  }

  #became({ attempts, letter }: DeliveryRow, carried: Carried): DeliveryChange | "delivered" {
    const { observer, clock } = this.#parts
    const { name, tries = usualTries } = this.channel
    const tried = attempts + 1
    const isOver = carried.as === "failed" && (carried.isFinal || tried >= tries)
    const outcome = isOver ? "given up" : carried.as
    const message = carried.as === "failed" ? { message: carried.message.slice(0, longestMessage) } : {}
    observer?.carried?.({ channel: name, type: String(letter.type), id: String(letter.id), outcome, ...message })
    if (carried.as !== "failed") return "delivered"
    const dueAt = isOver ? {} : { dueAt: clock.now() + pauseAfter(tried) }
    return { attempts: tried, error: message.message ?? "", ...dueAt }
  }

  #count(like: string, count: number): void {
    // Those of minutes long past are never asked for again; the newest are the last.
    const surplus = this.#alone.size >= mostRemembered ? [...this.#alone.keys()].slice(0, mostRemembered / 2) : []
    for (const old of surplus) this.#alone.delete(old)
    this.#alone.set(like, count)
  }
}

/** How many alike are carried one by one in a minute. */
const mostAlone = 20
const mostRemembered = 10_000
const longestMessage = 500
const page = 100
/** Milliseconds until a store that failed is tried again. */
const pause = 1000
/** Recipients served at a time. */
const atATime = 8
