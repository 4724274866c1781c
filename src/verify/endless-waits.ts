import type { Finding } from "../messages/findings.ts"
import { placeText } from "../model/read-place.ts"
import { type ActingRule, actingRules, type PlacedStep, type RepertoireInForce } from "./repertoire-in-force.ts"

/** A step of a rule that waits for a task, activity or block. */
export interface WaitingStep extends PlacedStep {
  readonly rule: ActingRule
  /** Which of the steps of its rule, from 0. */
  readonly index: number
}

/** Every step of a new rule that waits for a step of a process by name. */
export function waitingSteps(force: RepertoireInForce): readonly WaitingStep[] {
  return actingRules(force)
    .filter(({ isNew }) => isNew)
    .flatMap((rule) =>
      rule.steps.flatMap(({ step, place }, index) =>
        step.do === "waitAndSuspend" && step.place.task !== undefined ? [{ step, place, rule, index }] : [],
      ),
    )
}

/** `why`: what keeps the step from ever being done. */
export function neverOver({ step, place, rule }: WaitingStep, why: "passed" | "held"): Finding {
  const what = step.do === "waitAndSuspend" ? placeText(step.place) : step.do
  const reason =
    why === "passed"
      ? "the flow can no longer come to it, so the run waits until the case ends"
      : "what leads to it is held, and nothing lets it go"
  return {
    code: "WAIT_NEVER_ENDS",
    severity: "warning",
    place,
    message: `On '${rule.on}' this can wait for '${what}' for ever: ${reason}.`,
    remedy:
      why === "passed"
        ? "Add a condition to the rule that excludes this state, or wait for a step that is still ahead."
        : "Suspend after the wait, or write a rule that resumes what leads to the step.",
  }
}
