import type { AnswerTakenBack, HandlingEvent } from "./handling.ts"
import type { Hold } from "./holds.ts"
import type {
  AgentId,
  CaseId,
  ExceptionId,
  FamilyId,
  FrameId,
  HoldId,
  ItemId,
  MessageId,
  RunId,
  TimerId,
} from "./ids.ts"
import type { Json, JsonObject } from "./json.ts"
import type { Demand } from "./people.ts"
import type { PastRound, Token, UndoWay } from "./undoing.ts"

/**
 * What happened in a family. An event carries everything its effect needs: folding it looks at no clock, no definition and no
 * outside. `causedBy` is the version of the event that led to it; without one, the command of the entry did.
 */
export type Event = (NetEvent | HandlingEvent) & { readonly causedBy?: number }

/** What the net machine tells. The exception machine's own events are in `handling.ts`. */
export type NetEvent =
  | CaseEvent
  | FrameEvent
  | ItemEvent
  | HoldEvent
  | TimerEvent
  | ExceptionEvent
  | MessageEvent
  | GrantEvent
  | AnswerTakenBack

export type EventType = Event["type"]
export type EventOf<Type extends EventType> = Extract<Event, { readonly type: Type }>

/** A place in a net that holds tokens. */
export type PlaceId = string

export type CaseEvent =
  | {
      readonly type: "CaseStarted"
      readonly case: CaseId
      readonly process: string
      readonly version: number
      /** What it begins with: its own, and what its family has of what it shares. */
      readonly data: JsonObject
      /** The variables it shares with the other cases of its family. */
      readonly shares?: readonly string[]
      readonly start: PlaceId
      /** For a worklet: on whose behalf. */
      readonly parent?: Parent
      /** For a case that a run of another family has started. */
      readonly sentBy?: Sender
      /** For the first case of a family: its case number, if one was chosen. */
      readonly number?: string
    }
  | {
      readonly type: "DataWritten"
      readonly case: CaseId
      readonly data: JsonObject
      /** The run that wrote it, and what it found there. */
      readonly run?: RunId
      readonly before?: JsonObject
      /** A started item that reads it anew. */
      readonly refreshes?: ItemId
    }
  | { readonly type: "CaseCompleted"; readonly case: CaseId; readonly result?: Json }
  | { readonly type: "CaseExhausted"; readonly case: CaseId }
  | { readonly type: "CaseRemoved"; readonly case: CaseId }
  /** Something in it went wrong that nobody could answer otherwise. */
  | { readonly type: "CaseFailed"; readonly case: CaseId; readonly cause?: string }

/** The run that has started a case of another family, and how many runs lay before. */
export interface Sender {
  readonly run: RunId
  readonly depth: number
  /** Of the event that sent it, where the case joined a family: one event starts one case. */
  readonly version?: number
}

/** Where a worklet belongs: the case it was started for, and the run or item that waits for it. */
export interface Parent {
  readonly case: CaseId
  readonly run?: RunId
  /** The item it stands in for. */
  readonly item?: ItemId
  /** The item it was started about. */
  readonly about?: ItemId
  /** How many runs lie between it and the root case. */
  readonly depth: number
}

export type FrameEvent =
  | {
      readonly type: "FrameOpened"
      readonly frame: FrameId
      readonly item: ItemId
      readonly net: string
      readonly instance: number
      readonly start: PlaceId
      /** Where it has tokens besides: it does not begin at its start. */
      readonly also?: readonly PlaceId[]
      /** The instance's own values, such as its element. */
      readonly locals?: JsonObject
    }
  | { readonly type: "FrameClosed"; readonly frame: FrameId; readonly as: "completed" | "exhausted" | "removed" }
  | {
      readonly type: "RouteFired"
      readonly frame: FrameId
      readonly route: string
      readonly consumed: readonly PlaceId[]
      readonly produced: readonly PlaceId[]
      /** The loop whose next round begins here (0: it was passed without one), and the serials of the loops around it. */
      readonly round?: { readonly loop: string; readonly number: number; readonly within?: readonly number[] }
      /** Blocks that are left with nothing done in their last branch. */
      readonly passed?: readonly PassedBlock[]
      /** Blocks that were left so before, and are entered again. */
      readonly reentered?: readonly string[]
    }
  /** It stands again as it did before something was done in it: these tokens are gone, and those are there again. */
  | {
      readonly type: "FlowRewound"
      readonly frame: FrameId
      readonly taken: readonly PlaceId[]
      readonly given: readonly Token[]
      /** Loops that have not come as far any more; null: not even to their first round. */
      readonly rounds?: { readonly [loop: string]: PastRound | null }
      /** For a frame that was opened anew: which one it takes the place of, and what its activity took at first. */
      readonly instead?: FrameId
      /** Items that were gone through, and are not any more, with nothing to undo. */
      readonly passed?: readonly ItemId[]
      readonly took?: readonly Token[]
      /** Blocks that were left with nothing done, and now lie ahead again. */
      readonly reentered?: readonly string[]
    }

  /** The flow goes on at a step instead of where it stood; what was live between is gone. */
  | {
      readonly type: "Jumped"
      readonly case: CaseId
      readonly frame: FrameId
      readonly item?: ItemId
      readonly to: string
      /** What has been done already will be done again. */
      readonly isBack?: true
      readonly cancelled?: readonly PlaceId[]
      readonly produced: readonly PlaceId[]
    }

/** A block with a branch that has nothing to do, left by that; and the round and serials of the loops around it. */
export interface PassedBlock {
  readonly block: string
  readonly round?: number
  readonly serials?: readonly number[]
}

export type ItemKind = "work" | "program" | "wait" | "activity" | "route"

/** How an item ended with its flow going on, and what that did. */
export interface Ending {
  readonly item: ItemId
  /** Variables of the case it wrote. */
  readonly writes?: JsonObject
  /** Values of its own instance it wrote. */
  readonly locals?: { readonly frame: FrameId; readonly values: JsonObject }
  readonly result?: Json
  /** Tokens it took only now, because it ended without having been started. */
  readonly consumed?: readonly PlaceId[]
  /** Places it has emptied before it gave its own tokens. */
  readonly cancelled?: readonly PlaceId[]
  readonly produced: readonly PlaceId[]
  /** What it has cost, where that is not what was planned. */
  readonly cost?: number
}

export type ItemEvent =
  | {
      readonly type: "ItemEnabled"
      readonly item: ItemId
      readonly case: CaseId
      readonly frame: FrameId
      readonly task: string
      readonly kind: ItemKind
      /** Absent while the tokens stay in a place that others may take from: they are taken at the start. */
      readonly consumed?: readonly PlaceId[]
      /** The round of the loop around it, and the serials of all loops around it, inner first. */
      readonly round?: number
      readonly serials?: readonly number[]
      /** What it would read now, as few letters that are the same for the same. */
      readonly reads?: string
      /** It has come once before, and that counts as the same. */
      readonly isAgain?: true
      /** For an activity: the step inside, however deep, that it is opened at. */
      readonly into?: string
    }
  | { readonly type: "ItemWithdrawn"; readonly item: ItemId }
  /** Whoever meets the demand may have it; `to`: he alone, if he accepts it. `afresh`: who declined is asked again. */
  | {
      readonly type: "ItemOffered"
      readonly item: ItemId
      readonly demand: Demand
      readonly to?: AgentId
      readonly afresh?: true
      /** Somebody in charge said so: it is not what its needs say. */
      readonly isWaived?: true
    }
  /** Nobody can have it now; it is offered as soon as somebody can. */
  | {
      readonly type: "AgentAwaited"
      readonly item: ItemId
      readonly demand: Demand
      readonly isWaived?: true
    }
  | {
      readonly type: "ItemAllocated"
      readonly item: ItemId
      readonly to: AgentId
      readonly demand?: Demand
      /** Somebody in charge said so: the agent need not meet the demand. */
      readonly isWaived?: true
    }
  | { readonly type: "ItemDeclined"; readonly item: ItemId; readonly agent: AgentId; readonly reason?: string }
  /** Nobody has started it in time: it goes to those above. */
  | { readonly type: "ItemEscalated"; readonly item: ItemId; readonly to: readonly AgentId[] }
  /** It needs somebody else than its task says. */
  | { readonly type: "NeedsAmended"; readonly item: ItemId; readonly needs: JsonObject }
  /** `restarted`: another agent begins it, with the data it had at its start. */
  | { readonly type: "ItemHandedBack"; readonly item: ItemId; readonly restarted?: true }
  | {
      readonly type: "ItemStarted"
      readonly item: ItemId
      readonly agent: AgentId
      readonly consumed?: readonly PlaceId[]
      /** What it reads; absent when that is all the case's data as it stands. */
      readonly input?: JsonObject
      readonly attempt: number
      /** For a program: how long, in milliseconds, it may be silent. */
      readonly lease?: number
      /** The program has asked for it, and will tell what came of it: nobody has to call it. */
      readonly isRemote?: true
      /** What it will cost, as far as that can be told. */
      readonly cost?: number
    }
  /** `cost`: it will cost so much now. */
  | { readonly type: "ItemUpdated"; readonly item: ItemId; readonly data: JsonObject; readonly cost?: number }
  | { readonly type: "OutputKept"; readonly item: ItemId; readonly data: JsonObject }
  | ({ readonly type: "ItemCompleted" } & Ending)
  | ({ readonly type: "ItemForceCompleted" } & Ending)
  | ({ readonly type: "ItemFailed" } & Ending)
  | ({ readonly type: "ItemSkipped" } & Ending)
  /** `isPassed`: the flow went on elsewhere before anybody began it, so its task has not come once more. */
  | {
      readonly type: "ItemRemoved"
      readonly item: ItemId
      readonly consumed?: readonly PlaceId[]
      readonly isPassed?: true
    }
  /** `cost`: what it will cost once more. */
  /** It has the data again that it had at its start, except for what stands in `over`. */
  | {
      readonly type: "ItemRestarted"
      readonly item: ItemId
      readonly attempt: number
      readonly cost?: number
      readonly over?: JsonObject
    }
  /** Nothing is left inside; it stays, for whoever says how it goes on. */
  | { readonly type: "ActivityEmptied"; readonly item: ItemId }
  | { readonly type: "AttemptFailed"; readonly item: ItemId; readonly attempt: number; readonly message: string }
  | ({ readonly type: "ItemUndone" } & UndoneItem)

/** What was done is undone, in this way: what it wrote is put back as far as it is told here. */
export interface UndoneItem {
  readonly item: ItemId
  readonly case: CaseId
  readonly task: string
  readonly way: UndoWay["by"]
  /** The run whose rollback it is. */
  readonly run?: RunId
  readonly data?: JsonObject
  /** Variables that had no value before. */
  readonly unset?: readonly string[]
  readonly locals?: { readonly frame: FrameId; readonly values: JsonObject; readonly unset?: readonly string[] }
  /** For what is void: what stays, and counts no longer. */
  readonly output?: JsonObject
}

export type HoldEvent =
  | { readonly type: "HoldPlaced"; readonly hold: Hold }
  | { readonly type: "HoldLifted"; readonly hold: HoldId }

/**
 * `worker`: by then a program should be there that does the item; `agent`: then somebody is back who can; `escalation`: by then
 * somebody should have started it; `handling`: the exception machine wants to know.
 */
export type TimerPurpose = "deadline" | "wait" | "worker" | "agent" | "escalation" | "handling"

/** What a timer belongs to: it is gone when that ends. */
export type TimerSubject = { readonly item: ItemId } | { readonly case: CaseId }

export type TimerEvent =
  | {
      readonly type: "TimerArmed"
      readonly timer: TimerId
      readonly purpose: TimerPurpose
      readonly of: TimerSubject
      readonly dueAt: number
      /** For `handling`: what the one who armed it has to know when it fires. */
      readonly about?: string
    }
  | { readonly type: "TimerFired"; readonly timer: TimerId }
  /** What it was armed for is over. */
  | { readonly type: "TimerDisarmed"; readonly timer: TimerId }
  | { readonly type: "TimerPaused"; readonly timer: TimerId; readonly left: number }
  | { readonly type: "TimerResumed"; readonly timer: TimerId; readonly dueAt: number }

export type ExceptionEvent =
  | {
      readonly type: "ExceptionRaised"
      readonly exception: ExceptionId
      /** A name in the tree of exception classes. */
      readonly class: string
      readonly case: CaseId
      readonly item?: ItemId
      /** The task, block or process it stands at. */
      readonly at: string
      readonly parameters: JsonObject
      /** How many runs led to it, one through the other. */
      readonly depth?: number
      /** The exception whose handling failed. */
      readonly of?: ExceptionId
      /** The bound that does not hold. */
      readonly breaks?: Breach
    }
  | {
      readonly type: "ExceptionResolved"
      readonly exception: ExceptionId
      /** Absent: resolved. */
      readonly as?: "dismissed" | "propagated"
    }
  /** What must hold at an item or case, and was broken, holds again. */
  | { readonly type: "InvariantRestored"; readonly of: ItemId | CaseId }

/** A bound that something has broken, by a name of its own; `limit`: the figure it was then. */
export interface Breach {
  readonly bound: string
  readonly of: ItemId | CaseId | RunId
  readonly limit?: number
}

export type MessageEvent =
  | {
      readonly type: "MessageReceived"
      readonly message: MessageId
      readonly case: CaseId
      readonly name: string
      readonly key: Json
      readonly data: JsonObject
    }
  /** A wait begins: what the message that ends it must be called, and its key. */
  | { readonly type: "MessageAwaited"; readonly item: ItemId; readonly name: string; readonly key: Json }
  | { readonly type: "MessageTaken"; readonly message: MessageId; readonly item: ItemId }

/** Because of something in this family an agent can do more than before, everywhere; `until` absent: for good. */
export type GrantEvent = {
  readonly type: "CapabilitiesGranted"
  readonly agent: AgentId
  readonly capabilities: readonly string[]
  readonly until?: number
}

/** What one command did to one family: who, when, why, and the events in order. The unit of history. */
export interface Entry {
  readonly family: FamilyId
  /** The version of its first event; the family's first event has version 1. */
  readonly version: number
  readonly at: number
  readonly by: AgentId
  readonly command: string
  readonly reason?: string
  readonly events: readonly Event[]
}

/** An entry with its place in the order of all entries of the store. */
export interface RecordedEntry extends Entry {
  readonly position: number
}
