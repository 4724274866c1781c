import type { PlaceId } from "../messages/events.ts"
import { type Net, type Node, netOf, type Process, type Region } from "../model/net.ts"
import { regionIn } from "../model/sequences.ts"
import { type Detour, detoursIn } from "./detours.ts"
import type { FlowNet, Part } from "./flow-net.ts"
import { waysOut } from "./ways-out.ts"

/** A net of a process with each of its nodes as a part. `alone`: which of them shall stay so. */
export function flowNetOf(process: Process, net: Net, alone: readonly string[] = []): FlowNet {
  const detours = detoursIn(process, net)
  const all = [...detours.values()].flat()
  const marks = marksOf(net, all)
  const aside = new Set(
    net.sequences.filter(({ isAside }) => isAside).flatMap((sequence) => [...regionIn(net, sequence).nodes]),
  )
  const kept = new Set<PlaceId>([net.start, net.end, ...all.flatMap(({ places }) => places)])
  for (const { besides } of all) for (const { exit } of besides) kept.add(exit)
  const apart = net.sequences.filter(({ isApart }) => isApart).map(({ entry }) => entry)
  for (const entry of apart) kept.add(entry)
  const parts = new Map<string, Part>()
  for (const node of net.nodes.values()) {
    const out = waysOut(process, node)
    const given = new Set(out.ways.flat())
    for (const { place } of node.outputs) if (!given.has(place)) kept.add(place)
    const isWork = node.kind !== "route" && !isSilent(process, node)
    const part = partOf(node, isWork, out.ways, detours.get(node.name) ?? [], marks.nodes, aside)
    parts.set(node.name, {
      ...part,
      ...(alone.includes(node.name) && { isAlone: true }),
      ...(!out.isAll && { isPartial: true }),
    })
  }
  const led = new Set(all.flatMap(({ places }) => places))
  return {
    name: net.name,
    start: net.start,
    end: net.end,
    beginnings: [[net.start], ...apart.filter((entry) => !led.has(entry)).map((entry) => [entry])],
    places: new Set(net.places.keys()),
    parts,
    kept,
    marks: marks.places,
  }
}

/** An activity with nothing in it that anybody does is over as soon as it begins. */
function isSilent(process: Process, { name, kind }: Node): boolean {
  if (kind !== "activity") return false
  return [...netOf(process, name).nodes.values()].every((node) => node.kind === "route" || isSilent(process, node))
}

function partOf(
  node: Node,
  isWork: boolean,
  ways: readonly (readonly PlaceId[])[],
  detours: readonly Detour[],
  marks: ReadonlyMap<string, string>,
  aside: ReadonlySet<string>,
): Part {
  const { name, join, inputs, split, cancels, within } = node
  return {
    name,
    // What has no way to go stays where it is.
    isWork: isWork || ways.length === 0,
    join: inputs.length > 1 ? join : "xor",
    inputs,
    ways: ways.map((gives) => ({ gives, recipe: { do: "fire", node: name, gives } })),
    split,
    outputs: node.outputs.map(({ place }) => place),
    ...(cancels && { cancels }),
    detours,
    ...(within && { within }),
    endsAll: aside.has(name),
    marks: marks.get(name) ?? "",
    members: [name],
  }
}

/** Which regions each node and place lies in: what is cancelled, cleared, or asked about. */
function marksOf(net: Net, detours: readonly Detour[]) {
  const nodes = new Map<string, string>()
  const places = new Map<PlaceId, string>()
  let number = 0
  const mark = (region: Region) => {
    number++
    for (const node of region.nodes) nodes.set(node, `${nodes.get(node) ?? ""} ${number}`)
    for (const place of region.places) places.set(place, `${places.get(place) ?? ""} ${number}`)
  }
  for (const { cancels } of net.nodes.values()) if (cancels) mark(cancels)
  for (const { clears, besides } of detours) {
    mark(clears)
    for (const { region } of besides) mark(region)
  }
  return { nodes, places }
}
