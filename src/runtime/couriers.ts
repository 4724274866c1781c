import type { Command } from "../messages/commands.ts"
import type { NewFamily } from "../messages/handling.ts"
import { type AgentId, type CaseId, engineAgent, type FamilyId } from "../messages/ids.ts"
import type { Rejection } from "../messages/rejections.ts"
import { emptyBatch } from "../store/empty-batch.ts"
import type { SentBroadcast } from "../store/nodes.ts"
import type { BroadcastRow, CaseRow, Store } from "../store/port.ts"
import type { Answer } from "./answer.ts"
import { type Clock, steadyTime } from "./clock.ts"
import type { Observer } from "./observer.ts"
import { isOfStore } from "./refusals.ts"

/**
 * Carries steps on all cases of a process to the other families: each broadcast to every family that had such a case when it was
 * sent, at least once, and in the order they were sent. What arrives twice has no effect the second time. And starts what begins a
 * family of its own, whose id is settled: so it is begun once, however often it is carried.
 */
export class Couriers {
  readonly #store: Store
  readonly #ask: (family: FamilyId, command: Command, by: AgentId, carries: BroadcastRow) => Promise<Answer<unknown>>
  readonly #begin: Begin
  readonly #observer: Observer | undefined
  readonly #clock: Pick<Clock, "now" | "at">
  #cancel: (() => void) | undefined
  #running: Promise<void> | undefined
  #isAgain = false
  #isStopped = false

  constructor(options: {
    readonly store: Store
    readonly ask: (family: FamilyId, command: Command, by: AgentId, carries: BroadcastRow) => Promise<Answer<unknown>>
    /** Asks a family to be for its first command; one that is there already is as it should be. */
    readonly begin: Begin
    readonly observer: Observer | undefined
    readonly clock: Clock
  }) {
    this.#clock = steadyTime(options.clock)
    this.#store = options.store
    this.#ask = options.ask
    this.#begin = options.begin
    this.#observer = options.observer
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
      // The store could not be read or written: what is on its way stays so.
      .catch(() => this.#wakeLater())
      .finally(() => {
        this.#running = undefined
        if (this.#isAgain) {
          this.#isAgain = false
          this.wake()
        }
      })
  }

  async stop(): Promise<void> {
    this.#isStopped = true
    this.#cancel?.()
    await this.#running
  }

  async #work(): Promise<void> {
    const { nodes } = this.#store
    for (const broadcast of await (nodes ?? this.#store).broadcasts()) {
      // Of several nodes one carries them, so that they stay in their order.
      if (!(await this.#isMine()) || !(await this.#deliver(broadcast))) return
      await this.#store.commit({ ...emptyBatch, delivered: [broadcast] })
      this.#observer?.delivered?.(broadcast)
    }
  }

  #wakeLater(): void {
    this.#cancel?.()
    if (!this.#isStopped) this.#cancel = this.#clock.at(this.#clock.now() + pause, () => this.wake(), "aside")
  }

  async #isMine(): Promise<boolean> {
    return this.#store.nodes === undefined || this.#store.nodes.lease("broadcasts")
  }

  async #deliver(broadcast: BroadcastRow | SentBroadcast): Promise<boolean> {
    const { run, verb, process, reason } = broadcast
    if (verb === "start") return broadcast.start === undefined || this.#start(broadcast, broadcast.start)
    const command = { type: "ReceiveBroadcast", run, verb, process, reason } as const
    let after: { readonly after: Awaited<ReturnType<Store["cases"]>>[number]["id"] } | undefined
    for (;;) {
      if (!(await this.#isMine())) return false
      const cases = await this.#store.cases({ process, state: "running", limit: page, ...after })
      const families = new Set((await this.#meant(cases, broadcast)).map((row) => row.family))
      const answers = await Promise.all([...families].map((other) => this.#ask(other, command, engineAgent, broadcast)))
      if (this.#isStopped) return false
      if (answers.some(hasFailed)) throw new Error("a family could not be reached")
      const last = cases.at(-1)
      if (last === undefined || cases.length < page) return true
      after = { after: last.id }
    }
  }

  /** Those of other families that had begun when it was sent. What lifts only what the same run holds may go to all. */
  async #meant(cases: readonly CaseRow[], broadcast: BroadcastRow | SentBroadcast): Promise<readonly CaseRow[]> {
    const others = cases.filter(({ family }) => family !== broadcast.family)
    if (broadcast.verb === "continue") return others
    const { at } = broadcast
    if (!("position" in broadcast)) return others.filter(({ startedAt }) => startedAt <= at)
    const { position } = broadcast
    const isMeant = async ({ id, family, startedAt }: CaseRow) =>
      Math.abs(startedAt - at) > mostApart ? startedAt < at : !(await this.#beginsAfter(position, family, id))
    const meant = await Promise.all(others.map(isMeant))
    return others.filter((_, index) => meant[index])
  }

  async #beginsAfter(position: number, family: FamilyId, id: CaseId): Promise<boolean> {
    for (let after = position; ; ) {
      const entries = await this.#store.entriesAfter(after, page, family)
      if (entries.some(({ events }) => events.some((event) => event.type === "CaseStarted" && event.case === id)))
        return true
      const last = entries.at(-1)
      if (last === undefined || entries.length < page) return false
      after = last.position
    }
  }

  async #start(broadcast: BroadcastRow, start: NewFamily): Promise<boolean> {
    const { run, process, reason, by } = broadcast
    const { family, version, data, depth, number } = start
    const sent = { type: "StartCase", process, version, data } as const
    const command =
      number === undefined
        ? ({ ...sent, sentBy: { run, depth } } as const)
        : ({ ...sent, number, sentBy: { run, depth, version: broadcast.version } } as const)
    const answer = await this.#begin(family, command, by, reason, broadcast)
    if (hasFailed(answer)) throw new Error(`family ${family} could not be begun`)
    if (!answer.ok && number !== undefined) await this.#tellRefused(broadcast, { ...start, number }, answer.rejection)
    return !this.#isStopped
  }

  /** What fits no family that begins may still not fit the one that has the number. */
  async #tellRefused(
    broadcast: BroadcastRow,
    { by: id, depth, number }: NewFamily & { readonly number: string },
    { message }: Rejection,
  ): Promise<void> {
    if (id === undefined) return
    const { family, run, process } = broadcast
    const told = { type: "RefuseStart", case: id, run, process, number, depth, message } as const
    const answer = await this.#ask(family, told, engineAgent, broadcast)
    if (hasFailed(answer)) throw new Error(`family ${family} could not be told`)
  }
}

/** One that was begun, and has been archived since, is not begun again: what `carries` it has arrived by then. */
type Begin = (
  family: FamilyId,
  command: Extract<Command, { type: "StartCase" }>,
  by: AgentId,
  reason: string,
  carries: BroadcastRow,
) => Promise<Answer<unknown>>

const hasFailed = (answer: Answer<unknown>): boolean => !answer.ok && isOfStore(answer.rejection)

const page = 500
/** Milliseconds until a store that failed is tried again. */
const pause = 1000
/** Milliseconds by which clocks of nodes may differ; what lies further apart they can tell. */
const mostApart = 5 * 60_000
