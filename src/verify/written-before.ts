import type { PlaceId } from "../messages/events.ts"
import { type Net, type Node, netOf, type Process } from "../model/net.ts"
import { type Detour, detoursIn } from "./detours.ts"

/** The names that somebody could have written whenever a node begins, and when the process ends, whichever way led there. */
export interface WrittenBefore {
  readonly nodes: ReadonlyMap<Node, ReadonlySet<string>>
  /** Absent: its end is not come to. */
  readonly end?: ReadonlySet<string>
}

/**
 * For every node of a process which variables can have been written before it, on each way to it: by a step that may write
 * them, or because a case has them from the start. On the ways that a branch beside it may have written something first does not
 * count: nobody knows which is first.
 */
export function writtenBefore(process: Process, ways: Ways): WrittenBefore {
  const nodes = new Map<Node, ReadonlySet<string>>()
  const given = [...process.variables].flatMap(([name, { required, default: usual }]) =>
    required || usual !== undefined ? [name] : [],
  )
  const root = [...process.nets.values()].find(({ owner }) => owner === undefined)
  const end = root && new Following(process, nodes, ways).along(root, new Set(given))
  return { nodes, ...(end && { end }) }
}

export interface Ways {
  /** Whether what happens behind something that failed is a way, too. */
  readonly detours: boolean
  /** What a step may write when it is done. */
  readonly writes: (node: Node) => Iterable<string>
}

/** What a step may write when it is done: by name, or anything it is given. */
export function mayWrite({ kind, task, many, wait }: Node): Iterable<string> {
  if (kind === "activity") return many ? many.collect.map(([name]) => name) : []
  if (kind === "wait") return wait?.form === "message" ? (task?.writes.fields.keys() ?? []) : []
  const { entries, fields } = task?.writes ?? {}
  return entries ? entries.map(([name]) => name) : (fields?.keys() ?? [])
}

type Names = ReadonlySet<string>

const common = (one: Names, other: Names): Names => new Set([...one].filter((name) => other.has(name)))
const all = (one: Names, other: Names): Names => new Set([...one, ...other])

/** Goes through nets until nothing changes any more. */
class Following {
  readonly #process: Process
  readonly #found: Map<Node, Names>
  /** What came out of each net the last time, and what had gone in. */
  readonly #last = new Map<Net, { readonly start: string; readonly end: Names | undefined }>()

  readonly #ways: Ways

  constructor(process: Process, found: Map<Node, Names>, ways: Ways) {
    this.#process = process
    this.#found = found
    this.#ways = ways
  }

  /** Undefined: its end is not come to. */
  along(net: Net, start: Names): Names | undefined {
    const key = [...start].sort().join("\n")
    const last = this.#last.get(net)
    if (last?.start === key) return last.end
    const at = new Map<PlaceId, Names>([[net.start, start]])
    const detours = this.#ways.detours ? [...detoursIn(this.#process, net).values()].flat() : []
    const led = new Set(detours.flatMap(({ places }) => places))
    const everything: Names = new Set(this.#process.variables.keys())
    for (const { entry, isApart } of net.sequences) if (isApart && !led.has(entry)) at.set(entry, everything)
    while (this.#round(net, at, detours));
    const end = at.get(net.end)
    this.#last.set(net, { start: key, end })
    return end
  }

  /** Whether anything has changed. */
  #round(net: Net, at: Map<PlaceId, Names>, detours: readonly Detour[]): boolean {
    let isChanged = false
    const meet = (place: PlaceId, names: Names) => {
      const before = at.get(place)
      const both = before ? common(before, names) : names
      if (before && both.size === before.size) return
      at.set(place, both)
      isChanged = true
    }
    for (const node of net.nodes.values()) {
      const before = arriving(node, at)
      if (before === undefined) continue
      this.#found.set(node, before)
      const after = this.#behind(node, before)
      if (after) for (const { place } of node.outputs) meet(place, after)
      for (const detour of detours)
        if (detour.node === node.name) for (const place of detour.places) meet(place, before)
    }
    return isChanged
  }

  #behind(node: Node, before: Names): Names | undefined {
    const own = new Set(this.#ways.writes(node))
    if (node.kind !== "activity") return all(before, own)
    const inside = this.along(netOf(this.#process, node.name), before)
    // Of a list without elements nothing is done.
    return node.many ? all(before, own) : inside
  }
}

function arriving({ join, inputs }: Node, at: ReadonlyMap<PlaceId, Names>): Names | undefined {
  const known = inputs.flatMap((place) => at.get(place) ?? [])
  const [first, ...rest] = known
  if (first === undefined) return undefined
  if (join !== "and") return rest.reduce(common, first)
  return known.length < inputs.length ? undefined : rest.reduce(all, first)
}
