import type { PlaceId } from "../messages/events.ts"
import type { Net, Region, Sequence } from "./net.ts"

/** What a sequence consists of, the place in front of it included; the place behind it belongs to what follows. */
export function regionIn(net: Net, sequence: Sequence): Region {
  return regionOf({ nodes: [...net.nodes.keys()], places: [...net.places.keys()] }, sequence)
}

/** The same among nodes and places in the order they were drawn. */
export function regionOf(
  drawn: { readonly nodes: readonly string[]; readonly places: readonly PlaceId[] },
  { entry, from, to }: Sequence,
): Region {
  return {
    nodes: new Set(drawn.nodes.slice(from.nodes, to.nodes)),
    places: new Set([entry, ...drawn.places.slice(from.places, to.places)]),
  }
}

/** Everything that may stand in for a step. */
export function alternativesOf(net: Net, step: string): Region {
  const regions = (net.alternatives.get(step) ?? []).map((alternative) => regionIn(net, alternative))
  return {
    nodes: new Set(regions.flatMap(({ nodes }) => [...nodes])),
    places: new Set(regions.flatMap(({ places }) => [...places])),
  }
}

/** All of a net. */
export function wholeOf(net: Net): Region {
  return { nodes: new Set(net.nodes.keys()), places: new Set(net.places.keys()) }
}

/** The smallest sequence that all these nodes are in; undefined: they are in none together. */
export function sequenceAround(net: Net, nodes: ReadonlySet<string>): Sequence | undefined {
  return net.sequences.find((sequence) => isIn(net, sequence, nodes))
}

/** The branches of parallel blocks that these nodes lie in and those do not, each with the branches beside it. */
export function branchesEntered(net: Net, nodes: ReadonlySet<string>, from: ReadonlySet<string>): readonly Beside[] {
  return net.sequences.flatMap((sequence) => {
    const { branch } = sequence
    if (branch === undefined || !isIn(net, sequence, nodes)) return []
    if (from.size > 0 && isIn(net, sequence, from)) return []
    return net.sequences.flatMap((other) =>
      other.branch && other !== sequence && other.branch.of === branch.of
        ? [{ region: regionIn(net, other), exit: other.branch.exit }]
        : [],
    )
  })
}

export interface Beside {
  readonly region: Region
  readonly exit: PlaceId
}

function isIn(net: Net, sequence: Sequence, nodes: ReadonlySet<string>): boolean {
  const own = regionIn(net, sequence).nodes
  return [...nodes].every((node) => own.has(node))
}

/** Everything a token could come to from these places, whatever joins may want; `isOnce`: in one round of each loop. */
export function regionBehind(net: Net, places: readonly PlaceId[], isOnce = false): Region {
  const reached = { nodes: new Set<string>(), places: new Set(places) }
  for (const place of reached.places) {
    for (const node of net.places.get(place)?.consumers ?? []) {
      if (reached.nodes.has(node.name)) continue
      if (isOnce && node.loop && node.loop.entry !== place) continue
      reached.nodes.add(node.name)
      for (const output of node.outputs) reached.places.add(output.place)
    }
  }
  return reached
}
