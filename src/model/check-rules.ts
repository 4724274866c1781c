import type { Path, Report } from "../messages/findings.ts"
import type { Step } from "../messages/steps.ts"
import { atPath, onPath } from "./bundle-names.ts"
import { checkEvent } from "./check-event.ts"
import { checkSteps } from "./check-exlets.ts"
import { checkJumpsAhead } from "./check-jump.ts"
import { type Known, suggest } from "./check-names.ts"
import { findScope } from "./check-scope.ts"
import { described, isItemStep } from "./check-step-order.ts"
import { checkWorklet, type StepSite } from "./check-worklet.ts"
import { isCompensating } from "./event-names.ts"
import type { Interruptible } from "./interruptible.ts"
import { quoted } from "./names.ts"
import type { RuleDefinition, TreeDefinition } from "./repertoire.ts"
import { namesAt, type RuleScope } from "./rule-scope.ts"
import { partAt, type Written, workletAt } from "./step-paths.ts"
import { compileAt, ruleVocabulary } from "./vocabulary.ts"
import { writtenInOrder } from "./written-steps.ts"

/** An exlet's steps, taken because of a rule: whoever knows where they were written checks them at that site. */
export type CheckExlet = (name: string, site: StepSite, then: Written) => void

/** That a tree can be asked, its conditions can be true, and its conclusions be drawn there. */
export function* checkTree(tree: TreeDefinition, known: Known, checkExlet: CheckExlet, report: Report): Interruptible {
  const scope = findScope(tree.at, atPath(tree), known, report)
  checkEvent(tree.on, onPath(tree), known, report)
  checkLevel(tree.on, scope, atPath(tree), known, report)
  const names = namesAt(scope, tree.on, known)
  yield* checkAsked(tree.nodes, tree.on, { scope, names, known, report }, checkExlet)
}

/** That conditions of rules on an event can be true at a site, and their conclusions be drawn: rule by rule. */
export function* checkAsked(
  nodes: readonly RuleDefinition[],
  on: string,
  site: StepSite,
  checkExlet: CheckExlet,
): Interruptible {
  const vocabulary = ruleVocabulary(site.names)
  for (const rule of rulesIn(nodes)) {
    yield
    compileAt(rule.if, vocabulary, site.report, "boolean")
    checkConclusion(rule, on, site, checkExlet)
  }
}

/** All rules of a tree, each before its exceptions. */
export function* rulesIn(nodes: readonly RuleDefinition[]): Generator<RuleDefinition> {
  for (const node of nodes) {
    yield node
    yield* rulesIn(node.except)
  }
}

/** What happens to a case does not happen at a task; what is not bound late is not asked which worklet to take. */
export function checkLevel(on: string, { node }: RuleScope, path: Path, { classes }: Known, report: Report): void {
  if (node === undefined) return
  if (isOfCase(on, classes)) {
    const message = `'${on}' happens to a case, so a tree at the task '${node.name}' is never asked.`
    const remedy = "Write 'at:' with the process alone."
    report({ code: "NEVER_ASKED", severity: "warning", path, message, remedy })
  }
  if (on !== "select" || node.task?.select || node.kind === "activity") return
  const message = `The task '${node.name}' is not bound late, so no worklet is selected for it.`
  const remedy = "Say 'select: true' on the task."
  report({ code: "SELECT_NOT_NOMINATED", severity: "warning", path, message, remedy })
}

function checkConclusion(rule: RuleDefinition, on: string, site: StepSite, checkExlet: CheckExlet): void {
  const { then, thenPath, thenSource } = rule
  if (then === undefined || thenPath === undefined) return
  const written: Written = { value: thenSource, path: thenPath }
  switch (then.kind) {
    case "nothing":
      return
    case "undo":
      if (typeof then.way === "object") checkUndoing(then.way.worklet, written, site)
      return
    case "worklets":
      for (const [index, call] of then.worklets.entries()) {
        const part = (key: "worklet" | "with" | "into") => workletAt(written, index, key)
        checkWorklet(call, { worklet: part("worklet"), with: part("with"), into: part("into") }, site)
      }
      return
    case "steps": {
      const entries = writtenInOrder(then.steps, written).filter((entry) => entry !== undefined)
      const steps = entries.map(({ step }) => step)
      const writtenOf = (step: Step) => entries[steps.indexOf(step)]?.written ?? written
      checkSteps(then.steps, written, site)
      checkJumpsAhead(steps, on, site, (step) => writtenOf(step).path)
      checkHasItem(steps, "These steps", on, site, (step) => partAt(writtenOf(step), step.do))
      return
    }
    case "exlet": {
      const exlet = site.known.exlet(then.name)
      if (exlet === undefined && isCompensating(on) && site.known.process(then.name)) {
        checkUndoing(then.name, written, site)
        return
      }
      if (exlet === undefined) site.report(unknownExlet(then.name, written, site.known))
      else {
        checkHasItem(exlet.steps, `The exlet '${then.name}'`, on, site, () => written)
        checkJumpsAhead(exlet.steps, on, site, () => written.path)
      }
      checkExlet(then.name, site, written)
    }
  }
}

function checkUndoing(worklet: string, written: Written, site: StepSite): void {
  const at = { ...written, path: typeof written.value === "string" ? written.path : [...written.path, "worklet"] }
  checkWorklet({ worklet }, { worklet: at, with: at, into: at }, site)
}

/** Where the event is one of a case there is no item to act on. */
function checkHasItem(
  steps: readonly Step[],
  what: string,
  on: string,
  { known, report }: StepSite,
  placeOf: (step: Step) => Written,
): void {
  const step = steps.find(isItemStep)
  if (step === undefined) return
  if (on === "itemPost")
    report({
      code: "STEP_AFTER_END",
      severity: "warning",
      path: placeOf(step).path,
      message: `${what} would '${described(step)}', but after an item there is nothing left of it to act on.`,
      remedy: "Act on the case, or check before the items that follow.",
    })
  if (!isOfCase(on, known.classes)) return
  report({
    code: "ITEM_STEP_AT_CASE",
    severity: "error",
    path: placeOf(step).path,
    message: `${what} would '${described(step)}', but '${on}' happens to a case, where there is no item.`,
    remedy: "Act on the case, or write the rule for items.",
  })
}

function isOfCase(on: string, classes: Known["classes"]): boolean {
  return on === "casePre" || on === "casePost" || classes.isTrigger(on) === "case"
}

function unknownExlet(name: string, { path }: Written, known: Known) {
  const message = `There is no exlet ${quoted(name)}.`
  const remedy = suggest(known)(
    name,
    known.exlets(),
    "Write it under 'exlets', or 'then: nothing' if nothing is to be done.",
  )
  return { code: "UNKNOWN_EXLET", severity: "error", path, message, remedy } as const
}
