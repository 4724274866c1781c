import type { Rules } from "../exceptions/rules.ts"
import { compileExpression, isExpression } from "../expressions/expression.ts"
import { readsOf } from "../expressions/reads.ts"
import type { FamilyId } from "../messages/ids.ts"
import type { Staff } from "../messages/people.ts"
import { ruleVocabulary } from "../model/vocabulary.ts"
import type { ListedCase } from "../store/port.ts"
import type { Authority } from "./authority.ts"
import { type Meaning, vocabularyAt } from "./conditions.ts"
import type { LoadedFamily } from "./families.ts"
import { KnownFacts } from "./known-facts.ts"
import type { FindProcess } from "./projection.ts"
import { ruleBindings } from "./rule-context.ts"

/** Whether a condition holds for a case as it stands; or what is wrong with the condition. */
export type CaseCondition =
  | { readonly ok: true; readonly holds: (row: Pick<ListedCase, "id" | "family">) => Promise<boolean> }
  | { readonly ok: false; readonly message: string }

export interface ConditionParts extends Meaning {
  readonly book: Meaning["book"] & Pick<Rules, "lineageOf">
  readonly look: (family: FamilyId) => Promise<LoadedFamily | undefined>
  readonly find: FindProcess
  readonly staff: () => Staff | undefined
  readonly now: () => number
  /** Who asks, where they may not see everything. */
  readonly authority?: Authority | undefined
}

/** Reads a condition as rules have them; with a process it may speak of that process's data only. Where it cannot be evaluated it does not hold. */
export function caseCondition(source: string, process: string | undefined, parts: ConditionParts): CaseCondition {
  const vocabulary = process === undefined ? ruleVocabulary() : vocabularyAt({ on: "casePre", at: process }, parts)
  const expression = compileExpression(source, vocabulary, "boolean")
  if (!isExpression(expression)) return { ok: false, message: expression[0]?.message ?? "it cannot be read" }
  if (expression.sources.size > 0) return { ok: false, message: "cases are not looked for by what is asked outside" }
  const { authority } = parts
  const { organisation, history } = readsOf(source) ?? {}
  if (authority && organisation && !authority.may("see"))
    return { ok: false, message: `${authority.by} may not see the organisation, which it reads` }
  if (authority && history && !authority.reads())
    return { ok: false, message: `${authority.by} may not see all that happens, which it reads` }
  return {
    ok: true,
    async holds({ id, family }) {
      const loaded = await parts.look(family)
      const found = loaded?.state.cases.get(id)
      const definition = found && parts.find(found.process, found.version)
      if (!loaded || !definition) return false
      const { find, now, staff } = parts
      const { lineageOf } = parts.book
      const around = {
        family: loaded.state,
        find,
        now: now(),
        facts: new KnownFacts(),
        staff: staff(),
        authority,
        lineageOf,
      }
      const outcome = expression.evaluate(ruleBindings(around, { case: id, event: {} }, definition))
      return outcome.ok && outcome.value === true && !around.facts.isLacking
    },
  }
}
