import type { Finding, Report } from "../messages/findings.ts"
import { checkClass } from "./check-classes.ts"
import { checkConstraint } from "./check-constraints.ts"
import { checkDataClass } from "./check-data-classes.ts"
import { anySite, checkSteps, writtenSteps } from "./check-exlets.ts"
import { checkBinding, checkHandler, unknownHandler } from "./check-handlers.ts"
import { type Known, suggest } from "./check-names.ts"
import { checkPatterns } from "./check-patterns.ts"
import { type CheckExlet, checkTree } from "./check-rules.ts"
import { checkStep } from "./check-step.ts"
import { finish, type Interruptible } from "./interruptible.ts"
import { quoted } from "./names.ts"
import type { RemovalDefinition, Repertoire } from "./repertoire.ts"
import { type Locate, placed } from "./source.ts"

/**
 * Checks exlets, rules, classes and what goes with them against each other and against all that is `known`, themselves included. Exlets are checked
 * for any case, and once more for each place where a rule would have them run.
 */
export const checkRepertoire = (repertoire: Repertoire, known: Known, report: (finding: Finding) => void): void =>
  finish(checkingRepertoire(repertoire, known, report))

/** The same, part by part. */
export function* checkingRepertoire(
  repertoire: Repertoire,
  known: Known,
  report: (finding: Finding) => void,
): Interruptible {
  const once = withoutRepeats(report)
  const at =
    (locate: Locate): Report =>
    (finding) =>
      once(placed(finding, locate))
  for (const definition of repertoire.classes) checkClass(definition, known.classes, at(definition.locate))
  for (const definition of repertoire.dataClasses) checkDataClass(definition, known, at(definition.locate))
  for (const exlet of repertoire.exlets) {
    checkSteps(exlet.steps, writtenSteps(exlet), anySite(known, at(exlet.locate)))
    yield
  }
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
  for (const tree of repertoire.trees) yield* checkTree(tree, known, checkExlet, at(tree.locate))
  checkHandlers(repertoire, known, checkExlet, at)
  checkPatterns(repertoire.patterns, known, at)
  for (const constraint of repertoire.constraints)
    checkConstraint(constraint, repertoire.constraints, known, at(constraint.locate))
  for (const removal of repertoire.removals) checkRemoval(removal, repertoire, known, at(removal.locate))
}

/** A handler is checked wherever it is bound, also where it was before; one from elsewhere, for the bindings that are new. */
function checkHandlers(
  { handlers, bindings }: Repertoire,
  known: Known,
  checkExlet: CheckExlet,
  at: (locate: Locate) => Report,
): void {
  const own = new Map(handlers.map((handler) => [handler.name, handler]))
  for (const binding of bindings) {
    const handler = own.get(binding.handler) ?? known.handler(binding.handler)
    const atBinding = at(binding.locate)
    if (handler === undefined) {
      atBinding(unknownHandler(binding, known))
      continue
    }
    const elsewhere: Report = ({ within: _, ...finding }) =>
      atBinding({
        ...finding,
        path: binding.handlerPath,
        message: `In the handler '${handler.name}': ${finding.message}`,
      })
    const atHandler = own.has(handler.name) ? at(handler.locate) : elsewhere
    checkBinding(binding, handler, known, checkExlet, { atHandler, atBinding })
  }
  const places = new Map<string, Set<string>>()
  for (const { handler, at: place } of bindings) places.set(handler, (places.get(handler) ?? new Set()).add(place))
  for (const handler of handlers) {
    const bound = places.get(handler.name) ?? new Set()
    const before = [...known.bindingsOf(handler.name)].filter((binding) => !bound.has(binding.at))
    const report = at(handler.locate)
    checkHandler(handler, bound.size + before.length > 0, known, checkExlet, report)
    const { path, locate } = handler
    for (const each of before) {
      const atBinding: Report = ({ within: _, ...finding }) =>
        report({ ...finding, path, message: `Bound at '${each.at}': ${finding.message}` })
      const binding = { ...each, handler: handler.name, path, handlerPath: path, atPath: path, withPath: path, locate }
      checkBinding(binding, handler, known, checkExlet, { atHandler: report, atBinding })
    }
  }
}

/** That what goes is there, and nothing that stays needs it. */
function checkRemoval({ kind, name, path }: RemovalDefinition, bundle: Repertoire, known: Known, report: Report): void {
  const isThere = kind === "handler" ? known.handler(name) : known.pattern(name)
  const usedBy =
    kind === "pattern"
      ? known.waitingFor(name)
      : [...known.bindingsOf(name), ...bundle.bindings.filter(({ handler }) => handler === name)].map(
          ({ at }) => `its binding at '${at}'`,
        )
  if (usedBy.length > 0) {
    const message = `The ${kind} ${quoted(name)} is still used by ${usedBy.slice(0, 5).join(", ")}${usedBy.length > 5 ? ` and ${usedBy.length - 5} more` : ""}.`
    report({ code: "STILL_USED", severity: "error", path, message, remedy: "Unbind or change those first." })
  } else if (!isThere) {
    const names = kind === "handler" ? known.handlers() : known.patterns()
    const remedy = suggest(known)(name, names, "Leave it out.")
    const message = `There is no ${kind} ${quoted(name)} to remove.`
    report({ code: "NOTHING_TO_REMOVE", severity: "warning", path, message, remedy })
  }
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
