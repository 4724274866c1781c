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
  return copy(value, { problem, path: [], left: MOST_VALUES })
}

interface Copying {
  readonly problem: (problem: PlainProblem) => void
  /** Where the value that is being copied stands. */
  readonly path: (string | number)[]
  left: number
}

function copy(value: unknown, copying: Copying): Json {
  const { path } = copying
  copying.left -= 1
  if (copying.left === 0) refuse("TOO_MANY_VALUES", copying)
  if (copying.left <= 0) return null
  if (value === null || typeof value === "string" || typeof value === "boolean") return value
  if (typeof value === "number" && Number.isFinite(value)) return value === 0 ? 0 : value
  if (typeof value !== "object" || !isPlainContainer(value)) return refuse("NOT_PLAIN", copying)
  if (path.length >= DEEPEST) return refuse("TOO_DEEP", copying)
  if (Array.isArray(value)) {
    if (value.length > copying.left) return refuse("TOO_MANY_VALUES", copying)
    return Array.from(value, (element: unknown, index) => copyAt(index, element, copying))
  }
  return Object.fromEntries(
    Object.entries(value)
      .filter(([, held]) => held !== undefined)
      .map(([key, held]) => [key, copyAt(key, held, copying)]),
  )
}

function copyAt(step: string | number, value: unknown, copying: Copying): Json {
  copying.path.push(step)
  const copied = copy(value, copying)
  copying.path.pop()
  return copied
}

function isPlainContainer(value: object): boolean {
  if (Array.isArray(value)) return true
  const prototype = Object.getPrototypeOf(value)
  return prototype === null || Object.getPrototypeOf(prototype) === null
}

function refuse(code: PlainProblem["code"], { problem, path }: Copying): null {
  problem({ code, path: [...path] })
  return null
}
