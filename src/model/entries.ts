import type { PlaceId } from "../messages/events.ts"
import { type Net, type Node, netOf, nodeOf, type Process } from "./net.ts"

/** Where a step of a process begins. */
export interface Entry {
  readonly net: Net
  /** A token in each of them, and it begins. */
  readonly places: readonly PlaceId[]
  /** What it consists of. */
  readonly nodes: ReadonlySet<string>
  /** The loops around it in its net, inner first. */
  readonly loops: readonly string[]
}

/** The places in front of a task, an activity or a block; undefined: the process has no such step. */
export function entryOf(process: Process, name: string): Entry | undefined {
  const block = process.blocks.get(name)
  if (block) {
    const { entry, region, loops } = block
    return { net: netOf(process, block.net), places: [entry], nodes: region.nodes, loops }
  }
  for (const net of process.nets.values()) {
    const node = net.nodes.get(name)
    // The instances of a task that is done several times have its name, and nobody means one of them by it.
    if (node === undefined || node.kind === "route" || net.name === name) continue
    return { net, places: inFrontOf(node, isSharedIn(net)), nodes: new Set([name]), loops: node.loops }
  }
  return undefined
}

/** The same seen from a net around it, where it may lie in an activity. */
export interface Stop extends Entry {
  /** The step, if it is the activity it lies in that begins here, to be opened at it. */
  readonly into?: string
  /** It lies in an activity that is done once for each of several elements: which of them is meant is not said. */
  readonly isInInstance?: true
}

/** A step as a net has it; undefined: it does not lie in that net. */
export function stopIn(process: Process, net: Net, name: string): Stop | undefined {
  const entry = entryOf(process, name)
  const nets = entry ? netsAround(process, entry.net) : []
  const depth = nets.indexOf(net)
  if (entry === undefined || depth <= 0) return depth < 0 ? undefined : entry
  const activities = nets
    .slice(0, depth)
    .flatMap(({ owner }) => (owner ? [nodeOf(process, owner.net, owner.node)] : []))
  const outermost = activities.at(-1)
  if (outermost === undefined) return undefined
  const isInInstance = activities.some(({ many }) => many !== undefined)
  return {
    net,
    places: inFrontOf(outermost, isSharedIn(net)),
    nodes: new Set([outermost.name]),
    loops: outermost.loops,
    into: name,
    ...(isInInstance && { isInInstance }),
  }
}

/** What a node needs in order to begin; where one token is enough, in a place that is its own if it has one. */
export function inFrontOf(
  { join, inputs }: Pick<Node, "join" | "inputs">,
  isShared: (place: PlaceId) => boolean,
): readonly PlaceId[] {
  if (join !== "xor") return inputs
  return [inputs.find((place) => !isShared(place)) ?? inputs[0]].filter((place) => place !== undefined)
}

function isSharedIn(net: Net): (place: PlaceId) => boolean {
  return (place) => (net.places.get(place)?.consumers.length ?? 0) > 1
}

/** The nets around one, inner first, itself included. */
function netsAround(process: Process, net: Net): readonly Net[] {
  const nets = [net]
  for (let { owner } = net; owner; ) {
    const around = netOf(process, owner.net)
    nets.push(around)
    owner = around.owner
  }
  return nets
}
