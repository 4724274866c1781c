import type { Json } from "../messages/json.ts"

/** One text for all ways to write the same value: keys in order, no spaces. */
export function canonicalJson(value: Json): string {
  return JSON.stringify(value, (_key, part: unknown) => (isObject(part) ? inOrder(part) : part))
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value)
}

function inOrder(object: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(object).sort(([one], [other]) => (one < other ? -1 : 1)))
}
