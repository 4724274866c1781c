import type { ScopedProperties } from "../../model/definition.ts"

/** What is a detail of the properties a task and a process have in common, and what would be missed in the flow. */
export const SCOPED_PROPERTIES: { readonly [Key in keyof ScopedProperties]-?: "detail" | "flow" } = {
  alternatives: "flow",
  pattern: "detail",
  attempts: "detail",
  backoff: "detail",
  involvement: "detail",
  loopLimit: "detail",
  cascadeLimit: "detail",
  invariant: "detail",
  undo: "detail",
  irreversible: "detail",
  owner: "detail",
  answerWithin: "detail",
}
