import type { Report } from "../messages/findings.ts"
import type { Step } from "../messages/steps.ts"
import { atPath, onPath } from "./bundle-names.ts"
import { checkSteps } from "./check-exlets.ts"
import { findProcess, findTask, type Known, suggest } from "./check-names.ts"
import { described, isItemStep } from "./check-step-order.ts"
import { checkWorklet, type StepSite } from "./check-worklet.ts"
import { isCheckpoint } from "./event-names.ts"
import { quoted } from "./names.ts"
import { EVERYWHERE } from "./read-scope.ts"
import type { RuleDefinition, TreeDefinition } from "./repertoire.ts"
import { namesAt, type RuleScope } from "./rule-scope.ts"
import { partAt, stepAt, type Written, workletAt } from "./step-paths.ts"
import { compileAt, ruleVocabulary } from "./vocabulary.ts"

/** An exlet's steps, taken because of a rule: whoever knows where they were written checks them at that site. */
export type CheckExlet = (name: string, site: StepSite, then: Written) => void

/** That a tree can be asked, its conditions can be true, and its conclusions be drawn there. */
export function checkTree(tree: TreeDefinition, known: Known, checkExlet: CheckExlet, report: Report): void {
  const scope = scopeOf(tree, known, report)
  checkEvent(tree, known, report)
  checkLevel(tree, scope, known, report)
  const site: StepSite = { scope, names: namesAt(scope, tree.on, known.classes), known, report }
  const vocabulary = ruleVocabulary(site.names)
  for (const rule of rulesIn(tree.nodes)) {
    compileAt(rule.if, vocabulary, report, "boolean")
    checkConclusion(rule, tree, site, checkExlet)
  }
}

/** All rules of a tree, each before its exceptions. */
export function* rulesIn(nodes: readonly RuleDefinition[]): Generator<RuleDefinition> {
  for (const node of nodes) {
    yield node
    yield* rulesIn(node.except)
  }
}

/** What cannot be found is told; then the tree is checked as if it were for anything. */
function scopeOf(tree: TreeDefinition, known: Known, report: Report): RuleScope {
  if (tree.at === EVERYWHERE) return {}
  const [name = "", task] = tree.at.split("/")
  const process = findProcess(name, atPath(tree), known, report)
  if (process === undefined) return {}
  const node = task === undefined ? undefined : findTask(process, task, atPath(tree), report)
  return node ? { process, node } : { process }
}

function checkEvent(tree: TreeDefinition, known: Known, report: Report): void {
  const { on } = tree
  const { classes } = known
  if (isCheckpoint(on) || classes.has(on) || isRaised(on, known)) return
  const message = `There is no class ${quoted(on)}, so these rules wait for a plain event of that name.`
  const remedy = suggest(known)(on, classes.all(), "If an exception is meant, declare it under 'exceptions'.")
  report({ code: "UNKNOWN_CLASS", severity: "warning", path: onPath(tree), message, remedy })
}

function isRaised(name: string, known: Known): boolean {
  for (const exlet of known.exlets())
    if (known.exlet(exlet)?.steps.some((step) => step.do === "raise" && step.class === name)) return true
  return false
}

/** What happens to a case does not happen at a task; what is not bound late is not asked which worklet to take. */
function checkLevel(tree: TreeDefinition, { node }: RuleScope, { classes }: Known, report: Report): void {
  const { on } = tree
  if (node === undefined) return
  if (isOfCase(on, classes)) {
    const message = `'${on}' happens to a case, so a tree at the task '${node.name}' is never asked.`
    const remedy = "Write 'at:' with the process alone."
    report({ code: "NEVER_ASKED", severity: "warning", path: atPath(tree), message, remedy })
  }
  if (on !== "select" || node.task?.select || node.kind === "activity") return
  const message = `The task '${node.name}' is not bound late, so no worklet is selected for it.`
  const remedy = "Say 'select: true' on the task."
  report({ code: "SELECT_NOT_NOMINATED", severity: "warning", path: atPath(tree), message, remedy })
}

function checkConclusion(rule: RuleDefinition, tree: TreeDefinition, site: StepSite, checkExlet: CheckExlet): void {
  const { then, thenPath, thenSource } = rule
  if (then === undefined || thenPath === undefined) return
  const written: Written = { value: thenSource, path: thenPath }
  switch (then.kind) {
    case "nothing":
      return
    case "worklets":
      for (const [index, call] of then.worklets.entries()) {
        const part = (key: "worklet" | "with" | "into") => workletAt(written, index, key)
        checkWorklet(call, { worklet: part("worklet"), with: part("with"), into: part("into") }, site)
      }
      return
    case "steps":
      checkSteps(then.steps, written, site)
      checkHasItem(then.steps, "These steps", tree, site, (step) =>
        partAt(stepAt(written, then.steps.indexOf(step)), step.do),
      )
      return
    case "exlet": {
      const exlet = site.known.exlet(then.name)
      if (exlet === undefined) site.report(unknownExlet(then.name, written, site.known))
      else checkHasItem(exlet.steps, `The exlet '${then.name}'`, tree, site, () => written)
      checkExlet(then.name, site, written)
    }
  }
}

/** Where the event is one of a case there is no item to act on. */
function checkHasItem(
  steps: readonly Step[],
  what: string,
  { on }: TreeDefinition,
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
