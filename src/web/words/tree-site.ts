import { treeParts } from "./rule-words.ts"

/** What a tree of rules is about: the event it stands on, and where. */
export interface TreeSite {
  readonly on: string
  readonly at: string
}

/** Returns the site in a tree's key, as in `itemPre order/pay` or, of a bound handler, `itemPre order/pay#approval`. */
export function siteOfTree(key: string): TreeSite {
  const { on, at } = treeParts(key)
  return { on, at }
}

/** Whether a tree holds the rule of a handler: that is deployed, and nothing can be taught in it. */
export const isOfHandler = (key: string): boolean => treeParts(key).handler !== undefined

interface Rung {
  readonly stage: string
  readonly considered: readonly { readonly what: string; readonly why?: string }[]
}

/** Returns the site of the tree whose rule was chosen last on the way up the ladder; none if it was a handler's. */
export function siteThatAnswered(rungs: readonly Rung[]): TreeSite | undefined {
  const chosen = rungs
    .filter(({ stage }) => stage === "rules")
    .flatMap(({ considered }) => considered.filter(({ why }) => why === undefined))
    .at(-1)
  return chosen && !isOfHandler(chosen.what) ? siteOfTree(chosen.what) : undefined
}

interface Walked {
  readonly tree: string
  /** 0 if no rule held. */
  readonly answer: number
}

/**
 * Returns the walks a better rule belongs to: those that answered, or the most specific one if none did. Nothing
 * can be taught to a handler.
 */
export function walksToTeach<Walk extends Walked>(walks: readonly Walk[]): readonly Walk[] {
  const answered = walks.filter(({ answer }) => answer > 0)
  const trees = (answered.length > 0 ? answered : walks).filter(({ tree }) => !isOfHandler(tree))
  return answered.length > 0 ? trees : trees.slice(0, 1)
}
