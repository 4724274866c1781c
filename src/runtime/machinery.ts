import { dataOfCase } from "../engine/shared-data.ts"
import type { Fetched, Need } from "../exceptions/port.ts"
import type { Command } from "../messages/commands.ts"
import type { Event } from "../messages/events.ts"
import {
  type AgentId,
  type CaseId,
  engineAgent,
  type FamilyId,
  familyOf,
  type ItemId,
  rootCase,
} from "../messages/ids.ts"
import type { JsonObject } from "../messages/json.ts"
import type { Rejection } from "../messages/rejections.ts"
import { StoreError } from "../store/error.ts"
import type { News } from "../store/nodes.ts"
import type { Store } from "../store/port.ts"
import { Alarms } from "./alarms.ts"
import { type Answer, accept, refuse } from "./answer.ts"
import { boundsAt } from "./bounds-view.ts"
import { Carriers } from "./carriers.ts"
import { type CaseItemQuery, caseItems } from "./case-items.ts"
import { startUnder } from "./case-numbers.ts"
import { type Channel, subscriptionOf } from "./channel.ts"
import { type Clock, steadyTime } from "./clock.ts"
import { ClockSweep } from "./clock-sweep.ts"
import { type Ask, Committer, nextTurn } from "./committer.ts"
import { CompileAhead } from "./compile-ahead.ts"
import { Couriers } from "./couriers.ts"
import { Dispatcher } from "./dispatcher.ts"
import { Edits } from "./edits.ts"
import type { Verifier } from "./examining.ts"
import { Families, type LoadedFamily } from "./families.ts"
import type { FamilyFactsOptions } from "./family-facts.ts"
import { History } from "./history.ts"
import { historyValue } from "./history-value.ts"
import { KnownFacts } from "./known-facts.ts"
import type { NewFamilyId } from "./new-ids.ts"
import { NodeLife } from "./node-life.ts"
import { harmless, type Observer } from "./observer.ts"
import { ownCopy } from "./own-copy.ts"
import { noPast, pastOf } from "./past-cases.ts"
import type { Processes } from "./processes.ts"
import { rebuildReadModels } from "./rebuild.ts"
import { engineStopped, storeRefusal } from "./refusals.ts"
import { RemotePrograms } from "./remote-programs.ts"
import type { Rulebook } from "./rulebook.ts"
import { type Before, type OpenedBooks, openBooks, type SharedBooks } from "./shared-books.ts"
import { Sources } from "./sources.ts"
import type { Staffing } from "./staffing.ts"
import { lookAt, type StallFinder } from "./stalled-list.ts"
import type { TeachingParts } from "./teaching.ts"
import { fetchTrail } from "./trail.ts"
import { type CaseItem, type CaseView, caseView, type ItemView, itemData, itemView } from "./views.ts"
import { leastGrace, Watchdog } from "./watchdog.ts"
import { welcome } from "./welcoming.ts"
import type { ClaimedSince, ProgramWorker } from "./workers.ts"
import { rememberedNeeds } from "./written-needs.ts"

export interface EngineParts {
  readonly store: Store
  readonly clock: Clock
  readonly newFamilyId: NewFamilyId
  /** How many cases, items and the like are kept in memory. */
  readonly capacity: number
  /** Whether cases and items are checked and exceptions handled. */
  readonly isChecking: boolean
  /** How long, in milliseconds, an item waits for a worker before that is an exception. */
  readonly workerGrace: number
  readonly observer?: Observer | undefined
  /** Other ways than their own lists by which people and systems are told. */
  readonly channels: readonly Channel[]
  /** Milliseconds of rest after which it is looked whether something stands still; false: nobody looks. */
  readonly watchdog: number | false
  /** Looks at definitions further than deploying them does; absent: nobody does. */
  readonly verifier?: Verifier | undefined
}

/**
 * All that runs in an engine, wired together: what takes commands, what acts by itself, and what tells the one of the other.
 * Who may ask for what is no business of its own (`Asking`).
 */
export class Machinery {
  readonly clock: Clock
  readonly store: Store
  readonly newFamilyId: NewFamilyId
  readonly processes: Processes
  readonly families: Families
  readonly committer: Committer
  readonly alarms: Alarms
  readonly history: History
  readonly rulebook: Rulebook
  readonly sources: Sources
  readonly couriers: Couriers
  readonly staffing: Staffing
  readonly dispatcher: Dispatcher
  readonly clocks: ClockSweep
  readonly compileAhead: CompileAhead
  readonly teaching: TeachingParts
  readonly edits: Edits
  readonly observer: Observer | undefined
  readonly workers = new Map<string, ProgramWorker>()
  readonly remote: RemotePrograms
  readonly carriers: Carriers
  readonly stalls: StallFinder
  readonly watchdog: Watchdog | undefined
  readonly verifier: Verifier | undefined
  /** Where there are other nodes. */
  readonly shared: SharedBooks | undefined
  readonly #life: NodeLife | undefined
  readonly #detach: (() => void) | undefined
  #reorganised = 0
  /** How much of what others have told is being looked at. */
  #hearing = 0
  #state: "open" | "stopping" | "stopped" = "open"

  private constructor(parts: EngineParts, { books, shared }: OpenedBooks) {
    const { processes, rulebook, staffing } = books
    this.shared = shared
    const { store, clock, newFamilyId, capacity, isChecking } = parts
    const observer = parts.observer && harmless(parts.observer)
    this.observer = observer
    this.verifier = parts.verifier
    this.clock = clock
    this.store = store
    this.newFamilyId = newFamilyId
    this.processes = processes
    this.rulebook = rulebook
    this.staffing = staffing
    this.families = new Families(store, capacity)
    const steady = steadyTime(clock)
    const early = steady.now() + Math.max(parts.workerGrace, leastGrace)
    const knows = {
      isGone: (agent: string) => staffing.isGone(agent),
      hasWorker: (name: string) =>
        this.workers.has(name) || this.remote.isPresent(name) || this.#life?.has(name) === true,
    }
    this.stalls = {
      store,
      look: (family) => this.look(family),
      facts: () => ({ find: processes.find, staff: staffing.staff, ...knows }),
      isEarly: () => steady.now() < early,
    }
    this.history = new History(store)
    this.committer = new Committer({
      store,
      families: this.families,
      common: {
        rules: rulebook,
        find: processes.find,
        newest: processes.current,
        isChecking,
        hasWorker: knows.hasWorker,
        workerGrace: parts.workerGrace,
        needs: rememberedNeeds(),
        isGone: knows.isGone,
        mayHaveWorker: (name) => knows.hasWorker(name) || this.stalls.isEarly(),
      },
      staffing,
      fetch: (needs) => this.#fetch(needs),
      now: () => clock.now(),
      observer,
      channels: parts.channels.map(subscriptionOf),
      shared,
      done: ({ items, alarms, broadcasts, work, hasGranted, deliveries, running }) => {
        for (const row of items) if (row.worker !== undefined) this.workers.get(row.worker)?.noteItem(row)
        this.remote.noteCommitted({ items, alarms })
        this.alarms.noteChanges(alarms)
        if (broadcasts.length > 0) this.couriers.wake()
        if (hasGranted) this.#organisationChanged()
        this.dispatcher.noteWork(work)
        this.history.wake()
        this.carriers.noteCommitted(deliveries)
        this.watchdog?.noteFamilies(running)
      },
    })
    this.carriers = new Carriers(parts.channels, {
      store,
      clock,
      observer,
      attributesOf: (agent) => staffing.organisation.agent(agent)?.attributes ?? {},
    })
    this.sources = new Sources({
      dataOf: async (id) => {
        const state = (await this.families.look(familyOf(id)))?.state
        const data = state && dataOfCase(state, id)
        return data === undefined ? {} : (ownCopy(data) as JsonObject)
      },
      pastOf: async (question, { case: id, process }) => {
        const of = process ?? (await store.case(id))?.process
        if (of === undefined) return noPast(question)
        const below = (name: string) => rulebook.classTree.below(name)
        return pastOf(store, below, question, { process: of, family: familyOf(id), now: clock.now() })
      },
      historyOf: async (family) => historyValue(await store.entriesAfter(0, 1_000_000, family)),
    })
    this.remote = new RemotePrograms({
      store,
      clock,
      grace: parts.workerGrace,
      ask: (family, command, by, reason) => this.ask(family, command, by, reason === undefined ? {} : { reason }),
      look: (family) => this.look(family),
      dataOf: (id) => this.dataOf(id, "now"),
      isHere: (name) => this.workers.has(name),
      isElsewhere: (name) => this.#life?.has(name) === true,
      welcome: (name) => this.welcome(name),
    })
    this.couriers = new Couriers({
      store,
      clock,
      observer,
      ask: (family, command, by, carries) => this.ask(family, command, by, { carries }),
      begin: async (family, command, by, reason, carries) => {
        if (await store.case(rootCase(family))) return accept([])
        const { number, ...joining } = command
        const begin = () => this.ask(family, command, by, { reason, isFirst: true, carries })
        if (number === undefined) return begin()
        const join = (id: FamilyId) => this.ask(id, { ...joining, joins: true }, by, { reason, carries })
        return startUnder(store, number, { begin, join })
      },
    })
    this.dispatcher = new Dispatcher({
      store,
      clock,
      staffing,
      ask: (family, command) => this.ask(family, command, engineAgent),
    })
    this.clocks = new ClockSweep({
      isOn: isChecking,
      store,
      rulebook,
      ask: (family, command) => this.ask(family, command, engineAgent),
    })
    this.compileAhead = new CompileAhead(() => rulebook.trees())
    this.edits = new Edits({ store, observer, now: () => clock.now(), shared })
    const look = (family: FamilyId) => this.look(family)
    const finder = {
      store,
      find: processes.find,
      classes: rulebook.classes,
      lineageOf: rulebook.lineageOf,
      pastClasses: rulebook.pastClasses,
      sources: this.sources,
      look,
    }
    this.teaching = {
      store,
      processes,
      rulebook,
      staffing,
      finder: (now) => ({ ...finder, now, staff: staffing.staff }),
    }
    this.watchdog =
      parts.watchdog === false || !isChecking
        ? undefined
        : new Watchdog({
            store,
            clock,
            every: parts.watchdog,
            early,
            lookAt: (family) => lookAt(this.stalls, family),
            ask: (family, command) => this.ask(family, command, engineAgent),
            settled: () => this.dispatcher.settled(),
          })
    const { nodes } = store
    this.alarms = new Alarms({
      store: nodes ? { dueAlarms: nodes.claimAlarms, nextAlarmAt: nodes.nextAlarmAt } : store,
      clock,
      fire: (family, command) => this.ask(family, command, engineAgent),
      prolong: (item, attempt) => {
        for (const worker of this.workers.values()) {
          const lease = worker.prolong(item, attempt)
          if (lease !== undefined) return lease
        }
        return undefined
      },
      takeOver: nodes && ((item, attempt) => this.#takeOver(item, attempt)),
      setLease: async ({ item, family, attempt, dueAt }) =>
        nodes
          ? nodes.prolongLeases([{ item, family, attempt, dueAt }])
          : this.committer.setAlarms([{ family, id: item as ItemId, kind: "lease", dueAt, attempt }]),
      setAlarms: (alarms) => this.committer.setAlarms(alarms),
    })
    this.#life =
      nodes &&
      new NodeLife({
        nodes,
        programs: () => [...new Set([...this.workers.keys(), ...this.remote.present()])],
        leases: () =>
          [...this.workers.values()].flatMap((worker) =>
            worker.prolongable().map(({ item, attempt, lease }) => {
              return { item, family: familyOf(item), attempt, dueAt: clock.now() + lease }
            }),
          ),
        onNews: (news) => void this.#hear(news),
      })
    if (shared)
      shared.onChange = (before) => {
        this.defined(before)
        void this.compileAhead.ready()
      }
    this.#detach = clock.attach?.(() => this.idle())
  }

  static async open(parts: EngineParts): Promise<Machinery> {
    const opened = await openBooks(parts.store)
    const { processes, rulebook, staffing } = opened.books
    await processes.prepare()
    const stale = await parts.store.needsRebuild()
    const now = parts.clock.now()
    if (stale) await rebuildReadModels(parts.store, { what: stale, now }, processes.find, staffing.staff)
    const machinery = new Machinery(parts, opened)
    await machinery.remote.start()
    await machinery.alarms.start()
    // An engine that went down may not have found somebody for everything.
    if (rulebook.qualifications > 0) machinery.dispatcher.qualificationsChanged()
    machinery.dispatcher.organisationChanged()
    machinery.couriers.wake()
    machinery.carriers.wakeAll()
    staffing.takeRemoved()
    machinery.watchdog?.start()
    machinery.clocks.wake()
    void machinery.compileAhead.ready()
    await machinery.#life?.start()
    return machinery
  }

  /** Whether anybody may ask for anything. */
  get isOpen(): boolean {
    return this.#state === "open"
  }

  get hasStopped(): boolean {
    return this.#state === "stopped"
  }

  /** How often the organisation has changed since it was opened. */
  get reorganised(): number {
    return this.#reorganised
  }

  ask(family: FamilyId, command: Command, by: AgentId, more: Asked = {}): Promise<Answer<readonly Event[]>> {
    if (this.hasStopped) return Promise.resolve(refuse(engineStopped))
    const { isTrial, ...rest } = more
    const ask = { family, command, by, isFirst: false, ...rest }
    return isTrial ? this.committer.tryOut(ask) : this.committer.ask(ask)
  }

  /** What is durable, from memory if it is there. */
  async look(family: FamilyId): Promise<LoadedFamily | undefined> {
    if (this.shared) await this.shared.abreast()
    return this.families.look(family)
  }

  async caseAt(id: CaseId, most?: number): Promise<CaseView | undefined> {
    const family = await this.families.look(familyOf(id))
    return family && caseView(family, id, this.facts(), most)
  }

  async caseItems(id: CaseId, query: CaseItemQuery): Promise<readonly CaseItem[]> {
    const family = await this.families.look(familyOf(id))
    return family ? caseItems(family.state, id, this.processes.find, query) : []
  }

  async itemAt(id: ItemId): Promise<ItemView | undefined> {
    const family = await this.families.look(familyOf(id))
    const item = family?.state.items.get(id)
    const found = item && family?.state.cases.get(item.case)
    const process = found && this.processes.find(found.process, found.version)
    if (!family || !item || !process) return undefined
    const bounds = boundsAt(family, { case: item.case, item: id }, this.facts())
    return itemView(family.state, item, process, { now: this.clock.now(), bounds })
  }

  /** What an item reads. For one claimed `now`, other nodes are not asked: this one has just committed to its family. */
  async dataOf(id: ItemId, since: ClaimedSince): Promise<JsonObject | undefined> {
    const family = await this.families[since === "now" ? "lookAfterCommit" : "look"](familyOf(id))
    const item = family?.state.items.get(id)
    const found = item && family?.state.cases.get(item.case)
    const process = found && this.processes.find(found.process, found.version)
    return family && item && process && itemData(family.state, item, process, this.clock.now())
  }

  /** What is needed to look at a family with the eyes of rules. */
  facts(): FamilyFactsOptions {
    const { find, current } = this.processes
    const { staff } = this.staffing
    return { rules: this.rulebook, find, newest: current, facts: new KnownFacts(), staff, now: this.clock.now() }
  }

  async #fetch(needs: readonly Need[]): Promise<Iterable<readonly [string, Fetched]>> {
    const values = await this.sources.fetchAll(needs)
    const trails = needs.flatMap((need) => (need.kind === "trail" ? [fetchTrail(this.store, need.of)] : []))
    return [...values, ...(await Promise.all(trails)).flatMap((trail) => [...trail])]
  }

  /** Why it is not known whether everything that is in force is known here. */
  async behind(): Promise<Rejection | undefined> {
    try {
      await this.shared?.abreast()
      return undefined
    } catch (error) {
      return this.failed(error)
    }
  }

  /** A store that failed is told of, and refuses; anything else is a bug. */
  failed(error: unknown): Rejection {
    if (!(error instanceof StoreError)) throw error
    this.observer?.storeFailed?.(error)
    return storeRefusal(error)
  }

  /** Definitions have changed, or may have. */
  defined(before: Before): void {
    void this.processes.prepare()
    if (this.rulebook.qualifications !== before.qualifications) this.dispatcher.qualificationsChanged()
    this.clocks.wake()
    if (this.staffing.organisation !== before.organisation) this.#organisationChanged()
  }

  /** What nobody could do before can be done now that a worker is there. */
  welcome(name: string): Promise<void> {
    return welcome(this, name)
  }

  /** Resolves when nothing is under way any more. Programs that wait for something outside are not waited for. */
  async idle(): Promise<void> {
    if (this.isOpen) await this.store.nodes?.heard()
    for (let quietTurns = 0; quietTurns < 4; ) {
      await nextTurn()
      const isBusy =
        this.committer.isBusy ||
        this.#hearing > 0 ||
        this.alarms.isRinging ||
        this.couriers.isBusy ||
        this.dispatcher.isBusy ||
        this.clocks.isBusy ||
        this.remote.isBusy ||
        this.carriers.isBusy ||
        this.watchdog?.isBusy ||
        [...this.workers.values()].some((worker) => worker.isClaiming)
      quietTurns = isBusy ? 0 : quietTurns + 1
    }
  }

  /** Takes nothing new, finishes what is under way, and closes the store; programs that are not through after `grace` milliseconds are aborted. */
  async stop(grace: number): Promise<void> {
    if (!this.isOpen) return
    this.#state = "stopping"
    this.alarms.stop()
    await this.remote.stop()
    const finished = Promise.all([...this.workers.values()].map((worker) => worker.stop()))
    await Promise.race([finished, after(grace, finished)])
    await this.carriers.stop(grace)
    await this.#life?.stop()
    await this.store.nodes?.leave().catch(() => undefined)
    await this.#end()
  }

  /** As a crash would: drops what is in memory. */
  async kill(): Promise<void> {
    this.#state = "stopping"
    this.carriers.abandon()
    this.alarms.stop()
    await this.remote.stop()
    await this.#end()
  }

  async #end(): Promise<void> {
    await this.#life?.stop()
    for (const worker of this.workers.values()) worker.abandon()
    await this.couriers.stop()
    await this.dispatcher.stop()
    await this.watchdog?.stop()
    await this.clocks.stop()
    this.#detach?.()
    await this.committer.drained()
    this.#state = "stopped"
    this.history.stop()
    await this.store.close()
  }

  #organisationChanged(): void {
    this.#reorganised++
    this.dispatcher.organisationChanged()
    this.remote.organisationChanged()
    this.watchdog?.noteGone(this.staffing.takeRemoved())
  }

  /** What another node has committed is acted upon here as well. */
  async #hear(news: News): Promise<void> {
    if (!this.isOpen) return
    const { isDoubtful = false, workers = [], channels = [] } = news
    this.#hearing++
    try {
      if (isDoubtful || news.hasEntries) this.history.wake()
      if (isDoubtful || news.hasWork) this.staffing.workload.doubtNowAndThen()
      if (isDoubtful || news.hasBroadcasts) this.couriers.wake()
      if (isDoubtful || channels.length > 0) this.carriers.wakeAll()
      if (news.alarmAt !== undefined) this.alarms.wakeAt(news.alarmAt)
      for (const [name, worker] of this.workers) if (isDoubtful || workers.includes(name)) worker.look()
      if (isDoubtful || news.hasDefinitions) await this.shared?.abreast()
      if (isDoubtful) await this.alarms.start()
      if (isDoubtful || workers.length > 0) await this.remote.look(isDoubtful ? "all" : workers)
    } catch {
      // The store could not be read: it is looked at again in a few seconds.
    } finally {
      this.#hearing--
    }
  }

  /** The program of a node that is gone is called again here, if it is there; if another node has it, that will be asked. */
  async #takeOver(id: ItemId, attempt: number): Promise<number | undefined> {
    const row = await this.store.item(id)
    const name = row?.worker
    if (name === undefined || row?.attempt !== attempt || !(await this.remote.isLeased(id, "here"))) return undefined
    const worker = this.workers.get(name)
    return worker ? worker.takeOver(row) : this.#life?.has(name) ? soon : undefined
  }
}

/** How a command is asked for; `isTrial`: only what would come of it. */
export type Asked = Partial<Ask> & { readonly isTrial?: boolean }

/** Milliseconds until another node is asked whether it goes on with something. */
const soon = 1000

/** So many milliseconds, unless the other is over first. */
function after(milliseconds: number, other: Promise<unknown>): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, milliseconds)
    void other.finally(() => clearTimeout(timer))
  })
}
