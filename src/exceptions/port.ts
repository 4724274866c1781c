import type { Bindings } from "../expressions/expression.ts"
import type { NetCommand } from "../messages/commands.ts"
import type { Event, Parent } from "../messages/events.ts"
import type { HandlingEvent } from "../messages/handling.ts"
import type { Hold } from "../messages/holds.ts"
import type { AgentId, CaseId, FamilyId, ItemId } from "../messages/ids.ts"
import type { Json, JsonObject } from "../messages/json.ts"
import type { Rejection } from "../messages/rejections.ts"
import type { DataType } from "../model/definition.ts"
import type { Rules } from "./rules.ts"

/** What the exception machine may look at in a family. */
export interface Looking {
  readonly rules: Rules
  case(id: CaseId): CaseFacts | undefined
  cases(): Iterable<CaseFacts>
  item(id: ItemId): ItemFacts | undefined
  /** The live work and programs of a case, in the order they were enabled. */
  workOf(id: CaseId): readonly ItemFacts[]
  /** The live items of a case that are bound late. */
  nominatedOf(id: CaseId): readonly ItemFacts[]
  holds(): Iterable<Hold>
  /** A process in its newest version; undefined for one that is not there. */
  process(name: string): ProcessFacts | undefined
  /** What conditions and expressions see at a place, `event` included. */
  context(at: Place): Bindings
  /** A value from outside; undefined: nobody has asked for it yet. */
  external(source: string, at: Place): Fetched | undefined
}

/** Where conditions are evaluated. */
export interface Place {
  readonly case: CaseId
  readonly item?: ItemId | undefined
  readonly event: JsonObject
}

/**
 * All the exception machine has to do with an engine: what happened comes in, what it may look at is here, and what it wants
 * goes out as commands. In one process this is the net machine's decision under way; it could be any engine.
 */
export interface Port extends Looking {
  readonly family: FamilyId
  readonly now: number
  /** Who asked for what is being decided. */
  readonly by: AgentId
  /** The version of the last event so far. */
  readonly version: number
  /** Appends one of the machine's own events. */
  record(event: HandlingEvent): void
  /** Asks the engine. What it does comes back through `notice` before this returns. */
  order(command: NetCommand): Rejection | undefined
  /** An event of this very decision, and what caused it. */
  causeOf(version: number): { readonly type: Event["type"]; readonly causedBy?: number } | undefined
  /** The event that what is done now is caused by. */
  readonly cause: number | undefined
  /** What is done meanwhile was caused by the event with that version. */
  because<Result>(cause: number | undefined, work: () => Result): Result
}

/** What came of asking an outside source. */
export type Fetched = { readonly ok: true; readonly value: Json } | { readonly ok: false; readonly message: string }

export interface CaseFacts {
  readonly id: CaseId
  readonly process: string
  readonly isRunning: boolean
  readonly state: string
  readonly data: JsonObject
  readonly variables: ReadonlyMap<string, DataType>
  readonly result?: Json
  readonly parent?: Parent
  /** The deepest cascade allowed there. */
  readonly cascadeLimit: number
}

export interface ItemFacts {
  readonly id: ItemId
  readonly case: CaseId
  readonly process: string
  readonly task: string
  readonly kind: string
  readonly status: string
  readonly isLive: boolean
  readonly isHeld: boolean
  /** The activities around it, inner first. */
  readonly activities: readonly string[]
  /** Whether it is bound late. */
  readonly isNominated: boolean
  /** The names it may write; an activity's stand-in may write all of its case's. */
  readonly writes: ReadonlySet<string>
  /** What it reads and has been given. */
  readonly data: JsonObject
  /** What is its own: its instance's values, and what it has been given. */
  readonly own: JsonObject
}

export interface ProcessFacts {
  readonly name: string
  readonly version: number
  readonly variables: ReadonlyMap<string, DataType>
}

/** A walk came to conditions that look at outside sources: with their values, decide again. Thrown, never shown. */
export class FactsNeeded {
  readonly sources: readonly string[]
  readonly at: Place

  constructor(sources: readonly string[], at: Place) {
    this.sources = sources
    this.at = at
  }
}
