import type { ItemCommand } from "../../src/messages/commands.ts"
import type { HoldTarget } from "../../src/messages/holds.ts"
import { asAgentId, rootFrame } from "../../src/messages/ids.ts"
import type { Json, JsonObject } from "../../src/messages/json.ts"
import type { Asked, CaseStory } from "./case-story.ts"

type Plain = Exclude<
  ItemCommand["type"],
  "DelegateItem" | "ReassignItem" | "UpdateItem" | "CompleteItem" | "ForceCompleteItem" | "AddInstance" | "AmendItem"
>

const plain =
  (type: Plain) =>
  (task: string): Asked =>
  (story) => ({ type, item: story.item(task).id })

export const accept = plain("AcceptItem")
export const decline = plain("DeclineItem")
export const handBack = plain("HandBackItem")
export const start = plain("StartItem")
export const fail = plain("FailItem")
export const skip = plain("SkipItem")
export const remove = plain("RemoveItem")
export const restart = plain("RestartItem")
export const retry = plain("RetryItem")

const withData =
  (type: "UpdateItem" | "CompleteItem" | "ForceCompleteItem") =>
  (task: string, data: JsonObject = {}): Asked =>
  (story) => ({ type, item: story.item(task).id, data })

export const update = withData("UpdateItem")
export const complete = withData("CompleteItem")
export const forceComplete = withData("ForceCompleteItem")

const giving =
  (type: "DelegateItem" | "ReassignItem") =>
  (task: string, to: string): Asked =>
  (story) => ({ type, item: story.item(task).id, to: asAgentId(to) })

export const delegate = giving("DelegateItem")
export const reassign = giving("ReassignItem")

export const add =
  (task: string, element: Json): Asked =>
  (story) => ({ type: "AddInstance", item: story.item(task).id, element })

export const setData =
  (data: JsonObject): Asked =>
  (story) => ({ type: "SetData", case: story.case.id, data })
export const removeCase: Asked = (story) => ({ type: "RemoveCase", case: story.case.id })
export const message =
  (name: string, key: Json = null, data: JsonObject = {}): Asked =>
  (story) => ({ type: "ReceiveMessage", case: story.case.id, name, key, data })

export type Target = (story: CaseStory) => HoldTarget

export const theCase: Target = (story) => ({ kind: "case", case: story.case.id })
export const theItem =
  (task: string): Target =>
  (story) => ({ kind: "item", item: story.item(task).id })
/** What follows a task; inside an activity, name the activity whose flow it stands in. */
export const after =
  (task: string, within?: string): Target =>
  (story) => {
    const owner = within === undefined ? undefined : story.item(within).id
    const frame = owner && [...story.family.frames.values()].find(({ item, closed }) => item === owner && !closed)
    return { kind: "after", frame: frame?.id ?? rootFrame(story.case.id), task }
  }

export const suspend =
  (target: Target): Asked =>
  (story) => ({ type: "Suspend", target: target(story) })
export const goOn =
  (target: Target): Asked =>
  (story) => ({ type: "Continue", target: target(story) })

/** What a program does. */
export const claim =
  (task: string, lease = 60_000): Asked =>
  (story) => ({ type: "ClaimItem", item: story.item(task).id, lease })
export const report =
  (task: string, data: JsonObject = {}, attempt?: number): Asked =>
  (story) => ({ type: "ReportOutput", item: story.item(task).id, attempt: attempt ?? story.item(task).attempt, data })
export const reportFailure =
  (task: string, text = "boom", attempt?: number): Asked =>
  (story) => ({
    type: "ReportFailure",
    item: story.item(task).id,
    attempt: attempt ?? story.item(task).attempt,
    message: text,
  })
export const expireLease =
  (task: string, attempt?: number): Asked =>
  (story) => ({ type: "ExpireLease", item: story.item(task).id, attempt: attempt ?? story.item(task).attempt })
/** Fires the oldest timer of a task's item, or of the case, whether due or not. */
export const fire =
  (task?: string): Asked =>
  (story) => {
    const item = task && story.item(task).id
    const timer = [...story.family.timers.values()].find(({ of }) => ("item" in of ? of.item === item : !item))
    if (timer === undefined) throw new Error(`no timer of ${task ?? "the case"}\n${story.log()}`)
    return { type: "FireTimer", timer: timer.id }
  }

export const seconds = (count: number): number => count * 1000
export const hours = (count: number): number => count * 3_600_000

/** From an item, or from all that is live in the case. */
export const jump =
  (to: string, from?: string, clears?: "behind"): Asked =>
  (story) => ({
    type: "Jump",
    case: story.case.id,
    ...(from !== undefined && { item: story.item(from).id }),
    to,
    ...(clears && { clears }),
  })

export const takeArc =
  (task: string, to: string): Asked =>
  (story) => ({ type: "TakeArc", item: story.item(task).id, to })

export const takeAlternative =
  (task: string, of: string, number: number): Asked =>
  (story) => ({ type: "TakeAlternative", item: story.item(task).id, of, number })

export const empty =
  (activity: string): Asked =>
  (story) => ({ type: "EmptyActivity", item: story.item(activity).id })
