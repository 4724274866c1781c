import type { Path } from "../messages/findings.ts"
import type { Json } from "../messages/json.ts"

/** How deep anything we read may be nested, and how many values it may hold. */
export const DEEPEST = 400
export const MOST_VALUES = 200_000

export type PlainProblem = { readonly code: "NOT_PLAIN" | "TOO_DEEP" | "TOO_MANY_VALUES"; readonly path: Path }

/**
 * A copy of an untrusted JavaScript value that is JSON and nothing else: own keys only, no prototypes, no sharing, bounded in
 * depth and number, so that cycles end. What is not JSON becomes null and is told to `problem`; a key without a value is left out.
 */
export function plain(value: unknown, problem: (problem: PlainProblem) => void): Json {
  return copy(value, [], { problem, left: MOST_VALUES })
}

interface Copying {
  readonly problem: (problem: PlainProblem) => void
  left: number
}

function copy(value: unknown, path: Path, copying: Copying): Json {
  copying.left -= 1
  if (copying.left === 0) copying.problem({ code: "TOO_MANY_VALUES", path })
  if (copying.left <= 0) return null
  if (value === null || typeof value === "string" || typeof value === "boolean") return value
  if (typeof value === "number" && Number.isFinite(value)) return value === 0 ? 0 : value
  if (typeof value !== "object" || !isPlainContainer(value)) return refuse("NOT_PLAIN", path, copying)
  if (path.length >= DEEPEST) return refuse("TOO_DEEP", path, copying)
  if (Array.isArray(value)) {
    if (value.length > copying.left) return refuse("TOO_MANY_VALUES", path, copying)
    return Array.from(value, (element: unknown, index) => copy(element, [...path, index], copying))
  }
  return Object.fromEntries(
    Object.entries(value)
      .filter(([, held]) => held !== undefined)
      .map(([key, held]) => [key, copy(held, [...path, key], copying)]),
  )
}

function isPlainContainer(value: object): boolean {
  if (Array.isArray(value)) return true
  const prototype = Object.getPrototypeOf(value)
  return prototype === null || Object.getPrototypeOf(prototype) === null
}

function refuse(code: PlainProblem["code"], path: Path, copying: Copying): null {
  copying.problem({ code, path })
  return null
}
