import type { ElkExtendedEdge, ElkNode } from "elkjs/lib/elk-api"
import type { Drawing, DrawnEdge, DrawnNode } from "../../model/drawing.ts"

export interface Point {
  readonly x: number
  readonly y: number
}

export interface LaidNode {
  readonly node: DrawnNode
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
  /** The net is drawn inside it. */
  readonly isOpen: boolean
  /** How many activities it lies in. */
  readonly depth: number
}

export interface LaidEdge {
  readonly edge: DrawnEdge
  readonly points: readonly Point[]
  readonly label?: Point & { readonly width: number }
}

/** Where everything stands; all coordinates from the corner of the whole. */
export interface LaidOut {
  readonly nodes: readonly LaidNode[]
  readonly edges: readonly LaidEdge[]
  readonly width: number
  readonly height: number
}

export function laidOut(drawing: Drawing, graph: ElkNode): LaidOut {
  const drawnNodes = new Map(drawing.nets.flatMap(({ nodes }) => nodes.map((node) => [node.id, node] as const)))
  const drawnEdges = new Map(drawing.nets.flatMap(({ edges }) => edges.map((edge) => [edge.id, edge] as const)))
  const nodes: LaidNode[] = []
  const edges: LaidEdge[] = []
  const visit = (parent: ElkNode, corner: Point, depth: number): void => {
    for (const child of parent.children ?? []) {
      const node = drawnNodes.get(child.id)
      const at = { x: corner.x + (child.x ?? 0), y: corner.y + (child.y ?? 0) }
      const isOpen = (child.children?.length ?? 0) > 0
      if (node) nodes.push({ node, ...at, width: child.width ?? 0, height: child.height ?? 0, isOpen, depth })
      visit(child, at, depth + 1)
    }
    for (const each of parent.edges ?? []) {
      const edge = drawnEdges.get(each.id)
      if (edge) edges.push({ edge, ...placed(each, corner) })
    }
  }
  visit(graph, { x: 0, y: 0 }, 0)
  return { nodes, edges, width: graph.width ?? 0, height: graph.height ?? 0 }
}

function placed({ sections = [], labels = [] }: ElkExtendedEdge, corner: Point): Omit<LaidEdge, "edge"> {
  const points = sections.flatMap(({ startPoint, bendPoints = [], endPoint }) => [startPoint, ...bendPoints, endPoint])
  const [label] = labels
  return {
    points: points.map(({ x, y }) => ({ x: corner.x + x, y: corner.y + y })),
    ...(label && {
      label: { x: corner.x + (label.x ?? 0), y: corner.y + (label.y ?? 0), width: label.width ?? 0 },
    }),
  }
}

/** The points joined by straight lines, with corners rounded. */
export function pathOf(points: readonly Point[], radius = 7): string {
  const [first, ...rest] = points
  if (first === undefined) return ""
  let path = `M${round(first.x)} ${round(first.y)}`
  rest.forEach((point, index) => {
    const before = points[index] as Point
    const after = rest[index + 1]
    if (after === undefined) {
      path += `L${round(point.x)} ${round(point.y)}`
      return
    }
    const from = towards(point, before, radius)
    const to = towards(point, after, radius)
    path += `L${round(from.x)} ${round(from.y)}Q${round(point.x)} ${round(point.y)} ${round(to.x)} ${round(to.y)}`
  })
  return path
}

function towards(from: Point, to: Point, distance: number): Point {
  const length = Math.hypot(to.x - from.x, to.y - from.y)
  if (length === 0) return from
  const part = Math.min(distance, length / 2) / length
  return { x: from.x + (to.x - from.x) * part, y: from.y + (to.y - from.y) * part }
}

/** A stroke across a way that is taken when no other is, where it is alone: others may begin and end where it does. */
export function defaultSign(points: readonly Point[]): string {
  const level = points.slice(1).flatMap((to, index) => {
    const from = points[index] as Point
    return from.y === to.y ? [{ from, length: to.x - from.x }] : []
  })
  const alone = level.length > 2 ? level.slice(1, -1) : level.slice(-1)
  const [longest] = alone.toSorted((one, other) => Math.abs(other.length) - Math.abs(one.length))
  if (longest === undefined) return ""
  const { from, length } = longest
  const x = from.x + Math.sign(length) * Math.min(points.length > 2 ? 16 : 26, Math.abs(length) / 2)
  return `M${round(x - 3)} ${round(from.y - 5)}l6 10`
}

const round = (value: number): number => Math.round(value * 10) / 10

/** The nearest node in a direction: for whoever goes through a net by arrow keys. */
export function neighbour(nodes: readonly LaidNode[], from: LaidNode, direction: Direction): LaidNode | undefined {
  const centre = middle(from)
  const [dx, dy] = steps[direction]
  let best: { readonly node: LaidNode; readonly cost: number } | undefined
  for (const node of nodes) {
    const to = middle(node)
    const along = (to.x - centre.x) * dx + (to.y - centre.y) * dy
    const aside = Math.abs((to.x - centre.x) * dy) + Math.abs((to.y - centre.y) * dx)
    if (node === from || along <= 1) continue
    const cost = along + aside * 2
    if (best === undefined || cost < best.cost) best = { node, cost }
  }
  return best?.node
}

export type Direction = "ArrowRight" | "ArrowLeft" | "ArrowDown" | "ArrowUp"

const steps: Readonly<Record<Direction, readonly [number, number]>> = {
  ArrowRight: [1, 0],
  ArrowLeft: [-1, 0],
  ArrowDown: [0, 1],
  ArrowUp: [0, -1],
}

const middle = ({ x, y, width, height }: LaidNode): Point => ({ x: x + width / 2, y: y + height / 2 })
