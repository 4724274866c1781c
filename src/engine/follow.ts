import type { Ending, Event, PlaceId } from "../messages/events.ts"
import { type CaseId, type ItemId, rootFrame } from "../messages/ids.ts"
import type { JsonObject } from "../messages/json.ts"
import type { Family, Item } from "./family.ts"
import { finishedBy } from "./finished.ts"
import { seenBy } from "./shared-data.ts"
import { isIt, sinceOf, type Trail } from "./trail.ts"
import { begin, closeFrame, consume, giveBack, jump, jumpedOver, noteRound, produce, rewound } from "./trail-tokens.ts"

/** Follows one event of the family; `family` is as it was before, `entry` the version of the first event of its entry. */
export function follow(trail: Trail, family: Family, event: Event, entry: number): void {
  const version = family.version + 1
  trail.version = version
  if (trail.away.entry !== entry) trail.away = { entry, tokens: [] }
  switch (event.type) {
    case "CaseStarted":
      if (event.case === trail.case) trail.tokens[rootFrame(event.case)] = [{ place: event.start, by: version }]
      return
    case "DataWritten":
      noteWritten(trail, seenInTrail(trail, family, event.case, event.data), version)
      return
    case "FrameOpened": {
      const owner = family.items.get(event.item)
      if (owner?.case !== trail.case) return
      trail.tokens[event.frame] = [event.start, ...(event.also ?? [])].map((place) => ({ place, by: version }))
      if (trail.since?.items[event.item]) trail.since.events[version] = true
      return
    }
    case "FrameClosed":
      closeFrame(trail, family, event.frame, version)
      return
    case "RouteFired": {
      const frame = family.frames.get(event.frame)
      if (frame?.case !== trail.case) return
      const isCaused = event.causedBy !== undefined && trail.since?.events[event.causedBy] === true
      const cameOfIt =
        consume(trail, family, frame.id, event.consumed).cameOfIt || (event.consumed.length === 0 && isCaused)
      if (cameOfIt) noteRound(trail, frame, event.round?.loop)
      produce(trail, frame.id, event.produced, version, cameOfIt)
      return
    }
    case "Jumped":
      if (event.case === trail.case) jump(trail, family, event, version)
      return
    case "ItemEnabled":
      if (event.case !== trail.case) return
      if (event.consumed) begin(trail, family, event.item, event.frame, event.consumed)
      else if (event.causedBy !== undefined && trail.since?.events[event.causedBy])
        trail.since.leaning[event.item] = true
      return
    case "ItemStarted": {
      const item = family.items.get(event.item)
      if (item?.case !== trail.case) return
      if (event.consumed) begin(trail, family, item.id, item.frame, event.consumed)
      if (item.kind === "activity" && isIt(trail, family, item)) beginAnew(trail, family, item)
      return
    }
    case "ItemCompleted":
    case "ItemForceCompleted":
      end(trail, family, event, version, true)
      return
    case "ItemFailed":
    case "ItemSkipped":
      end(trail, family, event, version, false)
      return
    case "ItemRemoved":
      remove(trail, family, event, event.causedBy)
      return
    case "ItemWithdrawn":
      delete trail.took[event.item]
      return
    case "ActivityEmptied":
    case "ItemRestarted":
      if (trail.since?.levels.some(({ of }) => of?.item === event.item)) trail.since = undefined
      return
    case "ItemUndone":
      if (trail.since) trail.since.finished = trail.since.finished.filter(({ item }) => item !== event.item)
      return
    case "FlowRewound":
      if (family.frames.get(event.frame)?.case === trail.case) rewound(trail, family, event)
      return
    case "RolledBack":
      if (event.case === trail.case && event.item === trail.since?.item) trail.since = undefined
      return
    default:
  }
}

/** Everything inside an activity comes of its start. */
function beginAnew(trail: Trail, family: Family, item: Item): void {
  trail.since = sinceOf(trail, family, item)
  trail.since.items[item.id] = true
}

function end(trail: Trail, family: Family, ending: Ending, version: number, isDone: boolean): void {
  const item = family.items.get(ending.item)
  if (item === undefined) return
  if (item.case !== trail.case) {
    const isForIt = isDone && endElsewhere(trail, family, item, ending, version)
    if (ending.writes && !isForIt) noteWritten(trail, seenInTrail(trail, family, item.case, ending.writes), version)
    return
  }
  if (ending.consumed) begin(trail, family, item.id, item.frame, ending.consumed)
  const done = isDone ? finishedBy(family, item, ending, version) : undefined
  if (item.kind !== "activity" && isIt(trail, family, item)) {
    trail.since = sinceOf(trail, family, item)
    trail.since.items[item.id] = true
    trail.since.finished.push(...(trail.inPlace[item.id] ?? []))
  }
  delete trail.inPlace[item.id]
  const { since } = trail
  const isItself = since?.items[item.id] === true
  const cameOfIt = isItself || since?.left[item.id] === true
  const cancelled = (trail.tokens[item.frame] ?? []).filter(({ place }) => ending.cancelled?.includes(place))
  if (ending.cancelled)
    trail.tokens[item.frame] = (trail.tokens[item.frame] ?? []).filter((token) => !cancelled.includes(token))
  if (since && cameOfIt) giveBack(since, family, item.frame, cancelled)
  produce(trail, item.frame, ending.produced, version, cameOfIt)
  if (since && isItself && done) since.finished.push(done)
  else if (since && isItself) since.passed.push(item.id)
  else if (done) noteWritten(trail, done.wrote.values, version)
  delete trail.took[item.id]
}

/** What worklets do that stand in for an item was done for it. Gives whether it came of the step. */
function endElsewhere(trail: Trail, family: Family, item: Item, ending: Ending, version: number): boolean {
  const standsFor = itemStoodInFor(trail, family, item.case)
  if (standsFor === undefined || (item.kind !== "work" && item.kind !== "program")) return false
  const done = finishedBy(family, item, ending, version)
  if (done === undefined) return false
  if (trail.since?.items[standsFor.id]) {
    trail.since.finished.push(done)
    return true
  }
  if (isIt(trail, family, standsFor)) trail.inPlace[standsFor.id] = [...(trail.inPlace[standsFor.id] ?? []), done]
  return false
}

/** What a write means in the case that is followed: of another case, what both share. */
function seenInTrail(trail: Trail, family: Family, id: CaseId, written: JsonObject): JsonObject {
  return id === trail.case ? written : seenBy(family, trail.case, id, written)
}

function itemStoodInFor(trail: Trail, family: Family, of: CaseId): Item | undefined {
  for (let parent = family.cases.get(of)?.parent; parent; parent = family.cases.get(parent.case)?.parent) {
    if (parent.item === undefined) return undefined
    const item = family.items.get(parent.item)
    if (parent.case === trail.case) return item
  }
  return undefined
}

function remove(
  trail: Trail,
  family: Family,
  event: { readonly item: ItemId; readonly consumed?: readonly PlaceId[] },
  cause: number | undefined,
): void {
  const item = family.items.get(event.item)
  if (item?.case !== trail.case) return
  if (event.consumed) begin(trail, family, item.id, item.frame, event.consumed)
  const { since } = trail
  const took = trail.took[item.id] ?? []
  const { away } = trail
  // An activity that was left because of it is opened again where it stood, and not anew.
  const cameOfIt = since?.items[item.id] === true || since?.left[item.id] === true
  if (away.jump?.version === cause && away.jump?.frame === item.frame)
    jumpedOver(trail, family, cameOfIt ? [] : took, cameOfIt)
  // It went only because of something that goes back: it is there again.
  else if (since && cause !== undefined && since.events[cause] && !cameOfIt) giveBack(since, family, item.frame, took)
  if (since && !cameOfIt) away.tokens.push(...took.map((token) => ({ frame: item.frame, ...token })))
  if (since?.item === item.id && item.kind === "activity") trail.since = undefined
  delete trail.took[item.id]
  delete trail.inPlace[item.id]
}

function noteWritten({ since }: Trail, data: JsonObject, version: number): void {
  if (since) for (const name of Object.keys(data)) since.written[name] = version
}
