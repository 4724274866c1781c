import type { Finding } from "../messages/findings.ts"
import type { Step, Place as StepPlace } from "../messages/steps.ts"
import { plainEvent } from "../model/event-names.ts"
import { placeOfScope } from "../model/scope-text.ts"
import type { Doubt } from "./doubt.ts"
import { type ActingRule, actingRules, type PlacedStep, type RepertoireInForce } from "./repertoire-in-force.ts"

/** Steps that never have an effect: on a process that has ended by then, or that resume what nothing suspends. */
export function stepsWithoutTarget(force: RepertoireInForce): readonly Doubt[] {
  const rules = actingRules(force)
  const started = startedProcesses(rules)
  const found = new Map<string, Doubt>()
  for (const rule of rules) {
    if (!rule.isNew) continue
    // Of two reasons why a step has no effect one is enough.
    for (const doubt of [...withoutSuspend(rule, rules), ...afterTheEnd(rule, started, force)])
      found.set(JSON.stringify(doubt.finding.place), doubt)
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
): readonly Doubt[] {
  const found: Doubt[] = []
  const ended = new Map<string, string>()
  const over = plainEvent(rule.on)
  const isOver = over?.word === "done" || over?.word === "aborted"
  if (isOver && processes.has(over.about)) ended.set(over.about, `'${rule.on}'`)
  const own = placeOfScope(rule.at).process
  rule.steps.forEach(({ step, place }, index) => {
    const name = placeOf(step)?.process ?? (actsOnOwnCase(step) ? own : undefined)
    const end = name === undefined ? undefined : ended.get(name)
    if (name !== undefined && end !== undefined) {
      // Of a process that exlets start there may be another one.
      const isSeveral = end === `'${rule.on}'` && started.has(name)
      const shownBy = { kind: "taken", rule, index } as const
      found.push({
        finding: { ...tooLate(step, name, end), place },
        shownBy,
        ...(isSeveral && { unlessEffective: true }),
      })
    }
    if (step.do === "terminate" && !ended.has(step.process)) ended.set(step.process, `'terminate: ${step.process}'`)
    if (step.do === "start") ended.delete(step.process)
    if (step.do === "compensate") for (const { worklet } of step.worklets) ended.delete(worklet)
  })
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

function withoutSuspend(rule: ActingRule, rules: readonly ActingRule[]): readonly Doubt[] {
  return rule.steps.flatMap(({ step, place }, index): readonly Doubt[] => {
    if (step.do !== "resume" || rules.some((other) => other.steps.some((each) => mayHold(each, other, step.place))))
      return []
    const where = [step.place.process, step.place.task].filter((part) => part !== undefined).join("/")
    const finding = {
      code: "RESUME_WITHOUT_SUSPEND",
      severity: "warning",
      place,
      message: `Nothing suspends '${where}': no exlet that any rule leads to holds anything there, so there is nothing to resume.`,
      remedy: "Correct the process or task, or suspend it where it should wait.",
    } as const
    return [{ finding, shownBy: { kind: "taken", rule, index } }]
  })
}

/** Whether a step may put a hold on what another would resume. */
export function mayHold({ step }: PlacedStep, { at }: Pick<ActingRule, "at">, resumed: StepPlace): boolean {
  // It holds what follows, whatever that is.
  if (step.do === "waitAndSuspend") return step.place.process === resumed.process
  if (step.do !== "suspend") return false
  // A task is resumed too where its process or an activity around it is suspended.
  if (typeof step.target !== "string") return step.target.process === resumed.process
  if (step.target === "ancestors") return true
  const { process } = placeOfScope(at)
  return process === undefined || process === resumed.process
}

function tooLate(step: Step, process: string, end: string): Omit<Finding, "place"> {
  return {
    code: "STEP_AFTER_END",
    severity: "warning",
    message: `'${step.do}' comes after ${end}, when '${process}' has ended, and so has no effect.`,
    remedy: "Put it before that, name another process, or leave it out.",
  }
}
