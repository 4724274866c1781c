import type { Event, PlaceId } from "../messages/events.ts"
import type { Hold } from "../messages/holds.ts"
import { type AgentId, type CaseId, type FrameId, type ItemId, localId } from "../messages/ids.ts"
import type { JsonObject } from "../messages/json.ts"
import type { Qualification, Staff } from "../messages/people.ts"
import type { Hears, PlainEvent } from "../messages/plain-events.ts"
import { type Net, type Node, netOf, nodeOf, type Process } from "../model/net.ts"
import type { Needs } from "../model/organisation.ts"
import type { Stamp } from "./apply.ts"
import { type Draft, draftOver } from "./draft.ts"
import { type Step, step } from "./evolve.ts"
import type { Case, Family, Frame, Item, TraceKey } from "./family.ts"
import { InHand, startedBy } from "./in-hand.ts"
import { pathOf } from "./instance-path.ts"
import { plainEventsOf } from "./plain-events.ts"
import { sharers } from "./shared-data.ts"

/** What a decision is told: the moment, who asks, and the processes as deployed. */
export interface Facts {
  readonly now: number
  readonly by: AgentId
  readonly reason?: string
  process(name: string, version: number): Process | undefined
  /** Whether anybody does this worker's items; absent: somebody always does. */
  hasWorker?(name: string): boolean
  /** How long, in milliseconds, a worker may take to appear. */
  readonly workerGrace?: number
  /** Who there is; absent: nobody knows, so anybody may do anything. */
  readonly people?: Staff
  /** What whoever has an item must be, by rules that were set from outside; absent: nothing. */
  qualifying?(family: Family, process: Process, item: Item): readonly Qualifying[]
  /** Needs somebody has written for one item, ready to be asked; a text says what is wrong with them. */
  needs?(source: JsonObject, process: Process, task: string): Needs | string
  /** Whether anybody wants to know what happens in the words of rules; absent: nobody does. */
  readonly hears?: Hears
}

/** An expression over `agent`, and the names in it; asked of agents of one name, role or unit alone, or of all. */
export interface Qualifying extends Pick<Qualification, "agent" | "role" | "unit"> {
  readonly source: string
  readonly names: ReadonlySet<string>
}

/** A token came to a place, because of the event with version `cause`. */
export interface Arrival {
  readonly frame: FrameId
  readonly place: PlaceId
  readonly cause: number | undefined
}

export interface Unassigned {
  readonly item: ItemId
  readonly cause: number | undefined
  /** Those who declined it are asked again. */
  readonly afresh?: boolean
  /** Whoever had it last rather, or rather not. */
  readonly with?: "same" | "next"
  /** What somebody in charge said about it still holds. */
  readonly isKept?: true
}

/** A task that somebody has begun, ended or given back, and the activities and instances around it, outer first. */
export interface Redone {
  readonly case: CaseId
  readonly task: string
  readonly path: readonly string[]
}

/** A case that nothing more happens in. It ends with the next move, unless its end is held. */
export interface Ending {
  readonly case: CaseId
  readonly as: "CaseCompleted" | "CaseExhausted"
  readonly cause: number | undefined
  isChecked: boolean
}

/**
 * One decision under way. What it emits is applied at once to a draft laid over the family, so that each step sees the ones
 * before it; the family itself stays as it was.
 */
export class Deciding {
  readonly facts: Facts
  readonly draft: Draft
  readonly events: Event[] = []
  readonly steps: Step[] = []
  /** What each of the events means in the words of rules, where somebody wants to know. */
  readonly plain: (readonly PlainEvent[])[] = []
  readonly #stamp: Stamp
  /** Places that got a token and have not been looked at yet. */
  #pending: Arrival[] = []
  #looked = 0
  /** Activities that are enabled and shall be opened. */
  readonly openings: { readonly item: ItemId; readonly cause: number }[] = []
  /** Activities about to be enabled, and the step inside that each shall be opened at. */
  readonly into = new Map<TraceKey, string>()
  readonly inHand = new InHand()
  /** What needs may depend on is not as it was: the data of a case, and who did, or is doing, which tasks and activities. */
  isRewritten = false
  redone: Redone[] = []
  /** Items that somebody has to be found for. */
  readonly unassigned: Unassigned[] = []
  /** Cases that have come to their end, and whether somebody has had a look at them since. */
  readonly endings: Ending[] = []
  /** Holds that went with what held them: what only waited for that has not been looked at yet. */
  readonly lifted: Hold[] = []
  /** Cases whose data, or whose items' data, was written since it was last looked at. */
  readonly written = new Set<CaseId>()
  /** Frames in which anything moved. */
  readonly stirred = new Set<FrameId>()
  /** How often each frame was found deadlocked: what answers that and changes nothing goes deeper each time. */
  readonly deadlocks = new Map<FrameId, number>()
  /** How many instances of activities it has opened. */
  instances = 0
  /** How many routes have fired; a decision that fires too many is going round in circles. */
  fired = 0
  #movingTo: string | undefined
  #cause: number | undefined
  /** The last one asked for, as it is asked for at every step. */
  #process: { readonly of: CaseId; readonly process: Process } | undefined

  constructor(family: Family, facts: Facts) {
    this.facts = facts
    this.draft = draftOver(family)
    this.#stamp = { at: facts.now, by: facts.by }
  }

  get cause(): number | undefined {
    return this.#cause
  }

  /** Records an event and gives its version. */
  emit(event: Event): number {
    // Whoever emits an event has made it for that, so it is given its cause as it is.
    if (this.#cause !== undefined) (event as { causedBy?: number }).causedBy = this.#cause
    this.events.push(event)
    const taken = step(this.draft, event, this.#stamp)
    this.steps.push(taken)
    const { hears } = this.facts
    if (hears) {
      const plain = plainEventsOf(taken, this.draft, this.facts, hears)
      if (plain.length > 0) this.plain[this.events.length - 1] = plain
    }
    if (this.facts.people) this.#noteHands(taken)
    const wrote = caseWritten(event, taken)
    if (wrote !== undefined) {
      this.written.add(wrote.case)
      for (const other of sharers(this.draft, wrote.case, wrote.names)) this.written.add(other)
      this.isRewritten = true
    }
    return this.draft.version
  }

  #noteHands(taken: Step): void {
    this.inHand.note(taken)
    const { before, after } = taken
    const item = after ?? before
    if (item && startedBy(before) !== startedBy(after))
      this.redone.push({ case: item.case, task: item.task, path: pathOf(this.draft, item) })
  }

  /** The step the flow is moved to, while what stood elsewhere goes for it. */
  get movingTo(): string | undefined {
    return this.#movingTo
  }

  moving(to: string, work: () => void): void {
    this.#movingTo = to
    work()
    this.#movingTo = undefined
  }

  /** What is emitted meanwhile was caused by the event with that version. */
  because<Result>(cause: number | undefined, work: () => Result): Result {
    const before = this.#cause
    this.#cause = cause
    const result = work()
    this.#cause = before
    return result
  }

  /** Capabilities that this very decision has given, by agent; undefined: none. */
  get granted(): ReadonlyMap<AgentId, ReadonlySet<string>> | undefined {
    let granted: Map<AgentId, Set<string>> | undefined
    for (const event of this.events) {
      if (event.type !== "CapabilitiesGranted") continue
      granted ??= new Map()
      granted.set(event.agent, new Set([...(granted.get(event.agent) ?? []), ...event.capabilities]))
    }
    return granted
  }

  nextId<Kind extends Parameters<typeof localId>[1]>(kind: Kind) {
    return localId(this.draft.id, kind, this.draft.lastId + 1)
  }

  /** Tokens came to these places: what they enable is looked at when the decision settles. */
  arrived(frame: FrameId, places: readonly PlaceId[], cause: number | undefined): void {
    this.stirred.add(frame)
    for (const place of places) this.#pending.push({ frame, place, cause })
  }

  nextArrival(): Arrival | undefined {
    const next = this.#pending[this.#looked++]
    if (next === undefined) {
      this.#pending = []
      this.#looked = 0
    }
    return next
  }

  case(id: CaseId): Case {
    return known(this.draft.cases.get(id), id)
  }
  frame(id: FrameId): Frame {
    return known(this.draft.frames.get(id), id)
  }
  item(id: ItemId): Item {
    return known(this.draft.items.get(id), id)
  }

  process(id: CaseId): Process {
    const last = this.#process
    if (last?.of === id) return last.process
    const { process: name, version } = this.case(id)
    const process = known(this.facts.process(name, version), `${name} v${version}`)
    this.#process = { of: id, process }
    return process
  }
  net(frame: Frame): Net {
    return netOf(this.process(frame.case), frame.net)
  }
  node(item: Item): Node {
    return nodeOf(this.process(item.case), this.frame(item.frame).net, item.task)
  }
}

/** The case whose data, or whose item's, an event has written, and the names of what may be shared. */
function caseWritten(
  event: Event,
  { before }: Step,
): { readonly case: CaseId; readonly names: readonly string[] } | undefined {
  switch (event.type) {
    case "DataWritten":
      return { case: event.case, names: Object.keys(event.data) }
    case "ItemUndone":
      if (!event.data && !event.unset) return undefined
      return { case: event.case, names: [...Object.keys(event.data ?? {}), ...(event.unset ?? [])] }
    case "ItemUpdated":
      return before && { case: before.case, names: [] }
    case "ItemCompleted":
    case "ItemForceCompleted":
      return event.writes && before && { case: before.case, names: Object.keys(event.writes) }
    case "CaseStarted":
      return event.shares && { case: event.case, names: event.shares }
    default:
      return undefined
  }
}

function known<Value>(value: Value | undefined, id: string): Value {
  if (value === undefined) throw new Error(`${id} should be known here and is not`)
  return value
}
