import type { HoldTarget } from "./holds.ts"
import type { AgentId, CaseId, ItemId, TimerId } from "./ids.ts"
import type { Json, JsonObject } from "./json.ts"

/** What a family can be asked to do. Imperative; the event that answers is the past tense of the same verb. */
export type Command = CaseCommand | ItemCommand | HoldCommand | ShellCommand

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
  | { readonly type: "RetryItem"; readonly item: ItemId }
  | { readonly type: "AddInstance"; readonly item: ItemId; readonly element: Json }

export type HoldCommand =
  | { readonly type: "Suspend"; readonly target: HoldTarget }
  | { readonly type: "Continue"; readonly target: HoldTarget }

/** What only the shell asks: a program's claim and report, a lease that ran out, a timer that is due. */
export type ShellCommand =
  | { readonly type: "ClaimItem"; readonly item: ItemId; readonly lease: number }
  | { readonly type: "ReportOutput"; readonly item: ItemId; readonly attempt: number; readonly data: JsonObject }
  | { readonly type: "ReportFailure"; readonly item: ItemId; readonly attempt: number; readonly message: string }
  | { readonly type: "ExpireLease"; readonly item: ItemId; readonly attempt: number }
  | { readonly type: "FireTimer"; readonly timer: TimerId }

export type CommandType = Command["type"]
