import type { ElkExtendedEdge, ElkNode, LayoutOptions } from "elkjs/lib/elk-api"
import type { Drawing, DrawnEdge, DrawnKind, DrawnNet, DrawnNode } from "../../model/drawing.ts"
import { figureOf, inside, sizeOf } from "./shape.ts"

/** What is to be laid out: a drawing, with the activities that are open drawn with what is inside them. */
export function elkGraph(drawing: Drawing, open: ReadonlySet<string>): ElkNode {
  const nets = new Map(drawing.nets.map((net) => [net.name, net]))
  const root = nets.get("")
  return {
    id: "process",
    layoutOptions: (root?.nodes.length ?? 0) > large ? { ...options, ...quick } : options,
    ...(root ? insideOf(root, nets, open) : { children: [], edges: [] }),
  }
}

/** Whether an activity is drawn open: it is to be, and there is something inside. */
export function opensNet(
  opens: string | undefined,
  open: ReadonlySet<string>,
  nets: ReadonlyMap<string, DrawnNet>,
): DrawnNet | undefined {
  return opens !== undefined && open.has(opens) ? nets.get(opens) : undefined
}

function insideOf(
  net: DrawnNet,
  nets: ReadonlyMap<string, DrawnNet>,
  open: ReadonlySet<string>,
): Required<Pick<ElkNode, "children" | "edges">> {
  const gates = new Set(net.nodes.filter(({ kind }) => figureOf(kind) === "gate").map(({ id }) => id))
  return {
    children: net.nodes.map((node): ElkNode => {
      const inner = opensNet(node.opens, open, nets)
      const place = edges[node.kind]
      const kept = place === undefined ? {} : { "elk.layered.layering.layerConstraint": place }
      if (inner === undefined) return { id: node.id, ...sizeOf(node), ...held(node, kept) }
      const { top, side } = inside
      return {
        id: node.id,
        layoutOptions: { ...options, "elk.padding": `[top=${top},left=${side},bottom=${side},right=${side}]` },
        ...insideOf(inner, nets, open),
      }
    }),
    edges: net.edges.map((edge) => elkEdge(edge, gates)),
  }
}

/** At the tips of a gate all ways in meet, and all ways out begin. */
function held({ id, kind }: DrawnNode, kept: LayoutOptions): Pick<ElkNode, "layoutOptions" | "ports"> {
  if (figureOf(kind) !== "gate") return { layoutOptions: kept }
  const { width, height } = sizeOf({ kind, title: "" })
  const tip = { width: 0, height: 0 }
  return {
    layoutOptions: { ...kept, "elk.portConstraints": "FIXED_POS" },
    ports: [
      { id: `${id} in`, ...tip, x: 0, y: height / 2, layoutOptions: { "elk.port.side": "WEST" } },
      { id: `${id} out`, ...tip, x: width, y: height / 2, layoutOptions: { "elk.port.side": "EAST" } },
    ],
  }
}

function elkEdge({ id, from, to, label, kind }: DrawnEdge, gates: ReadonlySet<string>): ElkExtendedEdge {
  return {
    id,
    sources: [gates.has(from) ? `${from} out` : from],
    targets: [gates.has(to) ? `${to} in` : to],
    ...(label !== undefined && { labels: [{ id: `${id} label`, text: label, ...labelSize(label) }] }),
    // What is no part of the way things should go bends around it.
    layoutOptions: kind === "flow" ? onTheWay : offTheWay,
  }
}

const onTheWay = { "elk.layered.priority.straightness": "10", "elk.layered.priority.direction": "10" }
const offTheWay = { "elk.layered.priority.straightness": "0", "elk.layered.priority.direction": "0" }
const edges: Readonly<Partial<Record<DrawnKind, string>>> = { start: "FIRST", end: "LAST" }

/** A label takes so much room; what does not fit is cut, and told in full when pointed at. */
export function labelSize(text: string): { readonly width: number; readonly height: number } {
  return { width: Math.min(210, 12 + text.length * 6.4), height: 16 }
}

/** Beyond so many nodes it is not looked so long for the fewest crossings. */
const large = 120
const quick = { "elk.layered.thoroughness": "1", "elk.layered.crossingMinimization.greedySwitch.type": "OFF" }

const options: Readonly<Record<string, string>> = {
  "elk.algorithm": "layered",
  "elk.direction": "RIGHT",
  "elk.layered.cycleBreaking.strategy": "MODEL_ORDER",
  "elk.edgeRouting": "ORTHOGONAL",
  "elk.layered.considerModelOrder.strategy": "NODES_AND_EDGES",
  "elk.layered.nodePlacement.strategy": "BRANDES_KOEPF",
  "elk.layered.nodePlacement.favorStraightEdges": "true",
  "elk.layered.spacing.nodeNodeBetweenLayers": "30",
  "elk.layered.spacing.edgeNodeBetweenLayers": "14",
  "elk.spacing.nodeNode": "22",
  "elk.spacing.edgeNode": "14",
  "elk.spacing.edgeLabel": "4",
  "elk.edgeLabels.inline": "false",
  "elk.layered.edgeLabels.sideSelection": "ALWAYS_UP",
  "elk.padding": "[top=16,left=16,bottom=16,right=16]",
}
