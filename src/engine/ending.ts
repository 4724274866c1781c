import type { EventType, PlaceId } from "../messages/events.ts"
import { type ItemId, instanceFrame } from "../messages/ids.ts"
import type { Region } from "../model/net.ts"
import { finalCost, reportCost } from "./costs.ts"
import type { Output } from "./data.ts"
import type { Deciding } from "./deciding.ts"
import { consumption } from "./enablement.ts"
import { type Frame, hasToken, type Item, isLive, traceKey } from "./family.ts"
import { resolveAt } from "./raise.ts"

export type EndingType = Extract<EventType, "ItemCompleted" | "ItemForceCompleted" | "ItemFailed" | "ItemSkipped">

/** Where the flow goes on instead of behind an item, and what goes for it. */
export interface Detour {
  readonly produced: readonly PlaceId[]
  readonly clears?: Region
}

/** Ends an item with its flow going on: what it cancels goes, then its tokens come. */
export function endItem(
  deciding: Deciding,
  item: Item,
  type: EndingType,
  output: Output = { writes: {} },
  detour?: Detour,
): void {
  const node = deciding.node(item)
  const cancels = detour ? detour.clears : node.cancels
  resolveAt(deciding, item.id)
  removeInside(deciding, item)
  const consumed = takeTokens(deciding, item)
  const { marking } = deciding.frame(item.frame)
  const cancelled = [...(cancels?.places ?? [])].filter((place) => hasToken(marking, place))
  const behind = item.kind === "route" ? [] : node.outputs.map(({ place }) => place)
  const produced = detour?.produced ?? behind
  const cost = finalCost(deciding, item, output)
  const version = deciding.emit({
    type,
    item: item.id,
    ...(consumed && { consumed }),
    ...(cancelled.length > 0 && { cancelled }),
    ...(Object.keys(output.writes).length > 0 && { writes: output.writes }),
    ...(output.locals && { locals: output.locals }),
    ...(output.result !== undefined && { result: output.result }),
    ...(typeof cost === "number" && { cost }),
    produced,
  })
  deciding.because(version, () => {
    if (typeof cost === "string") reportCost(deciding, item, cost)
    const taken = [...(consumed ?? []), ...cancelled]
    if (taken.length > 0) withdrawRivals(deciding, deciding.frame(item.frame), taken)
    if (cancels) removeFrom(deciding, deciding.frame(item.frame), cancels)
  })
  deciding.arrived(item.frame, produced, version)
}

/** Ends an item and lets the path behind it die. */
export function removeItem(deciding: Deciding, item: Item): void {
  resolveAt(deciding, item.id)
  removeInside(deciding, item)
  const consumed = takeTokens(deciding, item)
  const isPassed = deciding.movingTo !== undefined && deciding.movingTo !== item.task && isUnbegun(item)
  const version = deciding.emit({
    type: "ItemRemoved",
    item: item.id,
    ...(consumed && { consumed }),
    ...(isPassed && { isPassed }),
  })
  deciding.stirred.add(item.frame)
  if (consumed) deciding.because(version, () => withdrawRivals(deciding, deciding.frame(item.frame), consumed))
}

const isUnbegun = ({ kind, startedAt }: Item): boolean =>
  startedAt === undefined && (kind === "work" || kind === "program")

/** Everything live in a frame goes; the frame itself stays open for the caller to close. */
export function emptyFrame(deciding: Deciding, frame: Frame): void {
  for (const item of liveItems(deciding, frame)) {
    if (item.contested) withdraw(deciding, item.id)
    else removeItem(deciding, item)
  }
}

/** The tokens of an item that has not taken them yet. */
export function takeTokens(deciding: Deciding, item: Item): readonly PlaceId[] | undefined {
  if (!item.contested) return undefined
  const frame = deciding.frame(item.frame)
  return consumption(deciding.net(frame), deciding.node(item), frame.marking, busyNodes(deciding, frame))
}

/**
 * Items that counted on tokens somebody else has taken are gone as if they had never been enabled. What tokens are left in
 * those places may enable the same again.
 */
export function withdrawRivals(deciding: Deciding, frame: Frame, places: readonly PlaceId[]): void {
  const net = deciding.net(frame)
  for (const place of places) {
    for (const node of net.places.get(place)?.consumers ?? []) {
      for (const id of deciding.draft.traces.get(traceKey(frame.id, node.name))?.items ?? []) {
        const item = deciding.draft.items.get(id)
        if (!item || !isLive(item) || !item.contested || takeTokens(deciding, item)) continue
        withdraw(deciding, id)
      }
    }
  }
  deciding.arrived(frame.id, places, deciding.cause)
}

/** Nodes with items that have taken their tokens and not yet given any, and how many. */
export function busyNodes(deciding: Deciding, frame: Frame): ReadonlyMap<string, number> {
  const busy = new Map<string, number>()
  for (const { contested, task } of liveItems(deciding, frame))
    if (!contested) busy.set(task, (busy.get(task) ?? 0) + 1)
  return busy
}

export function liveItems(deciding: Deciding, frame: Frame): readonly Item[] {
  const live: Item[] = []
  for (const task of frame.tasks) {
    for (const id of deciding.draft.traces.get(traceKey(frame.id, task))?.items ?? []) {
      const item = deciding.draft.items.get(id)
      if (item && isLive(item)) live.push(item)
    }
  }
  return live
}

/** The frames an activity has opened and not closed. */
export function framesOf(deciding: Deciding, item: Item): readonly Frame[] {
  const frames: Frame[] = []
  for (let number = 1; number <= item.opened; number++) {
    const frame = deciding.draft.frames.get(instanceFrame(item.id, number))
    if (frame) frames.push(frame)
  }
  return frames
}

export function removeInside(deciding: Deciding, item: Item): void {
  if (item.kind !== "activity") return
  for (const frame of framesOf(deciding, item)) {
    if (frame.closed) continue
    emptyFrame(deciding, frame)
    deciding.emit({ type: "FrameClosed", frame: frame.id, as: "removed" })
  }
}

/** Items in a cancelled region go, whatever they were doing. What only counted on tokens there was never begun. */
export function removeFrom(deciding: Deciding, frame: Frame, region: Region): void {
  for (const item of liveItems(deciding, frame)) {
    if (!region.nodes.has(item.task)) continue
    if (item.contested) withdraw(deciding, item.id)
    else removeItem(deciding, item)
  }
}

export function withdraw(deciding: Deciding, id: ItemId): void {
  resolveAt(deciding, id)
  deciding.emit({ type: "ItemWithdrawn", item: id })
}
