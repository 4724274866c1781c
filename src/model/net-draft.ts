import type { PlaceId } from "../messages/events.ts"
import type { Path, Report } from "../messages/findings.ts"
import type { NameText } from "./definition.ts"
import { inFrontOf } from "./entries.ts"
import type { BlockInfo, Drawn, Net, NetPlace, Node, Region, Sequence } from "./net.ts"
import { regionOf } from "./sequences.ts"

/** A net while it is being drawn: nodes are added with their places, and `finish` knows who gives to and takes from each. */
export class NetDraft {
  readonly name: string
  readonly start: PlaceId = "start"
  readonly end: PlaceId = "end"
  readonly #nodes: DraftNode[] = []
  readonly #places = new Set<PlaceId>([this.start, this.end])
  readonly #sequences: Sequence[] = []
  readonly #alternatives = new Map<string, Sequence[]>()
  readonly #form: Net["form"]
  readonly #owner: Net["owner"]

  constructor(name: string, form: Net["form"], owner?: Net["owner"]) {
    this.name = name
    this.#form = form
    this.#owner = owner
  }

  place(id: PlaceId): PlaceId {
    this.#places.add(id)
    return id
  }

  add(node: DraftNode): void {
    this.#nodes.push(node)
  }

  /** How much has been drawn so far; `since` says what was drawn after it. */
  mark(): Drawn {
    return { nodes: this.#nodes.length, places: this.#places.size }
  }

  /** All that was drawn since `from` are blocks one after the other; `alternativeOf`: which stand in for that step. */
  drewSequence(sequence: Omit<Sequence, "to">, alternativeOf?: string): void {
    const drawn = { ...sequence, to: this.mark() }
    this.#sequences.push(drawn)
    if (alternativeOf === undefined) return
    this.#alternatives.set(alternativeOf, [...(this.#alternatives.get(alternativeOf) ?? []), drawn])
  }

  since(mark: Drawn): Region {
    return {
      nodes: new Set(this.#nodes.slice(mark.nodes).map((node) => node.name)),
      places: new Set([...this.#places].slice(mark.places)),
    }
  }

  /** The places in front of a task or block of this net. */
  inFrontOf(name: string, blocks: ReadonlyMap<string, BlockInfo>): readonly PlaceId[] {
    const block = blocks.get(name)
    if (block?.net === this.name) return [block.entry]
    const node = this.#nodes.find((candidate) => candidate.name === name)
    const isShared = (place: PlaceId) => this.#nodes.filter(({ inputs }) => inputs.includes(place)).length > 1
    return node ? inFrontOf(node, isShared) : []
  }

  finish(blocks: ReadonlyMap<string, BlockInfo>, report: Report): Net {
    const takers = new Map<PlaceId, number>()
    for (const node of this.#nodes) for (const place of node.inputs) takers.set(place, (takers.get(place) ?? 0) + 1)
    const nodes = this.#nodes.map(
      ({ cancelling = [], ...node }): Node => ({
        ...node,
        contested: node.inputs.some((place) => (takers.get(place) ?? 0) > 1),
        ...insideOf(node.name, blocks.get(node.name)),
        ...(cancelling.length > 0 && { cancels: this.#region(cancelling, blocks, report) }),
      }),
    )
    const places = new Map<PlaceId, NetPlace & { producers: Node[]; consumers: Node[] }>()
    for (const id of this.#places) places.set(id, { id, producers: [], consumers: [] })
    for (const node of nodes) {
      for (const place of node.inputs) places.get(place)?.consumers.push(node)
      for (const place of new Set(node.outputs.map((output) => output.place))) places.get(place)?.producers.push(node)
    }
    const byName = new Map(nodes.map((node) => [node.name, node]))
    const net = {
      name: this.name,
      start: this.start,
      end: this.end,
      places,
      nodes: byName,
      orJoins: nodes.filter((node) => node.join === "or"),
      form: this.#form,
      sequences: this.#sequences,
      alternatives: this.#alternatives,
    }
    return this.#owner === undefined ? net : { ...net, owner: this.#owner }
  }

  /** A task stands for its items, the places in front of it and what stands in for it, a block for all it consists of, a condition for itself. */
  #region(names: readonly NameText[], blocks: ReadonlyMap<string, BlockInfo>, report: Report): Region {
    const region = { nodes: new Set<string>(), places: new Set<PlaceId>() }
    for (const { name, path } of names) {
      const block = blocks.get(name)
      const nodes = this.#nodes.filter((node) => node.name === name || node.name === `${name}~split`)
      if (block?.net === this.name) {
        for (const node of block.region.nodes) region.nodes.add(node)
        for (const place of block.region.places) region.places.add(place)
      } else if (nodes.length > 0) {
        for (const node of nodes) {
          region.nodes.add(node.name)
          for (const place of node.inputs) region.places.add(place)
        }
        this.#addAlternatives(name, region)
      } else if (this.#places.has(name)) region.places.add(name)
      else report(otherLevel(name, path))
    }
    return region
  }

  #addAlternatives(name: string, region: { readonly nodes: Set<string>; readonly places: Set<PlaceId> }): void {
    const alternatives = this.#alternatives.get(name) ?? []
    if (alternatives.length === 0) return
    const drawn = { nodes: this.#nodes.map((node) => node.name), places: [...this.#places] }
    for (const alternative of alternatives) {
      const { nodes, places } = regionOf(drawn, alternative)
      for (const node of nodes) region.nodes.add(node)
      for (const place of places) region.places.add(place)
    }
  }
}

function insideOf(name: string, block: BlockInfo | undefined): { readonly within?: ReadonlySet<string> } {
  if (block?.kind !== "some") return {}
  return { within: new Set([...block.region.nodes].filter((node) => node !== `${name}~split`)) }
}

function otherLevel(name: string, path: Path) {
  return {
    code: "CANCELS_OTHER_LEVEL",
    severity: "error",
    path,
    message: `"${name}" is not on the same level, so it cannot be cancelled from here`,
    remedy: "Name a task, block or condition of the same flow, or the activity around it",
  } as const
}

export type DraftNode = Omit<Node, "contested" | "cancels"> & { readonly cancelling?: readonly NameText[] }
