import type { Item } from "../engine/family.ts"
import { isLeased } from "../engine/programs.ts"
import type { Command } from "../messages/commands.ts"
import type { Event } from "../messages/events.ts"
import { type AgentId, engineAgent, type FamilyId, familyOf, type ItemId } from "../messages/ids.ts"
import type { JsonObject } from "../messages/json.ts"
import { StoreError } from "../store/error.ts"
import type { ItemRow, Store } from "../store/port.ts"
import { type Act, type Answer, accept, refuse } from "./answer.ts"
import { type ClaimedItem, type ClaimHost, Claims } from "./claims.ts"
import { type Clock, steadyTime } from "./clock.ts"
import type { Committed } from "./committer.ts"
import type { LoadedFamily } from "./families.ts"
import { Presence } from "./presence.ts"
import { storeRefusal } from "./refusals.ts"

export interface ClaimOptions extends Pick<Act, "by"> {
  /** How many items at most; 1 unless set, 100 at most. */
  readonly limit?: number
  /** How long, in milliseconds, the program may be silent before it counts as vanished: a second to a day, 60,000 unless set. */
  readonly lease?: number
  /** How long, in milliseconds, to wait if there is nothing to do; 0 unless set, 60,000 at most. */
  readonly wait?: number
  /** Whoever asked does not wait any more: nothing is claimed for him. */
  readonly signal?: AbortSignal
  /** Which items may be given to whoever asks; all unless set. */
  readonly mayHave?: (item: ItemRow) => boolean
  /** Asked before something is given: whoever is not welcome any more is given nothing, and need not wait. */
  readonly isWelcome?: () => Promise<boolean>
}

export interface HeartbeatOptions extends Pick<Act, "by"> {
  /** How long, in milliseconds, the program may be silent from now on; as it was claimed unless set. */
  readonly lease?: number
}

export interface Heartbeat {
  readonly leaseUntil: number
}

/** What programs elsewhere need of the engine. */
export interface RemoteHost {
  readonly store: Store
  readonly clock: Clock
  readonly grace: number
  ask(family: FamilyId, command: Command, by: AgentId, reason?: string): Promise<Answer<readonly Event[]>>
  look(family: FamilyId): Promise<LoadedFamily | undefined>
  /** What an item reads that has just been claimed here; undefined if it is there no more. */
  dataOf(item: ItemId): Promise<JsonObject | undefined>
  /** Whether a program of that name runs in this process. */
  isHere(name: string): boolean
  /** Whether another node has one. */
  isElsewhere(name: string): boolean
  /** What nobody could do before can be done now. */
  welcome(name: string): Promise<void>
}

/** What happens to an item is its program's doing; whoever else brings the news is named as the reason. */
export function askedBy({ by }: Pick<Act, "by">, program: string): string | undefined {
  return by === undefined || by === program ? undefined : `asked by ${by}`
}

/** Programs that are not called but ask for their items, and tell what came of them. */
export class RemotePrograms {
  readonly #host: RemoteHost
  readonly #presence: Presence
  readonly #claimHost: ClaimHost
  readonly #claims = new Map<string, Claims>()
  readonly #welcoming = new Map<string, Promise<void>>()
  #missing = 0
  #isStopped = false

  constructor(host: RemoteHost) {
    this.#host = host
    this.#presence = new Presence(host.clock, host.grace, (name) => void this.#miss(name))
    this.#claimHost = { ...host, presence: this.#presence }
  }

  /** Who asked an engine that is gone is forgotten; who has a lease is not. */
  async start(): Promise<void> {
    const { store } = this.#host
    // Where there are other nodes, one of them knows of it.
    if (store.nodes) return
    for (const name of await store.leasing())
      for (const { id } of await store.leasedItems(name)) if (await this.isLeased(id)) this.#presence.hold(name, id)
  }

  get isBusy(): boolean {
    return this.#missing > 0 || [...this.#claims.values()].some(({ isServing }) => isServing)
  }

  /** Whether a program is at it; one that runs in this process, or did in the one before, if that is asked. */
  async isLeased(id: ItemId, where?: "here"): Promise<boolean> {
    const item = await this.#itemOf(id)
    return item !== undefined && isLeased(item) && (where === undefined || !item.isRemote)
  }

  isPresent(name: string): boolean {
    return this.#presence.has(name)
  }

  /** The programs that count as there because of what this node knows. */
  present(): readonly string[] {
    return this.#presence.names()
  }

  /** Another node may have given something to do, or have heard what came of what was given out here. */
  async look(workers: readonly string[] | "all"): Promise<void> {
    for (const [name, claims] of this.#claims) if (workers === "all" || workers.includes(name)) claims.wake()
    if (workers !== "all") return
    for (const [name, items] of this.#presence.leases()) {
      const leased = new Set((await this.#host.store.leasedItems(name)).map(({ id }) => id))
      for (const item of items) if (!leased.has(item)) this.#presence.drop(item)
    }
  }

  noteCommitted({ items, alarms }: Pick<Committed, "items" | "alarms">): void {
    this.#noteLeases({ items, alarms })
    if (this.#claims.size === 0) return
    for (const { worker, live, held, status } of items) {
      const isReady = live && !held && (status === "enabled" || status === "allocated")
      if (isReady && worker !== undefined) this.#claims.get(worker)?.wake()
    }
  }

  async claim(name: string, options: ClaimOptions): Promise<Answer<readonly ClaimedItem[]>> {
    const { signal, mayHave = () => true, isWelcome: isStillWelcome = async () => true } = options
    if (signal?.aborted) return accept([])
    const isWelcome = this.#host.isHere(name) || this.#presence.isWelcome(name)
    this.#presence.begin(name)
    try {
      if (!isWelcome) await this.#welcome(name)
      if (this.#isStopped || signal?.aborted) return accept([])
      const claims = this.#claims.get(name) ?? new Claims(name, this.#claimHost)
      this.#claims.set(name, claims)
      return await claims.claim({
        limit: Math.floor(within(options.limit, limits.limit)),
        lease: within(options.lease, limits.lease),
        wait: within(options.wait, limits.wait),
        signal,
        mayHave,
        reason: askedBy(options, name),
        isWelcome: isStillWelcome,
      })
    } catch (error) {
      if (error instanceof StoreError) return refuse(storeRefusal(error))
      throw error
    } finally {
      this.#presence.end(name)
    }
  }

  async returnItems(items: readonly Pick<ClaimedItem, "id" | "attempt">[]): Promise<void> {
    const { ask } = this.#host
    const back = items.map(async ({ id: item, attempt }) =>
      ask(familyOf(item), { type: "ReturnItem", item, attempt }, await this.programOf(item)),
    )
    // What cannot be written now comes back when its lease ends.
    await Promise.allSettled(back)
  }

  /** Who waits may have more than before. */
  organisationChanged(): void {
    for (const claims of this.#claims.values()) claims.wake()
  }

  async heartbeat(item: ItemId, attempt: number, options: HeartbeatOptions): Promise<Answer<Heartbeat>> {
    const known = await this.#itemOf(item).catch(() => undefined)
    const lease = within(options.lease ?? known?.lease, limits.lease)
    const leaseUntil = this.#host.clock.now() + lease
    const command = { type: "ProlongLease", item, attempt, lease } as const
    const answer = await this.#host.ask(familyOf(item), command, known?.agent ?? engineAgent)
    return answer.ok ? accept({ leaseUntil }) : answer
  }

  /** The program that has an item: what happens to it is its doing, whoever brings the news. */
  async programOf(item: ItemId): Promise<AgentId> {
    const known = await this.#itemOf(item).catch(() => undefined)
    return known?.agent ?? engineAgent
  }

  /** Whoever waits is told that there is nothing. */
  async stop(): Promise<void> {
    this.#isStopped = true
    this.#presence.stop()
    await Promise.all([...this.#claims.values()].map((claims) => claims.stop()))
  }

  /** Those who ask meanwhile wait too, so that nobody overtakes the first. */
  async #welcome(name: string): Promise<void> {
    const welcoming = this.#welcoming.get(name) ?? this.#host.welcome(name)
    this.#welcoming.set(name, welcoming)
    try {
      await welcoming
      this.#presence.welcome(name)
    } finally {
      this.#welcoming.delete(name)
    }
  }

  #noteLeases({ items, alarms }: Pick<Committed, "items" | "alarms">): void {
    const leases = alarms.filter(({ kind }) => kind === "lease")
    if (leases.length === 0) return
    const rows = new Map<string, ItemRow>(items.map((row) => [row.id, row]))
    for (const { id, dueAt } of leases) {
      const worker = rows.get(id)?.worker
      if (dueAt === undefined) this.#presence.drop(id as ItemId)
      else if (worker !== undefined && !this.#host.isHere(worker)) this.#presence.hold(worker, id as ItemId)
    }
  }

  async #itemOf(id: ItemId): Promise<Item | undefined> {
    return (await this.#host.look(familyOf(id)))?.state.items.get(id)
  }

  /** What waits for a program that has gone waits for an answer. */
  async #miss(name: string): Promise<void> {
    if (this.#claims.get(name)?.isEmpty) this.#claims.delete(name)
    if (this.#isStopped || this.#host.isHere(name) || this.#host.isElsewhere(name)) return
    const { store, ask } = this.#host
    this.#missing++
    try {
      for (let after: ItemId | undefined; !this.#isStopped && !this.#presence.has(name); ) {
        const rows = await store.readyItems(name, after, page)
        await Promise.all(rows.map(({ id, family }) => ask(family, { type: "MissWorker", item: id }, engineAgent)))
        after = rows.at(-1)?.id
        if (rows.length < page) return
      }
    } catch {
      // The store could not be read: it is tried again.
      const steady = steadyTime(this.#host.clock)
      steady.at(steady.now() + pause, () => void this.#miss(name))
    } finally {
      this.#missing--
    }
  }
}

/** What may be asked for: the least, the most, and what is meant if nobody says. */
const limits = {
  limit: { least: 1, most: 100, usual: 1 },
  lease: { least: 1000, most: 86_400_000, usual: 60_000 },
  wait: { least: 0, most: 60_000, usual: 0 },
} as const

function within(value: number | undefined, { least, most, usual }: (typeof limits)[keyof typeof limits]): number {
  return Number.isNaN(value) ? usual : Math.min(Math.max(value ?? usual, least), most)
}

const page = 500
/** Milliseconds until a store that failed is tried again. */
const pause = 1000
