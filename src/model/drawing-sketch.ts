import type { Path } from "../messages/findings.ts"
import type { ActivityBlock, Block } from "./definition.ts"
import type { DrawnEdge, DrawnEdgeKind, DrawnNet, DrawnNode } from "./drawing.ts"

/** What all nets of a drawing have in common. */
export interface Studio {
  /** What the block written there is called. */
  nameOf(path: Path): string
  drawBody(name: string, title: string | undefined, body: ActivityBlock["body"], aside: readonly Block[]): void
}

/** An edge whose other end is not known yet. */
export type Loose = Omit<DrawnEdge, "id" | "to">

/** Part of a net: where it begins, and what leads on from it. */
export interface Piece {
  readonly entry: string
  readonly exits: readonly Loose[]
}

/** One net while it is being drawn. */
export class Sketch {
  readonly net: string
  readonly studio: Studio
  readonly start: string
  readonly end: string
  readonly #nodes: DrawnNode[] = []
  readonly #edges: DrawnEdge[] = []
  readonly #edgeIds = new Set<string>()
  /** Where each step begins. */
  readonly #entries = new Map<string, string>()
  readonly #references: { readonly from: readonly Loose[]; readonly to: string }[] = []

  constructor(net: string, studio: Studio) {
    this.net = net
    this.studio = studio
    // No step can be called so.
    this.start = this.idOf("~start")
    this.end = this.idOf("~end")
  }

  /** Nets in one drawing may use the same names. */
  idOf(name: string): string {
    return this.net === "" ? name : `${this.net}/${name}`
  }

  begin(): void {
    this.#nodes.push({ id: this.start, kind: "start", title: "Start" })
  }

  add(name: string, node: Omit<DrawnNode, "id">): string {
    const id = this.idOf(name)
    this.#nodes.push({ id, ...node })
    this.begins(name, id)
    return id
  }

  /** That a step begins with a node, for those who refer to it. */
  begins(name: string, node: string): void {
    this.#entries.set(name, node)
  }

  loose(from: string, kind: DrawnEdgeKind = "flow", label?: string): Loose {
    return { from, kind, ...(label !== undefined && { label }) }
  }

  connect(edges: readonly Loose[], to: string): void {
    for (const { from, ...edge } of edges) {
      let id = `${from}>${to}`
      for (let number = 2; this.#edgeIds.has(id); number++) id = `${from}>${to}~${number}`
      this.#edgeIds.add(id)
      this.#edges.push({ id, from, to, ...edge })
    }
  }

  /** Leads to a step by its name, which may not be drawn yet. */
  refer(from: readonly Loose[], to: string): void {
    this.#references.push({ from, to })
  }

  finish(): Pick<DrawnNet, "nodes" | "edges"> {
    for (const { from, to } of this.#references) {
      const entry = this.#entries.get(to)
      if (entry !== undefined) this.connect(from, entry)
    }
    const leadsToEnd = this.#edges.some(({ to }) => to === this.end)
    if (leadsToEnd) this.#nodes.push({ id: this.end, kind: "end", title: "End" })
    const order = new Map(this.#nodes.map(({ id }, index) => [id, index]))
    const place = ({ from }: DrawnEdge) => order.get(from) ?? 0
    return { nodes: this.#nodes, edges: this.#edges.sort((one, other) => place(one) - place(other)) }
  }
}
