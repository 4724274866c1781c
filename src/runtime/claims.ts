import type { Command } from "../messages/commands.ts"
import type { Event } from "../messages/events.ts"
import { type AgentId, asAgentId, type FamilyId, familyOf, type ItemId } from "../messages/ids.ts"
import type { JsonObject } from "../messages/json.ts"
import type { Rejection } from "../messages/rejections.ts"
import type { ItemRow, Store } from "../store/port.ts"
import { type Answer, accept, refuse } from "./answer.ts"
import { type Clock, steadyTime } from "./clock.ts"
import type { Presence } from "./presence.ts"
import { isOfStore, storeRefusal } from "./refusals.ts"
import type { ProgramItem } from "./workers.ts"

/** What a program elsewhere is given to do. It says that it is alive, and what came of it, by item and attempt. */
export interface ClaimedItem extends Omit<ProgramItem, "heartbeat"> {
  /** How long, in milliseconds, it may be silent. */
  readonly lease: number
  /** Until when, if it stays silent. */
  readonly leaseUntil: number
}

/** What somebody asks for. */
export interface Wish {
  readonly limit: number
  readonly lease: number
  /** How long, in milliseconds, to wait if there is nothing. */
  readonly wait: number
  readonly signal?: AbortSignal | undefined
  readonly mayHave: (item: ItemRow) => boolean
  /** Kept with each claim. */
  readonly reason?: string | undefined
  /** Asked before something is given. */
  readonly isWelcome: () => Promise<boolean>
}

/** What claims need of the engine. */
export interface ClaimHost {
  readonly store: Store
  readonly clock: Clock
  readonly presence: Presence
  ask(family: FamilyId, command: Command, by: AgentId, reason?: string): Promise<Answer<readonly Event[]>>
  /** What an item reads that has just been claimed here; undefined if it is there no more. */
  dataOf(item: ItemId): Promise<JsonObject | undefined>
}

interface Waiting extends Wish {
  readonly answer: (answer: Answer<readonly ClaimedItem[]>) => void
  readonly taken: ClaimedItem[]
  /** How many are being claimed for it. */
  underWay: number
  /** Whether it is answered even if there is nothing. */
  isOver: boolean
  isAnswered: boolean
  trouble?: Rejection
}

/**
 * Those who ask for the items of one program, in the order they came. The items are given out oldest first, to the first who may
 * have them; whoever got something is answered, and whoever got nothing waits.
 */
export class Claims {
  readonly #worker: string
  readonly #agent: AgentId
  readonly #host: ClaimHost
  #waiting: Waiting[] = []
  #serving: Promise<void> | undefined
  /** Whether something came since the round began: somebody who asks, or something to do. */
  #hasNews = false

  constructor(worker: string, host: ClaimHost) {
    this.#worker = worker
    this.#agent = asAgentId(worker)
    this.#host = host
  }

  get isServing(): boolean {
    return this.#serving !== undefined
  }

  get isEmpty(): boolean {
    return this.#waiting.length === 0 && this.#serving === undefined
  }

  claim(wish: Wish): Promise<Answer<readonly ClaimedItem[]>> {
    const steady = steadyTime(this.#host.clock)
    const { signal, wait } = wish
    return new Promise((resolve) => {
      const waiting: Waiting = {
        ...wish,
        answer: (answer) => {
          cancel?.()
          signal?.removeEventListener("abort", leave)
          resolve(answer)
        },
        taken: [],
        underWay: 0,
        isOver: wait <= 0,
        isAnswered: false,
      }
      const leave = () => this.#leave(waiting)
      const cancel = wait > 0 ? steady.at(steady.now() + wait, () => this.#giveUp(waiting)) : undefined
      signal?.addEventListener("abort", leave)
      this.#waiting.push(waiting)
      this.wake()
    })
  }

  /** Something may be ready. */
  wake(): void {
    if (this.#waiting.length === 0) return
    this.#hasNews = true
    this.#serving ??= this.#serve().finally(() => {
      this.#serving = undefined
      if (this.#hasNews) this.wake()
    })
  }

  /** Nobody waits any longer. */
  async stop(): Promise<void> {
    for (const waiting of [...this.#waiting]) this.#giveUp(waiting)
    await this.#serving
  }

  async #serve(): Promise<void> {
    while (this.#hasNews && this.#waiting.length > 0) {
      this.#hasNews = false
      const asking = [...this.#waiting]
      try {
        await this.#round(asking)
      } catch (error) {
        for (const waiting of asking) waiting.trouble ??= storeRefusal(error)
      }
      for (const waiting of asking)
        if (waiting.taken.length > 0 || waiting.isOver || waiting.trouble) this.#answer(waiting)
    }
    this.#hasNews = false
  }

  /** Every ready item is tried once, as long as somebody wants one. What is given is not ready any more, so a page is read again. */
  async #round(asking: readonly Waiting[]): Promise<void> {
    const tried = new Set<ItemId>()
    for (let after: ItemId | undefined; ; ) {
      const wanted = asking.reduce((sum, waiting) => sum + left(waiting), 0)
      if (wanted === 0) return
      const page = Math.min(largestPage, wanted + spare)
      const rows = await this.#host.store.readyItems(this.#worker, after, page)
      const given = rows.flatMap((row) => {
        if (tried.has(row.id)) return []
        const first = asking.find((waiting) => left(waiting) > 0 && waiting.mayHave(row))
        if (first === undefined) return []
        tried.add(row.id)
        return this.#offer(row, first).then((isFor) => {
          if (!isFor) tried.delete(row.id)
        })
      })
      await Promise.all(given)
      if (given.length > 0) continue
      if (rows.length < page) return
      after = rows.at(-1)?.id
    }
  }

  /** False: whoever it was for has gone or is not welcome any more, so that it is for the next. */
  async #offer(row: ItemRow, to: Waiting): Promise<boolean> {
    to.underWay++
    try {
      if (!(await to.isWelcome())) this.#leave(to)
      if (to.isAnswered) return false
      await this.#give(row, to)
    } finally {
      to.underWay--
    }
    if (to.taken.length === to.limit) this.#answer(to)
    return true
  }

  async #give({ id, case: of, process, task, instance }: ItemRow, to: Waiting): Promise<void> {
    const { presence, clock } = this.#host
    const { lease } = to
    const leaseUntil = clock.now() + lease
    // Known before it is durable, so that its end is not missed.
    presence.hold(this.#worker, id)
    const answer = await this.#ask({ type: "ClaimItem", item: id, lease, isRemote: true }, to.reason)
    const started = answer.ok
      ? answer.value.find((event) => event.type === "ItemStarted" && event.item === id)
      : undefined
    if (started?.type !== "ItemStarted") {
      presence.drop(id)
      if (!answer.ok && isOfStore(answer.rejection)) to.trouble = answer.rejection
      return
    }
    const { attempt } = started
    const data = await this.#host.dataOf(id).catch(() => undefined)
    if (to.isAnswered || data === undefined) return this.#return({ id, attempt })
    const place = instance === undefined ? {} : { instance }
    to.taken.push({ id, key: id, case: of, process, task, attempt, ...place, data, lease, leaseUntil })
  }

  #ask(command: Extract<Command, { readonly item: ItemId }>, reason?: string): Promise<Answer<readonly Event[]>> {
    return this.#host.ask(familyOf(command.item), command, this.#agent, reason)
  }

  async #return({ id: item, attempt }: Pick<ClaimedItem, "id" | "attempt">): Promise<void> {
    await this.#ask({ type: "ReturnItem", item, attempt })
  }

  /** Its time is over: it takes what it gets in this round. */
  #giveUp(waiting: Waiting): void {
    waiting.isOver = true
    if (this.#serving === undefined) this.#answer(waiting)
  }

  /** Nobody is there any more to be given anything: what it got goes to others. */
  #leave(waiting: Waiting): void {
    const back = waiting.taken.splice(0)
    this.#answer(waiting)
    void Promise.all(back.map((item) => this.#return(item)))
  }

  #answer(waiting: Waiting): void {
    if (waiting.isAnswered) return
    waiting.isAnswered = true
    this.#waiting = this.#waiting.filter((other) => other !== waiting)
    const { taken, trouble } = waiting
    waiting.answer(taken.length === 0 && trouble ? refuse(trouble) : accept(taken))
  }
}

/** How many it would still take. */
function left({ isAnswered, limit, taken, underWay }: Waiting): number {
  return isAnswered ? 0 : limit - taken.length - underWay
}

/** Items read at a time, and how many more than are wanted, as others may take some meanwhile. */
const largestPage = 200
const spare = 10
