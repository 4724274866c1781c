import type { Awaited } from "../messages/handling.ts"
import { type CaseId, type ItemId, numberOf } from "../messages/ids.ts"
import { type BlockInfo, netOf, type Process } from "../model/net.ts"
import { doneSteps, itemsAt } from "./done-steps.ts"
import { type Family, type Frame, hasToken, type Item, isLive } from "./family.ts"
import { comeSince, follows, openBehind, type StepInFrame } from "./following.ts"
import { withAncestors } from "./holds.ts"
import { statesOf } from "./states.ts"

/** A step of a process, what follows it, or, without one, the whole of it. */
export interface StepNamed {
  readonly task?: string
  readonly after?: true
}

/** What executes in a case: all that somebody is at; of a step its items, or where it is a block the block itself. */
export function underWay(
  family: Family,
  process: Process,
  id: CaseId,
  { task, after }: StepNamed,
): readonly (Awaited & { readonly item?: ItemId })[] {
  const started = itemsOf(family, id).filter((item) => isLive(item) && item.status === "started")
  if (task === undefined) return started.filter(isInHand).map(spotOf)
  if (after) return outermost(family, started.filter(isBehind(family, process, id, task))).map(spotOf)
  const block = process.blocks.get(task)
  if (block === undefined)
    return outermost(
      family,
      started.filter((item) => item.task === task),
    ).map(spotOf)
  const state = statesOf(family, process, id).get(task)
  if (state !== "executing" && state !== "suspended") return []
  return framesWith(family, id, block)
    .filter((frame) => isInside(family, frame, block))
    .map((frame) => ({ frame: frame.id, task }))
}

/** What of a step has come and is not over, begun or not. */
export function unfinished(
  family: Family,
  process: Process,
  id: CaseId,
  { task, after }: StepNamed & { readonly task: string },
): readonly (Awaited & { readonly item?: ItemId })[] {
  const block = after ? undefined : process.blocks.get(task)
  if (block)
    return framesWith(family, id, block)
      .filter((frame) => isInside(family, frame, block))
      .map((frame) => ({ frame: frame.id, task }))
  const isMeant = after ? isBehind(family, process, id, task) : (item: Item) => item.task === task
  return outermost(
    family,
    itemsOf(family, id).filter((item) => isLive(item) && isMeant(item)),
  ).map(spotOf)
}

/** Whether what was under way still is. */
export function isUnderWay(family: Family, process: Process, { frame: id, task, item }: Awaited): boolean {
  if (item !== undefined) {
    const found = family.items.get(item)
    return found !== undefined && isLive(found)
  }
  const frame = family.frames.get(id)
  const block = process.blocks.get(task)
  return frame !== undefined && block !== undefined && isInside(family, frame, block)
}

/** What somebody is at inside a block, or all of it at a task or activity. */
export function inHandAt(family: Family, process: Process, id: CaseId, at: StepNamed): readonly ItemId[] {
  return underWay(family, process, id, at).flatMap(({ frame, task, item }) => {
    if (item !== undefined) return item
    const block = process.blocks.get(task)
    const isIn = (each: Item) => each.frame === frame && block?.region.nodes.has(each.task) === true
    return itemsOf(family, id)
      .filter((each) => isLive(each) && each.status === "started" && isInHand(each))
      .filter((each) => withAncestors(family, each).some(isIn))
      .map((each) => each.id)
  })
}

/** What can be held behind a step that is done: nothing of it has come yet, or of what has come, what nobody has begun. */
export interface Behind {
  readonly after: readonly StepInFrame[]
  readonly items: readonly ItemId[]
}

export function behindDone(family: Family, process: Process, id: CaseId, task: string): Behind {
  const after: StepInFrame[] = []
  const items: ItemId[] = []
  for (const { step, since } of doneSteps(family, process, id, task)) {
    const come = comeSince(family, process, step, since)
    const open = openBehind(family, process, step)
    const waiting = come.filter((item) => isLive(item) && !hasBegun(family, item))
    const isAllThere = open?.frame === step.frame && waiting.length === come.length
    if (open && (come.length === 0 || isAllThere)) after.push(open)
    else items.push(...waiting.map((item) => item.id))
  }
  return { after, items }
}

/** Somebody, a program or worklets do it: not what only contains what is done. */
const isInHand = ({ kind, opened }: Item): boolean => kind !== "activity" || opened === 0

const spotOf = ({ frame, task, id }: Item) => ({ frame, task, item: id })

function itemsOf(family: Family, id: CaseId): readonly Item[] {
  const found: Item[] = []
  for (const item of family.items.values()) if (item.case === id && item.kind !== "route") found.push(item)
  return found.sort((one, other) => numberOf(one.id) - numberOf(other.id))
}

/** Without those that lie in others of them. */
function outermost(family: Family, items: readonly Item[]): readonly Item[] {
  const ids = new Set(items.map(({ id }) => id))
  return items.filter((item) => !withAncestors(family, item).some(({ id }) => id !== item.id && ids.has(id)))
}

function isBehind(family: Family, process: Process, id: CaseId, task: string): (item: Item) => boolean {
  const frames = framesHaving(family, process, id, task)
  return (item) => frames.some(({ id: frame }) => follows(family, process, item, { frame, task }))
}

/** The frames of a case whose net has that step. */
export function framesHaving(family: Family, process: Process, id: CaseId, task: string): readonly Frame[] {
  return [...family.frames.values()].filter((frame) => frame.case === id && hasStep(process, frame.net, task))
}

function hasStep(process: Process, net: string, task: string): boolean {
  return process.blocks.get(task)?.net === net || netOf(process, net).nodes.has(task)
}

function framesWith(family: Family, id: CaseId, { net }: BlockInfo): readonly Frame[] {
  return [...family.frames.values()].filter((frame) => frame.case === id && frame.net === net && !frame.closed)
}

/** Whether the flow is inside a block: something is live there, or a token lies behind its entry. */
function isInside(family: Family, frame: Frame, { region, entry }: BlockInfo): boolean {
  if (frame.closed) return false
  for (const place of region.places) if (place !== entry && hasToken(frame.marking, place)) return true
  for (const node of region.nodes) if (itemsAt(family, frame, node).some(isLive)) return true
  return false
}

/** An activity is begun when something in it is. */
function hasBegun(family: Family, item: Item): boolean {
  if (item.kind !== "activity" || item.opened === 0) return item.status === "started"
  for (const inner of family.items.values()) {
    if (inner.id === item.id || inner.kind === "route" || !withAncestors(family, inner).includes(item)) continue
    if (!isLive(inner) || (isInHand(inner) && inner.status === "started")) return true
  }
  return false
}
