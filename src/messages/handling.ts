import type { AgentId, CaseId, ExceptionId, InterventionId, ItemId, RunId } from "./ids.ts"
import type { Json, JsonObject } from "./json.ts"
import type { Step } from "./steps.ts"

/** What the exception machine tells: decisions, runs and interventions. The net machine does not look at any of it. */
export type HandlingEvent =
  | DecisionMade
  | RunStarted
  | {
      readonly type: "StepTaken"
      readonly run: RunId
      /** Which of its steps, from 0. */
      readonly step: number
      /** The cases it waits for now, in the order of the step's worklets. */
      readonly worklets?: readonly CaseId[]
      /** What there was to say about it: why it had no effect. */
      readonly note?: string
    }
  | { readonly type: "RunEnded"; readonly run: RunId; readonly as: RunEnd; readonly message?: string }
  | InterventionOpened
  | {
      readonly type: "InterventionAnswered"
      readonly intervention: InterventionId
      readonly answer: JsonObject
    }
  /** Nobody needs to answer any more. */
  | { readonly type: "InterventionWithdrawn"; readonly intervention: InterventionId }
  | { readonly type: "Notified"; readonly case: CaseId; readonly to: string; readonly text: string }
  /** Something that is no exception: nothing happens unless a rule wants it. */
  | {
      readonly type: "EventRaised"
      readonly name: string
      readonly case: CaseId
      readonly item?: ItemId
      readonly at: string
      readonly parameters: JsonObject
      readonly depth: number
    }
  /** A step on all cases of a process: what the other families are asked to do. */
  | {
      readonly type: "BroadcastSent"
      readonly run: RunId
      readonly verb: "suspend" | "continue" | "remove"
      readonly process: string
      readonly reason: string
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
  /** Who brought it about; absent: the engine itself. */
  readonly by?: AgentId
  /** The event's own, as conditions see them under `event`. */
  readonly parameters?: JsonObject
  /** Values from outside that were looked at, by the name of their source. */
  readonly external?: JsonObject
  readonly walks: readonly Walk[]
  /** Absent: no tree concluded anything. */
  readonly conclusion?: Conclusion
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
  readonly exception?: ExceptionId
  readonly intervention?: InterventionId
  /** How many runs led to it, itself included. */
  readonly depth: number
  /** Whether its end solves the exception. */
  readonly solves: boolean
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
  readonly to?: string
  /** What may be answered, where a run asks; absent: whatever fits. */
  readonly choices?: readonly string[]
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
  | { readonly do: "dismiss" }
  /** A run's question, answered. */
  | { readonly do: "confirm"; readonly answer?: Json }
)
