import type { HandlingEvent } from "./handling.ts"
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
      readonly data: JsonObject
      readonly start: PlaceId
      /** For a worklet: on whose behalf. */
      readonly parent?: Parent
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

/** Where a worklet belongs: the case it was started for, and the run or item that waits for it. */
export interface Parent {
  readonly case: CaseId
  readonly run?: RunId
  /** The item it stands in for. */
  readonly item?: ItemId
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
  | { readonly type: "ItemHandedBack"; readonly item: ItemId }
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
    }
  | { readonly type: "ItemUpdated"; readonly item: ItemId; readonly data: JsonObject }
  | { readonly type: "OutputKept"; readonly item: ItemId; readonly data: JsonObject }
  | ({ readonly type: "ItemCompleted" } & Ending)
  | ({ readonly type: "ItemForceCompleted" } & Ending)
  | ({ readonly type: "ItemFailed" } & Ending)
  | ({ readonly type: "ItemSkipped" } & Ending)
  | { readonly type: "ItemRemoved"; readonly item: ItemId; readonly consumed?: readonly PlaceId[] }
  | { readonly type: "ItemRestarted"; readonly item: ItemId; readonly attempt: number }
  | { readonly type: "AttemptFailed"; readonly item: ItemId; readonly attempt: number; readonly message: string }

export type HoldEvent =
  | { readonly type: "HoldPlaced"; readonly hold: Hold }
  | { readonly type: "HoldLifted"; readonly hold: HoldId }

/**
 * `worker`: by then a program should be there that does the item; `agent`: then somebody is back who can; `escalation`: by then
 * somebody should have started it.
 */
export type TimerPurpose = "deadline" | "wait" | "worker" | "agent" | "escalation"

/** What a timer belongs to: it is gone when that ends. */
export type TimerSubject = { readonly item: ItemId } | { readonly case: CaseId }

export type TimerEvent =
  | {
      readonly type: "TimerArmed"
      readonly timer: TimerId
      readonly purpose: TimerPurpose
      readonly of: TimerSubject
      readonly dueAt: number
    }
  | { readonly type: "TimerFired"; readonly timer: TimerId }
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
    }
  | {
      readonly type: "ExceptionResolved"
      readonly exception: ExceptionId
      /** Absent: resolved. */
      readonly as?: "dismissed" | "propagated"
    }
  /** What must hold at an item or case, and was broken, holds again. */
  | { readonly type: "InvariantRestored"; readonly of: ItemId | CaseId }

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
