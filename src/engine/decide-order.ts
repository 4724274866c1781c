import type { NetCommand } from "../messages/commands.ts"
import { engineAgent } from "../messages/ids.ts"
import type { Rejection } from "../messages/rejections.ts"
import { isEmptied, startActivity } from "./activities.ts"
import { wantAgent } from "./assigning.ts"
import { inputOfItem, outputOf } from "./data.ts"
import { begin, checkData } from "./decide-case.ts"
import { lift, sameTarget, unknownTarget } from "./decide-hold.ts"
import type { Deciding } from "./deciding.ts"
import { endItem } from "./ending.ts"
import { isHeld, isHeldItself } from "./holds.ts"
import { raise, resolve } from "./raise.ts"
import { invalidData, isRejection, liveItem, notStarted, reject, runningCase } from "./refusals.ts"
import { letGo } from "./release.ts"
import { dataOf } from "./shared-data.ts"
import { start } from "./starting.ts"
import { adjustTimers } from "./timers.ts"
import { standing } from "./waits.ts"

type Of<Type extends NetCommand["type"]> = Extract<NetCommand, { type: Type }>

/** What is asked from beside the net, on behalf of those who watch it. */

/** The same owner holds the same thing once, however often it asks. */
export function placeHold(deciding: Deciding, { owner, target, reason }: Of<"PlaceHold">): Rejection | undefined {
  const refusal = unknownTarget(deciding, target)
  if (refusal) return refusal
  const isSameOwner = (other: typeof owner) => JSON.stringify(other) === JSON.stringify(owner)
  for (const hold of deciding.draft.holds.values())
    if (isSameOwner(hold.owner) && sameTarget(hold.target, target)) return undefined
  const hold = { id: deciding.nextId("hold"), owner, target, reason, at: deciding.facts.now }
  deciding.emit({ type: "HoldPlaced", hold })
  adjustTimers(deciding)
  return undefined
}

export function liftHolds(deciding: Deciding, { holds }: Of<"LiftHolds">): Rejection | undefined {
  const there = holds.flatMap((id) => deciding.draft.holds.get(id) ?? [])
  if (there.length > 0) lift(deciding, there)
  return undefined
}

export function startWorklet(deciding: Deciding, command: Of<"StartWorklet">): Rejection | undefined {
  return begin(deciding, deciding.nextId("case"), command)
}

export function takeItem(deciding: Deciding, command: Of<"TakeItem">): Rejection | undefined {
  const item = liveItem(deciding, command.item)
  if (isRejection(item)) return item
  const input = inputOfItem(standing(deciding, item), item)
  if (!input.ok) return invalidData(`item ${item.id} (${item.task})`, input.problems)
  start(deciding, item, { agent: engineAgent, input: input.data })
  return undefined
}

/** What was done while the item was held is kept until it is let go. */
export function finishItem(deciding: Deciding, command: Of<"FinishItem">): Rejection | undefined {
  const { data, result } = command
  const item = liveItem(deciding, command.item)
  if (isRejection(item)) return item
  const refusal = notStarted(item)
  if (refusal) return refusal
  const given = result === undefined ? data : { ...data, result }
  const output = outputOf(standing(deciding, item), item, given)
  if (!("writes" in output)) return invalidData(`item ${item.id} (${item.task})`, output)
  if (isHeld(deciding.draft, item, deciding.process(item.case)))
    deciding.emit({ type: "OutputKept", item: item.id, data: given })
  else endItem(deciding, item, "ItemCompleted", output)
  return undefined
}

export function giveUpItem(deciding: Deciding, command: Of<"GiveUpItem">): Rejection | undefined {
  const item = liveItem(deciding, command.item)
  if (isRejection(item)) return item
  deciding.emit({ type: "ItemHandedBack", item: item.id })
  if (item.kind === "activity") startActivity(deciding, deciding.item(item.id))
  else wantAgent(deciding, deciding.item(item.id))
  return undefined
}

export function writeData(deciding: Deciding, command: Of<"WriteData">): Rejection | undefined {
  const { data, run, refreshes, restores } = command
  const found = runningCase(deciding, command.case)
  if (isRejection(found)) return found
  const problems = restores ? [] : checkData(deciding.process(found.id), data)
  if (problems.length > 0) return invalidData(`case ${found.id}`, problems)
  const there = dataOf(deciding.draft, found)
  const before = Object.fromEntries(Object.keys(data).map((name) => [name, there[name] ?? null]))
  deciding.emit({
    type: "DataWritten",
    case: found.id,
    data,
    run,
    before,
    ...(refreshes && { refreshes }),
  })
  return undefined
}

export function raiseException(deciding: Deciding, command: Of<"RaiseException">): Rejection | undefined {
  const found = runningCase(deciding, command.case)
  if (isRejection(found)) return found
  const { type: _, ...problem } = command
  raise(deciding, problem)
  return undefined
}

/** An activity that has failed, and of which nobody says anything more than that, is over as failed. */
export function resolveException(deciding: Deciding, { exception, as }: Of<"ResolveException">): Rejection | undefined {
  const raised = deciding.draft.exceptions.get(exception)
  if (raised === undefined)
    return reject(
      "EXCEPTION_NOT_OPEN",
      `exception ${exception} is not open`,
      "It has been answered, or what it stood at has ended",
    )
  resolve(deciding, exception, as)
  const item = raised.item && deciding.draft.items.get(raised.item)
  if (
    item &&
    as !== "propagated" &&
    isEmptied(item) &&
    !isHeldItself(deciding.draft, item, deciding.process(item.case))
  )
    endItem(deciding, item, "ItemFailed")
  letGo(deciding)
  return undefined
}

export function grantCapabilities(
  deciding: Deciding,
  { agent, capabilities, until }: Of<"GrantCapabilities">,
): Rejection | undefined {
  if (deciding.facts.people?.has(agent) !== true)
    return reject("AGENT_NOT_FOUND", `there is no agent "${agent}"`, "Look the name up in the organisation")
  deciding.emit({ type: "CapabilitiesGranted", agent, capabilities, ...(until !== undefined && { until }) })
  return undefined
}
