import type { Command } from "../messages/commands.ts"
import type { ItemId } from "../messages/ids.ts"
import type { Rejection } from "../messages/rejections.ts"
import { wantAgent } from "./assigning.ts"
import { inputOfItem, outputOf } from "./data.ts"
import type { Deciding } from "./deciding.ts"
import { endItem } from "./ending.ts"
import type { Item } from "./family.ts"
import { isHeld } from "./holds.ts"
import { aboutItem } from "./needs.ts"
import { failAttempt, isForProgram, isLeased, missWorker } from "./programs.ts"
import { demandOfItem } from "./qualified.ts"
import { freeItem, invalidData, isRejection, liveItem, reject } from "./refusals.ts"
import { start } from "./starting.ts"
import { standing } from "./waits.ts"

type Of<Type extends Command["type"]> = Extract<Command, { type: Type }>

/** A program takes its item. What it should read cannot be told: that is a failed attempt, not a refusal. */
export function claimItem(deciding: Deciding, command: Of<"ClaimItem">): Rejection | undefined {
  const item = freeItem(deciding, command.item)
  if (isRejection(item)) return item
  if (!isForProgram(deciding, item))
    return reject(
      "ITEM_NOT_WORK",
      `item ${item.id} (${item.task}) is not a program's`,
      "Only a program's items can be claimed",
    )
  if (item.status !== "enabled" && (item.status !== "allocated" || item.agent !== deciding.facts.by))
    return reject(
      "ITEM_ALREADY_STARTED",
      `item ${item.id} (${item.task}) was claimed by ${item.agent}`,
      "Claim another one",
    )
  const refusal = item.offer && notFit(deciding, item)
  if (refusal) return refusal
  const input = inputOfItem(standing(deciding, item), item)
  if (!input.ok) {
    failAttempt(
      deciding,
      item,
      item.attempt + 1,
      input.problems.map(({ field, message }) => `${field}: ${message}`).join("; "),
    )
    return undefined
  }
  const { lease, isRemote } = command
  start(deciding, item, { agent: deciding.facts.by, input: input.data, lease, isRemote })
  return undefined
}

/** How long a lease lasts is no part of the family: it is only asked whether the attempt is still wanted. */
export function prolongLease(deciding: Deciding, command: Of<"ProlongLease">): Rejection | undefined {
  const item = attemptOf(deciding, command.item, command.attempt)
  return isRejection(item) ? item : undefined
}

export function returnItem(deciding: Deciding, command: Of<"ReturnItem">): Rejection | undefined {
  const item = attemptOf(deciding, command.item, command.attempt)
  if (isRejection(item)) return item
  deciding.emit({ type: "ItemHandedBack", item: item.id })
  wantAgent(deciding, deciding.item(item.id))
  return undefined
}

/** Where it is still expected, that is known in time. */
export function missItsWorker(deciding: Deciding, command: Of<"MissWorker">): Rejection | undefined {
  const item = freeItem(deciding, command.item)
  if (isRejection(item)) return item
  const isExpected = item.timers?.some((id) => deciding.draft.timers.get(id)?.purpose === "worker")
  if (!isExpected) missWorker(deciding, item)
  return undefined
}

/** Work done while the item was held is kept until it is let go. Data of the wrong type is refused, and the attempt goes on. */
export function reportOutput(deciding: Deciding, command: Of<"ReportOutput">): Rejection | undefined {
  const item = attemptOf(deciding, command.item, command.attempt)
  if (isRejection(item)) return item
  const output = outputOf(standing(deciding, item), item, command.data)
  if (!("writes" in output)) return invalidData(`item ${item.id} (${item.task})`, output)
  if (isHeld(deciding.draft, item, deciding.process(item.case))) {
    deciding.emit({ type: "OutputKept", item: item.id, data: command.data })
  } else endItem(deciding, item, "ItemCompleted", output)
  return undefined
}

export function reportFailure(deciding: Deciding, command: Of<"ReportFailure">): Rejection | undefined {
  const item = attemptOf(deciding, command.item, command.attempt)
  if (isRejection(item)) return item
  failAttempt(deciding, item, item.attempt, command.message)
  return undefined
}

export function expireLease(deciding: Deciding, command: Of<"ExpireLease">): Rejection | undefined {
  const item = attemptOf(deciding, command.item, command.attempt)
  if (isRejection(item)) return item
  failAttempt(deciding, item, item.attempt, `the program ${item.agent} has vanished: its lease ran out`)
  return undefined
}

/** Only the attempt that is going on may report; one that was given up does no harm any more. */
function attemptOf(deciding: Deciding, id: ItemId, attempt: number): Item | Rejection {
  const item = liveItem(deciding, id)
  if (isRejection(item)) return item
  if (isLeased(item) && item.attempt === attempt) return item
  return reject(
    "ATTEMPT_OVER",
    `attempt ${attempt} at item ${id} (${item.task}) is over`,
    "Drop the result: another attempt or a person has taken its place",
  )
}

/** A program that the match maker has chosen, and would not choose any more. */
function notFit(deciding: Deciding, item: Item): Rejection | undefined {
  const { people, by } = deciding.facts
  const demand = demandOfItem(deciding, item)
  const found = demand && people?.assess(by, demand, { ...aboutItem(deciding, item), declined: [], has: true })
  if (item.offer?.isWaived || (found?.obstacle !== "unqualified" && found?.obstacle !== "excluded")) return undefined
  return reject(
    "AGENT_NOT_QUALIFIED",
    `${by} cannot do item ${item.id} (${item.task}): ${found.reason}`,
    "Claim another one",
  )
}
