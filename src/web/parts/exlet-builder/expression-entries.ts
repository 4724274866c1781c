import type { Json, JsonObject } from "../../../messages/json.ts"

/** A name and the expression its value comes from, as somebody types them. */
export type Entry = readonly [name: string, expression: Json]

/** What a map of them says; of two with one name the first counts. */
export function mapOf(entries: readonly Entry[]): JsonObject {
  const names = entries.map(([name]) => name)
  return Object.fromEntries(entries.filter(([name], index) => names.indexOf(name) === index))
}

/** Those that were typed, in their order and with names that stand twice, as long as that is what is written; else what is written. */
export function entriesFor(typed: readonly Entry[], written: JsonObject): readonly Entry[] {
  return isSame(mapOf(typed), written) ? typed : Object.entries(written)
}

export function nameProblem(entries: readonly Entry[]): string | undefined {
  const names = entries.map(([name]) => name)
  const twice = names.find((name, index) => names.indexOf(name) !== index)
  return twice === undefined ? undefined : `“${twice}” stands here twice; only the first counts.`
}

function isSame(one: JsonObject, other: JsonObject): boolean {
  const names = Object.keys(one)
  return (
    names.length === Object.keys(other).length &&
    names.every((name) => JSON.stringify(one[name]) === JSON.stringify(other[name]))
  )
}
