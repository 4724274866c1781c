import type { Json } from "../messages/json.ts"

/** Every place there is. */
export const EVERYWHERE = "everywhere"

/** What a scope may be bound to besides the places of processes, by the word in front of its name. */
export const SCOPE_WORDS = ["role", "unit", "agent", "class", "object"] as const
export type ScopeWord = (typeof SCOPE_WORDS)[number]

/** A scope's text taken apart: `process/task`, `process`; `role:NAME` …; `object:process/variable`; `everywhere`. */
export type Scope =
  | { readonly kind: "everywhere" }
  | { readonly kind: "place"; readonly process: string; readonly task?: string }
  | { readonly kind: "object"; readonly process: string; readonly variable: string }
  | { readonly kind: "role" | "unit" | "agent" | "class"; readonly name: string }

export function parseScope(at: string): Scope {
  if (at === EVERYWHERE) return { kind: "everywhere" }
  const colon = at.indexOf(":")
  const word = SCOPE_WORDS.find((known) => known === at.slice(0, colon))
  const [first = "", second] = at.slice(word === undefined ? 0 : colon + 1).split("/")
  if (word === "object") return { kind: "object", process: first, variable: second ?? "" }
  if (word !== undefined) return { kind: word, name: first }
  return { kind: "place", process: first, ...(second !== undefined && { task: second }) }
}

/** The process a scope lies in, and the task or activity it is, as far as it lies in one. */
export function placeOfScope(at: string): { readonly process?: string; readonly task?: string } {
  const scope = parseScope(at)
  if (!("process" in scope)) return {}
  const { process } = scope
  return scope.kind === "place" && scope.task !== undefined ? { process, task: scope.task } : { process }
}

/** As people write it in a bundle. */
export function scopeSource(at: string): Json {
  const scope = parseScope(at)
  if (scope.kind === "everywhere" || scope.kind === "place") return at
  return { [scope.kind]: at.slice(scope.kind.length + 1) }
}
