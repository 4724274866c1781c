import type { Expression } from "../expressions/expression.ts"
import { type CaseId, engineAgent, type ItemId } from "../messages/ids.ts"
import { evaluateAll } from "./evaluating.ts"
import type { CaseFacts, ItemFacts, Looking } from "./port.ts"
import type { Bounded, Constraint } from "./rules.ts"
import { EVERYWHERE_SCOPE, type ScopeText } from "./scopes.ts"

/** What a bound is about: an item (an activity's with all that is in it), or a whole case. */
export interface Subject {
  readonly case: CaseFacts
  readonly item?: ItemFacts
}

export const idOf = ({ case: found, item }: Subject): ItemId | CaseId => item?.id ?? found.id

/** The task, activity or process it stands at. */
export const placeName = ({ case: found, item }: Subject): string => item?.task ?? found.process

/** Where bounds of a subject alone are set, inner first: not those of what is around it. */
export function ownScopes({ case: found, item }: Subject): readonly ScopeText[] {
  if (item === undefined) return [found.process, EVERYWHERE_SCOPE]
  return item.task.includes("~") ? [] : [`${found.process}/${item.task}`]
}

/** An item, the activities around it, and its case: each may have bounds of its own, and all of them must hold. */
export function subjectsAround(port: Looking, at: Subject): readonly Subject[] {
  const found: Subject[] = []
  for (let item = at.item; item; item = item.within && port.item(item.within)) {
    const outer = item.within && port.item(item.within)
    // An instance of a task has its name from the step that has many of them: what is set there is about all together.
    if (outer?.task !== item.task) found.push({ case: at.case, item })
  }
  return [...found, { case: at.case }]
}

/** Scopes that are about somebody or something rather than about a place. */
export const isBesidePlaces = (scope: ScopeText): boolean => scope.includes(":")

export function constraintsAt<Kind extends Bounded>(
  port: Looking,
  kind: Kind,
  scopes: readonly ScopeText[],
): readonly (Constraint & { readonly [Key in Kind]-?: NonNullable<Constraint[Key]> })[] {
  const { rules } = port
  if (!rules.constrained.has(kind)) return none
  return scopes.flatMap((at) => rules.constraints(at)).filter((one) => one[kind] !== undefined) as never
}

/** The first of them that is still going on, else the case: what can be held, and acted on. */
export function liveAt(port: Looking, at: Subject): Subject {
  for (let item = at.item; item; item = item.within && port.item(item.within))
    if (item.isLive) return { case: at.case, item }
  return { case: at.case }
}

/** What an expression gives there; undefined: it cannot be evaluated, or not yet. */
export function valueAt(port: Looking, at: Subject, expression: Expression | string): unknown {
  const item = at.item?.id
  if (typeof expression !== "string") {
    const outcome = expression.evaluate(port.context({ case: at.case.id, item, event: {} }))
    return outcome.ok ? outcome.value : undefined
  }
  const standing = { on: "", case: at.case.id, ...(item && { item }), at: placeName(at), parameters: {} }
  const evaluated = evaluateAll(port, { ...standing, by: engineAgent, depth: 0 }, { value: expression })
  return evaluated.ok ? evaluated.values.value : undefined
}

const none: readonly never[] = []
