import type { Json } from "../messages/json.ts"
import { Moment, Span } from "./time-value.ts"
import type { ValueType } from "./value-type.ts"

/** A value while an expression is evaluated: JSON, in which timestamps and durations may be already understood. */
export type Value =
  | null
  | boolean
  | number
  | string
  | Moment
  | Span
  | readonly Value[]
  | { readonly [key: string]: Value }

export function isList(value: Value): value is readonly Value[] {
  return Array.isArray(value)
}

export function isMap(value: Value): value is { readonly [key: string]: Value } {
  return typeof value === "object" && value !== null && !isList(value) && !isTime(value)
}

export function isTime(value: Value): value is Moment | Span {
  return value instanceof Moment || value instanceof Span
}

/** The kind of a value in the words of `describeType`. */
export function kindOf(value: Value): string {
  if (value === null) return "null"
  if (typeof value !== "object") return typeof value
  if (isList(value)) return "list"
  return value instanceof Moment ? "timestamp" : value instanceof Span ? "duration" : "object"
}

/** Does this value have the type, as far as its outermost layer tells? */
export function hasType(value: Value, type: ValueType): boolean {
  if (type === "any") return true
  if (typeof type !== "string") return "list" in type ? isList(value) : isMap(value)
  return kindOf(value) === type
}

/** Back to JSON: timestamps and durations become the strings they are written as. */
export function toJson(value: Value, depth = 0): Json {
  if (typeof value !== "object" || value === null) return value
  if (isTime(value)) return value.toString()
  // Only what an expression built can hold times, and no expression nests this deeply: the rest is data as it came.
  if (depth > DEEPEST_TIME) return value as Json
  if (isList(value)) return value.map((element) => toJson(element, depth + 1))
  return Object.fromEntries(Object.entries(value).map(([key, field]) => [key, toJson(field, depth + 1)]))
}

const DEEPEST_TIME = 1000
