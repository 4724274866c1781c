/**
 * Whether each expectation meets one thing found, and each thing found one expectation. Expectations may be vague, so that one that
 * fits is not always the right one: whoever was met first looks for another.
 */
export function canPair<Expected, Found>(
  expected: readonly Expected[],
  found: readonly Found[],
  isLike: (found: Found, expected: Expected) => boolean,
): boolean {
  const metBy = new Map<Found, Expected>()
  const meets = (one: Expected, tried: Set<Found>): boolean =>
    found.some((candidate) => {
      if (tried.has(candidate) || !isLike(candidate, one)) return false
      tried.add(candidate)
      const other = metBy.get(candidate)
      if (other !== undefined && !meets(other, tried)) return false
      metBy.set(candidate, one)
      return true
    })
  return expected.length === found.length && expected.every((one) => meets(one, new Set()))
}
