import type { Breach, Parent, Sender, TimerSubject, UndoneItem } from "./events.ts"
import type { Answer, AnswerTakenBack } from "./handling.ts"
import type { HoldOwner, HoldTarget } from "./holds.ts"
import type { AgentId, CaseId, ExceptionId, HoldId, InterventionId, ItemId, RunId, TimerId } from "./ids.ts"
import type { Json, JsonObject } from "./json.ts"
import type { Step } from "./steps.ts"
import type { Rewinding } from "./undoing.ts"

/** What a family can be asked to do. Imperative; the event that answers is the past tense of the same verb. */
export type Command = CaseCommand | ItemCommand | MoveCommand | HoldCommand | ShellCommand | HandlingCommand

/** What the net machine decides: all but what is the exception machine's business. */
export type NetCommand = CaseCommand | ItemCommand | MoveCommand | HoldCommand | ShellCommand | Order

export type CaseCommand =
  | {
      readonly type: "StartCase"
      readonly process: string
      readonly version: number
      readonly data: JsonObject
      readonly sentBy?: Sender
      /** The case number of the family that begins with it; absent: the family's id is its number. */
      readonly number?: string
      /** A further case of a family that is there. */
      readonly joins?: true
    }
  | { readonly type: "RemoveCase"; readonly case: CaseId }
  | { readonly type: "SetData"; readonly case: CaseId; readonly data: JsonObject }
  | {
      readonly type: "ReceiveMessage"
      readonly case: CaseId
      readonly name: string
      readonly key: Json
      readonly data: JsonObject
    }

export type ItemCommand =
  | { readonly type: "AcceptItem"; readonly item: ItemId }
  | { readonly type: "DeclineItem"; readonly item: ItemId }
  | { readonly type: "DelegateItem"; readonly item: ItemId; readonly to: AgentId }
  | { readonly type: "HandBackItem"; readonly item: ItemId }
  | { readonly type: "ReassignItem"; readonly item: ItemId; readonly to: AgentId }
  | { readonly type: "StartItem"; readonly item: ItemId }
  | { readonly type: "UpdateItem"; readonly item: ItemId; readonly data: JsonObject }
  | { readonly type: "CompleteItem"; readonly item: ItemId; readonly data: JsonObject }
  | { readonly type: "ForceCompleteItem"; readonly item: ItemId; readonly data: JsonObject }
  | { readonly type: "FailItem"; readonly item: ItemId }
  | { readonly type: "SkipItem"; readonly item: ItemId }
  | { readonly type: "RemoveItem"; readonly item: ItemId }
  /**
   * `same`: its agent goes on if possible, else the nearest capable one begins it. The item reads what it read at its start, except for
   * the names in `over`.
   */
  | { readonly type: "RestartItem"; readonly item: ItemId; readonly with?: "same"; readonly over?: JsonObject }
  /** `with`: who did it before once more, or somebody else. */
  | { readonly type: "RetryItem"; readonly item: ItemId; readonly with?: "same" | "next" }
  | { readonly type: "AmendItem"; readonly item: ItemId; readonly needs: JsonObject }
  /** Nobody can do it: that is all right until somebody can. */
  | { readonly type: "AwaitAgent"; readonly item: ItemId }
  | { readonly type: "AddInstance"; readonly item: ItemId; readonly element: Json }

/** The flow goes on at a task or block instead of where it stands: at the item, or without one at the whole case. */
export type MoveCommand = {
  readonly type: "Jump"
  readonly case: CaseId
  readonly item?: ItemId
  readonly to: string
  /** Instead of what lies between: whatever can be reached from there. */
  readonly clears?: "behind"
  /** The item may have ended: then what has come of it goes. */
  readonly orEnded?: true
}

export type HoldCommand =
  | { readonly type: "Suspend"; readonly target: HoldTarget }
  | { readonly type: "Continue"; readonly target: HoldTarget }

/** What only the shell asks: a program's claim and report, a lease that ran out, a timer that is due. */
export type ShellCommand =
  /** `isRemote`: by a program that asks for its items, so that no other engine calls one for it. */
  | { readonly type: "ClaimItem"; readonly item: ItemId; readonly lease: number; readonly isRemote?: true }
  /** The program is alive. Nothing happens to the item but that its lease lasts longer. */
  | { readonly type: "ProlongLease"; readonly item: ItemId; readonly attempt: number; readonly lease: number }
  /** Nobody was there any more to be given what was claimed. */
  | { readonly type: "ReturnItem"; readonly item: ItemId; readonly attempt: number }
  /** Nobody asks for such items any more. */
  | { readonly type: "MissWorker"; readonly item: ItemId }
  | { readonly type: "ReportOutput"; readonly item: ItemId; readonly attempt: number; readonly data: JsonObject }
  | { readonly type: "ReportFailure"; readonly item: ItemId; readonly attempt: number; readonly message: string }
  | { readonly type: "ExpireLease"; readonly item: ItemId; readonly attempt: number }
  | { readonly type: "FireTimer"; readonly timer: TimerId }
  /** Things are different: who should have it now? */
  | { readonly type: "AssignItem"; readonly item: ItemId }

/** What the exception machine decides. */
export type HandlingCommand =
  | {
      readonly type: "RaiseEvent"
      readonly class: string
      readonly case: CaseId
      readonly item?: ItemId
      readonly parameters: JsonObject
    }
  /** Something nobody has foreseen: the case is held until it is answered. */
  | {
      readonly type: "ReportUnforeseen"
      readonly case: CaseId
      readonly item?: ItemId
      readonly title: string
      readonly text: string
    }
  | { readonly type: "AnswerIntervention"; readonly intervention: InterventionId; readonly answer: Answer }
  /** Asks the trees again: about one waiting item, or all of a case and its open exceptions. */
  | { readonly type: "Recheck"; readonly case: CaseId; readonly item?: ItemId; readonly ifChanged?: true }
  /** Ends a run and does what the tree says now. `undo`: what it wrote into the case is put back. */
  | { readonly type: "ReplaceRun"; readonly run: RunId; readonly undo: boolean }
  /** Rules may have come that wait for the clock: what is missing for a case is armed. */
  | { readonly type: "ArmClocks"; readonly case: CaseId }
  /** Somebody lets an exlet, or steps, run at a place; `on` and `parameters` are the event they see. */
  | {
      readonly type: "RunExlet"
      readonly case: CaseId
      readonly item?: ItemId
      readonly on: string
      readonly parameters: JsonObject
      readonly program: { readonly exlet: string } | { readonly steps: readonly Step[] }
    }
  /** Undoes a step and what came of it, newest first, and enables it again. */
  | { readonly type: "Rollback"; readonly case: CaseId; readonly item?: ItemId; readonly to: string }
  /** A step on all cases of a process, sent by a run of another family. */
  | {
      readonly type: "ReceiveBroadcast"
      readonly run: RunId
      readonly verb: "suspend" | "continue" | "remove"
      readonly process: string
      readonly reason: string
    }
  /** What a run of a case has sent was not started under the case number. */
  | {
      readonly type: "RefuseStart"
      readonly case: CaseId
      readonly run: RunId
      readonly process: string
      readonly number: string
      readonly depth: number
      readonly message: string
    }
  /** What has no reason to move, at these places, is an exception; what has one again, at those, is none any more. `over`: runs of other families. */
  | {
      readonly type: "RaiseStalled"
      readonly places: readonly (ItemId | CaseId)[]
      readonly better: readonly (ItemId | CaseId)[]
      readonly over: readonly RunId[]
    }
  | { readonly type: "AssignIntervention"; readonly intervention: InterventionId; readonly to: string }
  | { readonly type: "PostponeIntervention"; readonly intervention: InterventionId; readonly dueAt: number }
  /** Asks the rules again about what an open intervention is about. */
  | { readonly type: "Reevaluate"; readonly intervention: InterventionId }
  /** With all it takes, which only the shell knows: the family as it was. */
  | ({ readonly type: "TakeBackAnswer" } & Omit<AnswerTakenBack, "type">)

/** What the exception machine asks of the net machine, besides the verbs people have. */
export type Order =
  | { readonly type: "PlaceHold"; readonly owner: HoldOwner; readonly target: HoldTarget; readonly reason: string }
  | { readonly type: "LiftHolds"; readonly holds: readonly HoldId[] }
  | {
      readonly type: "StartWorklet"
      readonly process: string
      readonly version: number
      readonly data: JsonObject
      readonly parent: Parent
    }
  /** Worklets do the item in place of whoever would. */
  | { readonly type: "TakeItem"; readonly item: ItemId }
  /** They have done it. */
  | { readonly type: "FinishItem"; readonly item: ItemId; readonly data: JsonObject; readonly result?: Json }
  /** They will not: it is anybody's again. */
  | { readonly type: "GiveUpItem"; readonly item: ItemId }
  | {
      readonly type: "WriteData"
      readonly case: CaseId
      readonly data: JsonObject
      readonly run: RunId
      readonly refreshes?: ItemId
      /** It puts back what was there before: nothing, where that is null. */
      readonly restores?: true
    }
  | {
      readonly type: "RaiseException"
      readonly class: string
      readonly case: CaseId
      readonly item?: ItemId
      readonly at: string
      readonly parameters: JsonObject
      readonly holds?: HoldTarget
      readonly depth?: number
      readonly of?: ExceptionId
      readonly breaks?: Breach
    }
  | {
      readonly type: "GrantCapabilities"
      readonly agent: AgentId
      readonly capabilities: readonly string[]
      readonly until?: number
    }
  | {
      readonly type: "ResolveException"
      readonly exception: ExceptionId
      readonly as?: "dismissed" | "propagated"
    }
  /** An exception arc is taken: the item fails, and the flow goes on at `to` instead of behind it. */
  | { readonly type: "TakeArc"; readonly item: ItemId; readonly to: string }
  /** The step `of` that the item is, or stands in, fails; its alternative with that number, from 1, takes its place. */
  | { readonly type: "TakeAlternative"; readonly item: ItemId; readonly of: string; readonly number: number }
  /** Everything inside a started activity goes; the activity itself stays, for whoever answers. */
  | { readonly type: "EmptyActivity"; readonly item: ItemId }
  | { readonly type: "FailCase"; readonly case: CaseId; readonly cause?: string }
  /** For the one who asks alone: nothing happens when it fires but that he is told. */
  | { readonly type: "ArmTimer"; readonly of: TimerSubject; readonly dueAt: number; readonly about: string }
  | { readonly type: "DisarmTimer"; readonly timer: TimerId }
  | ({ readonly type: "UndoItem" } & UndoneItem)
  /** The flow goes back to before `to` was done; everything that is to be undone has been. */
  | {
      readonly type: "Rewind"
      readonly case: CaseId
      readonly to: string
      readonly rewinding: Rewinding
      readonly passed: readonly ItemId[]
    }

export type NetCommandType = NetCommand["type"]
