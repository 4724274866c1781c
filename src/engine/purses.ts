import type { AgentId, CaseId, ItemId } from "../messages/ids.ts"
import type { Draft } from "./draft.ts"
import type { Case, Family, Item } from "./family.ts"

/** What was spent, and from which purses: an item's own, those of the activities around it, its case's, and all above. */

/** This execution of an item costs so much, in place of what was planned for it so far. */
export function count(draft: Draft, id: ItemId, cost: number): void {
  const item = draft.items.get(id)
  if (item === undefined) return
  draft.items.set(id, { ...item, planned: cost })
  charge(draft, id, add(cost, -(item.planned ?? 0)))
}

/** The execution is over, and what it cost is spent; the next one costs anew. */
export function countAnew(draft: Draft, id: ItemId): void {
  const item = draft.items.get(id)
  if (item?.planned !== undefined) draft.items.set(id, { ...item, planned: undefined })
}

/** It was begun and given back, so it was not done: nothing was spent. */
export function takeBack(draft: Draft, id: ItemId): void {
  const item = draft.items.get(id)
  if (item?.planned === undefined) return
  charge(draft, id, -item.planned)
  countAnew(draft, id)
}

/** The items a worklet is paid from besides its case: what it was started for, and the activities around that. */
export function pursesFor(family: Family, id: ItemId): readonly ItemId[] {
  const item = family.items.get(id)
  return item ? [id, ...around(family, item)] : []
}

/** Money is told in decimals: what they add up to is not a hair more or less. */
export function add(one: number, other: number): number {
  const sum = one + other
  return Number.isInteger(sum) ? sum : Number(sum.toPrecision(15))
}

/** One part of what a case has cost: items of a task, of its own process or a worklet's, done by one agent. */
export interface Charge {
  readonly process: string
  readonly version: number
  readonly task: string
  readonly agent: AgentId
  readonly amount: number
}

export function chargesOf({ charges = {} }: Case): readonly Charge[] {
  return Object.entries(charges).map(([key, amount]) => {
    const [process, version, task, agent] = JSON.parse(key) as [string, number, string, AgentId]
    return { process, version, task, agent, amount }
  })
}

function charge(draft: Draft, id: ItemId, amount: number): void {
  const item = draft.items.get(id)
  if (item === undefined || amount === 0) return
  draft.items.set(id, { ...item, cost: add(item.cost ?? 0, amount), spent: add(item.spent ?? 0, amount) })
  for (const activity of around(draft, item)) spend(draft, activity, amount)
  const found = draft.cases.get(item.case)
  if (found === undefined) return
  const key = JSON.stringify([found.process, found.version, item.task, item.agent])
  for (let at: Case | undefined = found; at; at = above(draft, at.id)) {
    for (const purse of at.purses ?? []) spend(draft, purse, amount)
    const charges = { ...at.charges, [key]: add(at.charges?.[key] ?? 0, amount) }
    draft.cases.set(at.id, { ...at, spent: add(at.spent ?? 0, amount), charges })
  }
}

function spend(draft: Draft, id: ItemId, amount: number): void {
  const item = draft.items.get(id)
  if (item) draft.items.set(id, { ...item, spent: add(item.spent ?? 0, amount) })
}

/** The activities around an item, inner first. */
function around(family: Family, item: Item): readonly ItemId[] {
  const found: ItemId[] = []
  for (let frame = family.frames.get(item.frame); frame?.item; ) {
    found.push(frame.item)
    const owner: Item | undefined = family.items.get(frame.item)
    frame = owner && family.frames.get(owner.frame)
  }
  return found
}

function above(family: Family, id: CaseId): Case | undefined {
  const parent = family.cases.get(id)?.parent
  return parent && family.cases.get(parent.case)
}
