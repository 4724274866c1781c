/**
 * The candidate a person most likely meant, if one is near enough: case aside, at most a third of the letters differ. Among very many
 * not all are looked at: thousands of wrong words, each compared with thousands of names, would keep everybody else waiting.
 */
export function nearest(word: string, candidates: Iterable<string>): string | undefined {
  let best: string | undefined
  let least = Math.floor(word.length / 3) + 1
  let effort = MOST_EFFORT
  const wanted = word.toLowerCase()
  for (const candidate of candidates) {
    effort -= 1
    if (effort <= 0) break
    if (Math.abs(candidate.length - word.length) >= least) continue
    const [from, to] = differing(wanted, candidate.toLowerCase())
    effort -= EACH + from.length * to.length
    const distance = editDistance(from, to)
    if (distance < least) [best, least] = [candidate, distance]
    if (distance === 0) break
  }
  return best
}

/** In letters compared with letters: about a millisecond. A comparison costs some, however short it is. */
const MOST_EFFORT = 40_000
const EACH = 40

/** What is left of two words without what they begin and end with alike. */
function differing(one: string, other: string): readonly [string, string] {
  const shorter = Math.min(one.length, other.length)
  let start = 0
  while (start < shorter && one[start] === other[start]) start++
  let end = 0
  while (end < shorter - start && one[one.length - 1 - end] === other[other.length - 1 - end]) end++
  return [one.slice(start, one.length - end), other.slice(start, other.length - end)]
}

/** A remedy that names the nearest candidate, or else some of them. */
export function didYouMean(word: string, candidates: Iterable<string>, otherwise: string): string {
  const near = nearest(word, candidates)
  return near === undefined ? otherwise : `Did you mean \`${near}\`?`
}

/** Letters to add, remove, replace or swap with their neighbour. */
function editDistance(from: string, to: string): number {
  let beforeLast: readonly number[] = []
  let last: readonly number[] = Array.from({ length: to.length + 1 }, (_, column) => column)
  for (let row = 1; row <= from.length; row++) {
    const current = [row]
    for (let column = 1; column <= to.length; column++) {
      const isSame = from[row - 1] === to[column - 1]
      const isSwap = from[row - 1] === to[column - 2] && from[row - 2] === to[column - 1]
      const replaced = (last[column - 1] ?? 0) + (isSame ? 0 : 1)
      const swapped = isSwap ? (beforeLast[column - 2] ?? Infinity) + 1 : Infinity
      current.push(Math.min(replaced, swapped, (last[column] ?? 0) + 1, (current[column - 1] ?? 0) + 1))
    }
    ;[beforeLast, last] = [last, current]
  }
  return last[to.length] ?? 0
}
