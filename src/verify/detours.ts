import type { PlaceId } from "../messages/events.ts"
import { type Stop, stopIn } from "../model/entries.ts"
import { type Net, type Node, netOf, type Process, type Region } from "../model/net.ts"
import {
  alternativesOf,
  type Beside,
  branchesEntered,
  regionBehind,
  regionIn,
  sequenceAround,
  wholeOf,
} from "../model/sequences.ts"

/** Where the flow may go on instead of behind a step that fails: by an exception arc, or to what stands in for it. */
export interface Detour {
  /** The node that fails, and the one whose arc or alternative it is: itself, or what it lies in. */
  readonly node: string
  readonly by: { readonly arc: string; readonly at: string } | { readonly alternative: number; readonly of: string }
  readonly places: readonly PlaceId[]
  readonly clears: Region
  /** Branches beside it that count as done if nothing is left in them. */
  readonly besides: readonly Beside[]
}

/** The detours from the nodes of a net, by node. An arc may lead out of an activity: then it is the activity's. */
export function detoursIn(process: Process, net: Net): ReadonlyMap<string, readonly Detour[]> {
  const found = new Map<string, Detour[]>()
  const add = (detour: Detour | undefined) => {
    if (detour) found.set(detour.node, [...(found.get(detour.node) ?? []), detour])
  }
  for (const { net: inner, node } of nodesInside(process, net)) {
    for (const [arc, to] of node.task?.arcs ?? []) add(arcOf(process, net, inner, node, arc, to))
    if (inner === net) for (const detour of alternativesFor(net, node)) add(detour)
  }
  return found
}

function* nodesInside(process: Process, net: Net): Iterable<{ readonly net: Net; readonly node: Node }> {
  for (const node of net.nodes.values()) yield { net, node }
  for (const inner of process.nets.values())
    if (inner.owner?.net === net.name && inner !== net) yield* nodesInside(process, inner)
}

/** Undefined: the arc does not lead to a step of this net. */
function arcOf(process: Process, net: Net, from: Net, node: Node, arc: string, to: string): Detour | undefined {
  let here = from
  let origin = node.name
  while (stopIn(process, here, to) === undefined && here !== net) {
    if (here.owner === undefined) return undefined
    origin = here.owner.node
    here = netOf(process, here.owner.net)
  }
  const stop = here === net ? stopIn(process, net, to) : undefined
  if (stop === undefined) return undefined
  return {
    node: origin,
    by: { arc, at: node.name },
    places: stop.places,
    clears: isAside(net, stop, origin) ? nothing : between(net, stop, origin),
    besides: branchesEntered(net, stop.nodes, new Set([origin])),
  }
}

/** As the engine finds what goes when the flow goes on elsewhere. */
function between(net: Net, stop: Stop, origin: string): Region {
  const sequence = sequenceAround(net, new Set([origin, ...stop.nodes]))
  if (sequence) return regionIn(net, sequence)
  return net.form === "flow" ? wholeOf(net) : regionBehind(net, stop.places)
}

function isAside(net: Net, stop: Stop, origin: string): boolean {
  return net.sequences.some((sequence) => {
    if (!sequence.isAside) return false
    const { nodes } = regionIn(net, sequence)
    return [...stop.nodes].every((node) => nodes.has(node)) && !nodes.has(origin)
  })
}

function alternativesFor(net: Net, node: Node): readonly Detour[] {
  const { name, alternative } = node
  const detour = (of: string, number: number, clears: Region): readonly Detour[] => {
    const next = net.alternatives.get(of)?.[number - 1]
    if (next === undefined) return []
    return [{ node: name, by: { alternative: number, of }, places: [next.entry], clears, besides: [] }]
  }
  const others = alternative && alternativesOf(net, alternative.of)
  return [
    ...detour(name, 1, nothing),
    ...(alternative && others ? detour(alternative.of, alternative.number + 1, others) : []),
  ]
}

const nothing: Region = { nodes: new Set(), places: new Set() }
