import type { NetCommand } from "../messages/commands.ts"
import type { Event, EventType } from "../messages/events.ts"
import type { HandlingEvent } from "../messages/handling.ts"
import type { CaseId, ExceptionId, RunId } from "../messages/ids.ts"
import type { Rejection } from "../messages/rejections.ts"
import type { Advice } from "./asking.ts"
import { fold, type Stamp } from "./fold.ts"
import type { HandlingDraft } from "./handling.ts"
import type { Port } from "./port.ts"

/** Something that happened and has not been looked at yet; `depth` is that of the run that brought it about. */
export interface Notice {
  readonly event: Event
  readonly version: number
  readonly depth: number
}

/** What the exception machine reacts to; everything else it only knows. */
export const reactedTo = [
  "CaseStarted",
  "CaseCompleted",
  "CaseExhausted",
  "CaseRemoved",
  "ItemEnabled",
  "ItemUpdated",
  "ItemCompleted",
  "ItemForceCompleted",
  "ItemFailed",
  "ItemSkipped",
  "ItemRemoved",
  "ItemWithdrawn",
  "ItemHandedBack",
  "ItemAllocated",
  "HoldLifted",
  "ExceptionRaised",
  "ExceptionResolved",
  "EventRaised",
] as const satisfies readonly EventType[]

export type ReactedTo = (typeof reactedTo)[number]

const reacted: ReadonlySet<EventType> = new Set(reactedTo)

/** One decision under way, as the exception machine sees it. What it records is folded at once into its draft. */
export class Reacting {
  readonly port: Port
  readonly draft: HandlingDraft
  /** The depth of the run whose step is being taken. */
  depth = 0
  /** How many runs caused by others this decision has begun. */
  nested = 0
  /** Holds were lifted, and what waits for its selection has not been looked at since. */
  hasLifted = false
  // Most decisions need none of these three.
  #endedBy: Map<CaseId, RunId> | undefined
  #spared: Set<CaseId> | undefined
  #advised: Map<ExceptionId, Advice> | undefined
  readonly #queue: Notice[] = []
  /** How many of the queue have been looked at. */
  #looked = 0
  readonly #stamp: Stamp

  readonly #react: (reacting: Reacting) => boolean

  constructor(draft: HandlingDraft, port: Port, react: (reacting: Reacting) => boolean) {
    this.draft = draft
    this.port = port
    this.#react = react
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

  /** The engine tells what happened. It is known at once, and reacted to in its turn. */
  notice(event: Event, version: number): void {
    fold(this.draft, event, this.#stamp)
    if (reacted.has(event.type)) this.#queue.push({ event, version, depth: this.depth })
  }

  /** Looks at everything that has happened so far, before anything else is done. */
  catchUp(): void {
    while (this.#react(this));
  }

  next(): Notice | undefined {
    return this.#looked < this.#queue.length ? this.#queue[this.#looked++] : undefined
  }

  record(event: HandlingEvent): void {
    this.port.record(event)
    fold(this.draft, event, this.#stamp)
    if (event.type === "EventRaised") this.#queue.push({ event, version: this.port.version, depth: this.depth })
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
