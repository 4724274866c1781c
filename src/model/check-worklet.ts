import type { Report } from "../messages/findings.ts"
import type { WorkletCall } from "../messages/steps.ts"
import { checkMapping, checkNeeds, checkSameNames, dataOf } from "./check-mapping.ts"
import { findProcess, type Known } from "./check-names.ts"
import type { RuleScope } from "./rule-scope.ts"
import type { Written } from "./step-paths.ts"
import { type RuleNames, ruleVocabulary, vocabularyOf } from "./vocabulary.ts"

/** What is known where steps are taken: of which case, on which event. */
export interface StepSite {
  readonly scope: RuleScope
  readonly names: RuleNames
  readonly known: Known
  readonly report: Report
}

/** Where the parts of a call were written. */
export interface CallParts {
  readonly worklet: Written
  readonly with: Written
  readonly into: Written
}

/** That the worklet is there, can be started with what it is given, and that what comes back fits. */
export function checkWorklet(call: WorkletCall, parts: CallParts, site: StepSite): void {
  const { known, report, names, scope } = site
  const worklet = findProcess(call.worklet, parts.worklet.path, known, report)
  const receiver = worklet && dataOf(worklet, "UNKNOWN_FIELD")
  if (call.with) checkMapping(call.with, parts.with, ruleVocabulary(names), receiver, report)
  if (call.into) {
    const inside = worklet ? vocabularyOf(worklet.variables, new Map()) : ruleVocabulary()
    const caller = scope.process && dataOf(scope.process, "UNKNOWN_VARIABLE")
    checkMapping(call.into, parts.into, inside, caller, report)
  }
  if (worklet === undefined) return
  const given = call.with ? new Set(Object.keys(call.with)) : namesOf(site)
  if (given) checkNeeds(worklet, given, parts.worklet.path, report)
  if (scope.process && !(call.with && call.into)) checkSameNames(scope.process, worklet, parts.worklet.path, report)
}

/** What goes in by name; undefined where the case may be any. */
function namesOf({ names: { variables, locals } }: StepSite): ReadonlySet<string> | undefined {
  return variables && new Set([...variables.keys(), ...(locals?.keys() ?? [])])
}
