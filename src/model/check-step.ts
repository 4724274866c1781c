import type { Path } from "../messages/findings.ts"
import type { Step } from "../messages/steps.ts"
import { checkCaseNumber, checkText, checkWho } from "./check-expressions.ts"
import { checkJump } from "./check-jump.ts"
import { checkMapping, dataOf, type Receiver } from "./check-mapping.ts"
import { checkPlace, findProcess, suggest } from "./check-names.ts"
import { checkRollback } from "./check-undo.ts"
import { checkWorklet, type StepSite } from "./check-worklet.ts"
import { checkWrittenNeeds } from "./check-written-needs.ts"
import { anything } from "./compile-task.ts"
import type { DataType } from "./definition.ts"
import { meant, quoted } from "./names.ts"
import { partAt, type Written, workletAt } from "./step-paths.ts"
import { ruleVocabulary } from "./vocabulary.ts"

const TARGETS = ["item", "case", "allCases", "ancestors"] as const

/** What one step says by itself: that what it names is there, and its expressions fit. */
export function checkStep(step: Step, written: Written, site: StepSite): void {
  const { known, report, scope } = site
  const vocabulary = ruleVocabulary(site.names)
  const at = (key: string) => partAt(written, key)
  const caseData = scope.process && dataOf(scope.process, "UNKNOWN_VARIABLE")
  switch (step.do) {
    case "suspend":
      if (typeof step.target !== "string") checkPlace(step.target, at("suspend").path, known, report, TARGETS)
      return
    case "waitAndSuspend":
    case "resume":
      checkPlace(step.place, at(step.do).path, known, report)
      return
    case "complete":
      if (step.data) checkMapping(step.data, at("data"), vocabulary, itemFields(site), report)
      return
    case "reassign":
      checkWho(step.to, at("to").path, vocabulary, known, report)
      return
    case "retry":
      if (typeof step.with === "object") checkWrittenNeeds(step.with, at("with").path, site)
      return
    case "amend":
      if ("needs" in step) checkWrittenNeeds(step.needs, at("needs").path, site)
      else checkWho(step.agent, at("amend").path, vocabulary, known, report)
      return
    case "compensate":
      for (const [index, call] of step.worklets.entries()) {
        const calls = at("compensate")
        const isName = typeof calls.value === "string"
        const part = (key: "with" | "into") => (isName ? at(key) : workletAt(calls, index, key))
        checkWorklet(
          call,
          { worklet: workletAt(calls, index, "worklet"), with: part("with"), into: part("into") },
          site,
        )
      }
      return
    case "start":
      checkWorklet(
        { worklet: step.process, ...(step.with && { with: step.with }), into: {} },
        { worklet: at("start"), with: at("with"), into: at("start") },
        site,
        { isElsewhere: step.newFamily === true || step.number !== undefined },
      )
      if (step.number !== undefined) checkCaseNumber(step.number, at("case").path, vocabulary, report)
      return
    case "terminate":
      findProcess(step.process, at("terminate").path, known, report)
      return
    case "set":
      checkMapping(step.values, at("set"), vocabulary, caseData, report)
      return
    case "notify":
      checkWho(step.to, at("notify").path, vocabulary, known, report)
      checkText(step.text, at("text").path, vocabulary, report)
      return
    case "raise":
      checkClass(step.class, at("raise").path, site)
      if (step.with) checkMapping(step.with, at("with"), vocabulary, parametersOf(step.class, site), report)
      return
    case "ask":
      checkText(step.text, at("ask").path, vocabulary, report)
      if (step.to !== undefined) checkWho(step.to, at("to").path, vocabulary, known, report)
      if (step.into !== undefined) checkVariable(step.into, at("into").path, caseData, site)
      return
    case "jump":
      checkJump(step.to, at("jump").path, site)
      return
    case "propagate":
      return
    case "rollback":
      checkRollback(step.to, at("rollback").path, site)
      return
    case "continue":
    case "remove":
    case "restart":
    case "fail":
    case "skip":
    case "wait":
      return
  }
}

/** What the item may be given, where the item's task is known. */
function itemFields({ scope: { node } }: StepSite): Receiver | undefined {
  if (node?.task === undefined || (node.kind !== "work" && node.kind !== "program")) return undefined
  const types = new Map<string, DataType>([...node.task.writes.fields, ["result", anything]])
  return { what: `the task '${node.name}'`, types, code: "UNKNOWN_FIELD" }
}

/** Parameters a class does not declare may still be of use to somebody. */
function parametersOf(name: string, { known: { classes } }: StepSite): Receiver | undefined {
  const types = classes.parameters(name)
  if (types.size === 0) return undefined
  return { what: `the class '${name}'`, types, code: "UNKNOWN_FIELD", severity: "warning" }
}

function checkClass(name: string, path: Path, { known, report }: StepSite): void {
  const { classes } = known
  if (classes.has(name) || known.events().heard.has(name)) return
  const remedy = suggest(known)(name, classes.all(), "")
  if (remedy === "") return
  const message = `There is no class ${quoted(name)}, so a plain event of that name is raised.`
  report({ code: "UNKNOWN_CLASS", severity: "warning", path, message, remedy })
}

function checkVariable(name: string, path: Path, receiver: Receiver | undefined, { report }: StepSite): void {
  if (receiver === undefined || receiver.types.has(name)) return
  const message = `There is no ${quoted(name)} among the data of ${receiver.what}.`
  const remedy = meant(name, receiver.types.keys(), "Declare it under 'data'.")
  report({ code: "UNKNOWN_VARIABLE", severity: "error", path, message, remedy })
}
