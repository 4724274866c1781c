import type { NetCommand } from "../messages/commands.ts"
import type { Event, EventOf, EventType } from "../messages/events.ts"
import type { HandlingEvent, Stage } from "../messages/handling.ts"
import type { CaseId, ExceptionId, RunId, TimerId } from "../messages/ids.ts"
import type { PlainEvent } from "../messages/plain-events.ts"
import type { Rejection } from "../messages/rejections.ts"
import type { Advice } from "./asking.ts"
import type { Decider } from "./deciders.ts"
import { fold, type Stamp } from "./fold.ts"
import type { HandlingDraft, OpenException, OwnTimer, Run } from "./handling.ts"
import type { Port } from "./port.ts"

/** Something that happened and has not been looked at yet; `depth` is that of the run that brought it about. */
export interface Notice {
  readonly event: Event
  readonly version: number
  readonly depth: number
}

/** A plain event nobody has been asked about yet: it is, when all that happened before it has been answered. */
export interface Heard {
  readonly event: PlainEvent | EventOf<"EventRaised">
  readonly version: number
  readonly depth: number
}

/** What a decision does at its heart; given to it, as each of its parts may come back to it. */
export interface Machine {
  /** Looks at the next thing that happened; false when there is none. */
  react(reacting: Reacting): boolean
  /** Whether anything follows from events of that type. */
  reactsTo(type: EventType): boolean
  climbOn(reacting: Reacting, exception: ExceptionId, after: Stage): void
  giveUp(reacting: Reacting, run: Run): void
}

/** One decision under way, as the exception machine sees it. What it records is folded at once into its draft. */
export class Reacting {
  readonly port: Port
  readonly draft: HandlingDraft
  /** The depth of the run whose step is being taken. */
  depth = 0
  /** How many runs caused by others this decision has begun. */
  nested = 0
  /** How many patterns have matched in this decision. */
  matches = 0
  /** Holds were lifted, and what waits for its selection has not been looked at since. */
  hasLifted = false
  // Most decisions need none of these.
  #endedBy: Map<CaseId, RunId> | undefined
  #spared: Set<CaseId> | undefined
  #advised: Map<ExceptionId, Advice> | undefined
  #rung: Map<TimerId, OwnTimer> | undefined
  #decidedBy: Map<RunId, Decider> | undefined
  #resolved: Map<ExceptionId, OpenException> | undefined
  readonly #queue: Notice[] = []
  /** How many of the queue have been looked at. */
  #looked = 0
  readonly #heard: Heard[] = []
  #answered = 0
  readonly #stamp: Stamp

  readonly #machine: Machine

  constructor(draft: HandlingDraft, port: Port, machine: Machine) {
    this.draft = draft
    this.port = port
    this.#machine = machine
    this.#stamp = { at: port.now, by: port.by }
  }

  /** Cases a run has ended itself: it goes on. */
  get endedBy(): Map<CaseId, RunId> {
    this.#endedBy ??= new Map()
    return this.#endedBy
  }

  /** The first to end a case is the one that did. */
  noteEnd(id: CaseId, run: RunId): void {
    if (!this.endedBy.has(id)) this.endedBy.set(id, run)
  }

  /** Cases that stay although the ones above them go. */
  get spared(): Set<CaseId> {
    this.#spared ??= new Set()
    return this.#spared
  }

  /** What was already found out about exceptions that have only just been raised. */
  get advised(): Map<ExceptionId, Advice> {
    this.#advised ??= new Map()
    return this.#advised
  }

  /** Whose decision the runs were that have ended in this decision. */
  get decidedBy(): Map<RunId, Decider> {
    this.#decidedBy ??= new Map()
    return this.#decidedBy
  }

  /** Timers of its own that have fired in this decision, and what each was about. */
  get rung(): Map<TimerId, OwnTimer> {
    this.#rung ??= new Map()
    return this.#rung
  }

  /** Exceptions answered in this decision, as they were. */
  get resolved(): Map<ExceptionId, OpenException> {
    this.#resolved ??= new Map()
    return this.#resolved
  }

  /** The engine tells what happened. It is known at once, and reacted to in its turn. */
  notice(event: Event, version: number, plain?: readonly PlainEvent[]): void {
    if (event.type === "TimerFired") {
      const timer = this.draft.timers.get(event.timer)
      if (timer) this.rung.set(event.timer, timer)
    } else if (event.type === "ExceptionResolved") {
      const raised = this.draft.exceptions.get(event.exception)
      if (raised) this.resolved.set(event.exception, raised)
    }
    fold(this.draft, event, this.#stamp)
    if (this.#machine.reactsTo(event.type)) this.#queue.push({ event, version, depth: this.depth })
    for (const each of plain ?? []) this.#heard.push({ event: each, version, depth: this.depth })
  }

  /** Looks at everything that has happened so far, before anything else is done. */
  catchUp(): void {
    while (this.#machine.react(this));
  }

  /** A stage has not solved an exception: the next is asked. */
  climbOn(exception: ExceptionId, after: Stage): void {
    this.#machine.climbOn(this, exception, after)
  }

  /** A rollback is not gone on with. */
  giveUp(run: Run): void {
    this.#machine.giveUp(this, run)
  }

  next(): Notice | undefined {
    return this.#looked < this.#queue.length ? this.#queue[this.#looked++] : undefined
  }

  nextHeard(): Heard | undefined {
    return this.#answered < this.#heard.length ? this.#heard[this.#answered++] : undefined
  }

  /** Records an event that is answered in its turn, after all that happened before. */
  happen(event: EventOf<"EventRaised">): void {
    this.port.record(event)
    fold(this.draft, event, this.#stamp)
    this.#heard.push({ event, version: this.port.version, depth: event.depth })
  }

  record(event: HandlingEvent): void {
    const over = event.type === "RunEnded" ? this.draft.runs.get(event.run) : undefined
    if (over?.decider) this.decidedBy.set(over.id, over.decider)
    this.port.record(event)
    fold(this.draft, event, this.#stamp)
    if (this.#machine.reactsTo(event.type)) this.#queue.push({ event, version: this.port.version, depth: this.depth })
  }

  order(command: NetCommand): Rejection | undefined {
    return this.port.order(command)
  }

  /** The same for an exception: gives its id, or undefined where none could be raised. */
  raise(order: Extract<NetCommand, { readonly type: "RaiseException" }>): ExceptionId | undefined {
    return this.order(order) ? undefined : [...this.draft.exceptions.keys()].at(-1)
  }

  /** What is done meanwhile comes from a run of that depth. */
  within<Result>(depth: number, work: () => Result): Result {
    const before = this.depth
    this.depth = depth
    const result = work()
    this.depth = before
    return result
  }
}
