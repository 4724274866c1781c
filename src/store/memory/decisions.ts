import type { FamilyId } from "../../messages/ids.ts"
import type { DecisionQuery, DecisionRow } from "../port.ts"
import { byPlace } from "./selection.ts"

/** What was asked of each tree. */
export type Decisions = Map<string, AskedTree>

interface AskedTree {
  readonly families: Map<FamilyId, Map<number, DecisionRow>>
  count: number
  /** All rows in order, made when they are asked for and good until the next is written. */
  inOrder: readonly DecisionRow[] | undefined
}

export function noDecisions(): Decisions {
  return new Map()
}

export function recordDecisions(decisions: Decisions, rows: readonly DecisionRow[]): void {
  for (const row of rows) {
    const asked = decisions.get(row.tree) ?? { families: new Map(), count: 0, inOrder: undefined }
    const versions = asked.families.get(row.family) ?? new Map<number, DecisionRow>()
    if (!versions.has(row.version)) asked.count += 1
    asked.families.set(row.family, versions.set(row.version, row))
    asked.inOrder = undefined
    decisions.set(row.tree, asked)
  }
}

export function forgetDecisions(decisions: Decisions, family: FamilyId, trees: readonly string[]): void {
  for (const tree of trees) {
    const asked = decisions.get(tree)
    const versions = asked?.families.get(family)
    if (asked === undefined || versions === undefined) continue
    asked.families.delete(family)
    asked.count -= versions.size
    asked.inOrder = undefined
  }
}

export function decisionsOf(
  decisions: Decisions,
  { tree, after, failed, order = "oldest", limit }: DecisionQuery,
): readonly DecisionRow[] {
  const rows = inOrder(decisions.get(tree))
  const found: DecisionRow[] = []
  const step = order === "oldest" ? 1 : -1
  for (let index = firstOf(rows, order, after); found.length < limit; index += step) {
    const row = rows[index]
    if (row === undefined) break
    if (failed === undefined || row.failed) found.push(row)
  }
  return found
}

export function countDecisions(decisions: Decisions, tree: string): number {
  return decisions.get(tree)?.count ?? 0
}

function inOrder(asked: AskedTree | undefined): readonly DecisionRow[] {
  if (asked === undefined) return []
  asked.inOrder ??= [...asked.families.values()].flatMap((versions) => [...versions.values()]).sort(byPlace)
  return asked.inOrder
}

function firstOf(
  rows: readonly DecisionRow[],
  order: NonNullable<DecisionQuery["order"]>,
  after: DecisionQuery["after"],
): number {
  if (order === "oldest") return after === undefined ? 0 : firstAfter(rows, after)
  return after === undefined ? rows.length - 1 : firstAfter(rows, { ...after, version: after.version - 1 }) - 1
}

function firstAfter(rows: readonly DecisionRow[], place: Pick<DecisionRow, "family" | "version">): number {
  let [low, high] = [0, rows.length]
  while (low < high) {
    const middle = (low + high) >>> 1
    const row = rows[middle]
    if (row !== undefined && byPlace(row, place) <= 0) low = middle + 1
    else high = middle
  }
  return low
}
