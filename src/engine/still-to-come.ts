import type { CaseId } from "../messages/ids.ts"
import { type Net, type Node, netOf, type Process } from "../model/net.ts"
import { type Family, isLive } from "./family.ts"
import { namesBehind } from "./following.ts"
import { framesHaving, type StepNamed } from "./under-way.ts"

/**
 * Returns whether a step of a case may still come: a token or a live item could lead there. Conditions are not evaluated, so
 * `true` means maybe and `false` means never, unless somebody jumps or rolls back.
 */
export function mayCome(
  family: Family,
  process: Process,
  id: CaseId,
  { task, after }: StepNamed & { readonly task: string },
): boolean {
  const names = after ? behind(family, process, id, task) : [task]
  return new Reaching(process, targetsOf(process, names)).from(family, id)
}

/** Behind a step that has not been reached either, its net says nothing yet: the step itself stands for what follows it. */
function behind(family: Family, process: Process, id: CaseId, task: string): readonly string[] {
  const frames = framesHaving(family, process, id, task)
  return [task, ...frames.flatMap((frame) => namesBehind(family, process, { frame: frame.id, task }))]
}

/** The nodes of tasks and activities, and those inside blocks. */
function targetsOf(process: Process, names: readonly string[]): ReadonlySet<Node> {
  const targets = new Set<Node>()
  for (const name of names) {
    const block = process.blocks.get(name)
    for (const net of process.nets.values()) {
      const node = net.nodes.get(name)
      if (node) targets.add(node)
      if (block?.net !== net.name) continue
      for (const inner of block.region.nodes) {
        const found = net.nodes.get(inner)
        if (found) targets.add(found)
      }
    }
  }
  return targets
}

class Reaching {
  readonly #process: Process
  readonly #targets: ReadonlySet<Node>
  readonly #seen = new Set<string>()
  readonly #ahead: { readonly net: Net; readonly place: string }[] = []
  #isFound = false

  constructor(process: Process, targets: ReadonlySet<Node>) {
    this.#process = process
    this.#targets = targets
    // A block without nodes comes and goes unseen.
    this.#isFound = targets.size === 0
  }

  from(family: Family, id: CaseId): boolean {
    for (const frame of family.frames.values()) {
      if (frame.case !== id || frame.closed) continue
      const net = netOf(this.#process, frame.net)
      for (const place of frame.marking) this.#reach(net, place)
    }
    for (const item of family.items.values()) {
      const frame = item.case === id && isLive(item) ? family.frames.get(item.frame) : undefined
      const net = frame && netOf(this.#process, frame.net)
      const node = net?.nodes.get(item.task)
      if (net && node) this.#pass(net, node)
    }
    for (let next = this.#ahead.pop(); next && !this.#isFound; next = this.#ahead.pop()) {
      const { net, place } = next
      for (const node of net.places.get(place)?.consumers ?? []) this.#pass(net, node)
    }
    return this.#isFound
  }

  #reach(net: Net, place: string): void {
    const key = `${net.name} ${place}`
    if (this.#seen.has(key)) return
    this.#seen.add(key)
    this.#ahead.push({ net, place })
  }

  /** What a node leads to: its outputs, what is inside it, and where its exceptions or alternatives go. */
  #pass(net: Net, node: Node): void {
    if (this.#targets.has(node)) this.#isFound = true
    for (const { place } of node.outputs) this.#reach(net, place)
    const inside = this.#process.nets.get(node.name)
    if (inside?.owner?.net === net.name) this.#reach(inside, inside.start)
    for (const to of node.task?.arcs?.values() ?? []) {
      const block = this.#process.blocks.get(to)
      for (const place of block ? [block.entry] : (net.nodes.get(to)?.inputs ?? [])) this.#reach(net, place)
    }
    for (const sequence of net.sequences) if (sequence.isApart) this.#reach(net, sequence.entry)
  }
}
