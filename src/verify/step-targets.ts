import type { Finding } from "../messages/findings.ts"
import type { Step, Place as StepPlace } from "../messages/steps.ts"
import { plainEvent } from "../model/event-names.ts"
import { placeOfScope } from "../model/scope-text.ts"
import { type ActingRule, actingRules, type PlacedStep, type RepertoireInForce } from "./repertoire-in-force.ts"

/** Steps that never have an effect: on a process that has ended by then, or that resume what nothing suspends. */
export function stepsWithoutTarget(force: RepertoireInForce): readonly Finding[] {
  const rules = actingRules(force)
  const started = startedProcesses(rules)
  const found = new Map<string, Finding>()
  for (const rule of rules) {
    if (!rule.isNew) continue
    for (const finding of [...afterTheEnd(rule, started, force), ...withoutSuspend(rule, rules)])
      found.set(`${finding.code} ${JSON.stringify(finding.place)}`, finding)
  }
  return [...found.values()]
}

/** The process and task a step acts on by name. */
export function placeOf(step: Step): StepPlace | undefined {
  switch (step.do) {
    case "suspend":
      return typeof step.target === "string" ? undefined : step.target
    case "waitAndSuspend":
    case "resume":
      return step.place
    case "terminate":
      return { process: step.process }
    default:
      return undefined
  }
}

/** The processes exlets start, as worklets or beside. */
export function startedProcesses(rules: readonly Pick<ActingRule, "steps">[]): ReadonlySet<string> {
  return new Set(
    rules.flatMap(({ steps }) =>
      steps.flatMap(({ step }) => {
        if (step.do === "compensate") return step.worklets.map(({ worklet }) => worklet)
        return step.do === "start" ? [step.process] : []
      }),
    ),
  )
}

function afterTheEnd(
  rule: ActingRule,
  started: ReadonlySet<string>,
  { processes }: RepertoireInForce,
): readonly Finding[] {
  const found: Finding[] = []
  const ended = new Map<string, string>()
  const over = plainEvent(rule.on)
  // Of a process that no exlet starts there is one in a family, the first.
  if ((over?.word === "done" || over?.word === "aborted") && processes.has(over.about) && !started.has(over.about))
    ended.set(over.about, `'${rule.on}'`)
  const own = placeOfScope(rule.at).process
  for (const { step, place } of rule.steps) {
    const name = placeOf(step)?.process ?? (actsOnOwnCase(step) ? own : undefined)
    const end = name === undefined ? undefined : ended.get(name)
    if (name !== undefined && end !== undefined) found.push({ ...tooLate(step, name, end), place })
    if (step.do === "terminate" && !ended.has(step.process)) ended.set(step.process, `'terminate: ${step.process}'`)
    if (step.do === "start") ended.delete(step.process)
    if (step.do === "compensate") for (const { worklet } of step.worklets) ended.delete(worklet)
  }
  return found
}

function actsOnOwnCase(step: Step): boolean {
  switch (step.do) {
    case "suspend":
    case "continue":
    case "remove":
      return step.target === "item" || step.target === "case"
    case "restart":
    case "complete":
    case "fail":
    case "skip":
    case "retry":
    case "reassign":
    case "set":
    case "jump":
    case "rollback":
      return true
    default:
      return false
  }
}

function withoutSuspend({ steps }: ActingRule, rules: readonly ActingRule[]): readonly Finding[] {
  return steps.flatMap((placed) => {
    const { step, place } = placed
    if (step.do !== "resume" || rules.some((rule) => rule.steps.some((each) => mayHold(each, rule, step.place))))
      return []
    const where = [step.place.process, step.place.task].filter((part) => part !== undefined).join("/")
    return {
      code: "RESUME_WITHOUT_SUSPEND",
      severity: "warning",
      place,
      message: `Nothing suspends '${where}': no exlet that any rule leads to holds anything there, so there is nothing to resume.`,
      remedy: "Correct the process or task, or suspend it where it should wait.",
    }
  })
}

/** Whether a step may put a hold on what another would resume. */
export function mayHold({ step }: PlacedStep, { at }: Pick<ActingRule, "at">, resumed: StepPlace): boolean {
  if (step.do === "waitAndSuspend") return isWithin(step.place, resumed)
  if (step.do !== "suspend") return false
  // A whole case is held as such, and is resumed only as such.
  if (typeof step.target !== "string")
    return isWithin(step.target, resumed) && (step.target.task !== undefined || resumed.task === undefined)
  if (step.target !== "item" && resumed.task !== undefined) return false
  if (step.target === "ancestors") return true
  const { process } = placeOfScope(at)
  return process === undefined || process === resumed.process
}

function isWithin(held: StepPlace, resumed: StepPlace): boolean {
  if (held.process !== resumed.process) return false
  return resumed.task === undefined || held.task === undefined || held.task === resumed.task
}

function tooLate(step: Step, process: string, end: string): Omit<Finding, "place"> {
  return {
    code: "STEP_AFTER_END",
    severity: "warning",
    message: `'${step.do}' comes after ${end}, when '${process}' has ended, and so has no effect.`,
    remedy: "Put it before that, name another process, or leave it out.",
  }
}
