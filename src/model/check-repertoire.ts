import type { Finding, Report } from "../messages/findings.ts"
import { checkClass } from "./check-classes.ts"
import { anySite, checkSteps, writtenSteps } from "./check-exlets.ts"
import type { Known } from "./check-names.ts"
import { type CheckExlet, checkTree } from "./check-rules.ts"
import { checkStep } from "./check-step.ts"
import type { Repertoire } from "./repertoire.ts"
import { type Locate, placed } from "./source.ts"

/**
 * Checks exlets, trees and classes against each other and against all that is `known`, themselves included. Exlets are checked
 * for any case, and once more for each place where a rule would have them run.
 */
export function checkRepertoire(repertoire: Repertoire, known: Known, report: (finding: Finding) => void): void {
  const once = withoutRepeats(report)
  const at =
    (locate: Locate): Report =>
    (finding) =>
      once(placed(finding, locate))
  for (const definition of repertoire.classes) checkClass(definition, known.classes, at(definition.locate))
  for (const exlet of repertoire.exlets) checkSteps(exlet.steps, writtenSteps(exlet), anySite(known, at(exlet.locate)))
  const own = new Map(repertoire.exlets.map((exlet) => [exlet.name, exlet]))
  const checkExlet: CheckExlet = (name, site, then) => {
    const exlet = own.get(name)
    if (exlet) return checkSteps(exlet.steps, writtenSteps(exlet), { ...site, report: at(exlet.locate) })
    // It was written elsewhere and before: what is wrong with it here is the rule's business.
    const inExlet: Report = ({ within: _, ...finding }) =>
      site.report({ ...finding, path: then.path, message: `In the exlet '${name}': ${finding.message}` })
    for (const step of known.exlet(name)?.steps ?? [])
      checkStep(step, { value: undefined, path: then.path }, { ...site, report: inExlet })
  }
  for (const tree of repertoire.trees) checkTree(tree, known, checkExlet, at(tree.locate))
}

/** An exlet may be looked at from several places, and be wrong in the same way from each. */
function withoutRepeats(report: (finding: Finding) => void): (finding: Finding) => void {
  const told = new Set<string>()
  return (finding) => {
    const { place, code, message } = finding
    const key = JSON.stringify([place.file, place.line, place.column, place.path, code, message])
    if (told.has(key)) return
    told.add(key)
    report(finding)
  }
}
