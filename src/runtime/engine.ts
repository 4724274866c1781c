import type { PatternProgress } from "../exceptions/pattern-progress.ts"
import { TrailNeeded } from "../exceptions/port.ts"
import { treeKey } from "../exceptions/tree.ts"
import { type TreeNodes, treeNodes } from "../exceptions/tree-nodes.ts"
import type { Command } from "../messages/commands.ts"
import type { Event, RecordedEntry } from "../messages/events.ts"
import type { Finding } from "../messages/findings.ts"
import type { HoldTarget } from "../messages/holds.ts"
import {
  type AgentId,
  asAgentId,
  asFamilyId,
  type CaseId,
  type ExceptionId,
  engineAgent,
  type FamilyId,
  familyOf,
  type InterventionId,
  type ItemId,
  type NotificationId,
  type RunId,
  rootCase,
} from "../messages/ids.ts"
import type { Json, JsonObject } from "../messages/json.ts"
import type { Assessment } from "../messages/people.ts"
import type { Rejection } from "../messages/rejections.ts"
import type { ProcessSource } from "../model/builder.ts"
import type { Drawing } from "../model/drawing.ts"
import { canonicalEvent } from "../model/event-names.ts"
import type { Form } from "../model/forms.ts"
import type { Process } from "../model/net.ts"
import type { Right } from "../model/organisation.ts"
import { placeOfScope } from "../model/scope-text.ts"
import { type PaletteStep, stepPalette } from "../model/step-palette.ts"
import { type VocabularyLines, vocabularyLines } from "../model/vocabulary-lines.ts"
import { permits, permitsSomewhere } from "../people/permissions.ts"
import { StoreError } from "../store/error.ts"
import type { News } from "../store/nodes.ts"
import type { DeliveryQuery, DeliveryRow, NotificationRow } from "../store/outbox.ts"
import type {
  CaseQuery,
  Standing as CaseStanding,
  Counts,
  DecisionQuery,
  DecisionRow,
  ExceptionQuery,
  ExceptionRow,
  InterventionRow,
  ItemQuery,
  ItemRow,
  ListedCase,
  OpenGroup,
  Quarantine,
  RaisedCount,
  Store,
  StoredDefinition,
  StoredTreeChange,
} from "../store/port.ts"
import { Alarms } from "./alarms.ts"
import { type Act, type Answer, accept, actor, refuse } from "./answer.ts"
import { type AnswerAllOptions, type AnsweredAll, type AnsweringAll, answerAll } from "./answer-all.ts"
import { type Answering, answerAsTold, wrongAnswer } from "./answering.ts"
import type { Question } from "./asked-now.ts"
import { type Backtest, type BacktestOptions, backtest, type Proposal } from "./backtesting.ts"
import {
  type Bound,
  bind,
  type ConstraintView,
  constraintViews,
  type HandlerView,
  handlerViews,
  type NewBinding,
  removeConstraint,
  removeHandler,
  removePattern,
  scopesIn,
  scopesOf,
  type Unbound,
  unbind,
} from "./binding.ts"
import { boundsAt } from "./bounds-view.ts"
import { bundleOf } from "./bundling.ts"
import { Carriers } from "./carriers.ts"
import { type CaseCondition, caseCondition } from "./case-condition.ts"
import { type Channel, subscriptionOf } from "./channel.ts"
import { type CheckedCondition, type ConditionAsked, checkCondition } from "./checking-conditions.ts"
import type { ClaimedItem } from "./claims.ts"
import type { Clock } from "./clock.ts"
import { ClockSweep } from "./clock-sweep.ts"
import { closedQuestion } from "./closed-question.ts"
import { type Ask, askedIn, Committer, nextTurn } from "./committer.ts"
import { vocabularyAt } from "./conditions.ts"
import { type Converted, convert, type Format } from "./converting.ts"
import { Couriers } from "./couriers.ts"
import { catchUpDecisions } from "./decision-index.ts"
import { type Deployment, deploy } from "./deploying.ts"
import { Dispatcher } from "./dispatcher.ts"
import { type EditAsked, Edits, type Standing } from "./edits.ts"
import { allFindings, type Deployable, type Verifier } from "./examining.ts"
import { allEntries, Families, type LoadedFamily } from "./families.ts"
import type { FamilyFactsOptions } from "./family-facts.ts"
import { isGrantingInPlace } from "./granting.ts"
import { History, type HistoryQuery } from "./history.ts"
import { historyValue } from "./history-value.ts"
import { type InterventionsAsked, interventionsFor, momentOf } from "./intervention-lists.ts"
import { type Ladder, ladderOf, type Outlook, outlookOn } from "./ladders.ts"
import { type LessonAsked, type LessonView, lessonAt } from "./lessons.ts"
import { causeLines, logLines } from "./log.ts"
import type { NewFamilyId } from "./new-ids.ts"
import { NodeLife } from "./node-life.ts"
import {
  deliveriesOf,
  markRead,
  type NotificationsAsked,
  notificationsOf,
  type Resent,
  resend,
} from "./notifications.ts"
import { harmless, type Observer } from "./observer.ts"
import { patternViews } from "./pattern-views.ts"
import { commandNotPermitted, notPermitted, type PlacedId, placeOf, type Whereabouts } from "./permitting.ts"
import { possibleAnswers } from "./possible-answers.ts"
import type { KnownProcess, Processes } from "./processes.ts"
import { releaseFamily } from "./quarantine.ts"
import { rebuildReadModels } from "./rebuild.ts"
import { type Message, recipientOf, unfitting } from "./recipients.ts"
import {
  countHandled,
  type Frozen,
  frozen,
  handledNow,
  type Reevaluated,
  type Reevaluating,
  reevaluate,
  type Selected,
} from "./reevaluating.ts"
import { noMoment, notBackedUp, notExpected, storeFailed } from "./refusals.ts"
import { askedBy, type ClaimOptions, type Heartbeat, type HeartbeatOptions, RemotePrograms } from "./remote-programs.ts"
import { type RepeatedAnswer, repeatedAnswers } from "./repeated-answers.ts"
import { removeExlet, removeProcess, usesOf } from "./repertoire.ts"
import { answerBefore, partOf, type Request, requestOf } from "./requests.ts"
import type { Rulebook } from "./rulebook.ts"
import { type RunAsked, runCommand } from "./running-by-hand.ts"
import { type Before, type OpenedBooks, openBooks, type SharedBooks } from "./shared-books.ts"
import { type Similar, similarTo } from "./similar-cases.ts"
import { type Source, Sources } from "./sources.ts"
import { candidatesFor, grant } from "./staff-verbs.ts"
import { isOrganisational, type Staffing } from "./staffing.ts"
import { lookAt, type StalledPage, type StallFinder, stalledAfter } from "./stalled-list.ts"
import { takeBack } from "./taking-back.ts"
import { type TaskCount, taskCounts } from "./task-counts.ts"
import {
  type ExplainedDecision,
  explainNow,
  explainPast,
  type Learnt,
  learn,
  nothingThere,
  removeRule,
  type TeachingParts,
  type TreeView,
  treeView,
  undoRule,
} from "./teaching.ts"
import { fetchTrail } from "./trail.ts"
import { type HitsAsked, type TreeHits, treeHits } from "./tree-hits.ts"
import { type Trigger, triggersAt } from "./triggers.ts"
import type { Destination, Lesson, Raised, Rechecked, RolledBack, Started, Unforeseen } from "./verbs.ts"
import { type CaseView, caseView, type InterventionView, type ItemView, interventionView, itemView } from "./views.ts"
import { leastGrace, Watchdog } from "./watchdog.ts"
import { type WhoCan, whoCan } from "./who-can.ts"
import { type Handler, ProgramWorker, type Worker, type WorkerOptions } from "./workers.ts"
import { type WorklistAsked, worklistOf } from "./worklists.ts"
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

export interface StartOptions<Data> extends Act {
  readonly data?: Data
  /** The newest unless set. */
  readonly version?: number
}

/**
 * Runs processes on a store. Every verb answers after what it did is durable, or with a refusal that changed nothing; it
 * throws only for bugs. One engine owns its store until it is stopped, unless that is a database which several may share (`isNode`).
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
  readonly #rulebook: Rulebook
  readonly #sources: Sources
  readonly #couriers: Couriers
  readonly #staffing: Staffing
  #reorganised = 0
  readonly #dispatcher: Dispatcher
  readonly #clocks: ClockSweep
  readonly #teaching: TeachingParts
  readonly #edits: Edits
  readonly #observer: Observer | undefined
  readonly #workers = new Map<string, ProgramWorker>()
  readonly #remote: RemotePrograms
  readonly #carriers: Carriers
  readonly #stalls: StallFinder
  readonly #watchdog: Watchdog | undefined
  readonly #detach: (() => void) | undefined
  readonly #verifier: Verifier | undefined
  /** Where there are other nodes. */
  readonly #shared: SharedBooks | undefined
  readonly #life: NodeLife | undefined
  /** How much of what others have told is being looked at. */
  #hearing = 0
  #state: "open" | "stopping" | "stopped" = "open"

  private constructor(parts: EngineParts, { books, shared }: OpenedBooks) {
    const { processes, rulebook, staffing } = books
    this.#shared = shared
    const { store, clock, newFamilyId, capacity, isChecking } = parts
    const observer = parts.observer && harmless(parts.observer)
    this.#observer = observer
    this.#verifier = parts.verifier
    this.clock = clock
    this.#store = store
    this.#newFamilyId = newFamilyId
    this.#processes = processes
    this.#rulebook = rulebook
    this.#staffing = staffing
    this.#families = new Families(store, capacity)
    const early = clock.now() + Math.max(parts.workerGrace, leastGrace)
    const knows = {
      isGone: (agent: string) => staffing.isGone(agent),
      hasWorker: (name: string) =>
        this.#workers.has(name) || this.#remote.isPresent(name) || this.#life?.has(name) === true,
    }
    this.#stalls = {
      store,
      look: (family) => this.#look(family),
      facts: () => ({ find: processes.find, staff: staffing.staff, ...knows }),
      isEarly: () => clock.now() < early,
    }
    this.#history = new History(store)
    this.#committer = new Committer({
      store,
      families: this.#families,
      common: {
        rules: rulebook,
        find: processes.find,
        newest: processes.current,
        isChecking,
        hasWorker: knows.hasWorker,
        workerGrace: parts.workerGrace,
        needs: rememberedNeeds(),
        isGone: knows.isGone,
        mayHaveWorker: (name) => knows.hasWorker(name) || this.#stalls.isEarly(),
      },
      staffing,
      fetch: (needed) => (needed instanceof TrailNeeded ? fetchTrail(store, needed) : this.#sources.fetch(needed)),
      now: () => clock.now(),
      observer,
      channels: parts.channels.map(subscriptionOf),
      shared,
      done: ({ items, alarms, broadcasts, work, hasGranted, deliveries, running }) => {
        for (const row of items) if (row.worker !== undefined) this.#workers.get(row.worker)?.noteItem(row)
        this.#remote.noteCommitted({ items, alarms })
        this.#alarms.noteChanges(alarms)
        if (broadcasts.length > 0) this.#couriers.wake()
        if (hasGranted) this.#organisationChanged()
        this.#dispatcher.noteWork(work)
        this.#history.wake()
        this.#carriers.noteCommitted(deliveries)
        this.#watchdog?.noteFamilies(running)
      },
    })
    this.#carriers = new Carriers(parts.channels, {
      store,
      clock,
      observer,
      attributesOf: (agent) => staffing.organisation.agent(agent)?.attributes ?? {},
    })
    this.#sources = new Sources({
      dataOf: async (id) => (await this.case(id))?.data ?? {},
      historyOf: async (family) => historyValue(await this.entries({ family, limit: 1_000_000 })),
    })
    this.#remote = new RemotePrograms({
      store,
      clock,
      grace: parts.workerGrace,
      ask: (family, command, by, reason) => this.#ask(family, command, by, reason === undefined ? {} : { reason }),
      look: (family) => this.#look(family),
      dataOf: async (id) => (await this.item(id))?.data ?? {},
      isHere: (name) => this.#workers.has(name),
      isElsewhere: (name) => this.#life?.has(name) === true,
      welcome: (name) => this.#welcome(name),
    })
    this.#couriers = new Couriers({
      store,
      clock,
      observer,
      ask: (family, command, by, carries) => this.#ask(family, command, by, { carries }),
      begin: async (family, command, by, reason) => {
        if (await store.case(rootCase(family))) return accept(undefined)
        return this.#ask(family, command, by, { reason, isFirst: true })
      },
    })
    this.#dispatcher = new Dispatcher({
      store,
      clock,
      staffing,
      ask: (family, command) => this.#ask(family, command, engineAgent),
    })
    this.#clocks = new ClockSweep({
      isOn: isChecking,
      store,
      rulebook,
      ask: (family, command) => this.#ask(family, command, engineAgent),
    })
    this.#edits = new Edits({ store, observer, now: () => clock.now(), shared })
    const look = (family: FamilyId) => this.#look(family)
    const finder = { store, find: processes.find, classes: rulebook.classes, sources: this.#sources, look }
    this.#teaching = {
      store,
      processes,
      rulebook,
      staffing,
      finder: (now) => ({ ...finder, now, staff: staffing.staff }),
    }
    this.#watchdog =
      parts.watchdog === false || !isChecking
        ? undefined
        : new Watchdog({
            store,
            clock,
            every: parts.watchdog,
            early,
            lookAt: (family) => lookAt(this.#stalls, family),
            ask: (family, command) => this.#ask(family, command, engineAgent),
            settled: () => this.#dispatcher.settled(),
          })
    const { nodes } = store
    this.#alarms = new Alarms({
      store: nodes ? { dueAlarms: nodes.claimAlarms, nextAlarmAt: nodes.nextAlarmAt } : store,
      clock,
      fire: (family, command) => this.#ask(family, command, engineAgent),
      prolong: (item, attempt) => {
        for (const worker of this.#workers.values()) {
          const lease = worker.prolong(item, attempt)
          if (lease !== undefined) return lease
        }
        return undefined
      },
      takeOver: nodes && ((item, attempt) => this.#takeOver(item, attempt)),
      setLease: async ({ item, family, attempt, dueAt }) =>
        nodes
          ? nodes.prolongLeases([{ item, family, attempt, dueAt }])
          : this.#committer.setAlarms([{ family, id: item as ItemId, kind: "lease", dueAt, attempt }]),
      setAlarms: (alarms) => this.#committer.setAlarms(alarms),
    })
    this.#life =
      nodes &&
      new NodeLife({
        nodes,
        programs: () => [...new Set([...this.#workers.keys(), ...this.#remote.present()])],
        leases: () =>
          [...this.#workers.values()].flatMap((worker) =>
            worker.prolongable().map(({ item, attempt, lease }) => {
              return { item, family: familyOf(item), attempt, dueAt: clock.now() + lease }
            }),
          ),
        onNews: (news) => void this.#hear(news),
      })
    if (shared) shared.onChange = (before) => this.#defined(before)
    this.#detach = clock.attach?.(() => this.idle())
  }

  /** Use `openEngine`, which finds the store and the clock. */
  static async open(parts: EngineParts): Promise<Engine> {
    const opened = await openBooks(parts.store)
    const { processes, rulebook, staffing } = opened.books
    const stale = await parts.store.needsRebuild()
    const now = parts.clock.now()
    if (stale) await rebuildReadModels(parts.store, { what: stale, now }, processes.find, staffing.staff)
    const engine = new Engine(parts, opened)
    await engine.#remote.start()
    await engine.#alarms.start()
    // An engine that went down may not have found somebody for everything.
    if (rulebook.qualifications > 0) engine.#dispatcher.qualificationsChanged()
    engine.#dispatcher.organisationChanged()
    engine.#couriers.wake()
    engine.#carriers.wakeAll()
    staffing.takeRemoved()
    engine.#watchdog?.start()
    engine.#clocks.wake()
    await engine.#life?.start()
    return engine
  }

  // Processes

  /**
   * Checks everything, and deploys what is new if nothing is wrong, all of it together. The same content again changes nothing.
   * Rules learnt since a tree was deployed are not taken away unless `overLearnt` says so.
   */
  deploy(what: Deployable, act: Act & { readonly overLearnt?: boolean } = {}): Promise<Answer<Deployment>> {
    return this.#deploy(what, act, requestOf(act, { deploy: what, overLearnt: act.overLearnt }))
  }

  /**
   * Everything wrong or doubtful about it, together with what is deployed; nothing is done. It is looked at longer than for
   * deploying: what may go wrong when it runs comes with the steps of a story that lead there. With errors in it that has to wait.
   */
  async verify(what: Deployable): Promise<readonly Finding[]> {
    const examined = deploy(what, this.#teaching, { at: this.clock.now(), by: engineAgent })
    if (!examined.ok) return examined.rejection.findings ?? []
    return allFindings(examined.value.value.findings, (await this.#verifier?.(what, this.bundle())) ?? [])
  }

  /** The same definitions in another format; nothing is done. What the format has no words for is in the findings. */
  convert(what: Deployable, to: Format): Answer<Converted> {
    return convert(what, to)
  }

  processes(): readonly KnownProcess[] {
    return this.#processes.all()
  }

  /** The newest version unless set; also of a process that is not to be started any more. `form`: what a case of it begins with. */
  process(name: string, version?: number): (KnownProcess & { readonly form: Form }) | undefined {
    const stored = version === undefined ? this.#processes.newest(name) : this.#processes.stored(name, version)
    return stored && { ...this.#processes.known(stored), form: this.#processes.form(name, stored.version) }
  }

  /** A version of a process, the newest unless set, as something to look at. */
  net(name: string, version?: number): Drawing | undefined {
    return this.#processes.drawing(name, version)
  }

  /** What people call a task, as the newest version of its process has it; undefined where nobody has said. */
  titleOf(process: string, task: string): string | undefined {
    return this.#processes.titles(process).get(task)
  }

  /** All that is in force as one bundle, rules as they stand: what `deploy` makes the same of in an empty engine. */
  bundle(): JsonObject {
    return bundleOf(this.#teaching)
  }

  // Cases

  /** Starts a case of a process, by name or as the builder made it: then its data is typed. */
  start(process: string, options?: StartOptions<JsonObject>): Promise<Answer<Started>>
  start<Data>(process: ProcessSource<Data>, options?: StartOptions<Data>): Promise<Answer<Started>>
  async start(process: string | JsonObject, options: StartOptions<unknown> = {}): Promise<Answer<Started>> {
    const name = typeof process === "string" ? process : String(process.process)
    const data = (options.data ?? {}) as JsonObject
    const asked = { start: name, version: options.version, data }
    const answer = await this.#once(requestOf(options, asked), (request) =>
      this.#start(name, { ...options, data }, request),
    )
    return answer.ok ? accept(startedBy(answer.value, options)) : answer
  }

  removeCase(id: CaseId, act?: Act) {
    return this.execute(familyOf(id), { type: "RemoveCase", case: id }, act)
  }

  setData(id: CaseId, data: JsonObject, act?: Act) {
    return this.execute(familyOf(id), { type: "SetData", case: id, data }, act)
  }

  /** Brings a message to the case that waits for it, or whose rules do; if there is none, it may start one. */
  async message(message: Message, act: Act = {}): Promise<Answer<Started>> {
    const { name, key = null, data = {}, case: to, family, start } = message
    const asked = { message: name, key, data, case: to, ...(family && { family }), ...(start && { start }) }
    const answer = await this.#once(requestOf(act, asked), async (request) => {
      const id = await this.#recipient(message)
      const command = { type: "ReceiveMessage", case: id ?? rootCase(nobody), name, key, data } as const
      const received = id ? await this.#do(familyOf(id), command, act, { request }) : refuse(notExpected(name, key))
      if (received.ok || start === undefined || !unfitting.has(received.rejection.code)) return received
      return this.#start(start, { ...act, data }, request)
    })
    return answer.ok ? accept(startedBy(answer.value, act)) : answer
  }

  /** The case a message would go to; undefined: there is none for it. */
  expecting(message: Pick<Message, "name" | "key" | "case" | "family">): Promise<CaseId | undefined> {
    return this.#recipient(message)
  }

  /** The flow goes on at a step, instead of where the item stands, or without one all of the case. Nothing is undone. */
  jump(to: Destination, act?: Act) {
    return this.execute(familyOf(to.case), { type: "Jump", ...to }, act)
  }

  // Items

  acceptItem = (id: ItemId, act?: Act) => this.#item({ type: "AcceptItem", item: id }, act)
  /** The next one who can have it is asked; `reason` says why. */
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
  /** The answer to an exception at an item: once more, now that something is different; by the same agent first, or by the next. */
  retryItem = (id: ItemId, act: Act & { readonly with?: "same" | "next" } = {}) =>
    this.#item({ type: "RetryItem", item: id, ...(act.with && { with: act.with }) }, act)
  /** It needs somebody else than its task says. `needs` as in the process. */
  amendItem = (id: ItemId, needs: JsonObject, act?: Act) => this.#item({ type: "AmendItem", item: id, needs }, act)
  /** The answer to nobody being there: it waits until somebody is. */
  awaitAgent = (id: ItemId, act?: Act) => this.#item({ type: "AwaitAgent", item: id }, act)
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
    return this.#once(requestOf(act, { family, command }), (request) => this.#do(family, command, act, { request }))
  }

  // Programs

  /** Registers the program that does the tasks naming this worker. Items it had when an engine went down come again. */
  worker(name: string, handler: Handler, options: WorkerOptions = {}): Worker {
    if (this.#workers.has(name)) throw new Error(`there is already a worker "${name}"; stop it first`)
    const worker = new ProgramWorker(name, handler, options, {
      store: this.#store,
      execute: (family, command, by) => this.#ask(family, command, by),
      dataOf: async (id) => (await this.item(id))?.data ?? {},
      observer: this.#observer,
      wasCalled: (id) => this.#remote.isLeased(id, "here"),
    })
    this.#workers.set(name, worker)
    worker.start()
    this.#welcomeInTheEnd(name)
    const stop = () =>
      worker.stop().finally(() => {
        this.#workers.delete(name)
        this.#watchdog?.lookEverywhere()
      })
    return { name, stop }
  }

  /**
   * Gives items of a program that runs elsewhere, oldest first, to it alone: none, if there are none within `wait`. Asking has the
   * effect of registering a worker, for as long as somebody asks, has asked within the grace, or has such an item.
   */
  async claim(worker: string, options: ClaimOptions = {}): Promise<Answer<readonly ClaimedItem[]>> {
    if (this.#state !== "open") return refuse(stopped)
    const { mayHave = () => true } = options
    // Who waits may gain and lose rights meanwhile.
    const may = ({ process }: ItemRow) => permits(this.#staffing.organisation, actor(options), "do", { process })
    return this.#remote.claim(worker, { ...options, mayHave: (item) => may(item) && mayHave(item) })
  }

  /** Gives back what was claimed for somebody whom it did not reach: others are given it at once, as if it had not been claimed. */
  async returnItems(items: readonly Pick<ClaimedItem, "id" | "attempt">[]): Promise<void> {
    if (this.#state === "open") await this.#remote.returnItems(items)
  }

  /** The program is alive: its lease lasts from now on. Refused if its result is no longer wanted. */
  async heartbeat(item: ItemId, attempt: number, options: HeartbeatOptions = {}): Promise<Answer<Heartbeat>> {
    if (this.#state !== "open") return refuse(stopped)
    const command = { type: "ProlongLease", item, attempt, lease: 0 } as const
    const forbidden = await this.#notPermitted(familyOf(item), command, actor(options))
    return forbidden ? refuse(forbidden) : this.#remote.heartbeat(item, attempt, options)
  }

  /** What a claimed item writes. An attempt is told about once: what comes later is refused, unless it is the same under a key. */
  reportOutput = (item: ItemId, attempt: number, data: JsonObject = {}, act?: Act) =>
    this.#report({ type: "ReportOutput", item, attempt, data }, act)
  reportFailure = (item: ItemId, attempt: number, message: string, act?: Act) =>
    this.#report({ type: "ReportFailure", item, attempt, message: String(message) }, act)

  /** Registers what conditions read as `external.<name>`: asked when a decision needs it, within `timeout` milliseconds. */
  source(name: string, source: Source, options: { readonly timeout?: number } = {}): void {
    this.#sources.register(name, source, options.timeout ?? 5000)
  }

  // What goes wrong

  /** Raises an exception, a trigger or a plain event at a case or one of its items. */
  raise(what: Raised, act: Act = {}): Promise<Answer<readonly Event[]>> {
    const { class: name, case: id, item, with: parameters = {} } = what
    return this.#once(requestOf(act, { raise: name, case: id, item, with: parameters }), async (request) => {
      const behind = this.#shared && (await this.#behind(this.#shared))
      if (behind) return refuse(behind)
      const known = this.#rulebook.classes
      const named = known.has(name) || this.#rulebook.wants(name) ? name : (known.titled(name) ?? name)
      const command = { type: "RaiseEvent", class: named, case: id, ...(item && { item }), parameters } as const
      return this.#do(familyOf(id), command, act, { request })
    })
  }

  /** How far each pattern has come in a family: what has been seen of it, since and until when, and what is missing. */
  async patternProgress(family: FamilyId): Promise<readonly PatternProgress[]> {
    const found = await this.#look(family)
    return found ? patternViews(found, this.#rulebook, this.clock.now()) : []
  }

  /** Reports what nobody has foreseen: the case is held at once, and somebody is asked. */
  report({ case: id, item, title, text = "" }: Unforeseen, act?: Act): Promise<Answer<readonly Event[]>> {
    const command = { type: "ReportUnforeseen", case: id, ...(item && { item }), title, text } as const
    return this.execute(familyOf(id), command, act)
  }

  /** What people may raise at a case or an item as it stands, and what would be done about it. */
  async triggers(at: { readonly case: CaseId } | { readonly item: ItemId }): Promise<readonly Trigger[]> {
    const family = familyOf("case" in at ? at.case : at.item)
    const loaded = await this.#look(family)
    if (loaded === undefined) return []
    return triggersAt(loaded, at, this.#facts(), this.#rulebook)
  }

  /** Those open, in the order they were raised; with `open: false` all. */
  exceptions(query: Partial<ExceptionQuery> = {}): Promise<readonly ExceptionRow[]> {
    return this.#store.exceptions({ limit: 100, ...query })
  }

  /** The way of an exception so far: each stage with what it looked at, what it did not choose and why. */
  ladder(id: ExceptionId): Promise<Ladder | undefined> {
    return ladderOf(this.#store, id)
  }

  /** What would be done about an event at a case or item, stage by stage, and the order of the scopes there; nothing is done. */
  applies(question: Question): Promise<Outlook | undefined> {
    return outlookOn(this.#teaching, question, this.clock.now())
  }

  async intervention(id: InterventionId): Promise<InterventionView | undefined> {
    const family = await this.#look(familyOf(id))
    const row = await this.#store.intervention(id)
    if (!family || !row) return undefined
    const view = interventionView(family, row)
    const open = family.handling.interventions.get(id)
    const similar = row.class === undefined ? undefined : await this.similar(id)
    const closed = row.open ? undefined : await closedQuestion(this.#store, id)
    if (open === undefined || family.quarantine)
      return { ...view, ...(closed && { closed }), ...(similar && { similar }) }
    const would = (command: Command) => this.#committer.would(family, command, actor({}))
    const now = await handledNow(family, id, would)
    const answers = await possibleAnswers(family, open, {
      async refusal(answer) {
        const decision = await would({ type: "AnswerIntervention", intervention: id, answer })
        return decision && !decision.ok ? decision.rejection : undefined
      },
      exlets: this.#rulebook.exlets().flatMap(({ name }) => this.#rulebook.exlet(name) ?? []),
      process: this.#processOf(family, open.case),
    })
    return { ...view, ...(now && { now }), answers, ...(similar && { similar }) }
  }

  /** What was done when the like happened before: the same class at the same place first, then in the process, then what it is a kind of. */
  async similar(id: InterventionId): Promise<Similar | undefined> {
    const row = await this.#store.intervention(id)
    if (row?.class === undefined) return row && { cases: [], answers: [] }
    const open = (await this.#look(familyOf(id)))?.handling.interventions.get(id)
    const { class: name, process, at } = row
    return similarTo(this.#store, this.#rulebook.classes, { exception: open?.exception, class: name, process, at })
  }

  /** What is open, those of one class at one place together, the most first: one row for each, however many there are. */
  async openGroups(only: { readonly process?: string; readonly class?: string } = {}): Promise<readonly OpenGroup[]> {
    const isMeant = ({ process, class: name }: OpenGroup) =>
      (only.process === undefined || only.process === process) && (only.class === undefined || only.class === name)
    const size = ({ exceptions, interventions }: OpenGroup) => Math.max(exceptions, interventions)
    const groups = (await this.#store.openGroups()).filter(isMeant)
    return groups.sort((one, other) => size(other) - size(one) || one.since - other.since)
  }

  /** Those open, what is due first before the rest; `to`: with an agent, in whatever way he is meant. */
  interventions(query: InterventionsAsked = {}): Promise<readonly InterventionRow[]> {
    return interventionsFor(
      { store: this.#store, organisation: this.#staffing.organisation, now: this.clock.now() },
      query,
    )
  }

  /** Somebody takes an intervention, or is given it: an agent, a role or a unit. */
  async assignIntervention(id: InterventionId, to: string, act?: Act): Promise<Answer<readonly Event[]>> {
    const command = { type: "AssignIntervention", intervention: id, to } as const
    const { organisation } = this.#staffing
    const isPerson = organisation.agent(asAgentId(to)) !== undefined
    const cannot = isPerson
      ? notPermitted(organisation, asAgentId(to), "intervene", (await this.placeOf(id)) ?? {})
      : undefined
    if (cannot === undefined) return this.execute(familyOf(id), command, act)
    const { key: _, ...plain } = act ?? {}
    const asked = await this.execute(familyOf(id), command, { ...plain, dryRun: true })
    return asked.ok
      ? refuse({ ...cannot, remedy: "Give it to somebody who may answer it, or give him the right" })
      : asked
  }

  /** Says when an intervention is due: a moment as text or in milliseconds. */
  async postpone(id: InterventionId, dueAt: string | number, act?: Act): Promise<Answer<readonly Event[]>> {
    const moment = momentOf(dueAt)
    if (moment === undefined) return refuse(noMoment("dueAt", dueAt))
    return this.execute(familyOf(id), { type: "PostponeIntervention", intervention: id, dueAt: moment }, act)
  }

  /** Answers an intervention: `{ do: "run", exlet }`, `{ do: "teach", if, then }`, `{ do: "retry" }` … */
  answer(id: InterventionId, answer: Json, act: Act = {}): Promise<Answer<readonly Event[]>> {
    return this.#once(requestOf(act, { answer: id, told: answer }), (request) =>
      answerAsTold(this.#teaching, this.#answering(request), id, answer, act),
    )
  }

  /**
   * Answers many interventions alike: those that were open when it was asked, up to 1,000, each on its own. What is refused of
   * one is told with it and keeps none of the others. Under a key the same ones are meant again.
   */
  answerAll(selected: Selected, answer: Json, act: AnswerAllOptions = {}): Promise<Answer<AnsweredAll>> {
    return this.#once(requestOf(act, { answerAll: selected, told: answer }), (request) =>
      answerAll(this.#answeringAll(request), selected, answer, act),
    )
  }

  /** Asks the rules again about open interventions, up to 1,000, and does what they say now; with `dryRun` only tells. */
  async reevaluate(selected: Selected = {}, act: AnswerAllOptions = {}): Promise<Answer<Reevaluated>> {
    if (this.#state !== "open") return refuse(stopped)
    const { forbids, ...plain } = act
    return accept(await reevaluate(this.#reevaluating(forbids), selected, plain))
  }

  /** Takes back the answer to an intervention, while nothing outside has been done since: the case returns to the moment before. */
  takeBack(id: InterventionId, act: Act = {}): Promise<Answer<readonly Event[]>> {
    return this.#once(requestOf(act, { takeBack: id }), (request) =>
      takeBack(this.#store, id, act, (command, on) => this.#do(familyOf(id), command, on, { request })),
    )
  }

  /** Asks the trees again about a waiting item, or about a case: its waiting items and open exceptions. */
  recheck(at: Rechecked, act: Act = {}): Promise<Answer<readonly Event[]>> {
    return this.#once(requestOf(act, { recheck: at }), (request) => this.#recheck(at, act, request))
  }

  /** Every step an exlet can have. */
  stepForms(): readonly PaletteStep[] {
    return stepPalette()
  }

  /** Runs an exlet, or steps written in place, at a case or one of its items, by hand. */
  async run(asked: RunAsked, act: Act = {}): Promise<Answer<readonly Event[]>> {
    const command = runCommand(this.#teaching, asked)
    return "code" in command ? refuse(command) : this.execute(familyOf(asked.case), command, act)
  }

  /** Undoes a task or activity and all that came of it, newest first, and enables it again. */
  rollback({ case: id, item, to }: RolledBack, act?: Act): Promise<Answer<readonly Event[]>> {
    return this.execute(familyOf(id), { type: "Rollback", case: id, ...(item && { item }), to }, act)
  }

  /** Ends a run and does what the tree says now; `undo` puts back what it wrote into the case. */
  replace(run: RunId, act: Act & { readonly undo?: boolean } = {}): Promise<Answer<readonly Event[]>> {
    return this.execute(familyOf(run), { type: "ReplaceRun", run, undo: act.undo ?? false }, act)
  }

  // Rules

  /** Adds a rule where the walk for its context ended. `replace`: what runs there is replaced, what waits is asked again. */
  learn(lesson: Lesson, act: Act = {}): Promise<Answer<Learnt>> {
    return this.#learn(lesson, act, requestOf(act, { learn: lesson }))
  }

  /** Cuts out a rule that no other refines. */
  removeRule(tree: string, node: number, act: Act = {}) {
    return this.#edit(
      {
        act,
        request: requestOf(act, { removeRule: tree, node }),
        prepare: (stamp) => removeRule(this.#teaching, tree, node, stamp),
        standing: () => standingOf(tree, this.#rulebook.byKey(tree)),
      },
      "teach",
      processOfTree(tree),
    )
  }

  /** Takes back the last change of a tree. */
  undoRule(tree: string, act: Act = {}) {
    return this.#edit(
      {
        act,
        request: requestOf(act, { undoRule: tree }),
        prepare: (stamp) => undoRule(this.#teaching, tree, stamp),
        standing: () => standingOf(tree, this.#rulebook.byKey(tree)),
      },
      "teach",
      processOfTree(tree),
    )
  }

  trees(): readonly TreeView[] {
    return [...this.#rulebook.trees()].map((tree) => treeView(tree))
  }

  /** A tree as it is, or as it was in an earlier version. */
  tree(key: string, version?: number): TreeView | undefined {
    const tree = this.#rulebook.byKey(key)
    return tree && treeView(tree, version)
  }

  /** Every rule of a tree, as it is or was, with when it answers and where it was learnt. */
  treeNodes(key: string, version?: number): TreeNodes | undefined {
    const tree = this.#rulebook.byKey(key)
    return tree && { key, on: tree.on, at: tree.at, version: version ?? tree.version, nodes: treeNodes(tree, version) }
  }

  /** How often each rule of a tree was asked and has answered, over its last decisions. */
  async treeHits(key: string, asked?: HitsAsked): Promise<TreeHits | undefined> {
    const tree = this.#rulebook.byKey(key)
    return tree && treeHits(this.#store, tree, asked)
  }

  /** Who changed a tree, when and why. */
  async treeChanges(key: string): Promise<readonly StoredTreeChange[]> {
    return this.#rulebook.byKey(key)?.bound ? this.#rulebook.handlers.changes(key) : this.#store.treeChanges(key)
  }

  /** What a tree was asked, by family and version; `failed`: only where one of its conditions could not be evaluated. */
  async decisions(query: Partial<DecisionQuery> & Pick<DecisionQuery, "tree">): Promise<readonly DecisionRow[]> {
    await catchUpDecisions(this.#store)
    return this.#store.decisions({ limit: 100, ...query })
  }

  /** A decision of the past, by its family and version: the path, and each condition's value and parts. */
  explain(family: FamilyId, version: number): Promise<ExplainedDecision | undefined> {
    return explainPast(this.#teaching, family, version)
  }

  /** What the trees would say now, if this were asked; nothing is done. */
  whatIf(question: Question): Promise<ExplainedDecision | undefined> {
    return explainNow(this.#teaching, question, this.clock.now())
  }

  /** What there is to learn from a place whose answer was wrong, and conditions that could tell it from others. */
  async lesson(asked: LessonAsked): Promise<Answer<LessonView>> {
    return lessonAt(this.#teaching, asked, this.clock.now())
  }

  /** Answers people of a process have given again and again, where no rule gives them: rules in the making. Three times unless said otherwise. */
  repeatedAnswers(
    process: string,
    { least = 3 }: { readonly least?: number } = {},
  ): Promise<readonly RepeatedAnswer[]> {
    return repeatedAnswers(this.#store, this.#rulebook, { process, least })
  }

  /** All there is to say about a condition while somebody writes it, whatever its text. */
  async checkCondition(asked: ConditionAsked): Promise<Answer<CheckedCondition>> {
    return checkCondition(this.#teaching, asked, this.clock.now())
  }

  /** The names and functions a condition may use, on an event at a scope. */
  vocabulary({ on = "", at = "everywhere" }: { readonly on?: string; readonly at?: string } = {}): VocabularyLines {
    const meaning = { book: this.#rulebook, newest: this.#processes.current }
    return vocabularyLines(vocabularyAt({ on: canonicalEvent(on), at }, meaning))
  }

  /** What a rule, or the removal of one, would have changed in all recorded checkpoints of its tree. */
  backtest(proposal: Proposal, options: BacktestOptions = {}): Promise<Answer<Backtest>> {
    return backtest(this.#teaching, proposal, { now: this.clock.now(), ...options })
  }

  // People

  /** How often the organisation has changed since the engine was opened. */
  get reorganised(): number {
    return this.#reorganised
  }

  /** Every entry of the organisation as it stands. Changed with `deploy({ organisation: { … } })`, entry by entry. */
  organisation(): readonly StoredDefinition[] {
    return this.#staffing.entries()
  }

  /** Who changed an entry, or any, when and why. */
  async organisationChanges(of: { readonly kind?: string; readonly name?: string } = {}) {
    const all = await this.#store.definitions()
    return all.filter(
      ({ kind, name }) => isOrganisational(kind) && (of.kind ?? kind) === kind && (of.name ?? name) === name,
    )
  }

  /** An agent can do more than before, until a moment or for good. */
  grant(agent: string, capabilities: readonly string[], act: Act & { readonly until?: string | number } = {}) {
    const { until } = act
    return this.#edit({
      act,
      request: requestOf(act, { grant: capabilities, agent, until }),
      prepare: (stamp) => grant(this.#staffing, { agent, capabilities, ...(until !== undefined && { until }) }, stamp),
    })
  }

  /** How everybody stands to an item: those who can have it first, best first; then why each of the others cannot. */
  async candidates(id: ItemId): Promise<readonly Assessment[]> {
    if (typeof id !== "string") return []
    const family = await this.#look(familyOf(id))
    return family
      ? candidatesFor(family.state, id, this.#staffing, {
          find: this.#processes.find,
          now: this.clock.now(),
          rules: this.#rulebook,
        })
      : []
  }

  /** How everybody stands to a task of a process, the newest version unless set, as far as that is the same in all cases. */
  whoCan(process: string, task: string, version?: number): WhoCan | undefined {
    const stored = this.process(process, version)
    const found = stored && this.#processes.find(process, stored.version)
    return found && whoCan(found, task, this.#staffing, { now: this.clock.now(), rules: this.#rulebook })
  }

  /** Whether an agent may do such things there. Everything is allowed until somebody says who may do what. */
  may(agent: string, right: Right, where: { readonly process?: string; readonly unit?: string } = {}): boolean {
    return permits(this.#staffing.organisation, asAgentId(agent), right, where)
  }

  /** Whether there is any place, or any in a process, where an agent may do such things. */
  maySomewhere(agent: string, right: Right, process?: string): boolean {
    return permitsSomewhere(this.#staffing.organisation, asAgentId(agent), right, process)
  }

  /** Where something stands, for those who ask what may be done there; undefined: there is no such thing, or no longer. */
  async placeOf(id: PlacedId | string): Promise<Whereabouts | undefined> {
    const { organisation } = this.#staffing
    const family = await this.#look(familyOf(id as PlacedId))
    const place = family && placeOf(organisation, family, id as PlacedId)
    if (place || !family) return place
    const row = (await this.#store.item(id as ItemId)) ?? (await this.#store.intervention(id as InterventionId))
    const unit = row && "agent" in row && row.agent ? organisation.agent(row.agent)?.unit : undefined
    return row && { process: row.process, ...(unit !== undefined && { unit }) }
  }

  // Repertoire

  /** Binds a handler to one scope or several, for all cases at once. */
  bind(binding: NewBinding, act: Act = {}): Promise<Answer<Bound>> {
    const request = requestOf(act, { bind: binding })
    const prepare: EditAsked<Bound>["prepare"] = (stamp) => bind(this.#teaching, binding, stamp)
    return this.#teachAt(scopesIn(binding.at), { act, request, prepare })
  }

  /** The same taken back; without `at`, wherever it is bound. */
  unbind(binding: Pick<NewBinding, "handler"> & Partial<NewBinding>, act: Act = {}): Promise<Answer<Unbound>> {
    const { handler, at } = binding
    const request = requestOf(act, { unbind: handler, at })
    const prepare: EditAsked<Unbound>["prepare"] = (stamp) => unbind(this.#teaching, binding, stamp)
    const scopes = at === undefined ? scopesOf(handler, this.#rulebook) : scopesIn(at)
    return this.#teachAt(scopes, { act, request, prepare })
  }

  /** Every handler, and where it is bound. */
  handlers(): readonly HandlerView[] {
    return handlerViews(this.#rulebook)
  }

  /** Refused while it is bound, with the list. */
  removeHandler(name: string, act: Act = {}): Promise<Answer<undefined>> {
    return this.#edit({
      act,
      request: requestOf(act, { removeHandler: name }),
      prepare: (stamp) => removeHandler(this.#teaching, name, stamp),
      standing: () => standingOf(`handler ${name}`, this.#rulebook.stored("handler", name)),
    })
  }

  patterns(): readonly StoredDefinition[] {
    return this.#rulebook.allStored("pattern")
  }

  /** Refused while anything waits for it, with the list. */
  removePattern(name: string, act: Act = {}): Promise<Answer<undefined>> {
    return this.#edit({
      act,
      request: requestOf(act, { removePattern: name }),
      prepare: (stamp) => removePattern(this.#teaching, name, stamp),
      standing: () => standingOf(`pattern ${name}`, this.#rulebook.stored("pattern", name)),
    })
  }

  constraints(): readonly ConstraintView[] {
    return constraintViews(this.#rulebook)
  }

  removeConstraint(name: string, act: Act = {}): Promise<Answer<undefined>> {
    return this.#edit({
      act,
      request: requestOf(act, { removeConstraint: name }),
      prepare: (stamp) => removeConstraint(this.#teaching, name, stamp),
      standing: () => standingOf(`constraint ${name}`, this.#rulebook.stored("constraint", name)),
    })
  }

  exlets(): readonly StoredDefinition[] {
    return this.#rulebook.exlets()
  }

  /** The rules, handlers and exlets that name an exlet or a worklet. */
  whereUsed(name: string): readonly string[] {
    return usesOf(name, this.#rulebook)
  }

  /** Refused while anything uses it, with the list. */
  removeExlet(name: string, act: Act = {}): Promise<Answer<undefined>> {
    return this.#edit({
      act,
      request: requestOf(act, { removeExlet: name }),
      prepare: (stamp) => removeExlet(this.#teaching, name, stamp),
      standing: () => standingOf(`exlet ${name}`, this.#rulebook.stored("exlet", name)),
    })
  }

  /** No case of it can be started any more; refused while a rule or exlet names it, or a case of it is running. */
  removeProcess(name: string, act: Act = {}): Promise<Answer<undefined>> {
    return this.#edit({
      act,
      request: requestOf(act, { removeProcess: name }),
      prepare: (stamp) => removeProcess(this.#teaching, name, stamp),
      standing: () => standingOf(`process ${name}`, this.#processes.newest(name)),
    })
  }

  // Looking

  async case(id: CaseId): Promise<CaseView | undefined> {
    const family = await this.#families.look(familyOf(id))
    return family && caseView(family, id, this.#facts())
  }

  /** A live item, or the newest ended one of its task, with its data and its form. */
  async item(id: ItemId): Promise<ItemView | undefined> {
    const family = await this.#families.look(familyOf(id))
    const item = family?.state.items.get(id)
    const found = item && family?.state.cases.get(item.case)
    const process = found && this.#processes.find(found.process, found.version)
    if (!family || !item || !process) return undefined
    const bounds = boundsAt(family, { case: item.case, item: id }, this.#facts())
    return { ...itemView(family.state, item, process, this.clock.now()), bounds }
  }

  /** An item as the lists have it, however long it has ended. */
  itemRow(id: ItemId): Promise<ItemRow | undefined> {
    return this.#store.item(id)
  }

  /** Each with how much is open there. */
  cases(query: Partial<CaseQuery> = {}): Promise<readonly ListedCase[]> {
    return this.#store.cases({ limit: 100, ...query })
  }

  /** A condition as rules have them, to be asked of cases; with a process it may speak of that process's data only. */
  caseCondition(source: string, process?: string): CaseCondition {
    return caseCondition(source, process, {
      book: this.#rulebook,
      newest: this.#processes.current,
      look: (family) => this.#look(family),
      find: this.#processes.find,
      staff: () => this.#staffing.staff,
      now: () => this.clock.now(),
    })
  }

  /** How many live items and open exceptions there are at each step of a process, in cases of all versions or of one. */
  async taskCounts(process: string, version?: number): Promise<readonly TaskCount[]> {
    return taskCounts(await this.#store.stepCounts(process, version))
  }

  /** How the cases of each process stand, and how many have ended since a moment; by process. */
  async overview(since = 0): Promise<readonly CaseStanding[]> {
    const rows = [...(await this.#store.standings(since, this.clock.now()))]
    return rows.sort((one, other) => (one.process < other.process ? -1 : 1))
  }

  /** How many exceptions were raised between two moments, in stretches of so many milliseconds. */
  exceptionTrend(from: number, to: number, stretch: number): Promise<readonly RaisedCount[]> {
    return this.#store.raised(from, to, stretch)
  }

  items(query: Partial<ItemQuery> = {}): Promise<readonly ItemRow[]> {
    return this.#store.items({ limit: 100, ...query })
  }

  /** What an agent has, or may take: by priority, due time and age unless asked otherwise; 100 at a time. */
  async worklist(agent: string, query: WorklistAsked = {}): Promise<readonly ItemRow[]> {
    await this.abreast()
    return worklistOf(
      {
        store: this.#store,
        staffing: this.#staffing,
        now: this.clock.now(),
        titleOf: (process, task) => this.titleOf(process, task),
      },
      asAgentId(String(agent)),
      query,
    )
  }

  /** Every entry after a position, then each new one as it becomes durable. */
  history(query: HistoryQuery = {}): AsyncGenerator<RecordedEntry, void, undefined> {
    return this.#history.follow(query)
  }

  /** The entries that are there now; with `before` those before a position, newest first. */
  entries(
    query: HistoryQuery & { readonly limit?: number; readonly before?: number } = {},
  ): Promise<readonly RecordedEntry[]> {
    if (query.before !== undefined) return this.#store.entriesBefore(query.before, query.limit ?? 1000, query.family)
    return this.#store.entriesAfter(query.after ?? 0, query.limit ?? 1000, query.family)
  }

  /** Where history ends now. */
  lastPosition(): Promise<number> {
    return this.#store.lastPosition()
  }

  /** A family's one history, its cases, runs and worklets together: a line per record, by time, or each under its cause. */
  async log(family: FamilyId, order: "time" | "cause" = "time"): Promise<readonly string[]> {
    const entries: RecordedEntry[] = []
    for await (const entry of allEntries(this.#store, family)) entries.push(entry)
    return order === "time" ? logLines(entries) : causeLines(entries)
  }

  // Notifications

  /** What an agent was told, the newest first; `unread`: only what he has not read. 100 at a time. */
  notifications(agent: string, query: NotificationsAsked = {}): Promise<readonly NotificationRow[]> {
    return notificationsOf(this.#store, asAgentId(String(agent)), query)
  }

  /** An agent has read these, or all he has. */
  markRead(agent: string, which: readonly NotificationId[] | "all", act: Act = {}) {
    const own = actor(act) === agent
    const forbidden = own ? undefined : notPermitted(this.#staffing.organisation, actor(act), "administer")
    return this.#stored(forbidden, () => markRead(this.#store, asAgentId(agent), which, this.clock.now()))
  }

  /** What has not arrived by one of the channels; `givenUp`: what nobody tries to carry any more. */
  deliveries(query: Partial<DeliveryQuery> = {}): Promise<readonly DeliveryRow[]> {
    return deliveriesOf(this.#store, query)
  }

  /** What was given up is tried again: these, or all of a channel. */
  resend(which: Resent, act: Act = {}) {
    const forbidden = notPermitted(this.#staffing.organisation, actor(act), "administer")
    return this.#stored(forbidden, () => resend(this.#store, this.#carriers, which, this.clock.now()))
  }

  // Operations

  /** What has no reason to move in the next so many running cases, 500 unless set; nothing is done about it. */
  stalled(query: { readonly after?: CaseId; readonly limit?: number } = {}): Promise<StalledPage> {
    return stalledAfter(this.#stalls, query)
  }

  /** How much there is of what is going on. */
  counts(): Promise<Counts> {
    return this.#store.counts(this.clock.now())
  }

  /** Writes all there is to a new file that can be opened in place of this one, while work goes on. */
  async backup(file: string, onProgress?: (done: number, of: number) => void): Promise<Answer<undefined>> {
    if (this.#state !== "open") return refuse(stopped)
    try {
      if (this.#store.backup === undefined) return refuse(notBackedUp("the store has no file to be copied"))
      return accept(await this.#store.backup(file, onProgress).then(() => undefined))
    } catch (error) {
      if (!(error instanceof StoreError)) throw error
      return refuse(error.code === "BACKUP_NOT_POSSIBLE" ? notBackedUp(error.message) : storeFailed)
    }
  }

  quarantined(): Promise<readonly Quarantine[]> {
    return this.#store.quarantined()
  }

  /** Takes a family up again after the cause of its quarantine is mended. */
  async release(family: FamilyId, act: Act = {}): Promise<Answer<undefined>> {
    if (this.#state !== "open") return refuse(stopped)
    const forbidden = notPermitted(this.#staffing.organisation, actor(act), "administer")
    if (forbidden) return refuse(forbidden)
    await this.#committer.drained()
    const answer = await releaseFamily(this.#store, family, this.clock.now())
    this.#families.forget(family)
    await this.#alarms.start()
    return answer
  }

  /** Whether other engines may have the same store open. */
  get isNode(): boolean {
    return this.#shared !== undefined
  }

  /** Resolves when all that other nodes had defined before is in force here; at once where there are none. */
  async abreast(): Promise<void> {
    if (this.#shared) await this.#shared.abreast()
  }

  /** Resolves when nothing is under way any more. Programs that wait for something outside are not waited for. */
  async idle(): Promise<void> {
    if (this.#state === "open") await this.#store.nodes?.heard()
    for (let quietTurns = 0; quietTurns < 4; ) {
      await nextTurn()
      const isBusy =
        this.#committer.isBusy ||
        this.#hearing > 0 ||
        this.#alarms.isRinging ||
        this.#couriers.isBusy ||
        this.#dispatcher.isBusy ||
        this.#clocks.isBusy ||
        this.#remote.isBusy ||
        this.#carriers.isBusy ||
        this.#watchdog?.isBusy ||
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
    await this.#remote.stop()
    const { grace = 10_000 } = options
    const finished = Promise.all([...this.#workers.values()].map((worker) => worker.stop()))
    await Promise.race([finished, after(grace, finished)])
    await this.#carriers.stop(grace)
    await this.#life?.stop()
    await this.#store.nodes?.leave().catch(() => undefined)
    await this.#end()
  }

  /** As a crash would: drops what is in memory; only what was acknowledged is there afterwards. For tests. */
  async kill(): Promise<void> {
    this.#state = "stopping"
    this.#carriers.abandon()
    this.#alarms.stop()
    await this.#remote.stop()
    await this.#end()
  }

  async #end(): Promise<void> {
    await this.#life?.stop()
    for (const worker of this.#workers.values()) worker.abandon()
    await this.#couriers.stop()
    await this.#dispatcher.stop()
    await this.#watchdog?.stop()
    await this.#clocks.stop()
    this.#detach?.()
    await this.#committer.drained()
    this.#state = "stopped"
    this.#history.stop()
    await this.#store.close()
  }

  async #start(process: string, options: StartOptions<JsonObject>, request: Request | undefined) {
    const behind = this.#shared && (await this.#behind(this.#shared))
    if (behind) return refuse(behind)
    const version = options.version ?? this.#processes.current(process)?.version ?? 0
    const family = options.dryRun ? nobody : this.#newFamilyId(this.clock.now())
    const command = { type: "StartCase", process, version, data: options.data ?? {} } as const
    return this.#do(family, command, options, { request, isFirst: true })
  }

  async #recipient(message: Pick<Message, "name" | "key" | "case" | "family">): Promise<CaseId | undefined> {
    await this.abreast()
    return recipientOf(message, { store: this.#store, look: (family) => this.#look(family), facts: this.#facts() })
  }

  /** What is needed to look at a family with the eyes of rules. */
  #facts(): FamilyFactsOptions {
    const { find, current } = this.#processes
    const { staff } = this.#staffing
    return { rules: this.#rulebook, find, newest: current, facts: new Map(), staff, now: this.clock.now() }
  }

  #report(command: Extract<Command, { type: "ReportOutput" | "ReportFailure" }>, act: Act = {}) {
    const family = familyOf(command.item)
    return this.#once(requestOf(act, { family, command }), async (request) => {
      if (this.#state !== "open") return refuse(stopped)
      const program = await this.#remote.programOf(command.item)
      const reason = act.reason ?? askedBy(act, program)
      return this.#do(family, command, { ...act, ...(reason !== undefined && { reason }) }, { request, as: program })
    })
  }

  async #stored<Value>(forbidden: Rejection | undefined, work: () => Promise<Answer<Value>>): Promise<Answer<Value>> {
    if (this.#state !== "open") return refuse(stopped)
    if (forbidden) return refuse(forbidden)
    return work().catch((error: unknown) => {
      if (!(error instanceof StoreError)) throw error
      this.#observer?.storeFailed?.(error)
      return refuse(storeFailed)
    })
  }

  /** What is durable, from memory if it is there. */
  async #look(family: FamilyId): Promise<LoadedFamily | undefined> {
    if (this.#shared) await this.#shared.abreast()
    return this.#families.look(family)
  }

  /** A store that fails is asked again. */
  #welcomeInTheEnd(name: string): void {
    this.#welcome(name).catch(() => {
      if (this.#state === "open" && this.#workers.has(name))
        this.clock.at(this.clock.now() + soon, () => this.#welcomeInTheEnd(name), "aside")
    })
  }

  /** What nobody could do before can be done now. */
  async #welcome(name: string): Promise<void> {
    for (let after: { readonly after: InterventionId } | undefined; ; ) {
      const rows = await this.#store.interventions({ limit: 500, ...after })
      for (const { family, class: name_, id } of rows) {
        if (name_ !== "ResourceUnavailable") continue
        const handling = (await this.#look(family))?.handling
        const about = handling?.interventions.get(id)?.exception
        const raised = about && handling?.exceptions.get(about)
        if (raised?.item && raised.parameters.worker === name)
          await this.#ask(family, { type: "RetryItem", item: raised.item }, engineAgent, {
            reason: `there is a worker ${name} now`,
          })
      }
      const last = rows.at(-1)
      if (last === undefined || rows.length < 500) return
      after = { after: last.id }
    }
  }

  async #edit<Value>(asked: EditAsked<Value>, right: Right = "administer", process?: string): Promise<Answer<Value>> {
    if (this.#state !== "open") return refuse(stopped)
    const behind = this.#shared && (await this.#behind(this.#shared))
    if (behind) return refuse(behind)
    const where = process === undefined ? {} : { process }
    const before = { organisation: this.#staffing.organisation, qualifications: this.#rulebook.qualifications }
    const forbidden = notPermitted(before.organisation, actor(asked.act), right, where)
    if (forbidden) return refuse(forbidden)
    const answer = await this.#edits.ask(asked)
    // Of a node it has come into force as if another had asked for it.
    if (this.#shared === undefined) this.#defined(before)
    return answer
  }

  /** Definitions have changed, or may have. */
  #defined(before: Before): void {
    if (this.#rulebook.qualifications !== before.qualifications) this.#dispatcher.qualificationsChanged()
    this.#clocks.wake()
    if (this.#staffing.organisation !== before.organisation) this.#organisationChanged()
  }

  /** Why it is not known whether everything that is in force is known here. */
  async #behind(shared: SharedBooks): Promise<Rejection | undefined> {
    try {
      await shared.abreast()
      return undefined
    } catch (error) {
      if (!(error instanceof StoreError)) throw error
      this.#observer?.storeFailed?.(error)
      return storeFailed
    }
  }

  /** What another node has committed is acted upon here as well. */
  async #hear(news: News): Promise<void> {
    if (this.#state !== "open") return
    const { isDoubtful = false, workers = [], channels = [] } = news
    this.#hearing++
    try {
      if (isDoubtful || news.hasEntries) this.#history.wake()
      if (isDoubtful || news.hasWork) this.#staffing.workload.doubtNowAndThen()
      if (isDoubtful || news.hasBroadcasts) this.#couriers.wake()
      if (isDoubtful || channels.length > 0) this.#carriers.wakeAll()
      if (news.alarmAt !== undefined) this.#alarms.wakeAt(news.alarmAt)
      for (const [name, worker] of this.#workers) if (isDoubtful || workers.includes(name)) worker.look()
      if (isDoubtful || news.hasDefinitions) await this.#shared?.abreast()
      if (isDoubtful) await this.#alarms.start()
      if (isDoubtful || workers.length > 0) await this.#remote.look(isDoubtful ? "all" : workers)
    } catch {
      // The store could not be read: it is looked at again in a few seconds.
    } finally {
      this.#hearing--
    }
  }

  /** The program of a node that is gone is called again here, if it is there; if another node has it, that will be asked. */
  async #takeOver(id: ItemId, attempt: number): Promise<number | undefined> {
    const row = await this.#store.item(id)
    const name = row?.worker
    if (name === undefined || row?.attempt !== attempt || !(await this.#remote.isLeased(id, "here"))) return undefined
    const worker = this.#workers.get(name)
    return worker ? worker.takeOver(id, attempt) : this.#life?.has(name) ? soon : undefined
  }

  /** Whoever changes what holds at some scopes must be allowed to teach at each of them. */
  async #teachAt<Value>(scopes: readonly string[], asked: EditAsked<Value>): Promise<Answer<Value>> {
    const behind = this.#shared && (await this.#behind(this.#shared))
    if (behind) return refuse(behind)
    const places = scopes.map((at) => placeOfScope(at).process)
    for (const process of places) {
      const where = process === undefined ? {} : { process }
      const forbidden = notPermitted(this.#staffing.organisation, actor(asked.act), "teach", where)
      if (forbidden) return refuse(forbidden)
    }
    return this.#edit(asked, "teach", places[0])
  }

  #organisationChanged(): void {
    this.#reorganised++
    this.#dispatcher.organisationChanged()
    this.#remote.organisationChanged()
    this.#watchdog?.noteGone(this.#staffing.takeRemoved())
  }

  #deploy(what: Deployable, act: Parameters<Engine["deploy"]>[1] = {}, request?: Request) {
    const { overLearnt } = act
    const prepare: EditAsked<Deployment>["prepare"] = (stamp) =>
      deploy(what, this.#teaching, stamp, overLearnt ? { overLearnt } : {})
    return this.#edit({ act, request, prepare })
  }

  async #learn(lesson: Lesson, act: Act, request: Request | undefined): Promise<Answer<Learnt>> {
    const { from } = lesson
    if (typeof from !== "object" || !("version" in from || typeof from.case === "string")) return refuse(nothingThere)
    const forbidden = isGrantingInPlace(lesson.then)
      ? notPermitted(this.#staffing.organisation, actor(act), "administer")
      : undefined
    if (forbidden) return refuse(forbidden)
    const { expected: _, ...unconditional } = act
    const isBefore = (request && (await this.#answeredBefore(request))) !== undefined
    if (lesson.replace && "case" in from && !isBefore) {
      const tried = await this.#do(familyOf(from.case), recheckOf(from), { ...unconditional, dryRun: true })
      if (!tried.ok) return tried
    }
    const key = treeKey(canonicalEvent(lesson.on), lesson.at)
    const learnt = await this.#edit(
      {
        act,
        request,
        prepare: (stamp) => learn(this.#teaching, lesson, stamp),
        standing: () => standingOf(key, this.#rulebook.byKey(key) ?? { version: 0 }),
      },
      "teach",
      placeOfScope(lesson.at).process,
    )
    if (!learnt.ok || act.dryRun) return learnt
    const counted = accept({ ...learnt.value, ...(await this.#handledBy(lesson, learnt.value)) })
    if (!lesson.replace || "version" in from) return counted
    const replaced = await this.#once(partOf(request, "replace"), (part) =>
      this.#replaceThere(lesson, from, unconditional, part),
    )
    return replaced.ok ? counted : replaced
  }

  /** What a rule about exceptions would do for those people have been asked about. */
  async #handledBy({ on, at }: Lesson, { tree }: Learnt): Promise<Pick<Learnt, "handles">> {
    const { classes } = this.#rulebook
    const name = canonicalEvent(on)
    if (!classes.has(name)) return {}
    const process = at.split("/")[0] ?? ""
    const handles = await countHandled(this.#reevaluating(), {
      tree,
      isMeant: (other) => classes.is(other, name),
      ...(this.#processes.newest(process) && { process }),
    })
    return { handles }
  }

  #processOf({ state }: LoadedFamily, id: CaseId): Process | undefined {
    const found = state.cases.get(id)
    return found && this.#processes.find(found.process, found.version)
  }

  #reevaluating(alsoForbids?: AnswerAllOptions["forbids"]): Reevaluating {
    return {
      list: (asked) => this.interventions(asked),
      row: (id) => this.#store.intervention(id),
      look: (id) => this.#look(familyOf(id)),
      would: (family, command, act) => this.#committer.would(family, command, actor(act)),
      forbids: async (command, id, act) =>
        (await alsoForbids?.(id)) ?? (await this.#notPermitted(familyOf(id), command, actor(act))),
      execute: (command, id, { expected: _, ...act }) => this.#do(familyOf(id), command, act),
    }
  }

  #answeringAll(request: Request | undefined): AnsweringAll {
    const selection = partOf(request, "selection")
    return {
      wrong: (told) => wrongAnswer(this.#teaching, told),
      freeze: async (selected) => {
        const before = selection && (await this.#answeredBefore<Frozen>(selection))
        if (before?.ok) return before.value
        const meant = await frozen(this.#reevaluating(), selected)
        if (selection) await this.#committer.remember(selection, meant)
        return meant
      },
      answer: (id, told, act) =>
        this.#once(partOf(request, id), (part) => answerAsTold(this.#teaching, this.#answering(part), id, told, act)),
      done: async (value) => {
        if (request) await this.#committer.remember(request, value)
      },
    }
  }

  /** `expected` is about the family, and not about what is learnt from it. */
  #answering(request: Request | undefined): Answering {
    return {
      look: (family) => this.#look(family),
      execute: (family, command, act = {}) => this.#do(family, command, act, { request }),
      declare: (what, process, { expected: _, ...act }) => {
        const prepare: EditAsked<Deployment>["prepare"] = (stamp) => deploy(what, this.#teaching, stamp)
        return this.#edit({ act, request: partOf(request, "deploy"), prepare }, "teach", process)
      },
      learn: (lesson, { expected: _, ...act } = {}) => this.#learn(lesson, act, partOf(request, "learn")),
      tryOut: (family, command, act = {}) => this.#do(family, command, { ...act, dryRun: true }),
    }
  }

  /** What runs because of the place's old answer is replaced; what waits there is asked again. */
  async #replaceThere(
    lesson: Lesson,
    from: { readonly case: CaseId; readonly item?: ItemId | undefined },
    act: Act,
    request: Request | undefined,
  ): Promise<Answer<readonly Event[]>> {
    const loaded = await this.#look(familyOf(from.case))
    const on = canonicalEvent(lesson.on)
    const { task } = placeOfScope(lesson.at)
    const isAt = (at: string) => task === undefined || from.item !== undefined || at === task
    for (const run of loaded?.handling.runs.values() ?? []) {
      const isThere = run.case === from.case && (from.item === undefined || run.item === from.item) && isAt(run.at)
      if (isThere && (run.on === on || this.#rulebook.classes.is(run.on, on)))
        return this.#do(familyOf(run.id), { type: "ReplaceRun", run: run.id, undo: lesson.undo ?? false }, act, {
          request,
        })
    }
    return this.#recheck(from.item ? { item: from.item } : { case: from.case }, act, request)
  }

  async #recheck(at: Rechecked, act: Act, request: Request | undefined): Promise<Answer<readonly Event[]>> {
    const item = "item" in at ? await this.item(at.item) : undefined
    const id = "case" in at ? at.case : (item?.case ?? rootCase(familyOf(at.item)))
    const command = { type: "Recheck", case: id, ...("item" in at && { item: at.item }) } as const
    return this.#do(familyOf(id), command, act, { request })
  }

  /** Who asks under a key gets what he got before. Refused meanwhile, somebody else may just have done it for him. */
  async #once<Value>(
    request: Request | undefined,
    work: (request: Request | undefined) => Promise<Answer<Value>>,
  ): Promise<Answer<Value>> {
    if (request === undefined) return work(undefined)
    const before = await this.#answeredBefore<Value>(request)
    if (before) return before
    const answer = await work(request)
    return answer.ok ? answer : ((await this.#answeredBefore<Value>(request)) ?? answer)
  }

  async #answeredBefore<Value>(request: Request): Promise<Answer<Value> | undefined> {
    if (this.#state === "stopped") return undefined
    return answerBefore(await this.#store.request(request.agent, request.key), request, this.clock.now())
  }

  /** Who asks for what is looked at here and nowhere else; what the engine does by itself nobody has to be allowed. */
  #notPermitted(family: FamilyId, command: Command, by: AgentId): Promise<Rejection | undefined> | undefined {
    const { organisation } = this.#staffing
    if (organisation.permissions.size === 0) return undefined
    return commandNotPermitted(organisation, by, command, () => this.#look(family))
  }

  #item(command: Extract<Command, { readonly item: ItemId }>, act?: Act): Promise<Answer<readonly Event[]>> {
    return this.execute(familyOf(command.item), command, act)
  }

  /** What somebody asks of a family, if he may; `as`: whose doing it is, if not his. */
  async #do(
    family: FamilyId,
    command: Command,
    act: Act,
    {
      request,
      isFirst = false,
      as,
    }: Pick<Asking, "isFirst"> & { readonly request?: Request | undefined; readonly as?: AgentId } = {},
  ): Promise<Answer<readonly Event[]>> {
    if (this.#state !== "open") return refuse(stopped)
    const behind = this.#shared && (await this.#behind(this.#shared))
    if (behind) return refuse(behind)
    const by = actor(act)
    const forbidden = await this.#notPermitted(family, command, by)
    const { reason, expected, dryRun: isTrial = false } = act
    if (forbidden) {
      const asked = { family, command, by, ...(reason !== undefined && { reason }) }
      if (!isTrial) this.#observer?.asked?.(askedIn(asked))?.refused?.(forbidden, 0)
      return refuse(forbidden)
    }
    return this.#ask(family, command, as ?? by, {
      isFirst,
      isTrial,
      ...(reason !== undefined && { reason }),
      ...(expected !== undefined && { expected }),
      ...(request && { request }),
    })
  }

  #ask(family: FamilyId, command: Command, by: AgentId, more: Asking = {}): Promise<Answer<readonly Event[]>> {
    if (this.#state === "stopped") return Promise.resolve(refuse(stopped))
    const { isTrial, ...rest } = more
    const ask = { family, command, by, isFirst: false, ...rest }
    return isTrial ? this.#committer.tryOut(ask) : this.#committer.ask(ask)
  }
}

type Asking = Partial<Ask> & { readonly isTrial?: boolean }

/** Milliseconds until another node is asked whether it goes on with something. */
const soon = 1000

/** The case that would have been started. */
const nobody = asFamilyId("dry-run")

/** The case of the first event, which is what was started or brought to it. */
function startedBy(events: readonly Event[], { dryRun }: Act): Started {
  const [first] = events
  if (first === undefined || !("case" in first)) throw new Error(`no case, but ${first?.type ?? "nothing"}`)
  return { case: first.case, ...(dryRun && { events }) }
}

function standingOf(what: string, found: { readonly version: number } | undefined): Standing | undefined {
  return found && { what, version: found.version }
}

/** A tree is called after its event and its scope. */
const processOfTree = (key: string): string | undefined =>
  placeOfScope(key.slice(key.indexOf(" ") + 1).replace(/#.*$/s, "")).process

function recheckOf({ case: id, item }: { readonly case: CaseId; readonly item?: ItemId | undefined }): Command {
  return { type: "Recheck", case: id, ...(item && { item }) }
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
    case "end":
      return familyOf(target.case)
    case "item":
      return familyOf(target.item)
    case "after":
      return familyOf(target.frame)
  }
}
