import { idOf, ownScopes, type Subject, subjectsAround } from "../exceptions/bounds.ts"
import { pursesOf } from "../exceptions/purses.ts"
import type { BoundView } from "../messages/bounds.ts"
import type { CaseId, ItemId, TimerId } from "../messages/ids.ts"
import { FamilyFacts, type FamilyFactsOptions } from "./family-facts.ts"
import type { BothStates } from "./turn.ts"

/** Every budget and deadline that holds for a running case, or for a live item and what is around it, inner first. */
export function boundsAt(
  { state, handling }: BothStates,
  at: { readonly case: CaseId; readonly item?: ItemId },
  options: FamilyFactsOptions,
): readonly BoundView[] {
  const port = new FamilyFacts(state, options)
  const found = port.case(at.case)
  const item = at.item && port.item(at.item)
  if (!found?.isRunning || (item && !item.isLive)) return []
  const subject: Subject = item ? { case: found, item } : { case: found }
  const budgets = [...pursesOf({ port, draft: handling }, subject)].map(({ scope, limit, spent }): BoundView => {
    return { kind: "budget", scope, limit, spent, left: Number((limit - spent).toPrecision(15)) }
  })
  const around = subjectsAround(port, subject)
  return [...budgets, ...around.flatMap((each) => deadlinesOf({ state, handling }, each))]
}

/** Its own clocks that are going: its process's, and those set from outside. */
function deadlinesOf({ state, handling }: BothStates, subject: Subject): readonly BoundView[] {
  const id = idOf(subject)
  const timers = subject.item ? state.items.get(subject.item.id)?.timers : state.cases.get(subject.case.id)?.timers
  const [own = ""] = ownScopes(subject)
  return (timers ?? []).flatMap((timer: TimerId): readonly BoundView[] => {
    const found = state.timers.get(timer)
    if (found === undefined) return []
    const [word, of, scope] = handling.timers.get(timer)?.about.split(" ") ?? []
    if (found.purpose === "deadline") return [{ kind: "deadline", scope: own, dueAt: found.dueAt }]
    if (word !== "deadline" || of !== id || scope === undefined) return []
    return [{ kind: "deadline", scope, dueAt: found.dueAt }]
  })
}
