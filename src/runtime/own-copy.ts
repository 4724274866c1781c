import { plain } from "../model/plain.ts"

/**
 * A copy of data that its giver can no longer change: what the engine keeps is its own. Keys without a value are left out, as
 * they would be in JSON. What is not JSON is passed on as it is, for the checks of its type to refuse.
 */
export function ownCopy(value: unknown, depth = 0): unknown {
  if (typeof value !== "object" || value === null || depth > deepest) return value
  if (Array.isArray(value)) return value.map((element) => ownCopy(element, depth + 1))
  const prototype = Object.getPrototypeOf(value)
  if (prototype !== Object.prototype && prototype !== null) return value
  const entries = Object.entries(value).filter(([, inner]) => inner !== undefined)
  return Object.fromEntries(entries.map(([key, inner]) => [key, ownCopy(inner, depth + 1)]))
}

/** The same where nothing checks types later: undefined for what is not JSON, or is nested without end. */
export function ownPlain<Value>(value: Value): Value | undefined {
  let isPlain = true
  const copy = plain(value, () => {
    isPlain = false
  })
  return isPlain ? (copy as Value) : undefined
}

export const isRecord = (value: unknown): boolean =>
  typeof value === "object" && value !== null && !Array.isArray(value)

/** Deeper than any data that is accepted, and what contains itself ends here. */
const deepest = 200
