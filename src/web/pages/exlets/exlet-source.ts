import type { Json, JsonObject } from "../../../messages/json.ts"

/** The steps of an exlet as it was written: a list of them, or a map with more about it. */
export function exletSteps(source: Json): readonly Json[] {
  if (Array.isArray(source)) return source as readonly Json[]
  const steps = isMap(source) ? source.steps : undefined
  return Array.isArray(steps) ? (steps as readonly Json[]) : []
}

/** The same exlet with other steps; what else was said of it stays. */
export function withSteps(source: Json | undefined, steps: readonly Json[]): Json {
  return isMap(source) ? { ...source, steps: [...steps] } : [...steps]
}

/** What is wrong with a name for a new exlet. */
export function nameProblem(name: string, taken: readonly string[]): string | undefined {
  if (name === "") return undefined
  if (!/^[A-Za-z][\w-]*$/.test(name))
    return "A name starts with a letter and goes on with letters, digits, “_” and “-”."
  return taken.includes(name) ? "There is one of this name already." : undefined
}

const isMap = (value: Json | undefined): value is JsonObject =>
  typeof value === "object" && value !== null && !Array.isArray(value)
