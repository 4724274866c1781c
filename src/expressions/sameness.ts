import { Moment, Span } from "./time-value.ts"
import { isList, isTime, type Value } from "./value.ts"

/**
 * Deep equality; values of different kinds are different. `step` is called for every pair looked at, so that the
 * cost is counted. It keeps its own stack: data nested however deeply cannot overflow the real one.
 */
export function areSame(left: Value, right: Value, step: () => void): boolean {
  if (typeof left !== "object" && typeof right !== "object") return left === right
  const pairs: [Value, Value][] = [[left, right]]
  for (let pair = pairs.pop(); pair !== undefined; pair = pairs.pop()) {
    step()
    if (!matchOrOpen(pair[0], pair[1], pairs)) return false
  }
  return true
}

/** Negative, zero or positive; undefined where the two have no order. */
export function compareValues(left: Value, right: Value): number | undefined {
  if (typeof left === "number" && typeof right === "number") return left - right
  if (typeof left === "string" && typeof right === "string") return left < right ? -1 : left > right ? 1 : 0
  const [a, b] = [asTimeLike(left, right), asTimeLike(right, left)]
  if (a instanceof Moment && b instanceof Moment) return a.epochMs - b.epochMs
  if (a instanceof Span && b instanceof Span) return a.length - b.length
  return undefined
}

/** A string beside a timestamp or duration is read as one, if it is one. */
function asTimeLike(value: Value, other: Value): Value {
  if (typeof value !== "string") return value
  if (other instanceof Moment) return Moment.parse(value) ?? value
  return other instanceof Span ? (Span.parse(value) ?? value) : value
}

function matchOrOpen(left: Value, right: Value, pairs: [Value, Value][]): boolean {
  if (left === right) return true
  if (typeof left !== "object" && typeof right !== "object") return false
  if (left === null || right === null) return false
  if (isTime(left) || isTime(right)) return compareValues(left, right) === 0
  if (typeof left !== "object" || typeof right !== "object") return false
  if (isList(left) || isList(right)) {
    if (!isList(left) || !isList(right) || left.length !== right.length) return false
    for (const [index, element] of left.entries()) pairs.push([element, right[index] ?? null])
    return true
  }
  const keys = Object.keys(left)
  if (keys.length !== Object.keys(right).length) return false
  for (const key of keys) {
    if (!Object.hasOwn(right, key)) return false
    pairs.push([left[key] ?? null, right[key] ?? null])
  }
  return true
}
