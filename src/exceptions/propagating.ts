import type { ExceptionId, ItemId } from "../messages/ids.ts"
import type { Rejection } from "../messages/rejections.ts"
import type { OpenException } from "./handling.ts"
import type { Reacting } from "./reacting.ts"

/**
 * What is around an exception fails, and that is an exception at what is around that in its turn. At the outermost level the
 * case fails.
 */
export function propagate(
  reacting: Reacting,
  raised: OpenException,
  activity: ItemId | undefined,
): Rejection | undefined {
  const { port } = reacting
  reacting.order({ type: "ResolveException", exception: raised.id, as: "propagated" })
  if (activity === undefined)
    return reacting.order({ type: "FailCase", case: raised.case, cause: `${raised.class} at ${raised.at}` })
  const refused = reacting.order({ type: "EmptyActivity", item: activity })
  if (refused) return refused
  const failed = port.item(activity)
  if (failed === undefined) return undefined
  const outer = failed.within && port.item(failed.within)
  return reacting.order({
    type: "RaiseException",
    class: "SubactivityFailed",
    case: raised.case,
    item: activity,
    at: outer?.task ?? failed.process,
    parameters: { activity: failed.task, ...causeOf(raised) },
    holds: { kind: "item", item: activity },
    depth: raised.depth,
    of: raised.id,
  })
}

/** The activity an exception would fail: the one around its item. For a failed activity, the next. */
export function around(reacting: Reacting, { item }: Pick<OpenException, "item">): ItemId | undefined {
  return item && reacting.port.item(item)?.within
}

/** `cause` is the same as `class`, which conditions cannot see: `event.class` is the event's own. */
function causeOf({ id, class: name, at, parameters }: OpenException): {
  readonly cause: string
  readonly class: string
  readonly task: string
  readonly exception: ExceptionId
  readonly message: string
} {
  const { message } = parameters
  const text = typeof message === "string" ? message : `${name} at ${at}`
  return { cause: name, class: name, task: at, exception: id, message: text }
}
