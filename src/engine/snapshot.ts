import type { FamilyId } from "../messages/ids.ts"
import type { JsonObject } from "../messages/json.ts"
import { type Draft, emptyFamily } from "./draft.ts"
import type { Family, Item } from "./family.ts"
import { dataOfCase } from "./shared-data.ts"

/** Changes whenever `Family` does: a snapshot of another format is as good as none. */
const format = 8

/** A family as text, to be loaded without its past. */
export function encodeFamily(family: Family): string {
  const { id, version, lastId } = family
  const items = [...family.items.values()].map((item) => ({
    ...item,
    ...(item.input !== undefined && { input: written(family, item, item.input) }),
    ...(item.began !== undefined && {
      began: item.began === item.input ? readsTheSame : written(family, item, item.began),
    }),
  }))
  const tables = Object.fromEntries(keyed.map((name) => [name, [...(family[name].values() as Iterable<unknown>)]]))
  const named = Object.fromEntries(mapped.map((name) => [name, [...(family[name].entries() as Iterable<unknown>)]]))
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
    const input = read(family, item, item.input)
    const began = (item.began as unknown) === readsTheSame ? input : read(family, item, item.began)
    if (input !== item.input || began !== item.began) family.items.set(item.id, { ...item, input, began })
  }
  return family
}

const keyed = ["cases", "frames", "items", "holds", "timers", "exceptions", "messages"] as const
const mapped = ["shared", "traces", "counts", "repeats", "rounds", "broken", "doers"] as const

/** Most items read all of their case's data, so it is not written once more for each of them. */
const readsTheCase = "case"
/** Most items have still read what they read at their start. */
const readsTheSame = "input"

function written(family: Family, item: Item, data: JsonObject): JsonObject | string {
  return data === dataOfCase(family, item.case) ? readsTheCase : data
}

function read(family: Family, item: Item, stored: JsonObject | undefined): JsonObject | undefined {
  return (stored as unknown) === readsTheCase ? dataOfCase(family, item.case) : stored
}
