import type { Report } from "../messages/findings.ts"
import { checkLooserConstraint } from "./check-looser-bounds.ts"
import type { Known } from "./check-names.ts"
import { findScope } from "./check-scope.ts"
import type { ConstraintDefinition } from "./repertoire.ts"
import { compileAt, needsVocabulary, vocabularyOf } from "./vocabulary.ts"

/** That a constraint holds somewhere, that what it says can be worked out there, and means something among those `beside` it. */
export function checkConstraint(
  constraint: ConstraintDefinition,
  beside: readonly ConstraintDefinition[],
  known: Known,
  report: Report,
): void {
  const { at, atPath, budget, deadline, invariant, qualification } = constraint
  const { process } = findScope(at, atPath, known, report)
  const variables = process?.variables
  const vocabulary = vocabularyOf(variables ?? new Map(), new Map(), { open: variables === undefined })
  if (budget?.form === "expression") compileAt(budget.expression, vocabulary, report, "number")
  if (deadline?.form === "expression") compileAt(deadline.expression, vocabulary, report)
  if (invariant) compileAt(invariant, vocabulary, report, "boolean")
  if (qualification)
    compileAt(qualification, needsVocabulary(variables ? { variables } : {}).ofAgent, report, "boolean")
  checkLooserConstraint(constraint, beside, known, report)
}
