import type { AgentId, CaseId, ExceptionId, FamilyId, FrameId, InterventionId, ItemId, RunId } from "./ids.ts"
import type { Json, JsonObject } from "./json.ts"
import type { RuleConclusion, Step } from "./steps.ts"
import type { Undo } from "./undoing.ts"

/** What the exception machine tells: decisions, runs and interventions. The net machine does not look at any of it. */
export type HandlingEvent =
  | DecisionMade
  | StageReached
  /** Because of a pattern of re-execution. */
  | { readonly type: "ItemTriedAgain"; readonly item: ItemId; readonly exception: ExceptionId }
  | VerifyingEvent
  | RunStarted
  | {
      readonly type: "StepTaken"
      readonly run: RunId
      /** Which of its steps, from 0. */
      readonly step: number
      /** The cases it waits for now, in the order of the step's worklets. */
      readonly worklets?: readonly CaseId[]
      /** What executes, and it waits for to be over. */
      readonly awaits?: readonly Awaited[]
      /** Steps that have not come yet, and it waits for to be done. */
      readonly expects?: readonly Expected[]
      /** What there was to say about it: why it had no effect. */
      readonly note?: string
    }
  /** Steps a run expects in a case have come: it waits for these to be over. */
  | {
      readonly type: "ExpectedCame"
      readonly run: RunId
      readonly case: CaseId
      readonly awaits: readonly Awaited[]
    }
  | {
      readonly type: "RunEnded"
      readonly run: RunId
      readonly as: RunEnd
      readonly message?: string
      /** The run whose rollback waited for it. */
      readonly for?: RunId
    }
  | InterventionOpened
  | {
      readonly type: "InterventionAnswered"
      readonly intervention: InterventionId
      readonly answer: JsonObject
    }
  /** Nobody needs to answer any more. */
  | { readonly type: "InterventionWithdrawn"; readonly intervention: InterventionId }
  | {
      readonly type: "Notified"
      readonly case: CaseId
      readonly to: string
      readonly text: string
      /** What he decided has led to this exception; `of` says about what that was. */
      readonly followUp?: { readonly exception: ExceptionId; readonly of: string }
    }
  /** A bound that was broken holds again. */
  | { readonly type: "BoundKept"; readonly of: ItemId | CaseId | RunId; readonly bound: string }
  /** Something that is no exception: nothing happens unless a rule wants it. */
  | {
      readonly type: "EventRaised"
      readonly name: string
      readonly case: CaseId
      readonly item?: ItemId
      readonly at: string
      readonly parameters: JsonObject
      readonly depth: number
      /** The exception that matched this pattern by itself: the ladder asks the rules of its case. */
      readonly of?: ExceptionId
    }
  /** Something that may become part of a pattern. What can no longer be part of one, or is too much, is dropped. */
  | {
      readonly type: "PatternNoted"
      readonly pattern: string
      readonly case: CaseId
      readonly occurrence: Omit<Occurrence, "case">
      readonly dropped?: readonly number[]
      /** So many were kept that the oldest had to go. */
      readonly isCrowded?: true
    }
  /** A pattern has matched: these occurrences are used up. The event of its name follows. */
  | {
      readonly type: "PatternMatched"
      readonly pattern: string
      readonly case: CaseId
      readonly members: readonly number[]
    }
  /** A step on all cases of a process: what the other families are asked to do. */
  | {
      readonly type: "BroadcastSent"
      readonly run: RunId
      readonly verb: "suspend" | "continue" | "remove"
      readonly process: string
      readonly reason: string
    }
  /** A process is to be started, as the first case of a family of its own. */
  | ({ readonly type: "StartSent"; readonly run: RunId; readonly process: string; readonly reason: string } & NewFamily)
  /** Nobody has answered in time: it is with those above now. */
  | {
      readonly type: "InterventionEscalated"
      readonly intervention: InterventionId
      readonly to: string
      readonly dueAt: number
    }
  | {
      readonly type: "InterventionAssigned"
      readonly intervention: InterventionId
      readonly to: string
      readonly dueAt: number
    }
  | { readonly type: "InterventionPostponed"; readonly intervention: InterventionId; readonly dueAt: number }
  | AnswerTakenBack
  | RollbackEvent

/** A family to be, and what it begins with; `depth`: how many runs lead to it. If another family has its number, the process joins that one. */
export interface NewFamily {
  readonly family: FamilyId
  readonly version: number
  readonly data: JsonObject
  readonly depth: number
  readonly number?: string
  /** With a number: the case whose run has sent it. If nothing can be started under the number, it is raised there. */
  readonly by?: CaseId
}

/** Something that executes: an item, or a block in a frame. */
export interface Awaited {
  readonly frame: FrameId
  readonly task: string
  readonly item?: ItemId
}

/** A step of a case that has not come yet; `after`: what follows it. */
export interface Expected {
  readonly case: CaseId
  readonly task: string
  readonly after?: true
}

/** A run rolls back to a step, and how far it has come. */
export type RollbackEvent =
  /** What is to be undone, newest first. A second one says what has been done meanwhile, and what is left of the first. */
  | {
      readonly type: "RollbackPlanned"
      readonly run: RunId
      readonly to: string
      /** The item of `to` that is undone last. */
      readonly item: ItemId
      readonly within?: FrameId
      readonly undos: readonly Undo[]
      /** The version of the last event it was planned with. */
      readonly until: number
      /** The variables that will be put back, as they are now: what others write meanwhile stays. */
      readonly now: JsonObject
      /** Somebody has to agree first, as some of it cannot be taken back. */
      readonly asks?: true
    }
  /** The next one cannot be undone at once: worklets do it, a run or a person. */
  | {
      readonly type: "UndoStarted"
      readonly run: RunId
      readonly item: ItemId
      readonly task: string
      readonly by: "worklet" | "exlet" | "person"
      readonly worklets?: readonly CaseId[]
    }
  /** It was not undone; the rollback stands still until the exception is answered. */
  | {
      readonly type: "UndoFailed"
      readonly run: RunId
      readonly task: string
      readonly exception: ExceptionId
      readonly message: string
    }
  /** It is tried once more. */
  | { readonly type: "UndoRetried"; readonly run: RunId; readonly depth: number }
  /** Everything is undone, and the step is enabled again. */
  | {
      readonly type: "RolledBack"
      readonly run: RunId
      readonly case: CaseId
      readonly to: string
      readonly item: ItemId
    }

/**
 * An answer was taken back: the family is again as it was before, except that its versions and ids go on. It carries every row
 * of both machines that is another than it was, as they are written in snapshots; to those only fields are added, ever.
 */
export interface AnswerTakenBack {
  readonly type: "AnswerTakenBack"
  readonly intervention: InterventionId
  /** The version the family is as at again. */
  readonly to: number
  readonly net: RestoredRows
  readonly handling: RestoredRows
  readonly undone: Undone
}

/** By the name of a table: the keys of its rows, each with the row, or null where there was none. */
export type RestoredRows = { readonly [table: string]: readonly { readonly key: string; readonly row: Json }[] }

/** What had come into being since, and has never been. */
export interface Undone {
  readonly cases: readonly CaseId[]
  readonly items: readonly ItemId[]
  readonly exceptions: readonly ExceptionId[]
  readonly interventions: readonly InterventionId[]
}

/** The stages of the ladder, in their order. */
export type Stage = "mandatory" | "procedural" | "rules" | "builtIn" | "pattern" | "person"

/** A stage other than rules had something to look at: what, and what came of it. */
export interface StageReached {
  readonly type: "StageReached"
  readonly exception?: ExceptionId
  readonly case: CaseId
  readonly stage: "procedural" | "builtIn" | "pattern"
  /** What there was, and of each that was not chosen why not. */
  readonly considered: readonly Considered[]
  /** Absent: nothing there answers it. */
  readonly remedy?: Remedy
}

export interface Considered {
  readonly what: string
  readonly why?: string
}

/** What a stage does, or proposes to do, about an exception. */
export type Remedy =
  | {
      readonly kind: "conclusion"
      readonly conclusion: RuleConclusion
      readonly handler?: string
      readonly with?: JsonObject
      readonly solves?: boolean
    }
  | { readonly kind: "arc"; readonly item: ItemId; readonly to: string }
  /** The next candidate is asked. */
  | { readonly kind: "next"; readonly item: ItemId }
  /** Until somebody is there who can do it. */
  | { readonly kind: "wait"; readonly item: ItemId }
  /** Once more, after so many milliseconds. */
  | { readonly kind: "again"; readonly item: ItemId; readonly after: number }
  | { readonly kind: "alternative"; readonly item: ItemId; readonly of: string; readonly number: number }
  | { readonly kind: "skip"; readonly item: ItemId }
  /** What is around it fails; `activity` absent: the case. */
  | { readonly kind: "fail"; readonly activity?: ItemId }

/** What the ladder would do, if the person agrees. */
export interface Proposal {
  readonly stage: Stage
  readonly says: string
  readonly remedy: Remedy
}

/** An exception that was handled is watched until what it stood at is through, or has the same trouble again. */
export type VerifyingEvent =
  | {
      readonly type: "VerificationBegun"
      readonly exception: ExceptionId
      readonly class: string
      readonly case: CaseId
      readonly item: ItemId
      readonly at: string
      readonly raisedAt: number
    }
  | {
      readonly type: "ExceptionVerified"
      readonly exception: ExceptionId
      readonly as: "resolved" | "recurred"
      /** The one it came back as. */
      readonly by?: ExceptionId
    }

/** Trees were asked what to do, and this is what they said. Recorded also when they said nothing. */
export interface DecisionMade {
  readonly type: "DecisionMade"
  /** A checkpoint (`itemPre` …), `select`, or the class of an exception. */
  readonly on: string
  /** The task it stands at, or the process. */
  readonly at: string
  readonly case: CaseId
  readonly item?: ItemId
  readonly exception?: ExceptionId
  readonly from?: Origin
  /** Who brought it about; absent: the engine itself. */
  readonly by?: AgentId
  /** The event's own, as conditions see them under `event`. */
  readonly parameters?: JsonObject
  /** Values from outside that were looked at, by the name of their source. */
  readonly external?: JsonObject
  readonly walks: readonly Walk[]
  /** Absent: no tree concluded anything. */
  readonly conclusion?: Conclusion
  /** What must be done whatever else is: then all conclusions count, and `conclusion` is the first. */
  readonly stage?: "mandatory"
  readonly conclusions?: readonly Conclusion[]
}

/** Something that happened and may become part of a match. */
export interface Occurrence {
  /** The version of the record that noted it: later ones have higher numbers. */
  readonly number: number
  readonly at: number
  /** All that it is called in the pattern: of an exception its class, or one above. */
  readonly names: readonly string[]
  readonly case: CaseId
  readonly item?: ItemId
  /** As conditions see it. */
  readonly event: JsonObject
  /** What it shares with the others of its match. */
  readonly key?: Json
}

/** Where an event happened that reached the rules of another case of the family. */
export interface Origin {
  readonly case: CaseId
  readonly item?: ItemId
  /** The task, block or process it happened at. */
  readonly at: string
}

/** The way through one tree, in as few words as tell it all: nodes that do not change once they are there. */
export interface Walk {
  readonly tree: string
  readonly version: number
  /** The nodes that held, in order; the root (0) is left out, as it always does. */
  readonly held: readonly number[]
  /** The last node looked at; 0 if there is only the root. */
  readonly last: number
  /** Conditions that could not be evaluated, and so counted as false. */
  readonly failed?: readonly { readonly node: number; readonly message: string }[]
}

export interface Conclusion {
  readonly tree: string
  readonly node: number
  /** The exlet's name; `nothing` if nothing is to be done on purpose; for a selection the worklets, separated by commas. */
  readonly says: string
}

export interface RunStarted {
  readonly type: "RunStarted"
  readonly run: RunId
  /** Its name, or `steps` for steps written in place. */
  readonly exlet: string
  readonly steps: readonly Step[]
  readonly case: CaseId
  readonly item?: ItemId
  /** The task or process it stands at. */
  readonly at: string
  /** What it answers: a checkpoint, `select`, or an exception's class. */
  readonly on: string
  readonly parameters: JsonObject
  readonly by: AgentId
  readonly from?: Origin
  readonly exception?: ExceptionId
  readonly intervention?: InterventionId
  /** How many runs led to it, itself included. */
  readonly depth: number
  /** Whether its end solves the exception. */
  readonly solves: boolean
  /** When it should be over, and what its worklets may cost. */
  readonly dueAt?: number
  readonly budget?: number
  /** The run whose rollback waits for it. */
  readonly for?: RunId
  /** The stage of the ladder it works for; absent: what it answers is no exception. */
  readonly stage?: Stage
  /** The bound handler that began it, and its parameters there. */
  readonly handler?: string
  readonly with?: JsonObject
}

export type RunEnd = "completed" | "failed" | "removed"

export interface InterventionOpened {
  readonly type: "InterventionOpened"
  readonly intervention: InterventionId
  readonly case: CaseId
  readonly item?: ItemId
  readonly at: string
  /** What it is about; absent when a run only asks. */
  readonly exception?: ExceptionId
  /** The run that waits for the answer. */
  readonly run?: RunId
  readonly text: string
  /** The agent, role or unit it is with. */
  readonly to?: string
  /** How long each one it comes to has to answer, as a duration; and until when he has. */
  readonly within?: string
  readonly dueAt?: number
  /** What may be answered, where a run asks; absent: whatever fits. */
  readonly choices?: readonly string[]
  /** What would be done, if he agrees. */
  readonly proposal?: Proposal
}

/** How an intervention is answered. */
export type Answer = { readonly data?: JsonObject } & (
  | { readonly do: "run"; readonly exlet: string }
  | { readonly do: "run"; readonly steps: readonly Step[] }
  | { readonly do: "retry"; readonly with?: "same" | "next" }
  /** Somebody else can do it than its task says. */
  | { readonly do: "needs"; readonly needs: JsonObject }
  /** It waits until somebody is there. */
  | { readonly do: "wait" }
  | { readonly do: "restart" }
  | { readonly do: "skip" }
  | { readonly do: "set" }
  | { readonly do: "reassign"; readonly to: string }
  | { readonly do: "remove"; readonly target: "item" | "case" }
  | { readonly do: "jump"; readonly to: string }
  | { readonly do: "dismiss" }
  | { readonly do: "rollback"; readonly to: string }
  /** A run's question, answered. */
  /** What is around it fails too. */
  | { readonly do: "propagate" }
  /** A run's question, answered; or what was proposed, agreed to. */
  | { readonly do: "confirm"; readonly answer?: Json }
)
