import type { EventOf } from "../messages/events.ts"
import type { ItemId } from "../messages/ids.ts"
import type { OpenException } from "./handling.ts"
import type { Reacting } from "./reacting.ts"
import type { Classes } from "./rules.ts"

/** An exception was answered by the ladder: if what it held is going on, that is watched. What a person answers is his word. */
export function watch(reacting: Reacting, { exception, as }: EventOf<"ExceptionResolved">): void {
  const raised = reacting.resolved.get(exception)
  if (as !== undefined || raised?.item === undefined || !isWatched(reacting.port.rules.classes, raised)) return
  const { tried, pushed } = reacting.draft
  const push = pushed.get(raised.item)
  const isAgain = tried.has(raised.item) || (push && !push.isLet)
  if (!reacting.port.item(raised.item)?.isLive || !isAgain) return
  const { class: name, case: id, item, at, raisedAt } = raised
  reacting.record({ type: "VerificationBegun", exception, class: name, case: id, item, at, raisedAt })
}

/** What was watched is through. */
export function settle(reacting: Reacting, item: ItemId): void {
  for (const watched of [...reacting.draft.verifying.values()])
    if (watched.item === item)
      reacting.record({ type: "ExceptionVerified", exception: watched.exception, as: "resolved" })
}

/** The same trouble at the same item: what was done about it before did not help. */
export function recur(reacting: Reacting, raised: OpenException): void {
  const { classes } = reacting.port.rules
  for (const watched of [...reacting.draft.verifying.values()]) {
    const isSame = classes.is(raised.class, watched.class) || classes.is(watched.class, raised.class)
    if (watched.item === raised.item && isSame)
      reacting.record({ type: "ExceptionVerified", exception: watched.exception, as: "recurred", by: raised.id })
  }
}

/** What is executed once more has yet to show whether that helped; everything else is as good as its answer at once. */
function isWatched(classes: Classes, { class: name }: OpenException): boolean {
  return ["ItemAbort", "SubactivityFailed", "LoopLimit"].some((ancestor) => classes.is(name, ancestor))
}
