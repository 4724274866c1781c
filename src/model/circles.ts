/** More are not worth telling. */
const MOST_CIRCLES = 20

/**
 * Ways that lead back to where they began, each without its end: `a, b` for a → b → a. Every name is visited once, so of many
 * circles through the same names only some are found; if there is one at all, one is.
 */
export function circlesFrom(
  starts: Iterable<string>,
  next: (name: string) => readonly string[],
): readonly (readonly string[])[] {
  const circles: (readonly string[])[] = []
  const done = new Set<string>()
  for (const start of starts) {
    const way: string[] = []
    const steps = new Map<string, number>()
    // Not by recursion: the way may be as long as there are names.
    const waiting: string[][] = [[start]]
    while (waiting.length > 0 && circles.length < MOST_CIRCLES) {
      const name = waiting.at(-1)?.pop()
      if (name === undefined) {
        waiting.pop()
        const left = way.pop() ?? start
        steps.delete(left)
        done.add(left)
        continue
      }
      const step = steps.get(name)
      if (step !== undefined) circles.push(way.slice(step))
      else if (!done.has(name)) {
        steps.set(name, way.length)
        way.push(name)
        waiting.push([...next(name)].reverse())
      }
    }
  }
  return circles
}

/** The same circle, begun at the first of its names that is wanted. */
export function turnedTo(circle: readonly string[], isWanted: (name: string) => boolean): readonly string[] {
  const first = Math.max(0, circle.findIndex(isWanted))
  return [...circle.slice(first), ...circle.slice(0, first)]
}
