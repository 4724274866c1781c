/** What must happen for a pattern to match: one event, all of some patterns, any of them, or one after the other. */
export type Pattern = { readonly within?: string } & (
  | { readonly event: string }
  | { readonly all: readonly Pattern[] }
  | { readonly any: readonly Pattern[] }
  | { readonly sequence: readonly Pattern[] }
)

/** A pattern as it was deployed. Its name is that of the event that happens when it matches. */
export interface NamedPattern {
  readonly name: string
  readonly pattern: Pattern
  /** The longest time, ISO 8601, from the first to the last of its members. */
  readonly within?: string
  /** Over `event`: members of one match have the same value. */
  readonly by?: { readonly source: string }
}

/** The events a pattern speaks of, each once. */
export function membersOf(pattern: Pattern): ReadonlySet<string> {
  const known = members.get(pattern)
  if (known) return known
  const found = new Set("event" in pattern ? [pattern.event] : partsOf(pattern).flatMap((part) => [...membersOf(part)]))
  members.set(pattern, found)
  return found
}

const members = new WeakMap<Pattern, ReadonlySet<string>>()

export function partsOf(pattern: Pattern): readonly Pattern[] {
  if ("all" in pattern) return pattern.all
  if ("any" in pattern) return pattern.any
  return "sequence" in pattern ? pattern.sequence : []
}
