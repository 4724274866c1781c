/**
 * The name that a free name most likely is a slip of: the same but for case, '-' and '_', or one letter off in a long name. Names that
 * anybody may choose are often alike on purpose, such as `phase1` and `phase2`; so less counts than for words of the language.
 */
export function slipOf(name: string, names: Iterable<string>): string | undefined {
  const plain = lettersOf(name)
  let near: string | undefined
  let left = MOST_COMPARED
  for (const other of names) {
    if (left-- <= 0) break
    if (other === name) continue
    const letters = lettersOf(other)
    if (letters === plain) return other
    if (near === undefined && isOneLetterOff(plain, letters)) near = other
  }
  return near
}

const lettersOf = (name: string): string => name.toLowerCase().replaceAll(/[-_]/g, "")

function isOneLetterOff(one: string, other: string): boolean {
  if (Math.min(one.length, other.length) < SHORTEST || one[0] !== other[0]) return false
  if (Math.abs(one.length - other.length) > 1) return false
  let start = 0
  while (start < one.length && one[start] === other[start]) start++
  let end = 0
  const most = Math.min(one.length, other.length) - start
  while (end < most && one.at(-1 - end) === other.at(-1 - end)) end++
  const [from, to] = [one.slice(start, one.length - end), other.slice(start, other.length - end)]
  // Numbers and plurals tell things apart.
  if (/\d/.test(from + to) || (end === 0 && from + to === "s")) return false
  return (from.length <= 1 && to.length <= 1) || (from.length === 2 && from === `${to[1]}${to[0]}`)
}

const SHORTEST = 8
/** Among very many names not all are looked at. */
const MOST_COMPARED = 2_000
