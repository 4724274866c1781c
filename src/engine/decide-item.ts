import type { Command } from "../messages/commands.ts"
import type { Hold } from "../messages/holds.ts"
import type { AgentId } from "../messages/ids.ts"
import type { Rejection } from "../messages/rejections.ts"
import { checkGiven, inputOf, outputOf } from "./data.ts"
import type { Deciding } from "./deciding.ts"
import { endItem } from "./ending.ts"
import type { Item } from "./family.ts"
import { holdsOn } from "./holds.ts"
import {
  freeItem,
  held,
  invalidData,
  isRejection,
  liveItem,
  notStarted,
  notWork,
  notYours,
  reject,
} from "./refusals.ts"
import { start } from "./starting.ts"
import { standing } from "./waits.ts"

type Of<Type extends Command["type"]> = Extract<Command, { type: Type }>

export function acceptItem(deciding: Deciding, command: Of<"AcceptItem">): Rejection | undefined {
  const item = waitingItem(deciding, command.item)
  if (isRejection(item)) return item
  deciding.emit({ type: "ItemAllocated", item: item.id, to: deciding.facts.by })
  return undefined
}

export function declineItem(deciding: Deciding, command: Of<"DeclineItem">): Rejection | undefined {
  const item = waitingItem(deciding, command.item)
  if (isRejection(item)) return item
  deciding.emit({ type: "ItemDeclined", item: item.id, agent: deciding.facts.by })
  return undefined
}

export function delegateItem(deciding: Deciding, command: Of<"DelegateItem">): Rejection | undefined {
  const item = ownItem(deciding, command.item)
  if (isRejection(item)) return item
  return giveTo(deciding, item, command.to)
}

export function handBackItem(deciding: Deciding, command: Of<"HandBackItem">): Rejection | undefined {
  const item = ownItem(deciding, command.item)
  if (isRejection(item)) return item
  if (item.agent === undefined)
    return reject("ITEM_NOT_STARTED", `item ${item.id} (${item.task}) is with nobody`, "There is nothing to hand back")
  deciding.emit({ type: "ItemHandedBack", item: item.id })
  return undefined
}

export function reassignItem(deciding: Deciding, command: Of<"ReassignItem">): Rejection | undefined {
  const item = liveItem(deciding, command.item)
  if (isRejection(item)) return item
  return notWork(item) ?? giveTo(deciding, item, command.to)
}

export function startItem(deciding: Deciding, command: Of<"StartItem">): Rejection | undefined {
  const item = freeItem(deciding, command.item)
  if (isRejection(item)) return item
  if (item.status === "started")
    return reject(
      "ITEM_ALREADY_STARTED",
      `item ${item.id} (${item.task}) was started by ${item.agent}`,
      "Complete it, or hand it back",
    )
  return notWork(item) ?? notYours(deciding, item) ?? begin(deciding, item)
}

export function updateItem(deciding: Deciding, command: Of<"UpdateItem">): Rejection | undefined {
  const item = freeItem(deciding, command.item)
  if (isRejection(item)) return item
  const refusal = notWork(item) ?? notYours(deciding, item) ?? notStarted(item)
  if (refusal) return refusal
  const problems = checkGiven(standing(deciding, item), command.data)
  if (problems.length > 0) return invalidData(`item ${item.id} (${item.task})`, problems)
  deciding.emit({ type: "ItemUpdated", item: item.id, data: command.data })
  return undefined
}

/** Completing starts the item first if nobody has. A program's item that failed may be completed by hand. */
export function completeItem(deciding: Deciding, command: Of<"CompleteItem">): Rejection | undefined {
  const item = liveItem(deciding, command.item)
  if (isRejection(item)) return item
  const refusal = notWork(item) ?? heldByOthers(deciding, item) ?? notYours(deciding, item)
  if (refusal) return refusal
  const output = outputOf(standing(deciding, item), item, command.data)
  if (!("writes" in output)) return invalidData(`item ${item.id} (${item.task})`, output)
  if (item.status !== "started") {
    const failure = begin(deciding, item)
    if (failure) return failure
  }
  endItem(deciding, deciding.item(item.id), "ItemCompleted", output)
  return undefined
}

function begin(deciding: Deciding, item: Item): Rejection | undefined {
  const input = inputOf(standing(deciding, item))
  if (!input.ok) return invalidData(`item ${item.id} (${item.task})`, input.problems)
  start(deciding, item, { agent: deciding.facts.by, input: input.data })
  return undefined
}

/** An item that is not started yet and that the one who asks may have. */
function waitingItem(deciding: Deciding, id: Item["id"]): Item | Rejection {
  const item = freeItem(deciding, id)
  if (isRejection(item)) return item
  if (item.status === "started")
    return reject(
      "ITEM_ALREADY_STARTED",
      `item ${id} (${item.task}) was started by ${item.agent}`,
      "Complete it, or hand it back",
    )
  return notWork(item) ?? notYours(deciding, item) ?? item
}

function ownItem(deciding: Deciding, id: Item["id"]): Item | Rejection {
  const item = freeItem(deciding, id)
  if (isRejection(item)) return item
  return notWork(item) ?? notYours(deciding, item) ?? item
}

/** It is the other one's now, and not started by anybody. */
function giveTo(deciding: Deciding, item: Item, to: AgentId): undefined {
  deciding.emit({ type: "ItemAllocated", item: item.id, to })
  return undefined
}

/** What a program could not do, a person may do although that is what holds it. */
function heldByOthers(deciding: Deciding, item: Item): Rejection | undefined {
  const holds = holdsOn(deciding.draft, item, deciding.process(item.case))
  const isOwnTrouble = ({ owner, target }: Hold) =>
    item.kind === "program" && owner.kind === "exception" && target.kind === "item" && target.item === item.id
  const other = holds.find((hold) => !isOwnTrouble(hold))
  return other && held(item, other.reason)
}
