import type { Step, Place as StepPlace, Target } from "../messages/steps.ts"
import { placeOfScope } from "../model/scope-text.ts"
import { type ActingRule, actingRules, type PlacedStep, type RepertoireInForce } from "./repertoire-in-force.ts"

/** A step that holds something which its own exlet does not let go: somebody else has to. */
export interface OpenSuspend extends PlacedStep {
  readonly step: Extract<Step, { readonly do: "suspend" | "waitAndSuspend" }>
  /** Which of the steps of its rule, from 0. */
  readonly index: number
  readonly rule: ActingRule
  /** Whether any rule at all could let it go or end it. */
  readonly mayEnd: boolean
}

export function openSuspends(force: RepertoireInForce): readonly OpenSuspend[] {
  const rules = actingRules(force)
  const found: OpenSuspend[] = []
  for (const rule of rules) {
    rule.steps.forEach(({ step, place }, index) => {
      if (step.do !== "suspend" && step.do !== "waitAndSuspend") return
      if (rule.steps.slice(index + 1).some((later) => isFollowUp(later.step, step, rule))) return
      found.push({ step, place, index, rule, mayEnd: rules.some((other) => mayEnd(other, { step, place }, rule)) })
    })
  }
  return found
}

/** Whether a later step of the same run lets go or ends what an earlier one holds. */
function isFollowUp(later: Step, step: OpenSuspend["step"], { at }: ActingRule): boolean {
  const own = placeOfScope(at)
  const held = heldBy(step, own.process)
  switch (later.do) {
    case "continue":
      return isLetGoBy(later.target, typeof held === "string" ? held : wordFor(held, own))
    case "resume":
      return typeof held === "string"
        ? own.process === undefined || (own.process === later.place.process && held !== "ancestors")
        : resumesAll(later.place, held, step)
    case "terminate":
      return (typeof held === "string" ? own.process : held.process) === later.process
    case "remove":
      if (later.target === "item") return held === "item"
      if (later.target === "ancestors") return held === "ancestors"
      return held !== "ancestors" && (typeof held === "string" || held.process === own.process)
    case "restart":
    case "complete":
    case "fail":
    case "skip":
    case "jump":
      return held === "item"
    default:
      return false
  }
}

/** Of a suspended process, one step that goes on leaves the rest held. */
function resumesAll(resumed: StepPlace, held: StepPlace, step: OpenSuspend["step"]): boolean {
  if (resumed.process !== held.process) return false
  return step.do === "waitAndSuspend" || resumed.task === undefined || resumed.task === held.task
}

function heldBy(step: OpenSuspend["step"], _own: string | undefined) {
  return step.do === "waitAndSuspend" ? step.place : step.target
}

/** With a case goes on whatever the run holds in it, and with all cases its own. */
function isLetGoBy(target: Target, held: Target | undefined): boolean {
  if (target === held) return true
  if (target === "case") return held === "item"
  return target === "allCases" && (held === "item" || held === "case")
}

/** What a place lies in for the run itself: it may be in its own case. */
function wordFor(place: StepPlace, own: { readonly process?: string }): "case" | undefined {
  return place.process === own.process ? "case" : undefined
}

/** Whether a rule could have a say in it; only for what holds a whole case is it known that none has. */
function mayEnd(other: ActingRule, held: PlacedStep, rule: ActingRule): boolean {
  const { step } = held
  const target = step.do === "suspend" ? step.target : undefined
  if (target === "item" || target === "allCases" || target === "ancestors" || step.do === "waitAndSuspend") return true
  if (typeof target === "object" && target.task !== undefined) return true
  const process = typeof target === "object" ? target.process : placeOfScope(rule.at).process
  if (process === undefined) return true
  return other.steps.some(({ step: each }) => {
    switch (each.do) {
      case "resume":
      case "terminate":
        return ("place" in each ? each.place.process : each.process) === process
      case "remove": {
        const own = placeOfScope(other.at).process
        return each.target === "ancestors" || own === undefined || own === process
      }
      case "propagate":
        return true
      default:
        return false
    }
  })
}
