import { keyText } from "../engine/waits.ts"
import type { Command } from "../messages/commands.ts"
import type { Event, RecordedEntry } from "../messages/events.ts"
import type { HoldTarget } from "../messages/holds.ts"
import {
  type AgentId,
  asAgentId,
  type CaseId,
  engineAgent,
  type FamilyId,
  familyOf,
  type ItemId,
  rootCase,
} from "../messages/ids.ts"
import type { Json, JsonObject } from "../messages/json.ts"
import type { ProcessSource } from "../model/builder.ts"
import type { CaseQuery, CaseRow, ItemQuery, ItemRow, Quarantine, Store, StoredProcess } from "../store/port.ts"
import { Alarms } from "./alarms.ts"
import { type Act, type Answer, accept, actor, refuse } from "./answer.ts"
import type { Clock } from "./clock.ts"
import { Committer, nextTurn } from "./committer.ts"
import { allEntries, Families } from "./families.ts"
import { History, type HistoryQuery } from "./history.ts"
import { logLines } from "./log.ts"
import type { NewFamilyId } from "./new-ids.ts"
import { type Deployable, type Deployment, Processes } from "./processes.ts"
import { releaseFamily } from "./quarantine.ts"
import { rebuildReadModels } from "./rebuild.ts"
import { type CaseView, caseView, type ItemView, itemView } from "./views.ts"
import { type Handler, ProgramWorker, type Worker, type WorkerOptions } from "./workers.ts"

export interface EngineParts {
  readonly store: Store
  readonly clock: Clock
  readonly newFamilyId: NewFamilyId
  /** How many cases, items and the like are kept in memory. */
  readonly capacity: number
}

export interface StartOptions<Data> extends Act {
  readonly data?: Data
  /** The newest unless set. */
  readonly version?: number
}

/**
 * Runs processes on a store. Every verb answers after what it did is durable, or with a refusal that changed nothing; it
 * throws only for bugs. One engine owns its store until it is stopped.
 */
export class Engine {
  readonly clock: Clock
  readonly #store: Store
  readonly #newFamilyId: NewFamilyId
  readonly #processes: Processes
  readonly #families: Families
  readonly #committer: Committer
  readonly #alarms: Alarms
  readonly #history: History
  readonly #workers = new Map<string, ProgramWorker>()
  readonly #detach: (() => void) | undefined
  #state: "open" | "stopping" | "stopped" = "open"

  private constructor({ store, clock, newFamilyId, capacity }: EngineParts, processes: Processes) {
    this.clock = clock
    this.#store = store
    this.#newFamilyId = newFamilyId
    this.#processes = processes
    this.#families = new Families(store, capacity)
    this.#history = new History(store)
    this.#committer = new Committer({
      store,
      families: this.#families,
      find: processes.find,
      now: () => clock.now(),
      done: ({ items, alarms }) => {
        for (const row of items) if (row.worker !== undefined) this.#workers.get(row.worker)?.noteItem(row)
        this.#alarms.noteChanges(alarms)
        this.#history.wake()
      },
    })
    this.#alarms = new Alarms({
      store,
      clock,
      fire: (family, command) => this.#ask(family, command, engineAgent),
      prolong: (item, attempt) => {
        for (const worker of this.#workers.values()) {
          const lease = worker.prolong(item, attempt)
          if (lease !== undefined) return lease
        }
        return undefined
      },
      setAlarms: (alarms) => this.#committer.setAlarms(alarms),
    })
    this.#detach = clock.attach?.(() => this.idle())
  }

  /** Use `openEngine`, which finds the store and the clock. */
  static async open(parts: EngineParts): Promise<Engine> {
    const processes = await Processes.open(parts.store)
    if (await parts.store.needsRebuild()) await rebuildReadModels(parts.store, processes.find)
    const engine = new Engine(parts, processes)
    await engine.#alarms.start()
    return engine
  }

  // Processes

  /** Checks everything, and deploys what is new if nothing is wrong. The same content again changes nothing. */
  async deploy(what: Deployable, act: Act = {}): Promise<Answer<Deployment>> {
    if (this.#state !== "open") return refuse(stopped)
    return this.#processes.deploy(what, actor(act), this.clock.now())
  }

  processes(): readonly StoredProcess[] {
    return this.#processes.all()
  }

  // Cases

  /** Starts a case of a process, by name or as the builder made it: then its data is typed. */
  start(process: string, options?: StartOptions<JsonObject>): Promise<Answer<{ readonly case: CaseId }>>
  start<Data>(process: ProcessSource<Data>, options?: StartOptions<Data>): Promise<Answer<{ readonly case: CaseId }>>
  async start(
    process: string | JsonObject,
    options: StartOptions<unknown> = {},
  ): Promise<Answer<{ readonly case: CaseId }>> {
    const name = typeof process === "string" ? process : String(process.process)
    const version = options.version ?? this.#processes.newest(name)?.version ?? 0
    const family = this.#newFamilyId(this.clock.now())
    const command: Command = { type: "StartCase", process: name, version, data: (options.data ?? {}) as JsonObject }
    const answer = await this.#ask(family, command, actor(options), options.reason, true)
    return answer.ok ? accept({ case: rootCase(family) }) : answer
  }

  removeCase(id: CaseId, act?: Act) {
    return this.execute(familyOf(id), { type: "RemoveCase", case: id }, act)
  }

  setData(id: CaseId, data: JsonObject, act?: Act) {
    return this.execute(familyOf(id), { type: "SetData", case: id, data }, act)
  }

  /** Brings a message to the case that waits for it, or will: found by name and key, or named. */
  async message(
    message: { readonly name: string; readonly key?: Json; readonly data?: JsonObject; readonly case?: CaseId },
    act?: Act,
  ): Promise<Answer<{ readonly case: CaseId }>> {
    const { name, key = null, data = {} } = message
    const expecting = message.case ? [{ case: message.case }] : await this.#store.expecting(name, keyText(key), 1)
    const [to] = expecting
    if (to === undefined) {
      return refuse({
        code: "MESSAGE_NOT_EXPECTED",
        message: `no live case waits for "${name}" with the key ${JSON.stringify(key)}`,
        remedy: "Check the name and the key; the case may not have started yet, or have ended",
      })
    }
    const answer = await this.execute(
      familyOf(to.case),
      { type: "ReceiveMessage", case: to.case, name, key, data },
      act,
    )
    return answer.ok ? accept({ case: to.case }) : answer
  }

  // Items

  acceptItem = (id: ItemId, act?: Act) => this.#item({ type: "AcceptItem", item: id }, act)
  declineItem = (id: ItemId, act?: Act) => this.#item({ type: "DeclineItem", item: id }, act)
  delegateItem = (id: ItemId, to: string, act?: Act) =>
    this.#item({ type: "DelegateItem", item: id, to: asAgentId(to) }, act)
  handBackItem = (id: ItemId, act?: Act) => this.#item({ type: "HandBackItem", item: id }, act)
  reassignItem = (id: ItemId, to: string, act?: Act) =>
    this.#item({ type: "ReassignItem", item: id, to: asAgentId(to) }, act)
  startItem = (id: ItemId, act?: Act) => this.#item({ type: "StartItem", item: id }, act)
  updateItem = (id: ItemId, data: JsonObject, act?: Act) => this.#item({ type: "UpdateItem", item: id, data }, act)
  /** Starts it first if nobody has. Wrong data is refused with a reason per field. */
  completeItem = (id: ItemId, data: JsonObject = {}, act?: Act) =>
    this.#item({ type: "CompleteItem", item: id, data }, act)
  forceCompleteItem = (id: ItemId, data: JsonObject = {}, act?: Act) =>
    this.#item({ type: "ForceCompleteItem", item: id, data }, act)
  failItem = (id: ItemId, act?: Act) => this.#item({ type: "FailItem", item: id }, act)
  skipItem = (id: ItemId, act?: Act) => this.#item({ type: "SkipItem", item: id }, act)
  removeItem = (id: ItemId, act?: Act) => this.#item({ type: "RemoveItem", item: id }, act)
  restartItem = (id: ItemId, act?: Act) => this.#item({ type: "RestartItem", item: id }, act)
  /** The answer to an exception at an item: once more, now that something is different. */
  retryItem = (id: ItemId, act?: Act) => this.#item({ type: "RetryItem", item: id }, act)
  /** One more instance of a dynamic `forEach`. */
  addInstance = (id: ItemId, element: Json, act?: Act) => this.#item({ type: "AddInstance", item: id, element }, act)

  // Holds

  suspend(target: HoldTarget, act?: Act) {
    return this.execute(familyOfTarget(target), { type: "Suspend", target }, act)
  }

  /** Lifts the holds people have put there. */
  continue(target: HoldTarget, act?: Act) {
    return this.execute(familyOfTarget(target), { type: "Continue", target }, act)
  }

  /** Any command at all. The answer is what happened. */
  execute(family: FamilyId, command: Command, act: Act = {}): Promise<Answer<readonly Event[]>> {
    if (this.#state !== "open") return Promise.resolve(refuse(stopped))
    return this.#ask(family, command, actor(act), act.reason)
  }

  // Programs

  /** Registers the program that does the tasks naming this worker. Items it had when an engine went down come again. */
  worker(name: string, handler: Handler, options: WorkerOptions = {}): Worker {
    if (this.#workers.has(name)) throw new Error(`there is already a worker "${name}"; stop it first`)
    const worker = new ProgramWorker(name, handler, options, {
      store: this.#store,
      execute: (family, command, by) => this.#ask(family, command, by),
      dataOf: async (id) => (await this.item(id))?.data ?? {},
    })
    this.#workers.set(name, worker)
    worker.start()
    return { name, stop: () => worker.stop().finally(() => this.#workers.delete(name)) }
  }

  // Looking

  async case(id: CaseId): Promise<CaseView | undefined> {
    const family = await this.#families.look(familyOf(id))
    return family && caseView(family.state, id, this.#processes.find, this.clock.now())
  }

  /** A live item, or the newest ended one of its task, with its data and its form. */
  async item(id: ItemId): Promise<ItemView | undefined> {
    const family = await this.#families.look(familyOf(id))
    const item = family?.state.items.get(id)
    const found = item && family?.state.cases.get(item.case)
    const process = found && this.#processes.find(found.process, found.version)
    return family && item && process && itemView(family.state, item, process, this.clock.now())
  }

  cases(query: Partial<CaseQuery> = {}): Promise<readonly CaseRow[]> {
    return this.#store.cases({ limit: 100, ...query })
  }

  items(query: Partial<ItemQuery> = {}): Promise<readonly ItemRow[]> {
    return this.#store.items({ limit: 100, ...query })
  }

  /** What an agent has, or may take. */
  worklist(agent: string, query: Partial<Omit<ItemQuery, "worklistOf">> = {}): Promise<readonly ItemRow[]> {
    return this.#store.items({ limit: 100, ...query, worklistOf: asAgentId(agent) })
  }

  /** Every entry after a position, then each new one as it becomes durable. */
  history(query: HistoryQuery = {}): AsyncGenerator<RecordedEntry, void, undefined> {
    return this.#history.follow(query)
  }

  /** The entries that are there now. */
  entries(query: HistoryQuery & { readonly limit?: number } = {}): Promise<readonly RecordedEntry[]> {
    return this.#store.entriesAfter(query.after ?? 0, query.limit ?? 1000, query.family)
  }

  /** Where history ends now. */
  lastPosition(): Promise<number> {
    return this.#store.lastPosition()
  }

  /** A family's history, one line per record. */
  async log(family: FamilyId): Promise<readonly string[]> {
    const entries: RecordedEntry[] = []
    for await (const entry of allEntries(this.#store, family)) entries.push(entry)
    return logLines(entries)
  }

  // Operations

  quarantined(): Promise<readonly Quarantine[]> {
    return this.#store.quarantined()
  }

  /** Takes a family up again after the cause of its quarantine is mended. */
  async release(family: FamilyId): Promise<Answer<undefined>> {
    if (this.#state !== "open") return refuse(stopped)
    await this.#committer.drained()
    const answer = await releaseFamily(this.#store, family)
    this.#families.forget(family)
    await this.#alarms.start()
    return answer
  }

  /** Resolves when nothing is under way any more. Programs that wait for something outside are not waited for. */
  async idle(): Promise<void> {
    for (let quietTurns = 0; quietTurns < 4; ) {
      await nextTurn()
      const isBusy =
        this.#committer.isBusy ||
        this.#alarms.isRinging ||
        [...this.#workers.values()].some((worker) => worker.isClaiming)
      quietTurns = isBusy ? 0 : quietTurns + 1
    }
  }

  /**
   * Takes nothing new, finishes what is under way, programs included, and closes the store. Programs that are not through
   * after `grace` milliseconds (10,000 unless set) are aborted; their items come again when the store is opened.
   */
  async stop(options: { readonly grace?: number } = {}): Promise<void> {
    if (this.#state !== "open") return
    this.#state = "stopping"
    this.#alarms.stop()
    const finished = Promise.all([...this.#workers.values()].map((worker) => worker.stop()))
    await Promise.race([finished, after(options.grace ?? 10_000, finished)])
    await this.#end()
  }

  /** As a crash would: drops what is in memory; only what was acknowledged is there afterwards. For tests. */
  async kill(): Promise<void> {
    this.#state = "stopping"
    this.#alarms.stop()
    await this.#end()
  }

  async #end(): Promise<void> {
    for (const worker of this.#workers.values()) worker.abandon()
    this.#detach?.()
    await this.#committer.drained()
    this.#state = "stopped"
    this.#history.stop()
    await this.#store.close()
  }

  #item(command: Extract<Command, { readonly item: ItemId }>, act?: Act): Promise<Answer<readonly Event[]>> {
    return this.execute(familyOf(command.item), command, act)
  }

  #ask(
    family: FamilyId,
    command: Command,
    by: AgentId,
    reason?: string,
    isFirst = false,
  ): Promise<Answer<readonly Event[]>> {
    if (this.#state === "stopped" || (isFirst && this.#state !== "open")) return Promise.resolve(refuse(stopped))
    return this.#committer.ask({ family, command, by, isFirst, ...(reason !== undefined && { reason }) })
  }
}

/** So many milliseconds, unless the other is over first. */
function after(milliseconds: number, other: Promise<unknown>): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, milliseconds)
    void other.finally(() => clearTimeout(timer))
  })
}

const stopped = {
  code: "ENGINE_STOPPED",
  message: "the engine is stopping or has stopped",
  remedy: "Open it again",
} as const

function familyOfTarget(target: HoldTarget): FamilyId {
  switch (target.kind) {
    case "case":
      return familyOf(target.case)
    case "item":
      return familyOf(target.item)
    case "after":
      return familyOf(target.frame)
  }
}
