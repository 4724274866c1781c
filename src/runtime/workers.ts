import type { Command } from "../messages/commands.ts"
import type { Event } from "../messages/events.ts"
import { type AgentId, asAgentId, type CaseId, type FamilyId, familyOf, type ItemId } from "../messages/ids.ts"
import type { JsonObject } from "../messages/json.ts"
import type { ItemRow, Store } from "../store/port.ts"
import type { Answer } from "./answer.ts"
import type { Observer, ProgramWatch } from "./observer.ts"
import { isOfStore } from "./refusals.ts"

/** What a program is given to do. */
export interface ProgramItem {
  readonly id: ItemId
  /** The same for every attempt at this item: give it to whoever must not do a thing twice. */
  readonly key: string
  readonly case: CaseId
  readonly process: string
  readonly task: string
  readonly attempt: number
  readonly instance?: number
  readonly data: JsonObject
  /** With `heartbeat: "manual"`: says that the program is alive. */
  heartbeat(): void
}

/** Does an item and gives what it writes. Throwing is a failed attempt. The signal says that the result is no longer wanted. */
export type Handler = (
  item: ProgramItem,
  signal: AbortSignal,
) => Promise<JsonObject | undefined | undefined> | JsonObject | undefined | undefined

export interface WorkerOptions {
  /** How many items at a time; 10 unless set. */
  readonly concurrency?: number
  /** How long, in milliseconds, the program may be silent before it counts as vanished; 60,000 unless set. */
  readonly lease?: number
  /** `auto`: the engine's own life is the heartbeat. `manual`: only `item.heartbeat()` is. */
  readonly heartbeat?: "auto" | "manual"
}

export interface Worker {
  readonly name: string
  /** Takes no more items and waits for those under way. */
  stop(): Promise<void>
}

/** `now`: this engine has just committed the claim, so that nothing it has in memory is older. `before`: it may be. */
export type ClaimedSince = "now" | "before"

/** What a program is told of an item besides its data. It came with the row that said there is something to do, and never changes. */
type Due = Pick<ItemRow, "id" | "case" | "process" | "task" | "instance">

interface Running {
  /** Unknown until the claim is answered. */
  attempt: number | undefined
  readonly abort: AbortController
  readonly done: Promise<void>
  isAlive: boolean
}

/** What a worker needs of the engine. */
export interface WorkerHost {
  readonly store: Store
  execute(family: FamilyId, command: Command, by: AgentId): Promise<Answer<readonly Event[]>>
  /** What the item reads, as its program is given it; undefined for an item that is there no more. */
  dataOf(item: ItemId, since: ClaimedSince): Promise<JsonObject | undefined>
  readonly observer: Observer | undefined
  /** Whether it was called for the item, and nobody knows what came of it. */
  wasCalled(item: ItemId): Promise<boolean>
}

/** Gives the items of one program's tasks to its handler, oldest first, as many at a time as it can take. */
export class ProgramWorker implements Worker {
  readonly name: string
  readonly #host: WorkerHost
  readonly #handler: Handler
  readonly #concurrency: number
  readonly #lease: number
  readonly #isManual: boolean
  readonly #agent: AgentId
  readonly #running = new Map<ItemId, Running>()
  #ready: Due[] = []
  readonly #queued = new Set<ItemId>()
  /** Whether the store may know of ready items that are not in the queue. */
  #hasMore = true
  #filling: Promise<void> | undefined
  #isStopped = false

  constructor(name: string, handler: Handler, options: WorkerOptions, host: WorkerHost) {
    this.name = name
    this.#handler = handler
    this.#concurrency = options.concurrency ?? 10
    this.#lease = options.lease ?? 60_000
    this.#isManual = options.heartbeat === "manual"
    this.#agent = asAgentId(name)
    this.#host = host
  }

  /** Takes over what an engine that is gone had called its program with: the same attempt, with the same key. */
  start(): void {
    // Where there are other nodes, one of them may be at it: it comes again when its lease is over.
    if (this.#host.store.nodes) {
      this.#pull()
      return
    }
    this.#filling = this.#host.store
      .leasedItems(this.name)
      .then(async (rows) => {
        const called = await Promise.all(rows.map(({ id }) => this.#host.wasCalled(id)))
        for (const [index, row] of rows.entries())
          if (called[index] && !this.#running.has(row.id)) this.#run(row, row.attempt)
      })
      .catch(() => pause().then(() => this.start()))
      .finally(() => {
        this.#filling = undefined
        this.#pull()
      })
  }

  async stop(): Promise<void> {
    this.#isStopped = true
    await Promise.all([...this.#running.values()].map(({ done }) => done))
  }

  /** As a crash would: whatever still runs is told that nobody waits for it. */
  abandon(): void {
    this.#isStopped = true
    for (const { abort } of this.#running.values()) abort.abort()
  }

  get isClaiming(): boolean {
    return this.#filling !== undefined
  }

  /** How long a program that is alive may be silent again. */
  prolong(item: ItemId, attempt: number): number | undefined {
    const running = this.#running.get(item)
    if (running?.attempt !== attempt || !running.isAlive) return undefined
    if (this.#isManual) running.isAlive = false
    return this.#lease
  }

  /** Of a node: what runs here and is alive, so that it need not wait for its lease to end. */
  prolongable(): readonly { readonly item: ItemId; readonly attempt: number; readonly lease: number }[] {
    return [...this.#running].flatMap(([item, { attempt }]) => {
      const lease = attempt === undefined ? undefined : this.prolong(item, attempt)
      return attempt === undefined || lease === undefined ? [] : [{ item, attempt, lease }]
    })
  }

  /** Goes on with what a node that is gone was called for: the same attempt, with the same key. Gives how long it may be silent. */
  takeOver(row: ItemRow): number | undefined {
    if (this.#isStopped || this.#running.has(row.id)) return undefined
    this.#run(row, row.attempt)
    return this.#lease
  }

  /** Another node may have given something to do. */
  look(): void {
    this.#hasMore = true
    this.#pull()
  }

  /** Something durable happened to an item of this program. */
  noteItem(row: ItemRow): void {
    const running = this.#running.get(row.id)
    if (running?.attempt !== undefined && (row.status !== "started" || row.attempt !== running.attempt))
      running.abort.abort()
    if (!row.live || row.held || (row.status !== "enabled" && row.status !== "allocated")) return
    if (this.#ready.length >= longestQueue) this.#hasMore = true
    else if (!this.#queued.has(row.id)) {
      this.#queued.add(row.id)
      this.#ready.push(dueOf(row))
    }
    this.#pull()
  }

  #pull(): void {
    while (!this.#isStopped && this.#running.size < this.#concurrency) {
      const due = this.#ready.shift()
      if (due === undefined) break
      this.#queued.delete(due.id)
      if (!this.#running.has(due.id)) this.#run(due, undefined)
      else this.#hasMore = true
    }
    if (this.#hasMore && !this.#isStopped && this.#ready.length === 0 && this.#running.size < this.#concurrency)
      this.#fill()
  }

  #fill(): void {
    if (this.#filling) return
    const passedOver: ItemId[] = []
    this.#filling = (async () => {
      this.#hasMore = false
      const rows = await this.#host.store.readyItems(this.name, undefined, longestQueue)
      if (rows.length === longestQueue) this.#hasMore = true
      for (const row of rows) {
        const { id } = row
        // An attempt that was given up may still run: its item is taken up again when it is through.
        if (this.#running.has(id)) {
          this.#hasMore = true
          passedOver.push(id)
        }
        if (this.#queued.has(id) || this.#running.has(id)) continue
        this.#queued.add(id)
        this.#ready.push(dueOf(row))
      }
    })()
      .catch(() => {
        // The store could not be read; it is asked again.
        this.#hasMore = true
        void pause().then(() => this.#pull())
      })
      .finally(() => {
        this.#filling = undefined
        // An attempt that has ended since could not ask for more: this was still under way.
        if (this.#ready.length > 0 || passedOver.some((id) => !this.#running.has(id))) this.#pull()
      })
  }

  /** `attempt` is given when it was claimed before. */
  #run(due: Due, attempt: number | undefined): void {
    const { id } = due
    const abort = new AbortController()
    const running: Running = {
      attempt,
      abort,
      isAlive: true,
      done: Promise.resolve()
        .then(() => this.#attempt(due, attempt, running))
        .finally(() => {
          this.#running.delete(id)
          this.#pull()
        }),
    }
    this.#running.set(id, running)
  }

  async #attempt(due: Due, claimed: number | undefined, running: Running): Promise<void> {
    const { id, instance } = due
    const family = familyOf(id)
    if (claimed === undefined) {
      const answer = await this.#say(family, { type: "ClaimItem", item: id, lease: this.#lease })
      const started = answer.ok
        ? answer.value.find((event) => event.type === "ItemStarted" && event.item === id)
        : undefined
      if (started?.type !== "ItemStarted") return
      running.attempt = started.attempt
    }
    const { attempt = 0 } = running
    const { signal } = running.abort
    let watch: ProgramWatch | undefined
    let within: Within = (work) => work()
    try {
      const data = await this.#host.dataOf(id, claimed === undefined ? "now" : "before")
      if (data === undefined || running.abort.signal.aborted) return
      const item: ProgramItem = {
        id,
        key: id,
        case: due.case,
        process: due.process,
        task: due.task,
        attempt,
        data,
        ...(instance !== undefined && { instance }),
        heartbeat: () => {
          running.isAlive = true
        },
      }
      watch = this.#host.observer?.program?.(watchedItem(item, this.name))
      if (watch?.run) within = watch.run
      const output = (await within(() => this.#handler(item, signal))) ?? {}
      if (signal.aborted) return watch?.failed?.(unwanted)
      if (typeof output !== "object")
        throw new TypeError(`the worker gave ${typeof output}, not an object of what it writes`)
      watch?.done?.()
      watch = undefined
      const report = { type: "ReportOutput", item: id, attempt, data: output } as const
      const answer = await within(() => this.#say(family, report))
      // A program that has returned cannot correct what it wrote.
      if (!answer.ok && answer.rejection.code === "DATA_INVALID") throw new TypeError(answer.rejection.message)
    } catch (error) {
      const message = error instanceof Error ? error.message : String(error)
      watch?.failed?.(signal.aborted ? unwanted : message)
      if (signal.aborted) return
      await within(() => this.#say(family, { type: "ReportFailure", item: id, attempt, message }))
    }
  }

  /** What was done outside is not lost because the store could not write for a while. */
  async #say(family: FamilyId, command: Command): Promise<Answer<readonly Event[]>> {
    for (;;) {
      const answer = await this.#host.execute(family, command, this.#agent)
      if (answer.ok || !isOfStore(answer.rejection) || this.#isStopped) return answer
      await pause()
    }
  }
}

function dueOf({ id, case: of, process, task, instance }: ItemRow): Due {
  return { id, case: of, process, task, ...(instance !== undefined && { instance }) }
}

type Within = <Result>(work: () => Result) => Result

const unwanted = "what it does is no longer wanted"

function watchedItem({ id, case: of, process, task, attempt }: ProgramItem, worker: string) {
  return { id, case: of, process, task, worker, attempt }
}

const pause = () => new Promise((resolve) => setTimeout(resolve, 500))

const longestQueue = 1000
