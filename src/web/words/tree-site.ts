/** What a tree of rules is about: the event it stands on, and where. */
export interface TreeSite {
  readonly on: string
  readonly at: string
}

/** Returns the site in a tree's key, as in `itemPre order/pay` or, of a bound handler, `itemPre order/pay#approval`. */
export function siteOfTree(key: string): TreeSite {
  const space = key.indexOf(" ")
  return { on: key.slice(0, space), at: key.slice(space + 1).replace(/#.*$/s, "") }
}

interface Rung {
  readonly considered: readonly { readonly what: string; readonly why?: string }[]
}

/** Returns the site of the tree whose rule was chosen on the way up the ladder, as in `TooFew concert/sell#3`. */
export function siteThatAnswered(rungs: readonly Rung[]): TreeSite | undefined {
  for (const { considered } of rungs.toReversed())
    for (const { what, why } of considered) if (why === undefined && /^\S+ \S*#/.test(what)) return siteOfTree(what)
  return undefined
}

interface Walked {
  readonly tree: string
  /** 0 if no rule held. */
  readonly answer: number
}

/** Returns the walks a better rule belongs to: those that answered, or the most specific one if none did. */
export function walksToTeach<Walk extends Walked>(walks: readonly Walk[]): readonly Walk[] {
  const answered = walks.filter(({ answer }) => answer > 0)
  return answered.length > 0 ? answered : walks.slice(0, 1)
}
