import type { Expression } from "../expressions/expression.ts"
import type { Breach } from "../messages/events.ts"
import type { Amount } from "../model/definition.ts"
import { constraintsAt, idOf, isBesidePlaces, ownScopes, type Subject, subjectsAround, valueAt } from "./bounds.ts"
import type { Handling, Run } from "./handling.ts"
import type { Looking } from "./port.ts"
import type { ScopeText } from "./scopes.ts"

/** What may be spent somewhere, and what was. */
export interface Purse {
  readonly scope: ScopeText
  /** The bound's own name. */
  readonly bound: string
  /** Whose purse it is. */
  readonly of: Breach["of"]
  readonly limit: number
  readonly spent: number
  /** What pays from it, in the case it belongs to. */
  readonly from: Subject
  /** The run of an exlet whose purse it is. */
  readonly run?: Run
}

/** What can be looked at to find them. */
export interface Seen {
  readonly port: Looking
  readonly draft: Pick<Handling, "runs">
}

/** Every purse an item or a case is paid from, inner first. */
export function* pursesOf(seen: Seen, at: Subject): Iterable<Purse> {
  const { port } = seen
  const isAsked = at.item !== undefined && port.rules.constrained.has("budget")
  const scopes = isAsked && at.item ? port.scopes({ case: at.case.id, item: at.item.id }) : []
  const beside = scopes.filter(isBesidePlaces)
  for (let from: Subject | undefined = at; from; from = above(port, from)) {
    for (const each of subjectsAround(port, from)) yield* ownPurses(port, each, from)
    for (const { at: scope, name, budget } of constraintsAt(port, "budget", beside)) {
      const limit = amountAt(port, { case: from.case }, budget)
      if (limit === undefined) continue
      yield { scope, bound: name, of: from.case.id, limit, spent: port.spentAt(from.case.id, scope), from }
    }
    yield* runPurse(seen, from)
  }
}

function* ownPurses(port: Looking, subject: Subject, from: Subject): Iterable<Purse> {
  const { spent, budget } = subject.item ?? subject.case
  const scopes = ownScopes(subject)
  const [scope = ""] = scopes
  const own = budget === undefined ? undefined : amountAt(port, subject, budget)
  const of = idOf(subject)
  if (own !== undefined) yield { scope, bound: "budget", of, limit: own, spent, from }
  for (const { at, name, budget: said } of constraintsAt(port, "budget", scopes)) {
    const limit = amountAt(port, subject, said)
    if (limit !== undefined) yield { scope: at, bound: name, of, limit, spent, from }
  }
}

/** The run a worklet was started by may have a purse for all of its worklets. */
function* runPurse({ port, draft }: Seen, { case: found }: Subject): Iterable<Purse> {
  const run = found.parent?.run && draft.runs.get(found.parent.run)
  const about = run && port.case(run.case)
  if (!run || !about || run.budget === undefined) return
  let spent = 0
  for (const each of port.cases()) if (each.parent?.run === run.id) spent += each.spent
  const item = run.item && port.item(run.item)
  const from = item ? { case: about, item } : { case: about }
  yield { scope: `exlet ${run.exlet}`, bound: "budget", of: run.id, limit: run.budget, spent, from, run }
}

/** What a worklet costs is paid by what it was started for. */
function above(port: Looking, { case: found }: Subject): Subject | undefined {
  const parent = found.parent && port.case(found.parent.case)
  if (parent === undefined) return undefined
  for (const id of found.purses) {
    const item = port.item(id)
    if (item) return { case: parent, item }
  }
  return { case: parent }
}

/** What cannot be told yet bounds nothing. */
function amountAt(port: Looking, at: Subject, amount: Amount | Expression | number): number | undefined {
  const value = typeof amount === "number" ? amount : figureOf(port, at, amount)
  return typeof value === "number" ? value : undefined
}

function figureOf(port: Looking, at: Subject, amount: Amount | Expression): unknown {
  if (!("form" in amount)) return valueAt(port, at, amount)
  return amount.form === "number" ? amount.value : valueAt(port, at, amount.expression.source)
}
