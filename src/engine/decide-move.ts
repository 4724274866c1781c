import type { MoveCommand, Order } from "../messages/commands.ts"
import { type CaseId, rootFrame } from "../messages/ids.ts"
import type { Rejection } from "../messages/rejections.ts"
import { entryOf, stopIn } from "../model/entries.ts"
import type { Region } from "../model/net.ts"
import { alternativesOf, regionBehind, regionIn } from "../model/sequences.ts"
import type { Deciding } from "./deciding.ts"
import { endItem, removeFrom, removeInside, removeItem, withdrawRivals } from "./ending.ts"
import { hasToken, isLive } from "./family.ts"
import { withAncestors } from "./holds.ts"
import { beginRounds, between, isBack, loopsEntered, openInto, tokensFor, type Way, wayFrom } from "./moving.ts"
import { resolve } from "./raise.ts"
import { isRejection, liveItem, notStarted, reject, runningCase } from "./refusals.ts"

type Of<Type extends Order["type"]> = Extract<Order, { type: Type }>

/** Moves the flow to a step without undoing anything. An operator's verb: it works whether anything is held or not. */
export function jump(deciding: Deciding, command: MoveCommand): Rejection | undefined {
  const way = wayOf(deciding, command.orEnded ? sinceEnded(deciding, command) : command)
  if (isRejection(way)) return way
  const { frame, net, stop } = way
  const clears = command.clears === "behind" ? regionBehind(net, stop.places) : withWhatCameOf(way, between(way))
  const cancelled = [...clears.places].filter((place) => hasToken(frame.marking, place))
  const produced = tokensFor(deciding, way, clears)
  const loops = loopsEntered(deciding, frame, stop)
  resolveDeadlock(deciding, way)
  stayRunning(deciding, frame.case)
  const version = deciding.emit({
    type: "Jumped",
    case: frame.case,
    frame: frame.id,
    ...(command.item && { item: command.item }),
    to: command.to,
    ...(isBack(deciding, way) && { isBack: true }),
    ...(cancelled.length > 0 && { cancelled }),
    produced,
  })
  deciding.because(version, () => {
    deciding.moving(command.to, () => clear(deciding, way, clears, cancelled))
    beginRounds(deciding, frame.id, loops)
    openInto(deciding, frame.id, stop)
  })
  deciding.arrived(frame.id, produced, version)
  return undefined
}

/** The item fails, and the flow goes on where its arc leads. What lies aside is come to without anything else going. */
export function takeArc(deciding: Deciding, { item: id, to }: Of<"TakeArc">): Rejection | undefined {
  const item = liveItem(deciding, id)
  if (isRejection(item)) return item
  const way = wayOf(deciding, { case: item.case, item: id, to }, "outwards")
  if (isRejection(way)) return way
  const { frame, origin = item, stop } = way
  const loops = loopsEntered(deciding, frame, stop)
  if (origin !== item) endItem(deciding, item, "ItemFailed", undefined, { produced: [] })
  const clears = isAside(way) ? nothing : between(way)
  const produced = tokensFor(deciding, way, clears)
  openInto(deciding, frame.id, stop)
  endItem(deciding, origin, "ItemFailed", undefined, { produced, clears })
  beginRounds(deciding, frame.id, loops)
  return undefined
}

/** A step fails, or what stood in for it; the alternative with that number stands in for it now. */
export function takeAlternative(deciding: Deciding, command: Of<"TakeAlternative">): Rejection | undefined {
  const { item: id, of, number } = command
  const item = liveItem(deciding, id)
  if (isRejection(item)) return item
  for (const origin of withAncestors(deciding.draft, item)) {
    const net = deciding.net(deciding.frame(origin.frame))
    const others = alternativesOf(net, of)
    const next = net.alternatives.get(of)?.[number - 1]
    if (origin.task !== of && !others.nodes.has(origin.task)) continue
    if (next === undefined) break
    const clears = origin.task === of ? nothing : others
    if (origin !== item) endItem(deciding, item, "ItemFailed", undefined, { produced: [] })
    endItem(deciding, origin, "ItemFailed", undefined, { produced: [next.entry], clears })
    return undefined
  }
  return reject("TASK_NOT_FOUND", `"${of}" has no alternative ${number}`, "Look at its alternatives in the process")
}

/** Everything inside goes, as at a restart; the activity stays started until somebody says how it goes on. */
export function emptyActivity(deciding: Deciding, { item: id }: Of<"EmptyActivity">): Rejection | undefined {
  const item = liveItem(deciding, id)
  if (isRejection(item)) return item
  if (item.kind !== "activity")
    return reject("TASK_NOT_FOUND", `item ${id} (${item.task}) is no activity`, "Name an activity's item")
  const refusal = notStarted(item)
  if (refusal) return refusal
  removeInside(deciding, item)
  deciding.emit({ type: "ActivityEmptied", item: id })
  return undefined
}

const nothing: Region = { nodes: new Set(), places: new Set() }

function wayOf(
  deciding: Deciding,
  { case: id, item: itemId, to, orEnded }: Omit<MoveCommand, "type">,
  direction: "anywhere" | "outwards" = "anywhere",
): Way | Rejection {
  const found = runningCase(deciding, id)
  if (isRejection(found)) return found
  const item = itemId && (orEnded ? deciding.draft.items.get(itemId) : liveItem(deciding, itemId))
  if (item && isRejection(item)) return item
  if (item && item.case !== id)
    return reject("ITEM_NOT_FOUND", `case ${id} has no item ${itemId}`, "Name the item's case")
  const process = deciding.process(id)
  if (entryOf(process, to) === undefined)
    return reject("TASK_NOT_FOUND", `process "${process.name}" has no step "${to}"`, "Look its name up in the process")
  const way = item ? wayFrom(deciding, item, to, direction) : wayInto(deciding, id, to)
  if (way === undefined) throw new Error(`no way to "${to}" in case ${id}`)
  if (!way.stop.isInInstance) return way
  return reject(
    "STEP_IN_INSTANCE",
    `"${to}" is done once for each element, and which one is meant is not said`,
    "Name an item of that instance, or go to what is around the instances",
  )
}

/** Where nobody knows any more what an item was, or what it stood in is closed, the case is meant. */
function sinceEnded(deciding: Deciding, { item: id, ...command }: MoveCommand): MoveCommand {
  const item = id && deciding.draft.items.get(id)
  const isKnown = item && withAncestors(deciding.draft, item).every(({ frame }) => !deciding.frame(frame).closed)
  return isKnown ? { ...command, item: item.id } : command
}

/** An item that has ended has given its token away: wherever that may have come to goes as well. */
function withWhatCameOf({ net, origin }: Way, clears: Region): Region {
  if (origin === undefined || isLive(origin)) return clears
  const outputs = net.nodes.get(origin.task)?.outputs.map(({ place }) => place) ?? []
  const behind = regionBehind(net, outputs, true)
  return {
    nodes: new Set([...clears.nodes, ...behind.nodes]),
    places: new Set([...clears.places, ...behind.places]),
  }
}

/** Without an item it is the case's own net that is left for the step. */
function wayInto(deciding: Deciding, id: CaseId, to: string): Way | undefined {
  const frame = deciding.frame(rootFrame(id))
  const net = deciding.net(frame)
  const stop = stopIn(deciding.process(id), net, to)
  return stop && { frame, net, stop, origin: undefined }
}

/** Whether a step lies aside of where the item stands. */
function isAside({ net, stop, origin }: Way): boolean {
  const aside = net.sequences.find((sequence) => {
    if (!sequence.isAside) return false
    const { nodes } = regionIn(net, sequence)
    return [...stop.nodes].every((node) => nodes.has(node))
  })
  return aside !== undefined && (origin === undefined || !regionIn(net, aside).nodes.has(origin.task))
}

function clear(deciding: Deciding, { frame, origin }: Way, clears: Region, cancelled: readonly string[]): void {
  const standing = origin && deciding.draft.items.get(origin.id)
  if (standing && isLive(standing) && !clears.nodes.has(standing.task)) removeItem(deciding, standing)
  removeFrom(deciding, deciding.frame(frame.id), clears)
  if (cancelled.length > 0) withdrawRivals(deciding, deciding.frame(frame.id), cancelled)
}

/** Where nothing could move, something does now. */
function resolveDeadlock(deciding: Deciding, { frame }: Way): void {
  for (const { id, class: name, parameters } of [...deciding.draft.exceptions.values()])
    if (name === "Deadlock" && parameters.frame === frame.id) resolve(deciding, id)
}

/** A case that had come to its end goes on. */
function stayRunning({ endings }: Deciding, id: CaseId): void {
  const index = endings.findIndex((ending) => ending.case === id)
  if (index >= 0) endings.splice(index, 1)
}
