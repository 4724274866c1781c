/** Finds the way back to a class. No class is looked at more than once, however many are asked about. */
export function circlesAbove(
  parentOf: (name: string) => string | undefined,
): (name: string) => readonly string[] | undefined {
  const circleOf = new Map<string, readonly string[] | undefined>()
  return (name) => {
    const way = new Map<string, number>()
    let next: string | undefined = name
    for (; next !== undefined && !circleOf.has(next) && !way.has(next); next = parentOf(next)) way.set(next, way.size)
    const names = [...way.keys()]
    const from = next === undefined ? undefined : way.get(next)
    const circle = from === undefined ? [] : names.slice(from)
    for (const each of names) circleOf.set(each, circle.includes(each) ? circle : undefined)
    const found = circleOf.get(name)
    const first = found?.indexOf(name) ?? 0
    return found && [...found.slice(first), ...found.slice(0, first), name]
  }
}
