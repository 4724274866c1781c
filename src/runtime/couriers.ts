import type { Command } from "../messages/commands.ts"
import type { NewFamily } from "../messages/handling.ts"
import { type AgentId, engineAgent, type FamilyId } from "../messages/ids.ts"
import { emptyBatch } from "../store/empty-batch.ts"
import type { BroadcastRow, Store } from "../store/port.ts"
import type { Answer } from "./answer.ts"
import type { Observer } from "./observer.ts"

/**
 * Carries steps on all cases of a process to the other families: each broadcast to every family that had such a case when it was
 * sent, at least once, and in the order they were sent. What arrives twice has no effect the second time. And starts what begins a
 * family of its own, whose id is settled: so it is begun once, however often it is carried.
 */
export class Couriers {
  readonly #store: Store
  readonly #ask: (family: FamilyId, command: Command, by: AgentId) => Promise<Answer<unknown>>
  readonly #begin: (family: FamilyId, command: Command, by: AgentId, reason: string) => Promise<Answer<unknown>>
  readonly #observer: Observer | undefined
  #running: Promise<void> | undefined
  #isAgain = false
  #isStopped = false

  constructor(options: {
    readonly store: Store
    readonly ask: (family: FamilyId, command: Command, by: AgentId) => Promise<Answer<unknown>>
    /** Asks a family to be for its first command; one that is there already is as it should be. */
    readonly begin: (family: FamilyId, command: Command, by: AgentId, reason: string) => Promise<Answer<unknown>>
    readonly observer: Observer | undefined
  }) {
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
    this.#running = this.#work().finally(() => {
      this.#running = undefined
      if (this.#isAgain) {
        this.#isAgain = false
        this.wake()
      }
    })
  }

  async stop(): Promise<void> {
    this.#isStopped = true
    await this.#running
  }

  async #work(): Promise<void> {
    for (const broadcast of await this.#store.broadcasts()) {
      if (!(await this.#deliver(broadcast))) return
      await this.#store.commit({ ...emptyBatch, delivered: [broadcast] })
      this.#observer?.delivered?.(broadcast)
    }
  }

  async #deliver(broadcast: BroadcastRow): Promise<boolean> {
    const { family, run, verb, process, reason, at } = broadcast
    if (verb === "start") return broadcast.start === undefined || this.#start(broadcast, broadcast.start)
    const command = { type: "ReceiveBroadcast", run, verb, process, reason } as const
    let after: { readonly after: Awaited<ReturnType<Store["cases"]>>[number]["id"] } | undefined
    for (;;) {
      const cases = await this.#store.cases({ process, state: "running", limit: page, ...after })
      const families = new Set(
        cases.filter((row) => row.startedAt <= at && row.family !== family).map((row) => row.family),
      )
      const answers = await Promise.all([...families].map((other) => this.#ask(other, command, engineAgent)))
      if (this.#isStopped || answers.some((answer) => !answer.ok && answer.rejection.code === "STORE_FAILED"))
        return false
      const last = cases.at(-1)
      if (last === undefined || cases.length < page) return true
      after = { after: last.id }
    }
  }

  async #start({ run, process, reason, by }: BroadcastRow, start: NewFamily): Promise<boolean> {
    const { family, version, data, depth } = start
    const command = { type: "StartCase", process, version, data, sentBy: { run, depth } } as const
    const answer = await this.#begin(family, command, by, reason)
    return !this.#isStopped && (answer.ok || answer.rejection.code !== "STORE_FAILED")
  }
}

const page = 500
