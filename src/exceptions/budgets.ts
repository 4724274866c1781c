import type { CaseId, ItemId } from "../messages/ids.ts"
import { liveAt, placeName, type Subject } from "./bounds.ts"
import { breachKey } from "./handling.ts"
import { type Purse, pursesOf } from "./purses.ts"
import { heldBy } from "./raising.ts"
import type { Reacting } from "./reacting.ts"

/** What an item costs has changed: all purses it is paid from are looked at, up to the root case. */
export function checkBudgets(reacting: Reacting, id: ItemId): void {
  const item = reacting.port.item(id)
  const found = item && reacting.port.case(item.case)
  if (item && found && isBudgeted(reacting, found.id)) check(reacting, { case: found, item })
}

/** Data was written that budgets may depend on. */
export function checkCaseBudgets(reacting: Reacting, id: CaseId): void {
  const found = reacting.port.case(id)
  if (found && found.spent !== 0 && isBudgeted(reacting, id)) check(reacting, { case: found })
}

/** Whether anybody has said anything about what may be spent there or above. */
function isBudgeted({ port, draft }: Reacting, id: CaseId): boolean {
  if (port.rules.constrained.has("budget")) return true
  for (let found = port.case(id); found; found = found.parent && port.case(found.parent.case))
    if (found.isBudgeted || (found.parent?.run && draft.runs.get(found.parent.run)?.budget !== undefined)) return true
  return false
}

/** It is told once that too much was spent: until it is not any more, or the bound is a higher one and that is broken as well. */
function check(reacting: Reacting, spender: Subject): void {
  for (const purse of [...pursesOf(reacting, spender)]) {
    const { of, bound, limit, spent } = purse
    const known = reacting.draft.breaches.get(breachKey({ of, bound }))
    if (spent > limit && (known === undefined || (known.limit ?? limit) < limit)) exceed(reacting, purse, spender)
    else if (spent <= limit && known) reacting.record({ type: "BoundKept", of, bound })
  }
}

/** At the item; where it is over already, at what is still going on around it. What is paid from above is told there. */
function exceed(reacting: Reacting, { scope, bound, of, limit, spent, from, run }: Purse, spender: Subject): void {
  const { port } = reacting
  const at = liveAt(port, from)
  if (!at.case.isRunning) return
  const isOwn = from.case.id === spender.case.id
  const over = Number((spent - limit).toPrecision(15))
  const what = run === undefined ? scope : `the worklets of ${scope}`
  const raised = reacting.raise({
    type: "RaiseException",
    class: "BudgetExceeded",
    case: at.case.id,
    ...(at.item && { item: at.item.id }),
    at: placeName(isOwn ? spender : at),
    parameters: {
      budget: limit,
      spent,
      scope,
      over,
      message: `${what} cost ${spent}, which is ${over} more than the budget of ${limit}`,
      ...(run && { run: run.id }),
    },
    ...(run && { depth: run.depth }),
    holds: heldBy(port.rules.classes, "BudgetExceeded", at.case.id, at.item?.id) ?? { kind: "case", case: at.case.id },
    breaks: { bound, of, limit },
  })
  // What goes on spending below waits as well.
  if (raised && !isOwn && run === undefined && spender.item?.isLive)
    reacting.order({
      type: "PlaceHold",
      owner: { kind: "exception", exception: raised },
      target: { kind: "item", item: spender.item.id },
      reason: `BudgetExceeded at ${placeName(at)}`,
    })
}
