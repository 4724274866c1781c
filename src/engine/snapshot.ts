import type { FamilyId } from "../messages/ids.ts"
import { type Draft, emptyFamily } from "./draft.ts"
import type { Family, Item } from "./family.ts"

/** Changes whenever `Family` does: a snapshot of another format is as good as none. */
const format = 5

/** A family as text, to be loaded without its past. */
export function encodeFamily(family: Family): string {
  const { id, version, lastId } = family
  const items = [...family.items.values()].map((item) =>
    readsCase(family, item) ? { ...item, input: readsTheCase } : item,
  )
  const tables = Object.fromEntries(keyed.map((name) => [name, [...(family[name].values() as Iterable<unknown>)]]))
  const named = Object.fromEntries(mapped.map((name) => [name, [...(family[name] as ReadonlyMap<string, unknown>)]]))
  return JSON.stringify({ format, id, version, lastId, ...tables, ...named, items })
}

/** The family a snapshot holds; undefined if another release wrote it differently. */
export function decodeFamily(text: string): Draft | undefined {
  const stored = JSON.parse(text) as { format: number; id: FamilyId; version: number; lastId: number } & Record<
    string,
    unknown[]
  >
  if (stored.format !== format) return undefined
  const family = emptyFamily(stored.id)
  family.version = stored.version
  family.lastId = stored.lastId
  for (const name of keyed) {
    const table = family[name] as Map<string, unknown>
    for (const row of stored[name] ?? []) table.set((row as { id: string }).id, row)
  }
  for (const name of mapped) {
    const table = family[name] as Map<string, unknown>
    for (const [key, value] of (stored[name] ?? []) as [string, unknown][]) table.set(key, value)
  }
  for (const item of [...family.items.values()]) {
    const data = (item.input as unknown) === readsTheCase ? family.cases.get(item.case)?.data : undefined
    if (data) family.items.set(item.id, { ...item, input: data })
  }
  return family
}

const keyed = ["cases", "frames", "items", "holds", "timers", "exceptions", "messages"] as const
const mapped = ["traces", "counts", "repeats", "rounds", "broken", "doers"] as const

/** Most items read all of their case's data, so it is not written once more for each of them. */
const readsTheCase = "case"

function readsCase(family: Family, item: Item): boolean {
  return item.input !== undefined && item.input === family.cases.get(item.case)?.data
}
