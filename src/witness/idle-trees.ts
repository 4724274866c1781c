import type { Tree } from "../exceptions/tree.ts"
import { isMereTelling, stepsOf } from "./conclusions.ts"
import type { Stage } from "./stage.ts"

/**
 * The trees that make no difference to what can happen: they only notify somebody, or say that nothing is to be done, and no tree that does
 * more is asked about the same. A rule that only notifies is the answer where it stands in front of one that does more.
 */
export function idleTrees({ rulebook }: Pick<Stage, "rulebook">): ReadonlySet<string> {
  const { classTree } = rulebook
  const all = [...rulebook.trees()]
  const acting = new Set(all.filter((tree) => isActing(tree, { rulebook })).map(({ on }) => on))
  const isNear = (on: string) => [...acting].some((other) => classTree.is(on, other) || classTree.is(other, on))
  return new Set(all.filter(({ on }) => !acting.has(on) && !isNear(on)).map(({ key }) => key))
}

function isActing({ nodes }: Tree, stage: Pick<Stage, "rulebook">): boolean {
  for (const { id, until, conclusion } of nodes.values()) {
    if (id === 0 || until !== undefined || conclusion === undefined || conclusion.kind === "nothing") continue
    const steps = stepsOf(conclusion, stage)
    if (conclusion.kind === "undo" || (steps.length > 0 && !isMereTelling(steps))) return true
  }
  return false
}
