import type { PlaceId } from "../messages/events.ts"
import type { FrameId } from "../messages/ids.ts"
import { type Stop, stopIn } from "../model/entries.ts"
import { type Net, netOf, type Process, type Region } from "../model/net.ts"
import { branchesEntered, regionBehind, regionIn, sequenceAround, wholeOf } from "../model/sequences.ts"
import type { Deciding } from "./deciding.ts"
import { framesOf, liveItems } from "./ending.ts"
import { type Frame, hasToken, type Item, roundOfLoop, traceKey } from "./family.ts"
import { withAncestors } from "./holds.ts"

/** A frame in which the flow can go on at a step, and what stands in it now. */
export interface Way {
  readonly frame: Frame
  readonly net: Net
  readonly stop: Stop
  /** The item, or the activity around it; undefined: all that is live in the frame. */
  readonly origin: Item | undefined
}

/** The nearest frame that the step lies in: one around the item, or the one an activity has opened. */
export function wayFrom(
  deciding: Deciding,
  item: Item,
  to: string,
  direction: "anywhere" | "outwards",
): Way | undefined {
  const process = deciding.process(item.case)
  const inside = direction === "anywhere" ? inner(deciding, item) : []
  for (const { frame, origin } of [...inside, ...around(deciding, item)]) {
    const net = deciding.net(frame)
    const stop = stopIn(process, net, to)
    if (stop) return { frame, net, stop, origin }
  }
  return undefined
}

/** What goes when the flow goes on elsewhere: the smallest list of blocks that both lie in, in a net what lies behind. */
export function between({ net, stop, origin }: Way): Region {
  if (origin === undefined) return wholeOf(net)
  const sequence = sequenceAround(net, new Set([origin.task, ...stop.nodes]))
  if (sequence) return regionIn(net, sequence)
  return net.form === "flow" ? wholeOf(net) : regionBehind(net, stop.places)
}

/** Whether what stands there now would be come to again. */
export function isBack(deciding: Deciding, { frame, net, stop, origin }: Way): boolean {
  const { nodes } = regionBehind(net, stop.places, true)
  const standing = origin ? [origin] : liveItems(deciding, frame)
  return standing.some(({ task }) => nodes.has(task))
}

/**
 * The tokens with which a step begins when `cleared` is gone. Branches beside it that nothing is left in count as done, or
 * what joins them would wait for ever.
 */
export function tokensFor(deciding: Deciding, { frame, net, stop, origin }: Way, cleared: Region): readonly PlaceId[] {
  const from = new Set(origin ? [origin.task] : [])
  const live = liveItems(deciding, frame).filter(({ id, task }) => id !== origin?.id && !cleared.nodes.has(task))
  const left = frame.marking.filter((place) => !cleared.places.has(place))
  const isEmpty = ({ nodes, places }: Region, exit: PlaceId) =>
    !live.some(({ task }) => nodes.has(task)) && !left.some((place) => place === exit || places.has(place))
  const exits = branchesEntered(net, stop.nodes, from)
    .filter(({ region, exit }) => isEmpty(region, exit))
    .map(({ exit }) => exit)
  return [...stop.places, ...exits]
}

/** The tokens with which a frame that is about to be opened begins at a step inside. */
export function tokensInto(process: Process, net: Net, to: string): readonly PlaceId[] {
  const stop = stopIn(process, net, to)
  if (stop === undefined) return [net.start]
  return [...stop.places, ...branchesEntered(net, stop.nodes, new Set()).map(({ exit }) => exit)]
}

/** The loops around a step that nothing has been going on in: they are entered without their test. */
export function loopsEntered(deciding: Deciding, frame: Frame, { loops }: Pick<Stop, "loops">): readonly string[] {
  const { blocks } = deciding.process(frame.case)
  return loops.filter((loop) => {
    const { nodes, places } = blocks.get(loop)?.region ?? { nodes: new Set(), places: new Set() }
    const [, ...inside] = places
    if (inside.some((place) => hasToken(frame.marking, place))) return false
    return !liveItems(deciding, frame).some(({ task }) => nodes.has(task))
  })
}

/** Their first round begins, the outer ones' before the inner ones'. */
export function beginRounds(deciding: Deciding, id: FrameId, loops: readonly string[]): void {
  const { nodes } = deciding.net(deciding.frame(id))
  for (const loop of loops.toReversed()) {
    const frame = deciding.frame(id)
    const within = (nodes.get(loop)?.loops ?? []).map((outer) => roundOfLoop(frame, outer)?.serial ?? 0)
    const round = { loop, number: 1, ...(within.length > 0 && { within }) }
    deciding.emit({ type: "RouteFired", frame: id, route: loop, consumed: [], produced: [], round })
  }
}

/** An activity that begins with this step of a frame shall be opened at the step meant. */
export function openInto(deciding: Deciding, frame: FrameId, { into, nodes }: Stop): void {
  const [activity] = nodes
  if (into !== undefined && activity !== undefined) deciding.into.set(traceKey(frame, activity), into)
}

/** A frame opened at a step inside: the rounds around it begin, and what it lies in is opened there too. */
export function goInto(deciding: Deciding, frame: FrameId, to: string): void {
  const { case: id, net } = deciding.frame(frame)
  const process = deciding.process(id)
  const stop = stopIn(process, netOf(process, net), to)
  if (stop === undefined) return
  beginRounds(deciding, frame, stop.loops)
  openInto(deciding, frame, stop)
}

interface Standing {
  readonly frame: Frame
  readonly origin: Item | undefined
}

/** What an activity has opened, unless it has several. */
function inner(deciding: Deciding, item: Item): readonly Standing[] {
  if (item.kind !== "activity" || deciding.node(item).many) return []
  return framesOf(deciding, item)
    .filter(({ closed }) => closed === undefined)
    .map((frame) => ({ frame, origin: undefined }))
}

/** The frames around an item, inner first, each with what of it stands there: itself, or the activity it lies in. */
function around(deciding: Deciding, item: Item): readonly Standing[] {
  return withAncestors(deciding.draft, item).map((origin) => ({ frame: deciding.frame(origin.frame), origin }))
}
