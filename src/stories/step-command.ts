import type { Command } from "../messages/commands.ts"
import { asAgentId, type ItemId } from "../messages/ids.ts"
import type { CaseView } from "../runtime/views.ts"
import type { Outcome } from "./outcome.ts"
import type { HandlingAction } from "./perform-handling.ts"
import type { Action } from "./story.ts"
import { findItem, holdTarget } from "./targets.ts"
import type { World } from "./world.ts"

/** A step about one case that is a command of the net machine. */
export type CaseAction = Exclude<
  Action,
  | HandlingAction
  | {
      readonly do: "start" | "deploy" | "bind" | "unbind" | "grant" | "advance" | "crash" | "message" | "expect"
    }
>

/** The command a step means in a case as it stands now; an outcome if it means none. */
export async function commandOf(world: World, view: CaseView, action: CaseAction): Promise<Command | Outcome> {
  switch (action.do) {
    case "set":
      return { type: "SetData", case: view.id, data: action.data }
    case "suspend":
    case "continue": {
      const target = await holdTarget(world, view, action.target)
      return "target" in target ? { type: action.do === "suspend" ? "Suspend" : "Continue", ...target } : target
    }
    case "jump": {
      const { target, to } = action
      if (target.kind === "case") return { type: "Jump", case: view.id, to }
      const item = await findItem(world, view, target.item, "any")
      return "id" in item ? { type: "Jump", case: view.id, item: item.id, to } : item
    }
    case "remove": {
      if (action.target.kind === "case") return { type: "RemoveCase", case: view.id }
      const item = await findItem(world, view, action.target.item, "any")
      return "id" in item ? { type: "RemoveItem", item: item.id } : item
    }
    default: {
      const item = await findItem(world, view, action.item, workVerbs.has(action.do) ? "work" : "any")
      return "id" in item ? itemCommand(action, item.id) : item
    }
  }
}

const workVerbs: ReadonlySet<string> = new Set([
  "start-item",
  "accept",
  "decline",
  "delegate",
  "hand-back",
  "reassign",
  "update",
  "complete",
])

function itemCommand(
  action: Exclude<CaseAction, { readonly do: "set" | "suspend" | "continue" | "remove" | "jump" }>,
  item: ItemId,
): Command {
  switch (action.do) {
    case "start-item":
      return { type: "StartItem", item }
    case "accept":
      return { type: "AcceptItem", item }
    case "decline":
      return { type: "DeclineItem", item }
    case "hand-back":
      return { type: "HandBackItem", item }
    case "restart":
      return { type: "RestartItem", item }
    case "skip":
      return { type: "SkipItem", item }
    case "fail":
      return { type: "FailItem", item }
    case "retry":
      return { type: "RetryItem", item, ...(action.with && { with: action.with }) }
    case "wait":
      return { type: "AwaitAgent", item }
    case "amend":
      return { type: "AmendItem", item, needs: action.needs }
    case "update":
      return { type: "UpdateItem", item, data: action.data }
    case "complete":
      return { type: "CompleteItem", item, data: action.data }
    case "force-complete":
      return { type: "ForceCompleteItem", item, data: action.data }
    case "delegate":
      return { type: "DelegateItem", item, to: asAgentId(action.to) }
    case "reassign":
      return { type: "ReassignItem", item, to: asAgentId(action.to) }
    case "add":
      return { type: "AddInstance", item, element: action.element }
  }
}
