import type { Hold } from "../messages/holds.ts"
import type { CaseId } from "../messages/ids.ts"
import type { Process } from "../model/net.ts"
import type { Family, Frame, Item } from "./family.ts"
import { endFollows, follows } from "./following.ts"

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

/** Every hold that keeps a case from ending: on the whole of it, on its end, or on what follows a task where that is its end. */
export function holdsOnEnd(family: Family, id: CaseId, process: Process): readonly Hold[] {
  if (family.holds.size === 0) return none
  return [...family.holds.values()].filter(({ target }) => {
    if (target.kind === "case" || target.kind === "end") return target.case === id
    if (target.kind === "item" || family.frames.get(target.frame)?.case !== id) return false
    return endFollows(family, process, target)
  })
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
