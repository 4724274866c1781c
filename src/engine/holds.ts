import type { Hold } from "../messages/holds.ts"
import type { FrameId } from "../messages/ids.ts"
import { type Net, netOf, type Process } from "../model/net.ts"
import type { Family, Frame, Item } from "./family.ts"

/** Every hold that keeps an item from moving: on itself, on an activity around it, on what follows a task, on its case. */
export function holdsOn(family: Family, item: Item, process: Process): readonly Hold[] {
  if (family.holds.size === 0) return none
  const found: Hold[] = []
  for (const hold of family.holds.values()) if (isUnder(family, item, hold, process)) found.push(hold)
  return found
}

const none: readonly Hold[] = []

export function isHeld(family: Family, item: Item, process: Process): boolean {
  return holdsOn(family, item, process).length > 0
}

/** Whether an item is held by anything nearer than its case. */
export function isHeldItself(family: Family, item: Item, process: Process): boolean {
  return holdsOn(family, item, process).some((hold) => hold.target.kind !== "case")
}

function isUnder(family: Family, item: Item, hold: Hold, process: Process): boolean {
  const { target } = hold
  switch (target.kind) {
    case "case":
      return item.case === target.case
    case "item":
      return withAncestors(family, item).some(({ id }) => id === target.item)
    case "end":
      return false
    case "after":
      return withAncestors(family, item).some((at) => follows(family, process, at, target))
  }
}

/** An item and the activities around it, inner first. */
export function withAncestors(family: Family, item: Item): readonly Item[] {
  const chain: Item[] = [item]
  for (let at: Item | undefined = item; at; ) {
    const owner: Frame | undefined = family.frames.get(at.frame)
    at = owner?.item && family.items.get(owner.item)
    if (at) chain.push(at)
  }
  return chain
}

/** Whether an item is among what comes next after a task or block; at the end of an activity that is what follows it. */
function follows(
  family: Family,
  process: Process,
  item: Item,
  target: { readonly frame: FrameId; readonly task: string },
): boolean {
  let { task } = target
  for (let frame = family.frames.get(target.frame); frame; ) {
    const { nodes, atEnd } = followersOf(process, netOf(process, frame.net), task)
    if (item.frame === frame.id && nodes.has(item.task)) return true
    const owner: Item | undefined = atEnd && frame.item ? family.items.get(frame.item) : undefined
    if (owner === undefined) return false
    task = owner.task
    frame = family.frames.get(owner.frame)
  }
  return false
}

interface Followers {
  readonly nodes: ReadonlySet<string>
  /** Whether the net's end comes next too. */
  readonly atEnd: boolean
}

/** What comes next: the first nodes that wait for somebody, with only routes in between. */
function followersOf(process: Process, net: Net, name: string): Followers {
  const known = cache.get(net)?.get(name)
  if (known) return known
  const block = process.blocks.get(name)
  const outputs = net.nodes.get(name)?.outputs.map(({ place }) => place) ?? []
  const places = new Set(block?.net === net.name ? [block.exit] : outputs)
  const nodes = new Set<string>()
  for (const place of places) {
    for (const next of net.places.get(place)?.consumers ?? []) {
      if (next.kind !== "route") nodes.add(next.name)
      else for (const output of next.outputs) places.add(output.place)
    }
  }
  const followers = { nodes, atEnd: places.has(net.end) }
  cache.set(net, (cache.get(net) ?? new Map<string, Followers>()).set(name, followers))
  return followers
}

const cache = new WeakMap<Net, Map<string, Followers>>()
