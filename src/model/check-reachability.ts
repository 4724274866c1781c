import type { PlaceId } from "../messages/events.ts"
import type { Path, Report } from "../messages/findings.ts"
import type { ProcessDefinition } from "./definition.ts"
import type { Net, Node } from "./net.ts"

/** Tasks no token can come to, and nets whose end none can come to. They run as written, so these are warnings. */
export function checkReachability(
  net: Net,
  definition: ProcessDefinition,
  paths: ReadonlyMap<string, Path>,
  report: Report,
): void {
  const reached = reachedIn(net)
  const path = (net.owner && paths.get(net.owner.node)) ?? definition.path
  const inside = net.name === "" ? `process "${definition.name}"` : `"${net.name}"`
  const dead = [...net.nodes.values()].filter((node) => node.kind !== "route" && !reached.nodes.has(node))
  for (const node of dead) {
    report({
      code: "UNREACHABLE",
      severity: "warning",
      path: paths.get(node.name) ?? path,
      message: `nothing leads to "${node.name}" in ${inside}, so it never happens`,
      remedy: "Let something lead to it, or remove it",
    })
  }
  if (!reached.places.has(net.end)) {
    report({
      code: "END_UNREACHABLE",
      severity: "warning",
      path,
      message: `no way through ${inside} leads to its end, so it never completes`,
      remedy: "Let some task lead to end",
    })
  }
}

/** What tokens can come to if each place is looked at for itself. */
export function reachedIn(net: Net): { readonly places: ReadonlySet<PlaceId>; readonly nodes: ReadonlySet<Node> } {
  const apart = net.sequences.filter(({ isApart }) => isApart)
  const places = new Set<PlaceId>([net.start, ...apart.map(({ entry }) => entry)])
  const nodes = new Set<Node>()
  for (const place of places) {
    for (const node of net.places.get(place)?.consumers ?? []) {
      if (nodes.has(node) || (node.join === "and" && !node.inputs.every((input) => places.has(input)))) continue
      nodes.add(node)
      for (const output of node.outputs) places.add(output.place)
    }
  }
  return { places, nodes }
}
