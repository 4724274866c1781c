import type { Json } from "../../../messages/json.ts"
import type { LessonSource } from "./lesson-source.ts"

/** What a rule says: an exlet by name, steps in place, worklets for a selection, or nothing. */
export type Deed =
  | { readonly kind: "exlet"; readonly name: string }
  | { readonly kind: "steps"; readonly steps: readonly Json[] }
  | { readonly kind: "worklets"; readonly names: readonly string[] }
  | { readonly kind: "nothing" }

/** A rule as far as somebody has written it. */
export interface RuleDraft {
  readonly condition: string
  readonly deed: Deed
  readonly title: string
}

/** As `then` of a rule is written; undefined while something is missing. */
export function thenOf(deed: Deed): Json | undefined {
  switch (deed.kind) {
    case "exlet":
      return deed.name || undefined
    case "steps":
      return deed.steps.length > 0 ? [...deed.steps] : undefined
    case "worklets":
      return deed.names.length > 1 ? [...deed.names] : deed.names[0]
    case "nothing":
      return "nothing"
  }
}

/** What it says may be known already, as `then` of a rule. */
export function newDraft(on: string, then?: Json): RuleDraft {
  const deed: Deed = on === "select" ? { kind: "worklets", names: [] } : deedOf(then)
  return { condition: "", deed, title: "" }
}

function deedOf(then: Json | undefined): Deed {
  if (then === "nothing") return { kind: "nothing" }
  if (Array.isArray(then)) return { kind: "steps", steps: then as readonly Json[] }
  return { kind: "exlet", name: typeof then === "string" ? then : "" }
}

/** Where a browser keeps it: by what it is about and whose answer was wrong, wherever the rule is to stand. */
export function draftKey(agent: string, { on, from }: LessonSource): string {
  return `exlet-rule ${agent} ${on} ${JSON.stringify(from)}`
}

/** Whether what a browser has kept is one. */
export function isDraft(kept: unknown): kept is RuleDraft {
  if (typeof kept !== "object" || kept === null) return false
  const { condition, title, deed } = kept as Partial<RuleDraft>
  return [condition, title, deed?.kind].every((each) => typeof each === "string")
}
