import type { Hold } from "../messages/holds.ts"
import type { CaseId } from "../messages/ids.ts"
import type { Process } from "../model/net.ts"
import type { Family, Frame, Item } from "./family.ts"
import { endFollows, follows, itemsBehind } from "./following.ts"

/** Every hold that keeps an item from moving: on itself, on an activity around it, on what follows a task, on its case. */
export function holdsOn(family: Family, item: Item, process: Process): readonly Hold[] {
  if (family.holds.size === 0) return none
  const chain = withAncestors(family, item)
  const found: Hold[] = []
  for (const hold of family.holds.values()) if (isUnder(family, chain, hold, process)) found.push(hold)
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

/** Whether an item, given with the activities around it, is held. */
function isUnder(family: Family, chain: readonly Item[], { target }: Hold, process: Process): boolean {
  switch (target.kind) {
    case "case":
      return chain[0]?.case === target.case
    case "item":
      return chain.some(({ id }) => id === target.item)
    case "end":
      return false
    case "after":
      // The process is that of the item's case: a hold in another case is none of its steps.
      if (family.frames.get(target.frame)?.case !== chain[0]?.case) return false
      return chain.some((at) => follows(family, process, at, target))
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

/**
 * The holds on one case as it stands, by what they hold. Looking at all of its items costs one pass over the holds, not one pass
 * for each item. A decision that places or lifts holds needs another one afterwards.
 */
export class HoldIndex {
  readonly #family: Family
  /** By item, by case, and by what comes behind a step: as the target names it. */
  readonly #on = new Map<string, NumberedHold[]>()

  constructor(family: Family, process: Process, id: CaseId) {
    this.#family = family
    let number = 0
    for (const hold of family.holds.values()) {
      const { target } = hold
      const numbered = { hold, number: number++ }
      if (target.kind === "item") this.#note(`item ${target.item}`, numbered)
      else if (target.kind === "case") this.#note(`case ${target.case}`, numbered)
      else if (target.kind === "after" && family.frames.get(target.frame)?.case === id)
        for (const { frame, task } of itemsBehind(family, process, target)) this.#note(behind(frame, task), numbered)
    }
  }

  /** The same as `holdsOn`, for an item of the case. */
  on(item: Item): readonly Hold[] {
    if (this.#on.size === 0) return none
    const found = new Set(this.#on.get(`case ${item.case}`))
    for (const at of withAncestors(this.#family, item)) {
      for (const each of this.#on.get(`item ${at.id}`) ?? []) found.add(each)
      for (const each of this.#on.get(behind(at.frame, at.task)) ?? []) found.add(each)
    }
    return [...found].sort((one, other) => one.number - other.number).map(({ hold }) => hold)
  }

  isHeld(item: Item): boolean {
    if (this.#on.size === 0) return false
    if (this.#on.has(`case ${item.case}`)) return true
    return withAncestors(this.#family, item).some(
      (at) => this.#on.has(`item ${at.id}`) || this.#on.has(behind(at.frame, at.task)),
    )
  }

  #note(key: string, hold: NumberedHold): void {
    const known = this.#on.get(key)
    if (known) known.push(hold)
    else this.#on.set(key, [hold])
  }
}

/** Which items of a family are held as it stands, each case's holds looked through once. */
export class HeldItems {
  readonly #family: Family
  readonly #cases = new Map<CaseId, HoldIndex>()

  constructor(family: Family) {
    this.#family = family
  }

  has(item: Item, process: Process): boolean {
    if (this.#family.holds.size === 0) return false
    const known = this.#cases.get(item.case) ?? new HoldIndex(this.#family, process, item.case)
    this.#cases.set(item.case, known)
    return known.isHeld(item)
  }
}

interface NumberedHold {
  readonly hold: Hold
  readonly number: number
}

const behind = (frame: string, task: string): string => `after ${frame} ${task}`
