import type { Awaited, Expected } from "../messages/handling.ts"
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

/** What a run waits for from now on, and how much it holds. */
export interface Waiting {
  readonly awaits: readonly Awaited[]
  readonly expects: readonly Expected[]
  readonly held: number
}

/**
 * Holds what will follow, and gives what that waits for: of a process all that executes; of a step what has come of it and is not
 * over, or the step itself where it has not come yet. Behind a step that is done already, what nobody has begun is held at once.
 */
export function waitAndHold(reacting: Reacting, run: Run, place: Place): Waiting {
  const { flow } = reacting.port
  const cases = runningOf(reacting.port, place.process)
  const { task, after } = place
  if (task === undefined) {
    const awaits = cases.flatMap((id) => flow.underWay(id, {}))
    return { awaits, expects: [], held: holdAfter(reacting, run, awaits) }
  }
  const awaits: Awaited[] = []
  const expects: Expected[] = []
  let held = 0
  for (const id of cases) {
    const names = after ? flow.namesBehind(id, task) : [task]
    const come = flow.unfinished(id, { task, ...(after && { after }) })
    awaits.push(...come)
    for (const name of names) held += holdBehindDone(reacting, run, id, name)
    if (come.length === 0 && !names.some((name) => flow.isDone(id, name)))
      expects.push({ case: id, task, ...(after && { after }) })
  }
  return { awaits, expects, held: held + holdAfter(reacting, run, awaits) }
}

/** An item has come: runs that expect its step, or wait for others of it in its case, wait for it too, and hold what will follow. */
export function awaitComing(reacting: Reacting, item: ItemId): void {
  const { port, draft } = reacting
  if (draft.runs.size === 0) return
  const found = port.item(item)
  if (found === undefined) return
  for (const run of [...draft.runs.values()]) {
    const place = placeAwaited(run)
    if (place === undefined || place.process !== found.process) continue
    const { task, after } = place
    const isOfIt = after ? port.flow.behind(found.case, task).includes(item) : port.flow.isAt(item, task)
    if (!isOfIt || !isAwaitedIn(reacting, run, found.case)) continue
    const known = run.awaits ?? []
    const isNew = (each: Awaited) =>
      !known.some((one) => one.frame === each.frame && one.task === each.task && one.item === each.item)
    const awaits = port.flow.unfinished(found.case, { task, ...(after && { after }) }).filter(isNew)
    if (awaits.length === 0) continue
    holdAfter(reacting, run, awaits)
    reacting.record({ type: "ExpectedCame", run: run.id, case: found.case, awaits })
  }
}

/** A run whose waiting is over. What was aborted meanwhile has nothing behind it that could be held. */
export function waitedEnough(reacting: Reacting): RunId | undefined {
  const { port, draft } = reacting
  if (draft.runs.size === 0) return undefined
  for (const run of draft.runs.values()) {
    const { id, awaits, expects = [] } = run
    if (awaits === undefined || awaits.some((each) => port.flow.isUnderWay(each))) continue
    if (expects.some((each) => isStillToCome(reacting, each))) continue
    const isDead = ({ item }: Awaited) => {
      const found = item && port.item(item)
      return item !== undefined && (found === undefined || found.status === "removed")
    }
    const isInVain = ({ owner, target }: Hold) => {
      if (owner.kind !== "run" || owner.run !== id || target.kind !== "after") return false
      const awaited = awaits.filter(({ frame, task }) => target.frame === frame && target.task === task)
      return awaited.length > 0 && awaited.every(isDead)
    }
    const lifted = [...port.holds()].filter(isInVain)
    if (lifted.length > 0) reacting.order({ type: "LiftHolds", holds: lifted.map((hold) => hold.id) })
    // A block in which there was nothing to do has come and is over without any item.
    for (const { case: of, task, after } of expects) if (!after) holdBehindDone(reacting, run, of, task)
    return id
  }
  return undefined
}

/** The step a run waits for now. */
export function placeAwaited({ awaits, steps, position }: Run): (Place & { readonly task: string }) | undefined {
  const step = awaits && steps[position - 1]
  if (step?.do !== "waitAndSuspend" || step.place.task === undefined) return undefined
  return { ...step.place, task: step.place.task }
}

function isAwaitedIn({ port }: Reacting, { awaits = [], expects = [] }: Run, id: CaseId): boolean {
  if (expects.some((each) => each.case === id)) return true
  return awaits.some(({ frame, task }) => port.flow.caseOf({ kind: "after", frame, task }) === id)
}

function isStillToCome({ port }: Reacting, { case: id, task, after }: Expected): boolean {
  return port.case(id)?.isRunning === true && (after === true || !port.flow.isDone(id, task))
}

function holdAfter(reacting: Reacting, run: Run, awaits: readonly Awaited[]): number {
  const targets = new Map(awaits.map(({ frame, task }) => [`${frame} ${task}`, { frame, task }]))
  for (const { frame, task } of targets.values()) hold(reacting, run, { kind: "after", frame, task })
  return targets.size
}

function holdBehindDone(reacting: Reacting, run: Run, id: CaseId, task: string): number {
  const { after, items } = reacting.port.flow.behindDone(id, task)
  for (const { frame, task } of after) hold(reacting, run, { kind: "after", frame, task })
  for (const item of items) hold(reacting, run, { kind: "item", item })
  return after.length + items.length
}

function hold(reacting: Reacting, run: Run, target: HoldTarget): void {
  const owner = { kind: "run", run: run.id } as const
  reacting.order({ type: "PlaceHold", owner, target, reason: `${run.exlet} at ${run.at}` })
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
