import type { Awaited } from "../messages/handling.ts"
import type { Hold, HoldTarget } from "../messages/holds.ts"
import { type CaseId, familyOf, type HoldId, type ItemId, type RunId } from "../messages/ids.ts"
import type { Place } from "../messages/steps.ts"
import type { Run } from "./handling.ts"
import type { Reacting } from "./reacting.ts"

/** What a run holds, waits for and lets go at processes of its family, and at their steps. */

/** A whole process is held as its case, a step only where it executes. */
export function executingAt({ port }: Reacting, place: Place): readonly HoldTarget[] {
  const cases = runningOf(port, place.process)
  if (place.task === undefined) return cases.map((id) => ({ kind: "case", case: id }))
  return cases.flatMap((id) => port.flow.inHand(id, place)).map((item) => ({ kind: "item", item }))
}

/**
 * Holds what will follow all that executes there, and gives what that is: the run waits until it is over. Behind a step that is
 * done already, what nobody has begun is held at once. Gives how much was held.
 */
export function waitAndHold(
  reacting: Reacting,
  run: Run,
  place: Place,
): { readonly awaits: readonly Awaited[]; readonly held: number } {
  const { flow } = reacting.port
  const cases = runningOf(reacting.port, place.process)
  const awaits = cases.flatMap((id) => flow.underWay(id, place))
  const targets: HoldTarget[] = awaits.map(({ frame, task }) => ({ kind: "after", frame, task }))
  if (place.task !== undefined && !place.after) {
    for (const id of cases) {
      const { after, items } = flow.behindDone(id, place.task)
      for (const { frame, task } of after) targets.push({ kind: "after", frame, task })
      for (const item of items) targets.push({ kind: "item", item })
    }
  }
  const owner = { kind: "run", run: run.id } as const
  const reason = `${run.exlet} at ${run.at}`
  for (const target of targets) reacting.order({ type: "PlaceHold", owner, target, reason })
  return { awaits, held: targets.length }
}

/** A run whose waiting is over. What was aborted meanwhile has nothing behind it that could be held. */
export function waitedEnough(reacting: Reacting): RunId | undefined {
  const { port, draft } = reacting
  if (draft.runs.size === 0) return undefined
  for (const { id, awaits } of draft.runs.values()) {
    if (awaits === undefined || awaits.some((each) => port.flow.isUnderWay(each))) continue
    const isDead = ({ item }: Awaited) => item !== undefined && port.item(item)?.status === "removed"
    const isInVain = ({ owner, target }: Hold) => {
      if (owner.kind !== "run" || owner.run !== id || target.kind !== "after") return false
      const awaited = awaits.filter(({ frame, task }) => target.frame === frame && target.task === task)
      return awaited.length > 0 && awaited.every(isDead)
    }
    const lifted = [...port.holds()].filter(isInVain)
    if (lifted.length > 0) reacting.order({ type: "LiftHolds", holds: lifted.map((hold) => hold.id) })
    return id
  }
  return undefined
}

/** Lifts what runs of this family have held there; not what is to come of a `waitAndSuspend` under way. Gives how much. */
export function resumeAt(reacting: Reacting, place: Place): number {
  const { port } = reacting
  const lifted: HoldId[] = []
  for (const hold of [...port.holds()]) {
    if (hold.owner.kind !== "run" || familyOf(hold.owner.run) !== port.family || isPending(reacting, hold)) continue
    const within = port.flow.caseOf(hold.target)
    if (within === undefined || port.case(within)?.process !== place.process) continue
    if (place.task !== undefined && !resumeOne(reacting, hold, within, { ...place, task: place.task })) continue
    lifted.push(hold.id)
  }
  if (lifted.length > 0) reacting.order({ type: "LiftHolds", holds: lifted })
  return lifted.length
}

/** Whether a hold can go because of one step: what else it holds has then a hold of its own. */
function resumeOne(reacting: Reacting, hold: Hold, within: CaseId, { task, after }: NamedStep): boolean {
  const { port } = reacting
  const { owner, target, reason } = hold
  if (after && target.kind === "after") return target.task === task
  const behind = after && new Set(port.flow.behind(within, task))
  const isNamed = (item: ItemId) => (behind ? behind.has(item) : port.flow.isAt(item, task))
  const rest = restAround(reacting, within, heldItems(reacting, target), isNamed)
  if (rest === undefined) return false
  for (const item of rest) reacting.order({ type: "PlaceHold", owner, target: { kind: "item", item }, reason })
  return true
}

type NamedStep = Place & { readonly task: string }

/** The items a hold is on; what is inside them is held with them. */
function heldItems({ port }: Reacting, target: HoldTarget): readonly ItemId[] {
  switch (target.kind) {
    case "item":
      return [target.item]
    case "after":
      return port.flow.behindIn(target)
    case "case":
      return port.liveOf(target.case).flatMap(({ id, within }) => (within === undefined ? id : []))
    case "end":
      return []
  }
}

/** Of items those not named, and of activities with some that are, what else is inside; undefined: none is named. */
function restAround(
  { port }: Reacting,
  within: CaseId,
  items: readonly ItemId[],
  isNamed: (item: ItemId) => boolean,
): readonly ItemId[] | undefined {
  const inside = new Map<ItemId, ItemId[]>()
  for (const { id, within: outer } of port.liveOf(within)) {
    if (outer === undefined) continue
    const known = inside.get(outer)
    if (known) known.push(id)
    else inside.set(outer, [id])
  }
  const rest: ItemId[] = []
  let isFound = false
  const look = (item: ItemId): boolean => {
    if (isNamed(item)) return true
    const kept: ItemId[] = []
    let hasNamed = false
    for (const each of inside.get(item) ?? []) {
      if (look(each)) hasNamed = true
      else kept.push(each)
    }
    if (hasNamed) rest.push(...kept)
    return hasNamed
  }
  for (const item of items) {
    if (look(item)) isFound = true
    else rest.push(item)
  }
  return isFound ? rest : undefined
}

function runningOf(port: Reacting["port"], process: string): readonly CaseId[] {
  return [...port.cases()].filter((each) => each.process === process && each.isRunning).map(({ id }) => id)
}

/** Whether what it follows is not over yet. */
function isPending({ port, draft }: Reacting, { owner, target }: Hold): boolean {
  if (owner.kind !== "run" || target.kind !== "after") return false
  const awaits = draft.runs.get(owner.run)?.awaits ?? []
  return awaits.some((each) => each.frame === target.frame && each.task === target.task && port.flow.isUnderWay(each))
}
