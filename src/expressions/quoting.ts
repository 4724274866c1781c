/** Where a string or comment that begins at `index` ends; `index` itself if none begins there. */
export function skipQuoted(source: string, index: number): number {
  const first = source[index]
  if (first === "/" && source[index + 1] === "/") {
    const newline = source.indexOf("\n", index)
    return newline < 0 ? source.length : newline
  }
  if (first !== '"' && first !== "'") return index
  const delimiter = source.startsWith(first.repeat(3), index) ? first.repeat(3) : first
  let at = index + delimiter.length
  while (at < source.length && !source.startsWith(delimiter, at)) at += source[at] === "\\" ? 2 : 1
  return Math.min(at + delimiter.length, source.length)
}

export interface Parentheses {
  /** The partner of each parenthesis, in both directions. */
  readonly partners: ReadonlyMap<number, number>
  /** The longest row of `!` and `-` in front of an operand, and where it begins. */
  readonly longestSigns: { readonly length: number; readonly start: number }
}

/** What the parser does not tell: it drops parentheses, and recurses on signs without a limit. */
export function findParentheses(source: string): Parentheses {
  const partners = new Map<number, number>()
  const open: number[] = []
  let longestSigns = { length: 0, start: 0 }
  let signs = { length: 0, start: 0 }
  for (let at = 0; at < source.length; at++) {
    const character = source[at] ?? ""
    const end = skipQuoted(source, at)
    if (end > at) {
      at = end - 1
      if (character !== "/") signs = { length: 0, start: 0 }
    } else if (character === "!" || character === "-") {
      signs = { length: signs.length + 1, start: signs.length === 0 ? at : signs.start }
      if (signs.length > longestSigns.length) longestSigns = signs
    } else if (character.trim() !== "") {
      signs = { length: 0, start: 0 }
      const partner = character === ")" ? open.pop() : undefined
      if (character === "(") open.push(at)
      if (partner !== undefined) partners.set(at, partner).set(partner, at)
    }
  }
  return { partners, longestSigns }
}
