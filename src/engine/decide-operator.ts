import type { Command } from "../messages/commands.ts"
import { administrator } from "../messages/ids.ts"
import type { JsonObject } from "../messages/json.ts"
import type { Rejection } from "../messages/rejections.ts"
import { checkValue } from "../model/data-values.ts"
import { completeActivity, isEmptied, openFrame, startActivity } from "./activities.ts"
import { wantAgent } from "./assigning.ts"
import { collected } from "./collecting.ts"
import { plannedCost } from "./costs.ts"
import { inputOf, outputOf } from "./data.ts"
import type { Deciding } from "./deciding.ts"
import { demandOf } from "./demand.ts"
import { setDeadline } from "./enabling.ts"
import { type EndingType, endItem, framesOf, removeInside, removeItem } from "./ending.ts"
import type { Item } from "./family.ts"
import { aboutItem, needsOf } from "./needs.ts"
import { isForProgram, missWorker } from "./programs.ts"
import { resolveAt } from "./raise.ts"
import { invalidData, isRejection, liveItem, notStarted, reject } from "./refusals.ts"
import { letGo } from "./release.ts"
import { retryRoute } from "./routes.ts"
import { beginWait, standing } from "./waits.ts"

type Of<Type extends Command["type"]> = Extract<Command, { type: Type }>

/** Operators' verbs act on items whether they are held or not: they are how something held comes to an end. */
export function forceCompleteItem(deciding: Deciding, command: Of<"ForceCompleteItem">): Rejection | undefined {
  const item = endable(deciding, command.item)
  if (isRejection(item)) return item
  const output = outputOf(standing(deciding, item), item, command.data)
  if (!("writes" in output)) return invalidData(`item ${item.id} (${item.task})`, output)
  const { many } = deciding.node(item)
  const gathered = many ? collected(deciding, item, many) : undefined
  const writes = gathered && "writes" in gathered ? { ...gathered.writes, ...output.writes } : output.writes
  endItem(deciding, item, "ItemForceCompleted", { ...output, writes })
  return undefined
}

export function failItem(deciding: Deciding, command: Of<"FailItem">): Rejection | undefined {
  return endAs(deciding, command.item, "ItemFailed")
}

export function skipItem(deciding: Deciding, command: Of<"SkipItem">): Rejection | undefined {
  return endAs(deciding, command.item, "ItemSkipped")
}

export function removeOneItem(deciding: Deciding, command: Of<"RemoveItem">): Rejection | undefined {
  const item = liveItem(deciding, command.item)
  if (isRejection(item)) return item
  removeItem(deciding, item)
  return undefined
}

/** A person's item goes on with the data it had at its start, a program's is called anew, an activity is opened anew. */
export function restartItem(deciding: Deciding, command: Of<"RestartItem">): Rejection | undefined {
  const item = liveItem(deciding, command.item)
  if (isRejection(item)) return item
  const refusal = item.kind === "program" && hasProblem(deciding, item) ? undefined : notStarted(item)
  if (refusal) return refusal
  const isLeft = hasBeenLeft(deciding, item)
  resolveAt(deciding, item.id)
  if (isLeft) {
    giveBack(deciding, item)
    return undefined
  }
  beginAnew(deciding, item, command.over && givenAnew(deciding, item, command.over))
  if (command.with === "same" && !canGoOn(deciding, item)) {
    deciding.emit({ type: "ItemHandedBack", item: item.id, restarted: true })
    wantAgent(deciding, deciding.item(item.id), { afresh: true, with: "same" })
  }
  return undefined
}

/** Whether whoever has begun an item is still there for it, and may still have it. */
function canGoOn(deciding: Deciding, item: Item): boolean {
  const { people } = deciding.facts
  const { agent, kind, offer } = item
  const needs = kind === "work" ? needsOf(deciding, item) : undefined
  if (people === undefined || needs === undefined || agent === undefined || agent === administrator) return true
  if (!people.has(agent)) return false
  const demanded = demandOf(deciding, item, needs)
  if (!demanded.ok) return true
  const about = { ...aboutItem(deciding, item), declined: [], has: true }
  const { obstacle } = people.assess(agent, demanded.demand, about)
  return obstacle === undefined || (offer?.isWaived === true && obstacle === "unqualified")
}

/** Of what it reads, what data given with the restart changes. */
function givenAnew(deciding: Deciding, item: Item, data: JsonObject): JsonObject {
  const at = standing(deciding, item)
  const { reads } = at.node.task ?? {}
  if (reads?.form !== "expressions") return data
  const now = inputOf(at)
  const isChanged = (name: string) => Object.hasOwn(data, name)
  const changed = reads.entries.filter(([, { names }]) => [...names].some(isChanged)).map(([name]) => name)
  return Object.fromEntries(Object.entries((now.ok && now.data) || {}).filter(([name]) => changed.includes(name)))
}

/** A program that was too late hangs, and is noticed by that alone: called anew it has its time again. */
function beginAnew(deciding: Deciding, item: Item, over?: JsonObject): void {
  removeInside(deciding, item)
  const { began: input = item.input } = item
  const version = deciding.emit({
    type: "ItemRestarted",
    item: item.id,
    attempt: item.attempt + (item.kind === "work" ? 1 : 0),
    ...(over && item.began && { over }),
    ...(item.kind === "work" &&
      plannedCost(deciding, { ...item, input, given: undefined, planned: undefined }, over ?? {})),
  })
  deciding.because(version, () => {
    if (item.kind === "activity") startActivity(deciding, deciding.item(item.id))
    if (item.kind === "program" && !hasDeadlineAhead(deciding, item))
      setDeadline(deciding, deciding.frame(item.frame), deciding.node(item), item)
  })
}

function hasDeadlineAhead({ draft }: Deciding, { id }: Item): boolean {
  for (const { purpose, of } of draft.timers.values())
    if (purpose === "deadline" && "item" in of && of.item === id) return true
  return false
}

/** The answer to an exception at an item: once more, now that something is different. */
export function retryItem(deciding: Deciding, command: Of<"RetryItem">): Rejection | undefined {
  const item = liveItem(deciding, command.item)
  if (isRejection(item)) return item
  const isLeft = hasBeenLeft(deciding, item)
  if (!resolveAt(deciding, item.id)) {
    return reject(
      "NOT_RETRYABLE",
      `nothing has gone wrong with item ${item.id} (${item.task})`,
      "Use restart to do it again from its start",
    )
  }
  const now = deciding.item(item.id)
  if (isLeft) giveBack(deciding, item)
  else if (now.kind === "route") retryRoute(deciding, now)
  else if (isUnassigned(deciding, now)) wantAgent(deciding, now, { afresh: true, with: command.with ?? "same" })
  else if (isForProgram(deciding, now)) missWorker(deciding, now)
  else if (now.kind === "wait" && !isWaiting(deciding, now)) beginWait(deciding, now)
  else if (isEmptied(now)) beginAnew(deciding, now)
  else if (now.kind === "activity" && now.status === "started" && isThrough(deciding, now))
    completeActivity(deciding, now)
  // What was stuck inside an activity and still is shall say so again.
  for (const frame of framesOf(deciding, deciding.item(item.id))) if (!frame.closed) deciding.stirred.add(frame.id)
  letGo(deciding)
  return undefined
}

export function addInstance(deciding: Deciding, command: Of<"AddInstance">): Rejection | undefined {
  const item = liveItem(deciding, command.item)
  if (isRejection(item)) return item
  const node = deciding.node(item)
  const { many } = node
  if (!many?.dynamic)
    return reject(
      "NOT_DYNAMIC",
      `"${item.task}" takes no more instances while it runs`,
      "Give it dynamic: true in the process",
    )
  const refusal = notStarted(item)
  if (refusal) return refusal
  const problems = checkValue(many.element, command.element, many.as)
  if (problems.length > 0) return invalidData(`"${item.task}"`, problems)
  const instances = framesOf(deciding, item).filter((frame) => frame.closed !== "removed")
  if (instances.length >= many.max)
    return reject(
      "TOO_MANY_INSTANCES",
      `"${item.task}" already has ${instances.length} instances, its max`,
      "Raise max in the process",
    )
  openFrame(deciding, item, node, Math.max(0, ...instances.map((frame) => frame.instance)) + 1, command.element)
  return undefined
}

function endAs(deciding: Deciding, id: Item["id"], type: EndingType): Rejection | undefined {
  const item = endable(deciding, id)
  if (isRejection(item)) return item
  endItem(deciding, item, type)
  return undefined
}

/** A route that could not tell where to go cannot be said to be done: somebody would have to say where to go. */
function endable(deciding: Deciding, id: Item["id"]): Item | Rejection {
  const item = liveItem(deciding, id)
  if (isRejection(item) || item.kind !== "route") return item
  return reject(
    "ITEM_NOT_WORK",
    `item ${item.id} is the decision at "${item.task}"`,
    "Set the data it needs and retry it, or remove it",
  )
}

/** Whoever has it will not go on with it. */
function giveBack(deciding: Deciding, { id }: Item): void {
  deciding.emit({ type: "ItemHandedBack", item: id })
  wantAgent(deciding, deciding.item(id), { afresh: true, with: "next" })
}

/** Whoever has it is no longer there, and that was found out. */
function hasBeenLeft({ draft, facts }: Deciding, { id, agent, status }: Item): boolean {
  if (agent === undefined || (status !== "started" && status !== "allocated")) return false
  if (facts.people?.has(agent) === true) return false
  for (const { item, class: name, parameters } of draft.exceptions.values())
    if (item === id && name === "Stalled" && parameters.reason === "agentGone") return true
  return false
}

/** Nobody has it, and not just anybody may. */
function isUnassigned(deciding: Deciding, item: Item): boolean {
  return item.status === "enabled" && deciding.facts.people !== undefined && needsOf(deciding, item) !== undefined
}

/** A program's item that failed is enabled, and held by what went wrong. */
function hasProblem(deciding: Deciding, item: Item): boolean {
  for (const raised of deciding.draft.exceptions.values()) if (raised.item === item.id) return true
  return false
}

function isWaiting(deciding: Deciding, item: Item): boolean {
  if (item.awaits) return true
  for (const timer of deciding.draft.timers.values())
    if (timer.purpose === "wait" && "item" in timer.of && timer.of.item === item.id) return true
  return false
}

function isThrough(deciding: Deciding, item: Item): boolean {
  return framesOf(deciding, item).every((frame) => frame.closed !== undefined)
}
