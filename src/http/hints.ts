/**
 * Returns what is told without names whoever asked may not know: a mistyped name is answered with the nearest there is, which
 * may be one of a process, an exlet or an agent that is not for them.
 */
export function withoutHiddenHints<Told>(told: Told, mayKnow: (name: string) => boolean): Told {
  const plain = (text: string) =>
    text.replace(hint, (all, name: string) => (mayKnow(name) ? all : all.startsWith("; ") ? "" : "Look the name up."))
  return mapped(told, plain) as Told
}

const hint = /(?:; )?[Dd]id you mean ['`]([^'`]+)['`]\?/g

function mapped(value: unknown, change: (text: string) => string): unknown {
  if (typeof value === "string") return change(value)
  if (Array.isArray(value)) return value.map((each) => mapped(each, change))
  if (typeof value !== "object" || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, mapped(each, change)]))
}
