import type { Bindings, Expression } from "../expressions/expression.ts"
import type { NetCommand } from "../messages/commands.ts"
import type { Event, Parent } from "../messages/events.ts"
import type { Awaited, HandlingEvent } from "../messages/handling.ts"
import type { Hold, HoldTarget } from "../messages/holds.ts"
import type { AgentId, CaseId, FamilyId, FrameId, ItemId, RunId } from "../messages/ids.ts"
import type { Json, JsonObject } from "../messages/json.ts"
import type { Staff } from "../messages/people.ts"
import type { Rejection } from "../messages/rejections.ts"
import type { TrailFacts, TrailOf, Written } from "../messages/undoing.ts"
import type { DataType, ScopedProperties } from "../model/definition.ts"
import type { Handling } from "./handling.ts"
import type { Rules } from "./rules.ts"
import type { ScopeText } from "./scopes.ts"
import type { Stall } from "./stalling.ts"

/** What the exception machine may look at in a family. */
export interface Looking {
  readonly rules: Rules
  /** The case number of the family. */
  readonly caseNumber: string
  case(id: CaseId): CaseFacts | undefined
  cases(): Iterable<CaseFacts>
  item(id: ItemId): ItemFacts | undefined
  /** The live work and programs of a case, in the order they were enabled. */
  workOf(id: CaseId): readonly ItemFacts[]
  /** All live items of a case, activities included, in the order they were enabled. */
  liveOf(id: CaseId): readonly ItemFacts[]
  /** How the flow of a case stands at its steps. */
  readonly flow: FlowFacts
  /** Whether its process has a task or block of that name. */
  hasStep(id: CaseId, name: string): boolean
  /** The live items of a case that are bound late. */
  nominatedOf(id: CaseId): readonly ItemFacts[]
  /** What the family shares and only a run and its worklets have written since, as it was before. */
  sharedBefore(run: RunId): JsonObject
  holds(): Iterable<Hold>
  /** Where rules about a case or one of its items may be bound, inner first. */
  scopes(of: { readonly case: CaseId; readonly item?: ItemId | undefined }): readonly ScopeText[]
  /** What its process says should be done there about exceptions. */
  place(of: { readonly case: CaseId; readonly item?: ItemId | undefined }): PlaceFacts
  /** What the items of a case, and of its worklets, have cost that have the scope of an agent, role, unit or data among theirs. */
  spentAt(id: CaseId, scope: ScopeText): number
  /** The scopes of variables of a case, and of the data classes in them. */
  dataScopes(id: CaseId, names: readonly string[]): readonly ScopeText[]
  /**
   * A task, wait or activity, whether or not there is an item of it now; undefined: there is none of that name. With `wrote`, the data
   * concerned is what was written, and not what was only read.
   */
  step(of: {
    readonly case: CaseId
    readonly task: string
    readonly agent?: AgentId | undefined
    readonly wrote?: Written | undefined
  }): StepFacts | undefined
  /** The instance of an activity of several that an item stands in. */
  instance(item: ItemId, of: string): { readonly frame: FrameId; readonly item: ItemId } | undefined
  /** A process in its newest version; undefined for one that is not there. */
  process(name: string): ProcessFacts | undefined
  /** What conditions and expressions see at a place, `event` included. */
  context(at: Place): Bindings
  /** A value from outside; undefined: nobody has asked for it yet. */
  external(source: string, at: Place): Fetched | undefined
  /** Notes what has to be known first. */
  lack(need: Need): void
  /** Who there is, if anybody knows. */
  readonly people: Staff | undefined
}

/** How the flow stands at a step of a case: at what follows it (`after`), or, without a step, anywhere. */
export interface FlowFacts {
  /** What executes: items, or where the step is a block the block itself. */
  underWay(id: CaseId, at: StepNamed): readonly Awaited[]
  /** Whether what executed is not over yet. */
  isUnderWay(awaited: Awaited): boolean
  /** The items that execute; of a block those inside. */
  inHand(id: CaseId, at: StepNamed): readonly ItemId[]
  /** What of a step has come and is not over: items, begun or not, or where the step is a block the block itself. */
  unfinished(id: CaseId, at: StepNamed & { readonly task: string }): readonly Awaited[]
  /** Whether a step is done, in the round going on. */
  isDone(id: CaseId, task: string): boolean
  /** The tasks that come next after a step. */
  namesBehind(id: CaseId, task: string): readonly string[]
  /** Of a step that is done, what can be held behind it: all that will come, or what has come and nobody has begun. */
  behindDone(id: CaseId, task: string): { readonly after: readonly StepInFrame[]; readonly items: readonly ItemId[] }
  /** The live items that follow a step, in any of its frames or in this one. */
  behind(id: CaseId, task: string): readonly ItemId[]
  behindIn(step: StepInFrame): readonly ItemId[]
  /** Whether an item is of a task or activity, or in a block, of that name. */
  isAt(item: ItemId, task: string): boolean
  /** The case in which something is held. */
  caseOf(target: HoldTarget): CaseId | undefined
}

export interface StepNamed {
  readonly task?: string
  readonly after?: true
}

export interface StepInFrame {
  readonly frame: FrameId
  readonly task: string
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
  /** What has come of a step since it was last done; undefined: it was not, or it is not known yet, which it notes. */
  trail(of: TrailOf): TrailFacts | undefined
  /** What in the family has no reason to move; these runs of other families are over. */
  stalled(handling: Handling, over: ReadonlySet<RunId>): readonly Stall[]
  /** An event of this very decision, and what caused it. */
  causeOf(version: number): Told | undefined
  /** The event that what is done now is caused by. */
  readonly cause: number | undefined
  /** What is done meanwhile was caused by the event with that version. */
  because<Result>(cause: number | undefined, work: () => Result): Result
}

/** As much of an event as a reason has to say. */
export interface Told {
  readonly type: Event["type"]
  readonly causedBy?: number
  /** For a jump: it went back. */
  readonly isBack?: true
}

/** What came of asking an outside source. */
export type Fetched = { readonly ok: true; readonly value: Json } | { readonly ok: false; readonly message: string }

export interface CaseFacts {
  readonly id: CaseId
  readonly process: string
  readonly isRunning: boolean
  readonly state: string
  readonly startedAt: number
  readonly data: JsonObject
  readonly variables: ReadonlyMap<string, DataType>
  readonly result?: Json | undefined
  readonly parent?: Parent | undefined
  /** How many runs led to it. */
  readonly depth: number
  readonly spent: number
  /** What its process says it may cost, and whether it says anything about that at all, also further in. */
  readonly isBudgeted: boolean
  readonly budget?: Expression | number | undefined
  /** For a worklet: the items above that what it costs is counted at as well, inner first. */
  readonly purses: readonly ItemId[]
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
  /** Who has it, or had it last. */
  readonly agent?: AgentId | undefined
  /** The unit it asks for. */
  readonly unit?: string | undefined
  /** How often it was begun. */
  readonly attempt: number
  /** The item of the activity around it. */
  readonly within?: ItemId | undefined
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
  readonly enabledAt: number
  readonly startedAt: number | undefined
  /** What it has cost, with all that is inside it and all worklets for it. */
  readonly spent: number
  /** For an activity: what its process says it may cost. */
  readonly budget: Expression | number | undefined
}

/** What holds at a task, activity or process, said there or further out. */
export interface PlaceFacts {
  /** The task's arcs, then those of the activities around it, inner first. */
  readonly arcs: readonly Arc[]
  readonly pattern?: ScopedProperties["pattern"]
  /** Steps that have alternatives, inner first. */
  readonly replaceable: readonly Replaceable[]
  /** The deepest cascade allowed there. */
  readonly cascadeLimit: number
  /** Executions in all. */
  readonly attempts: number
  readonly backoff?: string
  readonly involvement: NonNullable<ScopedProperties["involvement"]>
  readonly owner?: string
  /** How long a person has to answer, as a duration. */
  readonly answerWithin?: string
  readonly undo?: ScopedProperties["undo"]
  readonly isIrreversible: boolean
}

/** A step, and how many alternatives it has; of those, the one the place itself stands in. */
export interface Replaceable {
  readonly of: string
  readonly alternatives: number
  readonly within: number
}

/** Exceptions of a class at an item lead to another step: `item` is the task's, or that of the activity that says so. */
export interface Arc {
  readonly class: string
  readonly item: ItemId
  readonly to: string
}

/** What a process says about one of its steps. */
export interface StepFacts {
  readonly scopes: readonly ScopeText[]
  readonly undo?: ScopedProperties["undo"]
  readonly isIrreversible: boolean
  /** The innermost activity of several instances around it. */
  readonly oneOf?: string
  /** Whether the flow can lead from it to another step. */
  leadsTo(task: string): boolean
}

export interface ProcessFacts {
  readonly name: string
  readonly version: number
  readonly variables: ReadonlyMap<string, DataType>
}

/** What has to be known before something can be decided. What is decided without it counts for nothing: with it, it is decided again. */
export type Need = ValuesNeeded | TrailNeeded

/** What outside sources say at a place. */
export interface ValuesNeeded {
  readonly kind: "values"
  readonly sources: readonly string[]
  readonly at: Place
  /** The case's data as the decision sees it; absent: as it is stored. */
  readonly data?: JsonObject
  /** The case's process, as its case may not be stored yet. */
  readonly process?: string
}

/** What has come of a step: the family's history tells. */
export interface TrailNeeded {
  readonly kind: "trail"
  readonly of: TrailOf
}
