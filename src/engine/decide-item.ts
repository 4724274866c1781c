import type { Command } from "../messages/commands.ts"
import type { Hold } from "../messages/holds.ts"
import { type AgentId, administrator } from "../messages/ids.ts"
import type { Demand } from "../messages/people.ts"
import type { Rejection } from "../messages/rejections.ts"
import { wantAgent, wantNobody } from "./assigning.ts"
import { plannedCost } from "./costs.ts"
import { checkGiven, inputOfItem, outputOf } from "./data.ts"
import type { Deciding } from "./deciding.ts"
import { endItem } from "./ending.ts"
import type { Item } from "./family.ts"
import { holdsOn } from "./holds.ts"
import { aboutItem } from "./needs.ts"
import { demandOfItem, notAllowed, notQualified, standsIn } from "./qualified.ts"
import { resolve } from "./raise.ts"
import { reassign } from "./reassigning.ts"
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
import { unavailabilities } from "./unavailable.ts"
import { standing } from "./waits.ts"

type Of<Type extends Command["type"]> = Extract<Command, { type: Type }>

export function acceptItem(deciding: Deciding, command: Of<"AcceptItem">): Rejection | undefined {
  const item = waitingItem(deciding, command.item)
  if (isRejection(item)) return item
  const refusal = notQualified(deciding, item, deciding.facts.by)
  if (refusal) return refusal
  give(deciding, item, deciding.facts.by)
  return undefined
}

export function declineItem(deciding: Deciding, command: Of<"DeclineItem">): Rejection | undefined {
  const item = waitingItem(deciding, command.item)
  if (isRejection(item)) return item
  const { by, reason } = deciding.facts
  const refusal = unfit(notQualified(deciding, item, by))
  if (refusal) return refusal
  deciding.emit({ type: "ItemDeclined", item: item.id, agent: by, ...(reason !== undefined && { reason }) })
  wantAgent(deciding, deciding.item(item.id))
  return undefined
}

export function delegateItem(deciding: Deciding, command: Of<"DelegateItem">): Rejection | undefined {
  const item = ownItem(deciding, command.item)
  if (isRejection(item)) return item
  const refusal =
    notHis(deciding, item) ?? unknownAgent(deciding, command.to) ?? notQualified(deciding, item, command.to)
  if (refusal) return refusal
  give(deciding, item, command.to)
  return undefined
}

export function handBackItem(deciding: Deciding, command: Of<"HandBackItem">): Rejection | undefined {
  const item = ownItem(deciding, command.item)
  if (isRejection(item)) return item
  if (item.agent === undefined)
    return reject("ITEM_NOT_STARTED", `item ${item.id} (${item.task}) is with nobody`, "There is nothing to hand back")
  deciding.emit({ type: "ItemHandedBack", item: item.id })
  wantAgent(deciding, deciding.item(item.id), { with: "next" })
  return undefined
}

/** To an agent, who need not meet its needs; or it is offered to all that a role or unit means. */
export function reassignItem(deciding: Deciding, command: Of<"ReassignItem">): Rejection | undefined {
  const item = liveItem(deciding, command.item)
  if (isRejection(item)) return item
  const { people } = deciding.facts
  const group = people?.has(command.to) ? undefined : people?.groupOf(command.to)
  const asked = demandOfItem(deciding, item) ?? {}
  const demand = group && { ...group, ...(asked.excluded && { excluded: asked.excluded }) }
  const refusal =
    notWork(item) ??
    (demand
      ? nobodyThere(deciding, item, command.to, demand)
      : (unknownAgent(deciding, command.to) ?? notAllowed(deciding, item, command.to)))
  if (refusal) return refusal
  wantNobody(deciding, item)
  if (demand) deciding.emit({ type: "ItemOffered", item: item.id, demand, afresh: true, isWaived: true })
  else {
    const isWaived = people ? ({ isWaived: true, demand: asked } as const) : {}
    deciding.emit({ type: "ItemAllocated", item: item.id, to: command.to, ...isWaived })
  }
  for (const id of unavailabilities(deciding, item)) resolve(deciding, id)
  return undefined
}

/** It needs somebody else than its task says; who that is is found out at once. */
export function amendItem(deciding: Deciding, command: Of<"AmendItem">): Rejection | undefined {
  const item = liveItem(deciding, command.item)
  if (isRejection(item)) return item
  const refusal = notWork(item)
  if (refusal) return refusal
  const needs = deciding.facts.needs?.(command.needs, deciding.process(item.case), item.task)
  if (typeof needs !== "object")
    return reject(
      "NEEDS_INVALID",
      `item ${item.id} (${item.task}) cannot have these needs: ${needs}`,
      "Write them as under `needs` of a task",
    )
  deciding.emit({ type: "NeedsAmended", item: item.id, needs: command.needs })
  for (const id of unavailabilities(deciding, item)) resolve(deciding, id)
  if (item.status !== "started") wantAgent(deciding, deciding.item(item.id), { afresh: true })
  return undefined
}

export function awaitAgent(deciding: Deciding, command: Of<"AwaitAgent">): Rejection | undefined {
  const item = liveItem(deciding, command.item)
  if (isRejection(item)) return item
  const missing = unavailabilities(deciding, item)
  for (const id of missing) resolve(deciding, id)
  if (missing.length > 0) return undefined
  return reject("NOT_RETRYABLE", `item ${item.id} (${item.task}) lacks nobody`, "There is nothing to wait for")
}

export function assignItem(deciding: Deciding, command: Of<"AssignItem">): Rejection | undefined {
  const item = liveItem(deciding, command.item)
  if (isRejection(item)) return item
  reassign(deciding, item)
  return undefined
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
  const { by } = deciding.facts
  return notWork(item) ?? notYours(deciding, item) ?? notQualified(deciding, item, by) ?? begin(deciding, item)
}

export function updateItem(deciding: Deciding, command: Of<"UpdateItem">): Rejection | undefined {
  const item = freeItem(deciding, command.item)
  if (isRejection(item)) return item
  const refusal = notWork(item) ?? notYours(deciding, item) ?? notStarted(item)
  if (refusal) return refusal
  const problems = checkGiven(standing(deciding, item), command.data)
  if (problems.length > 0) return invalidData(`item ${item.id} (${item.task})`, problems)
  const cost = plannedCost(deciding, item, command.data)
  deciding.emit({ type: "ItemUpdated", item: item.id, data: command.data, ...cost })
  return undefined
}

/** Completing starts the item first if nobody has. A program's item that failed may be completed by hand. */
export function completeItem(deciding: Deciding, command: Of<"CompleteItem">): Rejection | undefined {
  const item = liveItem(deciding, command.item)
  if (isRejection(item)) return item
  const { by } = deciding.facts
  const refusal =
    notWork(item) ?? heldByOthers(deciding, item) ?? notYours(deciding, item) ?? notQualified(deciding, item, by)
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

/** What somebody in charge offered to a group stays as it is when one of them takes it, and so does an absent one's place. */
function give(deciding: Deciding, item: Item, to: AgentId): void {
  const isOffered = item.status === "offered" && item.offer?.isWaived
  const isWaived = isOffered || standsIn(deciding, item, to) ? ({ isWaived: true } as const) : {}
  deciding.emit({ type: "ItemAllocated", item: item.id, to, ...isWaived })
}

function begin(deciding: Deciding, item: Item): Rejection | undefined {
  const input = inputOfItem(standing(deciding, item), item)
  if (!input.ok) return invalidData(`item ${item.id} (${item.task})`, input.problems)
  const { by } = deciding.facts
  if (standsIn(deciding, item, by)) give(deciding, item, by)
  start(deciding, deciding.item(item.id), { agent: by, input: input.data })
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

/** Who has enough already may still say no. */
const unfit = (refusal: Rejection | undefined): Rejection | undefined =>
  refusal?.code === "AGENT_BUSY" ? undefined : refusal

/** Where it is known who there is, one delegates what one has. */
function notHis({ facts }: Deciding, item: Item): Rejection | undefined {
  if (facts.people === undefined || facts.by === administrator || (item.agent ?? item.offer?.to) === facts.by)
    return undefined
  return reject("ITEM_NOT_YOURS", `item ${item.id} (${item.task}) is not with ${facts.by}`, "Accept it first")
}

/** Whether a role or unit is empty, but for those who are excluded. */
function nobodyThere(deciding: Deciding, item: Item, name: string, demand: Demand): Rejection | undefined {
  const match = deciding.facts.people?.match(demand, { ...aboutItem(deciding, item), declined: [] })
  if (match === undefined || match.ok) return undefined
  if (match.class !== "NoSuchCapability" && match.class !== "ResourceUnavailable") return undefined
  return reject("AGENT_NOT_FOUND", `nobody of "${name}" can have it: ${match.message}`, "Choose another one")
}

function unknownAgent({ facts }: Deciding, agent: AgentId): Rejection | undefined {
  if (facts.people === undefined || facts.people.has(agent) || agent === administrator) return undefined
  return reject("AGENT_NOT_FOUND", `there is no agent "${agent}"`, "Look the name up in the organisation")
}

/** What a program could not do, a person may do although that is what holds it. */
function heldByOthers(deciding: Deciding, item: Item): Rejection | undefined {
  const holds = holdsOn(deciding.draft, item, deciding.process(item.case))
  const isOwnTrouble = ({ owner, target }: Hold) =>
    item.kind === "program" && owner.kind === "exception" && target.kind === "item" && target.item === item.id
  const other = holds.find((hold) => !isOwnTrouble(hold))
  return other && held(item, other.reason)
}
