import type { FrameId, ItemId } from "../messages/ids.ts"
import type { Finished, Level, PastRound, PlacedToken, Token, TrailFacts, TrailOf } from "../messages/undoing.ts"
import { type Family, type Frame, type Item, isLive } from "./family.ts"
import { withAncestors } from "./holds.ts"

/**
 * What has come of a step since it was last done, found by following every token: an event came of it if it took a token that
 * came of it. Plain data, so that it can be followed to some moment, kept, and followed further. It grows with what has happened
 * since the step was last done, and with nothing else.
 */
export interface Trail extends Omit<TrailOf, "item"> {
  /** The version of the last event it knows. */
  version: number
  /** The item whose end it begins at; absent: the latest. */
  item?: ItemId | undefined
  tokens: Record<FrameId, Token[]>
  /** The tokens live items have taken. */
  took: Record<ItemId, Token[]>
  /** What was done in worklets that stand in for a live item of the step. */
  inPlace: Record<ItemId, Finished[]>
  /** What the command under way has taken away. */
  away: Away
  since?: Since | undefined
}

interface Away {
  readonly entry: number
  /** What removed items had taken; those of a jump are apart, until it is known whether that came of the step. */
  readonly tokens: PlacedToken[]
  jump?: { readonly version: number; readonly frame: FrameId; tokens: PlacedToken[] }
}

export interface Since {
  readonly item: ItemId
  levels: readonly Level[]
  /** The events that came of it, by version. */
  readonly events: Record<number, true>
  readonly items: Record<ItemId, true>
  /** Items that wait at a place with a token that came of it, which others may take as well. */
  readonly leaning: Record<ItemId, true>
  /** Activities that were left because of it. */
  readonly left: Record<ItemId, true>
  finished: Finished[]
  /** Items that ended with nothing to undo. */
  passed: ItemId[]
  given: PlacedToken[]
  /** Variables others have written, and the version of the last time. */
  readonly written: Record<string, number>
  readonly rounds: Record<FrameId, Record<string, PastRound | null>>
}

export function newTrail({ case: id, to, within, item }: TrailOf): Trail {
  return { case: id, to, within, item, version: 0, tokens: {}, took: {}, inPlace: {}, away: { entry: 0, tokens: [] } }
}

/** Whether an item is one of the step. Instances of one task are summed up by the item around them, which has its name. */
export function isItemOf({ case: id, to, within }: Omit<TrailOf, "item">, family: Family, item: Item): boolean {
  if (item.task !== to || item.case !== id) return false
  const frame = family.frames.get(item.frame)
  if (frame === undefined || frame.net === item.task) return false
  return within === undefined || framesAround(family, frame).some((each) => each.id === within)
}

export function isIt(trail: Trail, family: Family, item: Item): boolean {
  return (trail.item === undefined || trail.item === item.id) && isItemOf(trail, family, item)
}

/** What a trail comes to, in the family as it is at its end; undefined: the step was not done, or has been undone. */
export function trailFacts(trail: Trail, family: Family): TrailFacts | undefined {
  const { since } = trail
  if (since === undefined) return undefined
  const live = (Object.keys(since.items) as ItemId[]).filter((id) => {
    const item = family.items.get(id)
    return item !== undefined && isLive(item) && !isInside(since, family, item.frame)
  })
  const leaning = (Object.keys(since.leaning) as ItemId[]).filter((id) => family.items.get(id)?.contested)
  const taken = (Object.keys(trail.tokens) as FrameId[]).flatMap((frame) =>
    isInside(since, family, frame)
      ? []
      : (trail.tokens[frame] ?? []).filter(({ by }) => since.events[by]).map((token) => ({ frame, ...token })),
  )
  const { item, levels, finished, passed, written, rounds, given } = since
  return { item, finished, passed, written, leaning, rewinding: { levels, items: live, taken, given, rounds } }
}

export function sinceOf(trail: Trail, family: Family, item: Item): Since {
  const frame = family.frames.get(item.frame)
  const given = (trail.took[item.id] ?? []).map((token) => ({ frame: item.frame, ...token }))
  return {
    item: item.id,
    levels: frame ? framesAround(family, frame).map((each) => levelOf(trail, family, each)) : [],
    events: {},
    items: {},
    leaning: {},
    left: {},
    finished: [],
    passed: [],
    given,
    written: {},
    rounds: {},
  }
}

/** Whether a frame belongs to an activity that itself came of the step. */
export function isInside(since: Since, family: Family, id: FrameId): boolean {
  const frame = family.frames.get(id)
  const owner = frame?.item && family.items.get(frame.item)
  return owner !== undefined && withAncestors(family, owner).some((each) => since.items[each.id])
}

function levelOf(trail: Trail, family: Family, { id, item }: Frame): Level {
  const owner = item && family.items.get(item)
  return owner
    ? { frame: id, of: { item: owner.id, task: owner.task, took: trail.took[owner.id] ?? [] } }
    : { frame: id }
}

/** A frame and those around it, inner first. */
function framesAround(family: Family, frame: Frame): readonly Frame[] {
  const owner = frame.item && family.items.get(frame.item)
  const outer = owner ? withAncestors(family, owner).flatMap((each) => family.frames.get(each.frame) ?? []) : []
  return [frame, ...outer]
}
