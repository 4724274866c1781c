import type { Report } from "../messages/findings.ts"
import type { WorkletCall } from "../messages/steps.ts"
import { checkMapping, checkNeeds, checkSameNames, dataOf } from "./check-mapping.ts"
import { findProcess, type Known } from "./check-names.ts"
import { checkGivenShared, checkSharedWith } from "./check-shared.ts"
import type { RuleScope } from "./rule-scope.ts"
import { partAt, type Written } from "./step-paths.ts"
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

/** That the worklet is there, can be started with what it is given, and that what comes back fits. `isElsewhere`: in a family that may be another one. */
export function checkWorklet(
  call: WorkletCall,
  parts: CallParts,
  site: StepSite,
  { isElsewhere = false }: { readonly isElsewhere?: boolean } = {},
): void {
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
  const { process } = scope
  const isThere = (name: string) => worklet.variables.get(name)?.shared && process?.variables.get(name)?.shared
  if (given)
    checkNeeds(worklet, { has: (name) => given.has(name) || isThere(name) === true }, parts.worklet.path, report)
  if (process === undefined) return
  if (!isElsewhere) checkSharedWith(process, worklet, parts.worklet.path, report)
  if (!isElsewhere && call.with)
    checkGivenShared(process, worklet, Object.keys(call.with), (name) => partAt(parts.with, name).path, report)
  if (!(call.with && call.into)) checkSameNames(process, worklet, parts.worklet.path, report)
}

/** What goes in by name; undefined where the case may be any. */
function namesOf({ names: { variables, locals } }: StepSite): ReadonlySet<string> | undefined {
  return variables && new Set([...variables.keys(), ...(locals?.keys() ?? [])])
}
