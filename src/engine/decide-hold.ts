import type { Command } from "../messages/commands.ts"
import type { Hold, HoldTarget } from "../messages/holds.ts"
import { administrator } from "../messages/ids.ts"
import type { Rejection } from "../messages/rejections.ts"
import { netOf } from "../model/net.ts"
import type { Deciding } from "./deciding.ts"
import { isRejection, liveItem, reject, runningCase } from "./refusals.ts"
import { release } from "./settle.ts"
import { adjustTimers } from "./timers.ts"

export function suspendTarget(
  deciding: Deciding,
  { target }: Extract<Command, { type: "Suspend" }>,
): Rejection | undefined {
  const refusal = unknownTarget(deciding, target)
  if (refusal) return refusal
  const { by, now, reason } = deciding.facts
  const id = deciding.nextId("hold")
  const hold = {
    id,
    owner: { kind: "person", agent: by },
    target,
    reason: reason ?? `suspended by ${by}`,
    at: now,
  } as const
  deciding.emit({ type: "HoldPlaced", hold })
  adjustTimers(deciding)
  return undefined
}

/** Lifts one's own holds on that very target; the administrator lifts everybody's. What an exception holds is its to lift. */
export function continueTarget(
  deciding: Deciding,
  { target }: Extract<Command, { type: "Continue" }>,
): Rejection | undefined {
  const refusal = unknownTarget(deciding, target)
  if (refusal) return refusal
  const here = [...deciding.draft.holds.values()].filter((hold) => sameTarget(hold.target, target))
  const { by } = deciding.facts
  const lifted = here.filter(({ owner }) => owner.kind === "person" && (owner.agent === by || by === administrator))
  if (lifted.length === 0) {
    const other = here.length > 0 ? `only by ${here.map(({ reason }) => reason).join(", ")}` : "by nobody"
    return reject(
      "NOT_HELD",
      `${describe(target)} is held ${other}`,
      here.length > 0 ? "Answer what holds it: retry, skip or remove it" : "There is nothing to continue",
    )
  }
  lift(deciding, lifted)
  return undefined
}

/** Lifts holds, and what only waited for that moves on. */
export function lift(deciding: Deciding, holds: readonly Hold[]): void {
  for (const { id } of holds) deciding.emit({ type: "HoldLifted", hold: id })
  release(deciding, holds)
}

export function unknownTarget(deciding: Deciding, target: HoldTarget): Rejection | undefined {
  switch (target.kind) {
    case "case":
    case "end": {
      const found = runningCase(deciding, target.case)
      return isRejection(found) ? found : undefined
    }
    case "item": {
      const found = liveItem(deciding, target.item)
      return isRejection(found) ? found : undefined
    }
    case "after": {
      const frame = deciding.draft.frames.get(target.frame)
      if (frame === undefined || frame.closed)
        return reject("CASE_NOT_FOUND", `nothing runs under ${target.frame}`, "Look the case up")
      const found = runningCase(deciding, frame.case)
      if (isRejection(found)) return found
      const process = deciding.process(frame.case)
      if (process.blocks.get(target.task)?.net === frame.net) return undefined
      if (netOf(process, frame.net).nodes.has(target.task)) return undefined
      return reject(
        "TASK_NOT_FOUND",
        `there is no "${target.task}" at that level of ${found.process}`,
        "Look its name up in the process",
      )
    }
  }
}

export function sameTarget(one: HoldTarget, other: HoldTarget): boolean {
  switch (one.kind) {
    case "case":
    case "end":
      return other.kind === one.kind && other.case === one.case
    case "item":
      return other.kind === "item" && other.item === one.item
    case "after":
      return other.kind === "after" && other.frame === one.frame && other.task === one.task
  }
}

function describe(target: HoldTarget): string {
  switch (target.kind) {
    case "case":
      return `case ${target.case}`
    case "item":
      return `item ${target.item}`
    case "after":
      return `what follows "${target.task}"`
    case "end":
      return `the end of case ${target.case}`
  }
}
