import type { CaseId, ItemId } from "../messages/ids.ts"
import type { JsonObject } from "../messages/json.ts"
import { constraintsAt, idOf, isBesidePlaces, ownScopes, placeName, type Subject, valueAt } from "./bounds.ts"
import { breachKey } from "./handling.ts"
import type { Reacting } from "./reacting.ts"
import type { Constraint } from "./rules.ts"
import { EVERYWHERE_SCOPE, type ScopeText } from "./scopes.ts"

/** Something was written: what must hold in the case, at its live items and about that data is looked at again. */
export function checkInvariants(
  reacting: Reacting,
  of: { readonly case: CaseId } | { readonly item: ItemId },
  written: JsonObject,
): void {
  const { port } = reacting
  if (!port.rules.constrained.has("invariant")) return
  const id = "case" in of ? of.case : port.item(of.item)?.case
  const found = id && port.case(id)
  if (!found?.isRunning) return
  const whole = { case: found }
  const about = port.dataScopes(found.id, Object.keys(written))
  for (const bound of constraintsAt(port, "invariant", [found.process, ...about, EVERYWHERE_SCOPE]))
    check(reacting, whole, bound)
  for (const item of port.liveOf(found.id)) {
    const subject = { case: found, item }
    const scopes: readonly ScopeText[] = [...ownScopes(subject), ...peopleScopes(reacting, subject)]
    for (const bound of constraintsAt(port, "invariant", scopes)) check(reacting, subject, bound)
  }
}

function peopleScopes({ port }: Reacting, { case: found, item }: Subject): readonly ScopeText[] {
  if (!port.rules.reachesPeople || item?.agent === undefined) return []
  return port.scopes({ case: found.id, item: item.id }).filter((scope) => isBesidePlaces(scope) && !isOfData(scope))
}

const isOfData = (scope: ScopeText): boolean => scope.startsWith("class:") || scope.startsWith("object:")

/** It is told once that it does not hold, until it holds again. What cannot be evaluated yet is not broken. */
function check(
  reacting: Reacting,
  subject: Subject,
  { at: scope, name: bound, invariant }: Constraint & { readonly invariant: NonNullable<Constraint["invariant"]> },
): void {
  const { source } = invariant
  const of = idOf(subject)
  const holds = valueAt(reacting.port, subject, source)
  const isBroken = reacting.draft.breaches.has(breachKey({ of, bound }))
  if (holds === true && isBroken) reacting.record({ type: "BoundKept", of, bound })
  if (holds !== false || isBroken) return
  const { case: found, item } = subject
  reacting.order({
    type: "RaiseException",
    class: "InvariantBroken",
    case: found.id,
    ...(item && { item: item.id }),
    at: placeName(subject),
    parameters: { invariant: source, scope, message: `${source} does not hold` },
    holds: item ? { kind: "item", item: item.id } : { kind: "case", case: found.id },
    breaks: { bound, of },
  })
}
