import type { Hold } from "../messages/holds.ts"
import { type Net, type Node, netOf, type Process } from "../model/net.ts"
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
    case "after":
      return withAncestors(family, item).some(
        (at) => at.frame === target.frame && followsTask(family.frames.get(at.frame), process, target.task, at.task),
      )
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

function followsTask(frame: Frame | undefined, process: Process, task: string, candidate: string): boolean {
  return frame !== undefined && followersOf(netOf(process, frame.net), task).has(candidate)
}

/** What comes next after a task or route: the first nodes that wait for somebody, with only routes in between. */
export function followersOf(net: Net, task: string): ReadonlySet<string> {
  const known = cache.get(net)?.get(task)
  if (known) return known
  const found = new Set<string>()
  const seen = new Set<Node>()
  const start = net.nodes.get(task)
  const queue = start ? [start] : []
  for (const node of queue) {
    for (const { place } of node.outputs) {
      for (const next of net.places.get(place)?.consumers ?? []) {
        if (seen.has(next)) continue
        seen.add(next)
        if (next.kind === "route") queue.push(next)
        else found.add(next.name)
      }
    }
  }
  const perNet = cache.get(net) ?? new Map<string, ReadonlySet<string>>()
  cache.set(net, perNet.set(task, found))
  return found
}

const cache = new WeakMap<Net, Map<string, ReadonlySet<string>>>()
