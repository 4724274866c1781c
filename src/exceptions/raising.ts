import type { HoldTarget } from "../messages/holds.ts"
import type { CaseId, ItemId } from "../messages/ids.ts"
import type { JsonObject } from "../messages/json.ts"
import type { DataType } from "../model/definition.ts"
import type { Run } from "./handling.ts"
import type { Reacting } from "./reacting.ts"
import type { Classes } from "./rules.ts"

/** Raises an exception where a run stands, or an event that is none: any name that is not a class. */
export function raiseNamed(
  reacting: Reacting,
  run: Pick<Run, "case" | "item" | "at" | "depth">,
  name: string,
  parameters: JsonObject,
): { readonly ok: true } | { readonly ok: false; readonly message: string } {
  const { classes } = reacting.port.rules
  const { case: caseId, at, depth } = run
  const item = run.item && reacting.port.item(run.item)?.isLive ? run.item : undefined
  if (!classes.has(name)) {
    reacting.record({ type: "EventRaised", name, case: caseId, ...(item && { item }), at, parameters, depth })
    return { ok: true }
  }
  const holds = heldBy(classes, name, caseId, item)
  const refused = reacting.order({
    type: "RaiseException",
    class: name,
    case: caseId,
    ...(item && { item }),
    at,
    parameters,
    depth,
    ...(holds && { holds }),
  })
  return refused ? { ok: false, message: refused.message } : { ok: true }
}

/** What may not move until such an exception is answered. Being late and triggers hold nothing. */
export function heldBy(classes: Classes, name: string, id: CaseId, item: ItemId | undefined): HoldTarget | undefined {
  const isA = (ancestor: string) => classes.is(name, ancestor)
  if (isA("Deadlock") || isA("Unforeseen")) return { kind: "case", case: id }
  if (item === undefined || isA("DeadlineExceeded")) return undefined
  const isHolding = isA("ItemAbort") || isA("ConstraintViolation") || isA("ResourceUnavailable")
  return isHolding ? { kind: "item", item } : undefined
}

/** What an event is raised with: what was said, and for the rest what its class says. */
export function withDefaults(types: ReadonlyMap<string, DataType>, parameters: JsonObject): JsonObject {
  const defaults = [...types].flatMap(([name, type]) => (type.default === undefined ? [] : [[name, type.default]]))
  return { ...Object.fromEntries(defaults), ...parameters }
}
