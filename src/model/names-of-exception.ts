/** What must happen for a pattern to match, without its windows: one occurrence keeps to any of them. */
type PatternParts =
  | { readonly event: string }
  | { readonly all: readonly PatternParts[] }
  | { readonly any: readonly PatternParts[] }
  | { readonly sequence: readonly PatternParts[] }

/**
 * Returns all names of one exception, the nearest first: its class, the classes above, and each pattern it matches by itself
 * (`any`). A pattern comes after the most general of its members, because it stands for more than they do.
 */
export function namesOfException(
  lineage: readonly string[],
  patterns: ReadonlyMap<string, { readonly pattern: PatternParts }>,
): readonly string[] {
  if (patterns.size === 0) return lineage
  const ranks = new Map<string, Rank>(lineage.map((name, above) => [name, { above, around: 0 }]))
  const rankOf = (name: string, around: ReadonlySet<string>): Rank | undefined => {
    const known = ranks.get(name)
    const pattern = patterns.get(name)
    if (known || pattern === undefined || around.has(name)) return known
    const rank = rankIn(pattern.pattern, (event) => rankOf(event, new Set([...around, name])))
    if (rank === undefined) return undefined
    const own = { above: rank.above, around: rank.around + 1 }
    ranks.set(name, own)
    return own
  }
  for (const name of patterns.keys()) rankOf(name, new Set())
  const found = [...ranks].sort(([, one], [, other]) => one.above - other.above || one.around - other.around)
  return found.map(([name]) => name)
}

/** How far up the lineage a name stands, and how many patterns are around that. */
interface Rank {
  readonly above: number
  readonly around: number
}

/** Returns where the most general member stands that one occurrence matches; undefined where the pattern takes more than one. */
function rankIn(pattern: PatternParts, rankOf: (event: string) => Rank | undefined): Rank | undefined {
  if ("event" in pattern) return rankOf(pattern.event)
  const parts = "any" in pattern ? pattern.any : "all" in pattern ? pattern.all : pattern.sequence
  if (!("any" in pattern) && parts.length !== 1) return undefined
  const ranks = parts.flatMap((part) => rankIn(part, rankOf) ?? [])
  return ranks.sort((one, other) => other.above - one.above || other.around - one.around)[0]
}
