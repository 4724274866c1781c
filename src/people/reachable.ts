/** The names themselves and all they lead to, each once, nearer ones first; circles end where they began. */
export function reachable(
  start: string | readonly string[],
  next: (name: string) => Iterable<string>,
): ReadonlySet<string> {
  const found = new Set(typeof start === "string" ? [start] : start)
  // A set visits what is added to it on the way.
  for (const name of found) for (const other of next(name)) found.add(other)
  return found
}

/** Who names whom, from the side of those named. */
export function inverse<Definition>(
  definitions: ReadonlyMap<string, Definition>,
  named: (definition: Definition) => readonly string[],
): ReadonlyMap<string, readonly string[]> {
  const inverse = new Map<string, string[]>()
  for (const [by, definition] of definitions)
    for (const name of named(definition)) {
      const names = inverse.get(name)
      if (names) names.push(by)
      else inverse.set(name, [by])
    }
  return inverse
}
