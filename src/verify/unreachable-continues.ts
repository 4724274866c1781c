import type { Step } from "../messages/steps.ts"
import { placeOfScope } from "../model/scope-text.ts"
import { openSuspends } from "./open-suspends.ts"
import { type ActingRule, actingRules, type PlacedStep, type RepertoireInForce } from "./repertoire-in-force.ts"

/** A rule that holds something while it waits for what may itself be held, and the step that would let it go. */
export interface BlockedRun {
  readonly rule: ActingRule
  /** The step it waits at. */
  readonly waits: number
  readonly release: PlacedStep
}

/** Runs that may wait for ever, with something held that they would let go only afterwards. */
export function blockedRuns(force: RepertoireInForce): readonly BlockedRun[] {
  const rules = actingRules(force)
  // What its own exlet lets go again keeps nobody waiting for ever.
  const held = new Set(openSuspends(force).flatMap(({ step, rule }) => heldProcess(step, rule) ?? []))
  return rules.flatMap((rule) =>
    rule.steps.flatMap(({ step }, index): readonly BlockedRun[] => {
      const before = rule.steps.slice(0, index)
      const release = rule.steps.slice(index + 1).find((later) => RELEASING.has(later.step.do))
      if (release === undefined || !before.some((earlier) => isHolding(earlier.step))) return []
      const isBlocked =
        step.do === "compensate"
          ? step.worklets.some(({ worklet }) => held.has(worklet))
          : step.do === "waitAndSuspend" &&
            before.some((earlier) => heldProcess(earlier.step, rule) === step.place.process)
      return isBlocked ? [{ rule, waits: index, release }] : []
    }),
  )
}

const RELEASING: ReadonlySet<Step["do"]> = new Set(["continue", "resume", "terminate", "remove"])

const isHolding = (step: Step): boolean => step.do === "suspend" || step.do === "waitAndSuspend"

/** The process something is held in; undefined: none, or it cannot be told. */
function heldProcess(step: Step, { at }: ActingRule): string | undefined {
  if (step.do === "waitAndSuspend") return step.place.process
  if (step.do !== "suspend") return undefined
  return typeof step.target === "string" ? placeOfScope(at).process : step.target.process
}
