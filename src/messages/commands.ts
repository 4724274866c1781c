import type { Parent } from "./events.ts"
import type { Answer } from "./handling.ts"
import type { HoldOwner, HoldTarget } from "./holds.ts"
import type { AgentId, CaseId, ExceptionId, HoldId, InterventionId, ItemId, RunId, TimerId } from "./ids.ts"
import type { Json, JsonObject } from "./json.ts"

/** What a family can be asked to do. Imperative; the event that answers is the past tense of the same verb. */
export type Command = CaseCommand | ItemCommand | HoldCommand | ShellCommand | HandlingCommand

/** What the net machine decides: all but what is the exception machine's business. */
export type NetCommand = CaseCommand | ItemCommand | HoldCommand | ShellCommand | Order

export type CaseCommand =
  | { readonly type: "StartCase"; readonly process: string; readonly version: number; readonly data: JsonObject }
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
  | { readonly type: "RestartItem"; readonly item: ItemId }
  /** `with`: who did it before once more, or somebody else. */
  | { readonly type: "RetryItem"; readonly item: ItemId; readonly with?: "same" | "next" }
  | { readonly type: "AmendItem"; readonly item: ItemId; readonly needs: JsonObject }
  /** Nobody can do it: that is all right until somebody can. */
  | { readonly type: "AwaitAgent"; readonly item: ItemId }
  | { readonly type: "AddInstance"; readonly item: ItemId; readonly element: Json }

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
  /** A step on all cases of a process, sent by a run of another family. */
  | {
      readonly type: "ReceiveBroadcast"
      readonly run: RunId
      readonly verb: "suspend" | "continue" | "remove"
      readonly process: string
      readonly reason: string
    }

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

export type NetCommandType = NetCommand["type"]
