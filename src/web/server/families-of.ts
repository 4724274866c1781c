/**
 * Returns the family that an input names, by the id of anything in it: ids inside a family begin with its own. Undefined: the
 * input is about none, or about more than one.
 */
export function familyOf(input: unknown): string | undefined {
  if (!isObject(input)) return undefined
  for (const name of ["family", "case", "item", "intervention", "run", "frame"] as const) {
    const id = input[name]
    if (typeof id === "string" && id !== "") return familyIn(id)
  }
  return familyOf(input.from) ?? familyOf(input.target)
}

/** Returns the family whose answers a command makes old; undefined: those of every family, as what teaches changes rules. */
export function changedBy(name: string, input: unknown): string | undefined {
  if (name === "learn" || (isObject(input) && input.do === "teach")) return undefined
  return name === "start" ? familyIn("") : familyOf(input)
}

export const familyIn = (id: string): string => id.split(".", 1)[0] ?? id

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null && !Array.isArray(value)
