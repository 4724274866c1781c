import { AsyncLocalStorage } from "node:async_hooks"
import { isHandling } from "../exceptions/decide.ts"
import type { Fetched, Need } from "../exceptions/port.ts"
import type { Command } from "../messages/commands.ts"
import type { Entry, Event } from "../messages/events.ts"
import { type AgentId, type CaseId, engineAgent, type FamilyId, type ItemId, rootCase } from "../messages/ids.ts"
import type { Rejection } from "../messages/rejections.ts"
import { emptyBatch } from "../store/empty-batch.ts"
import { StoreError } from "../store/error.ts"
import type { DeliveryRow } from "../store/outbox.ts"
import type { AlarmChange, Batch, BroadcastRow, ItemRow, Store } from "../store/port.ts"
import { type Answer, accept, refuse } from "./answer.ts"
import { BatchDraft, batchOf } from "./batch-draft.ts"
import type { Families, LoadedFamily } from "./families.ts"
import { KnownFacts } from "./known-facts.ts"
import type { Subscription } from "./letters.ts"
import type { Asked, Observer, Watch } from "./observer.ts"
import { isRecord, ownCopy, ownPlain } from "./own-copy.ts"
import { PendingFamily } from "./pending-family.ts"
import { PendingWorkload } from "./pending-workload.ts"
import { project } from "./projection.ts"
import { ProlongedLeases } from "./prolonged-leases.ts"
import {
  decisionFailed,
  notFound,
  notPlain,
  notRecord,
  numberTaken,
  quarantined,
  storeFailed,
  storeRefusal,
  versionChanged,
} from "./refusals.ts"
import { answerBefore, answered, nameOf, type Request, writing } from "./requests.ts"
import type { SharedBooks } from "./shared-books.ts"
import type { Staffing } from "./staffing.ts"
import { snapshotIfDue } from "./take-snapshot.ts"
import { type Decided, decideTurn, needsRecheck, type TurnFacts, type Undecided } from "./turn.ts"
import type { WorkDone } from "./work-done.ts"

/** A command on its way to a family. */
export interface Ask {
  readonly family: FamilyId
  readonly command: Command
  readonly by: AgentId
  readonly reason?: string
  /** Whether the family comes into being with it. */
  readonly isFirst: boolean
  /** The version the family must stand at. */
  readonly expected?: number
  readonly request?: Request
  /** The broadcast it brings: without effect once that has reached everybody. */
  readonly carries?: Pick<BroadcastRow, "family" | "version">
}

/** What has just become durable, for those who act on it. */
export interface Committed {
  readonly items: readonly ItemRow[]
  readonly withdrawn: readonly ItemRow["id"][]
  readonly alarms: readonly AlarmChange[]
  readonly broadcasts: readonly BroadcastRow[]
  readonly work: readonly WorkDone[]
  readonly hasGranted: boolean
  readonly deliveries: readonly DeliveryRow[]
  /** The families something has happened in and that are not over. */
  readonly running: readonly FamilyId[]
}

interface Deciding extends Ask {
  /** Values from outside that were needed so far. */
  facts?: KnownFacts
}

interface Waiting extends Deciding {
  /** How often its family's past was fetched for it. */
  fetched?: number
  readonly watch: Watch | undefined
  readonly answer: (answer: Answer<readonly Event[]>) => void
}

/** What waits to be decided about families in one place, or about one that other nodes are at, and whoever is at it. Lanes do not wait for each other. */
interface Lane {
  readonly queue: Waiting[]
  readonly running: Promise<void>
}

/** What every decision is made with; the rest comes with the command. */
export type CommonFacts = Pick<
  TurnFacts,
  "rules" | "find" | "newest" | "isChecking" | "hasWorker" | "workerGrace" | "needs" | "isGone" | "mayHaveWorker"
>

const largestBatch = 1000
/** Whose family has moved on that often while its past was fetched is decided while everybody else waits. */
const mostOvertaken = 2
/** How often something is decided anew because others were first: of all nodes that are at one family, one gets its way each time. */
const mostTries = 200
/** So many families that other nodes are at have lanes of their own. */
const mostApart = 8
/** Where nodes are asked about the same families, they will be again. */
const longWary = 100

/**
 * The only one who decides and appends. Commands that arrive while a batch is being written make the next batch: each is
 * decided in its turn, all are made durable in one transaction, and only then is any of them acknowledged. Where a store is spread over
 * several places, each has batches of its own.
 */
export class Committer {
  readonly #store: Store
  readonly #families: Families
  readonly #common: CommonFacts
  readonly #fetch: (needs: readonly Need[]) => Promise<Iterable<readonly [string, Fetched]>>
  readonly #staffing: Staffing
  readonly #now: () => number
  readonly #done: (committed: Committed) => void
  readonly #observer: Observer | undefined
  readonly #channels: readonly Subscription[]
  readonly #shared: SharedBooks | undefined
  readonly #leases = new ProlongedLeases()
  readonly #lanes = new Map<number | FamilyId, Lane>()
  /** For how many batches it is asked beforehand whether other nodes have changed families that are in memory; else the commit is believed to find none. */
  #wary = 0
  #fetching = 0

  constructor(options: {
    readonly store: Store
    readonly families: Families
    readonly common: CommonFacts
    readonly staffing: Staffing
    readonly fetch: (needs: readonly Need[]) => Promise<Iterable<readonly [string, Fetched]>>
    readonly now: () => number
    readonly done: (committed: Committed) => void
    readonly observer: Observer | undefined
    readonly channels: readonly Subscription[]
    /** Of a node. */
    readonly shared: SharedBooks | undefined
  }) {
    this.#shared = options.shared
    this.#channels = options.channels
    this.#store = options.store
    this.#families = options.families
    this.#common = options.common
    this.#staffing = options.staffing
    this.#fetch = options.fetch
    this.#now = options.now
    this.#done = options.done
    this.#observer = options.observer
  }

  ask(ask: Ask): Promise<Answer<readonly Event[]>> {
    const watch = this.#observer?.asked?.(askedIn(ask))
    const command = ownCommand(ask.command)
    if ("code" in command) {
      watch?.refused?.(command, 0)
      return Promise.resolve(refuse(command))
    }
    return new Promise((answer) => {
      this.#push({ ...ask, command, answer, watch })
    })
  }

  /** What a command would do as things stand, on a family of its own: nothing is done. What it needs from outside is fetched. */
  async tryOut(ask: Ask): Promise<Answer<readonly Event[]>> {
    const command = ownCommand(ask.command)
    if ("code" in command) return refuse(command)
    try {
      await this.#settle()
      const facts = new KnownFacts()
      for (;;) {
        const draft = new BatchDraft(this.#staffing)
        await this.#findNumbered([ask], draft)
        const durable = ask.isFirst ? undefined : await this.#families.look(ask.family)
        if (ask.isFirst) draft.families.set(ask.family, this.#created(ask.family))
        else if (durable) draft.families.set(ask.family, new PendingFamily(durable))
        const answer = this.#decide({ ...ask, command, facts }, draft)
        if (!isUndecided(answer)) return answer
        facts.add(await this.#fetch(answer.needs))
      }
    } catch (error) {
      if (!(error instanceof StoreError)) throw error
      this.#observer?.storeFailed?.(error)
      return refuse(storeFailed)
    }
  }

  /** What a command would do to a family as it is, which stays so; undefined: that could not be told in a few tries. */
  async would(family: LoadedFamily, command: Command, by: AgentId): Promise<Decided | undefined> {
    const known = new KnownFacts()
    for (let tried = 0; tried < mostTries; tried++) {
      const facts = { ...this.#common, staff: this.#staffing.staff, now: this.#now(), facts: known }
      const decision = decideTurn(family, command, { ...facts, by })
      if (!("needs" in decision)) return decision
      known.add(await this.#fetch(decision.needs))
    }
    return undefined
  }

  /** Writes down what was answered under a key, where several decisions made the answer. */
  async remember(request: Request, value: unknown): Promise<void> {
    const now = this.#now()
    await this.#store.commit({ ...emptyBatch, ...writing([answered(request, now, value)], now) })
  }

  /** Writes alarms alone, when a lease is prolonged. */
  async setAlarms(alarms: readonly AlarmChange[]): Promise<void> {
    await this.#store.commit({ ...emptyBatch, alarms })
  }

  get isBusy(): boolean {
    return this.#fetching > 0 || this.#lanes.size > 0
  }

  async drained(): Promise<void> {
    while (this.isBusy) await Promise.all([nextTurn(), ...[...this.#lanes.values()].map(({ running }) => running)])
  }

  /** Commands of one turn of the event loop go together. */
  #push(ask: Waiting): void {
    const lane = this.#lanes.get(ask.family) ?? this.#lanes.get(this.#shardOf(ask))
    if (lane) lane.queue.push(ask)
    else this.#open(this.#shardOf(ask), [ask])
  }

  #shardOf({ family }: Pick<Ask, "family">): number {
    return this.#store.nodes?.shardOf(family) ?? 0
  }

  #open(name: number | FamilyId, queue: Waiting[]): void {
    const running = outside(() => nextTurn().then(() => this.#work(name, queue)))
    this.#lanes.set(name, { queue, running })
  }

  async #work(name: number | FamilyId, queue: Waiting[]): Promise<void> {
    try {
      while (queue.length > 0) {
        const batch = queue.splice(0, largestBatch)
        // What is read of the past must not be outdated by others of the batch.
        await this.#commit(batch.some(isOvertaken) ? overtakenFirst(batch) : batch, 1)
        // Lets those who were answered ask again, so that they share the next batch.
        await nextTurn()
      }
    } finally {
      this.#lanes.delete(name)
      for (const ask of queue) this.#push(ask)
    }
  }

  async #commit(asks: readonly Waiting[], tried: number): Promise<void> {
    const answers: (Answer<readonly Event[]> | Undecided)[] = []
    const watched = { from: 0, written: 0 }
    const knows = this.#shared?.edit
    let draft: BatchDraft
    try {
      await this.#settle()
      draft = new BatchDraft(this.#staffing)
      await this.#load(asks, draft)
      const isLate = await this.#lateAmong(asks)
      for (const ask of asks) {
        if (isLate(ask)) {
          answers.push(accept([]))
          continue
        }
        let answer = this.#decideWatched(ask, draft)
        for (
          let tries = 0;
          isUndecided(answer) && needsTrail(answer) && isOvertaken(ask) && tries < mostTries;
          tries++
        ) {
          ask.facts ??= new KnownFacts()
          ask.facts.add(await this.#fetch(answer.needs))
          answer = this.#decideWatched(ask, draft)
        }
        answers.push(answer)
      }
      if (await this.#isOutdated(draft)) return await this.#commit(asks, tried)
      for (const family of draft.touched.values()) {
        const snapshot = draft.poisoned.has(family.state.id) ? undefined : snapshotIfDue(family)
        if (snapshot) draft.snapshots.push(snapshot)
      }
      if (!draft.isEmpty) {
        if (this.#observer) watched.from = performance.now()
        const batch = batchOf(draft, this.#now())
        const known =
          knows === undefined ? batch : { ...batch, knows, loads: this.#loadsOf(draft), carried: draft.carried }
        await this.#prolongLeases(draft)
        const result = await this.#store.commit(known)
        if (this.#observer) watched.written = performance.now() - watched.from
        if (!result.ok) {
          // Another node has changed one of them, and maybe more.
          for (const id of draft.touched.keys()) this.#families.forget(id)
          this.#wary = longWary
          this.#staffing.workload.doubt()
          await this.#shared?.abreast()
          if (tried < mostTries) return await this.#commit(this.#uncontested(asks, result.conflicts), tried + 1)
          throw new Error(`families ${result.conflicts.join(", ")} changed under every one of ${tried} tries`)
        }
        if (this.#shared && draft.changes.grants.length > 0) await this.#shared.abreast().catch(() => undefined)
      }
    } catch (error) {
      const rejection = storeRefusal(error)
      if (rejection !== storeFailed) this.#doubt(asks)
      this.#observer?.storeFailed?.(error)
      for (const { answer, watch } of asks) {
        watch?.refused?.(rejection, watched.from === 0 ? 0 : performance.now() - watched.from)
        answer(refuse(rejection))
      }
      return
    }
    const running = this.#merge(draft)
    for (const quarantine of draft.quarantines) this.#observer?.quarantined?.(quarantine)
    for (const { item, attempt, until } of draft.prolonged) this.#leases.note(item, attempt, until, this.#now())
    const committed = { batch: asks.length, milliseconds: watched.written }
    asks.forEach((ask, index) => {
      const answer = answers[index]
      if (answer && isUndecided(answer)) void this.#askAgain(ask, answer)
      else if (answer) {
        if (answer.ok) ask.watch?.committed?.(committed)
        ask.answer(answer)
      }
    })
    const { items, withdrawn, alarms, broadcasts, work, grants, outgoing } = draft.changes
    if (this.#shared === undefined) for (const grant of grants) this.#staffing.define(grant)
    this.#done({
      items: [...items.values()],
      withdrawn: [...withdrawn],
      alarms: [...alarms.values()],
      broadcasts,
      work,
      hasGranted: grants.length > 0 && this.#shared === undefined,
      deliveries: outgoing.deliveries,
      running,
    })
  }

  /** A family that other nodes are at goes on in a lane of its own, with all that waits for it, so that others need not wait. */
  #uncontested(asks: readonly Waiting[], conflicts: readonly string[]): readonly Waiting[] {
    const contested = Map.groupBy(
      asks.filter(({ family }) => conflicts.includes(family)),
      ({ family }) => family,
    )
    const apart = [...this.#lanes.keys()].filter((name) => typeof name === "string")
    const isAlone = asks.every(({ family }) => apart.includes(family))
    if (isAlone || apart.length + contested.size > mostApart) return asks
    for (const [family, first] of contested) {
      const queue = this.#lanes.get(this.#shardOf({ family }))?.queue ?? []
      const later = queue.filter((ask) => ask.family === family)
      queue.splice(0, queue.length, ...queue.filter((ask) => ask.family !== family))
      this.#open(family, [...first, ...later])
    }
    return asks.filter(({ family }) => !contested.has(family))
  }

  /** Of a node the commit checks the loads of those who have a limit. */
  #settle(): Promise<void> {
    const { workload } = this.#staffing
    return this.#shared ? workload.settleIfPossible() : workload.settle()
  }

  /** What those have in hand who were given something and may not have too much. */
  #loadsOf({ changes, workload }: BatchDraft): NonNullable<Batch["loads"]> {
    const { organisation } = this.#staffing
    const known = workload ?? this.#staffing.workload
    const given = new Set(changes.work.flatMap(({ agent, more }) => (more > 0 ? [agent] : [])))
    const limited = [...given].filter((agent) => organisation.agent(agent)?.limit !== undefined)
    return limited.map((agent) => ({ agent, load: known.load(agent) }))
  }

  /** With the values it lacked, a command is decided anew, on the family as it is then. */
  async #askAgain(ask: Waiting, undecided: Undecided): Promise<void> {
    this.#fetching++
    const fetched = await this.#fetch(undecided.needs)
      .catch((error: unknown) => this.#observer?.storeFailed?.(error))
      .finally(() => this.#fetching--)
    if (fetched === undefined) {
      ask.watch?.refused?.(storeFailed, 0)
      ask.answer(refuse(storeFailed))
      return
    }
    if (needsTrail(undecided)) ask.fetched = (ask.fetched ?? 0) + 1
    ask.facts ??= new KnownFacts()
    ask.facts.add(fetched)
    this.#push(ask)
  }

  async #load(asks: readonly Waiting[], draft: BatchDraft): Promise<void> {
    const missing = new Set<FamilyId>()
    if (this.#wary > 0) {
      this.#wary--
      if (await this.#families.validate(asks.map(({ family }) => family))) this.#wary = longWary
    }
    await this.#findNumbered(asks, draft)
    for (const { family, isFirst, request } of asks) {
      if (request) await this.#recall(request, draft)
      if (draft.families.has(family)) continue
      const known = this.#families.get(family)
      if (isFirst) draft.families.set(family, this.#created(family))
      else if (known) {
        draft.families.set(family, new PendingFamily(known))
        // Whoever reads families at the same time may have put there what is outdated by now.
        if (this.#shared) draft.unsure.add(family)
      } else missing.add(family)
    }
    for (const id of missing) {
      const loaded = await this.#families.load(id)
      if (loaded) draft.families.set(id, new PendingFamily(loaded))
    }
  }

  /** Who has the case numbers that families are to begin with. Should another be first, the commit tells. */
  async #findNumbered(asks: readonly Ask[], { numbered }: BatchDraft): Promise<void> {
    const numbers = asks.flatMap((ask) => numberBegun(ask) ?? [])
    if (numbers.length === 0) return
    for (const [number, family] of await this.#store.numbered(numbers)) numbered.set(number, family)
  }

  /**
   * Whether something was decided on a family in memory that another node has changed since. The commit finds out about those it appends to; what was
   * refused, or did nothing, was not asked about yet. Then what has changed is forgotten, as is what was decided.
   */
  async #isOutdated({ unsure, touched, families }: BatchDraft): Promise<boolean> {
    const unasked = [...unsure].filter((id) => !touched.has(id))
    const standings = unasked.length === 0 ? undefined : await this.#store.nodes?.standings(unasked)
    const stale = unasked.filter((id) => {
      const family = families.get(id)
      return family?.quarantine !== undefined || standings?.get(id) !== family?.state.version
    })
    if (stale.length === 0) return false
    for (const id of stale) this.#families.forget(id)
    this.#staffing.workload.doubt()
    this.#wary = longWary
    return true
  }

  /** Which of them bring a broadcast that has reached everybody by now. */
  async #lateAmong(asks: readonly Ask[]): Promise<(ask: Ask) => boolean> {
    if (this.#shared === undefined || !asks.some(({ carries }) => carries)) return () => false
    const left = await this.#store.broadcasts()
    return ({ carries }) =>
      carries !== undefined &&
      !left.some(({ family, version }) => family === carries.family && version === carries.version)
  }

  #created(family: FamilyId): PendingFamily {
    return this.#families.create(family, this.#common.rules.changes)
  }

  async #recall(request: Request, { answered }: BatchDraft): Promise<void> {
    const name = nameOf(request)
    const row = answered.has(name) ? undefined : await this.#store.request(request.agent, request.key)
    if (row) answered.set(name, row)
  }

  #decideWatched(ask: Waiting, draft: BatchDraft): Answer<readonly Event[]> | Undecided {
    return ask.watch ? this.#watched(ask, ask.watch, draft) : this.#decide(ask, draft)
  }

  #watched(ask: Deciding, watch: Watch, draft: BatchDraft): Answer<readonly Event[]> | Undecided {
    const { length } = draft.entries
    const from = performance.now()
    const answer = this.#decide(ask, draft)
    const milliseconds = performance.now() - from
    if (isUndecided(answer)) return answer
    const version = draft.families.get(ask.family)?.state.version ?? 0
    if (!answer.ok) watch.refused?.(answer.rejection, milliseconds)
    else watch.decided?.({ version, events: draft.entries.length > length ? answer.value : [], milliseconds })
    return answer
  }

  #decide(ask: Deciding, draft: BatchDraft): Answer<readonly Event[]> | Undecided {
    const now = this.#now()
    const { request } = ask
    const before = request && answerBefore<readonly Event[]>(draft.answered.get(nameOf(request)), request, now)
    if (before) return before
    const answer = this.#decideOn(ask, now, draft)
    if (request && !isUndecided(answer) && answer.ok) draft.answer(answered(request, now, answer.value))
    return answer
  }

  #decideOn(ask: Deciding, now: number, draft: BatchDraft): Answer<readonly Event[]> | Undecided {
    const family = draft.families.get(ask.family)
    if (family === undefined) return refuse(notFound(ask))
    const { quarantine } = family
    if (quarantine || draft.poisoned.has(ask.family)) return refuse(quarantined(ask.family, quarantine?.error))
    const number = numberBegun(ask)
    if (number !== undefined && (draft.numbered.get(number) ?? ask.family) !== ask.family)
      return refuse(numberTaken(number))
    const { version } = family.state
    if (ask.expected !== undefined && ask.expected !== version)
      return refuse(versionChanged(`family ${ask.family}`, version, ask.expected))
    try {
      const facts = { ...this.#common, staff: draft.staff, now, facts: ask.facts ?? new KnownFacts() }
      const item = takesItem(ask.command)
      const isChecked = family.rulesSince === facts.rules.changes
      if (item && facts.isChecking && !isChecked && needsRecheck(family, item, facts)) {
        const recheck = { type: "Recheck", case: caseOf(family, item), item, ifChanged: true } as const
        const engine = { by: engineAgent, reason: "its rules have changed" }
        const rechecked = this.#take({ ...ask, command: recheck, ...engine }, family, facts, draft)
        if (isUndecided(rechecked)) return rechecked
      }
      return this.#take(ask, family, facts, draft)
    } catch (error) {
      const trouble = error instanceof Error ? (error.stack ?? error.message) : String(error)
      draft.poisoned.add(ask.family)
      if (!ask.isFirst)
        draft.quarantines.push({ family: ask.family, at: now, command: ask.command.type, error: trouble })
      return refuse(decisionFailed(ask, trouble))
    }
  }

  /** Decides, and notes what is to be written. */
  #take(
    { command, by, reason, family: id, carries }: Ask,
    family: PendingFamily,
    facts: Omit<TurnFacts, "by">,
    draft: BatchDraft,
  ): Answer<readonly Event[]> | Undecided {
    if (command.type === "ExpireLease" && this.#isProlonged(command, facts.now, draft)) return accept([])
    const why = reason === undefined ? {} : { reason }
    const decision = decideTurn(family, command, { ...facts, by, ...why })
    if (!decision.ok) return decision
    if (command.type === "ProlongLease") this.#prolong(command, id, facts.now, draft)
    if (decision.events.length === 0) return accept(decision.events)
    const { events, steps } = decision
    const at = facts.now
    const entry: Entry = {
      family: id,
      version: family.state.version + 1,
      at,
      by,
      command: command.type,
      ...why,
      events,
    }
    draft.touched.set(id, family)
    const { changes } = draft
    const worked = changes.work.length
    const channels = this.#channels
    const handling = { before: family.handling, after: decision.handling ?? family.handling }
    const ended = family.takeState(decision, at)
    project(family.state, { at, by, steps, handling, ended, staff: facts.staff, channels }, facts.find, changes)
    family.takeHandling(decision)
    if (changes.work.length > worked) this.#noteWork(worked, draft)
    const { number } = family.state.cases.get(rootCase(id)) ?? {}
    if (number !== undefined && entry.version === 1) draft.number(number, id)
    draft.entries.push(entry)
    if (carries) draft.carried.push(carries)
    return accept(events)
  }

  /** What was given out counts for whatever is decided next. */
  #noteWork(from: number, draft: BatchDraft): void {
    if (draft.workload === undefined) {
      draft.workload = new PendingWorkload(this.#staffing.workload)
      draft.staff = this.#staffing.staffWith(draft.workload)
    }
    draft.workload.note(draft.changes.work, from)
  }

  #isProlonged({ item, attempt }: Extract<Command, { type: "ExpireLease" }>, now: number, draft: BatchDraft): boolean {
    const isProlonged = draft.prolonged.some((lease) => lease.item === item && lease.attempt === attempt)
    return isProlonged || this.#leases.lasts(item, attempt, now)
  }

  #prolong(
    { item, attempt, lease }: Extract<Command, { type: "ProlongLease" }>,
    family: FamilyId,
    now: number,
    { changes, prolonged }: BatchDraft,
  ): void {
    const until = now + lease
    prolonged.push({ item, family, attempt, until })
    if (this.#shared === undefined) changes.alarms.set(item, { family, id: item, kind: "lease", dueAt: until, attempt })
  }

  /** Nothing happens to a family by it, so no version tells that another node was first: the attempt does. */
  async #prolongLeases({ prolonged }: BatchDraft): Promise<void> {
    const leases = prolonged.map(({ until, ...lease }) => ({ ...lease, dueAt: until }))
    if (leases.length > 0) await this.#store.nodes?.prolongLeases(leases)
  }

  /** What was decided is durable: from now on everybody sees it. Says which of its families are running. */
  #merge({ touched, poisoned, snapshots, changes, entries, workloadRead }: BatchDraft): readonly FamilyId[] {
    const remembered = new Set(snapshots.map(({ family }) => family))
    for (const [id, family] of touched) if (!poisoned.has(id)) this.#families.merge(family, remembered.has(id))
    // What is poisoned must be read anew.
    for (const id of poisoned) this.#families.forget(id)
    this.#staffing.workload.take(changes.work, workloadRead)
    if (entries.some(({ command }) => command === "TakeBackAnswer")) this.#staffing.workload.doubt()
    return [...touched.keys()].filter((id) => this.#families.has(id))
  }

  /** Nobody knows whether it was written: whatever it may have changed is read anew. */
  #doubt(asks: readonly Ask[]): void {
    for (const { family } of asks) this.#families.forget(family)
    this.#staffing.workload.doubt()
  }
}

/** What others may know of it. */
export function askedIn({ family, command, by, reason }: Pick<Ask, "family" | "command" | "by" | "reason">): Asked {
  return { family, command: command.type, by, ...(reason !== undefined && { reason }) }
}

/** The command as nobody else can change it any more, or what keeps it from being one. */
function ownCommand(command: Command): Command | Rejection {
  if ("data" in command && !isRecord(command.data)) return notRecord
  if (isHandling(command)) return ownPlain(command) ?? notPlain
  return "data" in command ? ({ ...command, data: ownCopy(command.data) } as Command) : command
}

/** The case number a family is to begin with. */
function numberBegun({ command, isFirst }: Pick<Ask, "command" | "isFirst">): string | undefined {
  return isFirst && command.type === "StartCase" ? command.number : undefined
}

const isOvertaken = ({ fetched = 0 }: Waiting): boolean => fetched > mostOvertaken

function overtakenFirst(asks: readonly Waiting[]): readonly Waiting[] {
  return [...asks.filter(isOvertaken), ...asks.filter((ask) => !isOvertaken(ask))]
}

const isUndecided = (answer: Answer<readonly Event[]> | Undecided): answer is Undecided => "needs" in answer

const needsTrail = ({ needs }: Undecided): boolean => needs.some(({ kind }) => kind === "trail")

/** The item a command would take from those who wait. */
function takesItem(command: Command): ItemId | undefined {
  return command.type === "StartItem" || command.type === "ClaimItem" || command.type === "CompleteItem"
    ? command.item
    : undefined
}

function caseOf({ state }: LoadedFamily, id: ItemId): CaseId {
  const item = state.items.get(id)
  if (item === undefined) throw new Error(`item ${id} was there a moment ago`)
  return item.case
}

/** A batch is everybody's: what is done with it is not done on behalf of whoever came first. */
const outside = AsyncLocalStorage.snapshot()

export function nextTurn(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve))
}
