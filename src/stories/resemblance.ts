import type { Json } from "../messages/json.ts"
import { isList, isMap } from "../model/read-value.ts"

/** Whether a value has everything that is expected of it: all the keys of a map, all else exactly. */
export function resembles(found: Json | undefined, expected: Json): boolean {
  if (isMap(expected)) {
    if (!isMap(found)) return false
    return Object.entries(expected).every(([key, value]) =>
      resembles(Object.hasOwn(found, key) ? found[key] : undefined, value),
    )
  }
  if (expected === null) return found === null || found === undefined
  if (!isList(expected)) return found === expected
  return (
    isList(found) &&
    found.length === expected.length &&
    expected.every((value, index) => resembles(found[index], value))
  )
}

/** A value as a story would write it, kept to one line. */
export function shown(value: Json | undefined): string {
  return value === undefined ? "nothing" : JSON.stringify(value)
}

export function shownList(names: readonly string[]): string {
  return `[${names.join(", ")}]`
}

/** The same names, as often, in any order. */
export function sameNames(one: readonly string[], other: readonly string[]): boolean {
  const sorted = other.toSorted()
  return one.length === other.length && one.toSorted().every((name, index) => name === sorted[index])
}
