import { readsOf } from "../expressions/reads.ts"
import { expressionsIn } from "../expressions/text.ts"
import type { Answer } from "../messages/handling.ts"
import type { Json, JsonObject } from "../messages/json.ts"
import type { Expressions, RuleConclusion, Step, WorkletCall } from "../messages/steps.ts"
import type { Right } from "../model/organisation.ts"

/** What steps act on besides the case they run at, and what they read. */
export interface StepReach {
  /** Each process they act on, and the rights of which one is needed there. */
  readonly processes: readonly { readonly process: string; readonly rights: readonly Right[] }[]
  /** Whether they act on the cases above. */
  readonly ancestors: boolean
  /** Whether they hold, end, move or write a whole case of the process they run in, or all of them, and not only an item. */
  readonly wholeCases: boolean
  /** Whether they start something under a case number: then any family may be the one that has it. */
  readonly anyFamily: boolean
  /** Whether they give an agent a capability. */
  readonly isGranting: boolean
  readonly expressions: readonly string[]
  /** Steps of which it matters who did them. */
  readonly doneBefore: readonly string[]
}

/** Returns what steps written in place reach. */
export function reachOf(steps: readonly Step[]): StepReach {
  const targets = new Set(steps.flatMap((step) => ("target" in step ? [step.target] : [])))
  return {
    processes: steps.flatMap(processesOf),
    ancestors: targets.has("ancestors"),
    wholeCases: targets.has("case") || targets.has("allCases") || steps.some(isOnWholeCase),
    anyFamily: steps.some((step) => step.do === "start" && step.number !== undefined),
    isGranting: steps.some((step) => step.do === "amend" && "agent" in step),
    expressions: steps.flatMap(expressionsOf),
    doneBefore: steps.flatMap((step) => doneBefore(needsOf(step))),
  }
}

/** Returns what an answer reaches: what its steps or needs do, and the case it moves, ends or writes. */
export function reachOfAnswer(answer: Answer): StepReach {
  const reach = "needs" in answer ? reachOfNeeds(answer.needs) : reachOf("steps" in answer ? answer.steps : [])
  const isEnding = answer.do === "remove" && answer.target === "case"
  const isMoving = answer.do === "jump" || answer.do === "rollback"
  return { ...reach, wholeCases: reach.wholeCases || isEnding || isMoving || answer.data !== undefined }
}

/** Returns what needs written in place read. */
export const reachOfNeeds = (needs: JsonObject): StepReach => ({
  ...reachOf([]),
  expressions: expressionsOfNeeds(needs),
  doneBefore: doneBefore(needs),
})

/** Returns the steps that what a rule says comes to; none where it names an exlet, which was deployed. */
export function stepsOf(conclusion: RuleConclusion): readonly Step[] {
  switch (conclusion.kind) {
    case "steps":
      return conclusion.steps
    case "worklets":
      return [{ do: "compensate", worklets: conclusion.worklets }]
    case "undo":
      return typeof conclusion.way === "string" ? [] : [{ do: "compensate", worklets: [conclusion.way] }]
    case "exlet":
    case "nothing":
      return []
  }
}

/** Returns the processes that steps name, in their expressions too. */
export function processesNamed({ processes, expressions, doneBefore: done }: StepReach): readonly string[] {
  const steps = [...expressions.flatMap((source) => [...(readsOf(source)?.steps ?? [])]), ...done]
  const named = steps.flatMap((step) => (step.includes("/") ? [step.slice(0, step.indexOf("/"))] : []))
  return [...processes.map(({ process }) => process), ...named]
}

function processesOf(step: Step): StepReach["processes"] {
  switch (step.do) {
    case "suspend":
      return typeof step.target === "string" ? [] : [{ process: step.target.process, rights: ["intervene"] }]
    case "waitAndSuspend":
    case "resume":
      return [{ process: step.place.process, rights: ["intervene"] }]
    case "terminate":
      return [{ process: step.process, rights: ["intervene"] }]
    case "start":
      return [{ process: step.process, rights: isElsewhere(step) ? ["do"] : ["do", "intervene"] }]
    case "compensate":
      return step.worklets.flatMap(({ worklet: process, into }) => [
        { process, rights: ["do", "intervene"] },
        // Its data is read.
        ...(into ? [{ process, rights: ["see", "intervene"] } as const] : []),
      ])
    case "continue":
    case "remove":
    case "restart":
    case "fail":
    case "skip":
    case "retry":
    case "wait":
    case "complete":
    case "reassign":
    case "amend":
    case "set":
    case "notify":
    case "raise":
    case "ask":
    case "jump":
    case "rollback":
    case "propagate":
      return []
  }
}

/** Steps that move a case, or write what is everybody's there. */
function isOnWholeCase(step: Step): boolean {
  if (step.do === "compensate") return step.worklets.some(({ into }) => into !== undefined)
  if (step.do === "ask") return step.into !== undefined
  return step.do === "set" || step.do === "jump" || step.do === "rollback"
}

const isElsewhere = (step: Extract<Step, { readonly do: "start" }>): boolean =>
  step.newFamily === true || step.number !== undefined

function expressionsOf(step: Step): readonly string[] {
  switch (step.do) {
    case "complete":
      return sources(step.data)
    case "reassign":
      return named(step.to)
    case "retry":
      return expressionsOfNeeds(needsOf(step))
    case "amend":
      return "needs" in step ? expressionsOfNeeds(step.needs) : named(step.agent)
    case "compensate":
      return step.worklets.flatMap((call: WorkletCall) => [...sources(call.with), ...sources(call.into)])
    case "start":
      return [...sources(step.with), ...(step.number === undefined ? [] : [step.number])]
    case "raise":
      return sources(step.with)
    case "set":
      return sources(step.values)
    case "notify":
      return [...named(step.to), ...expressionsIn(step.text)]
    case "ask":
      return [...(step.to === undefined ? [] : named(step.to)), ...expressionsIn(step.text)]
    case "suspend":
    case "continue":
    case "remove":
    case "waitAndSuspend":
    case "resume":
    case "restart":
    case "fail":
    case "skip":
    case "wait":
    case "terminate":
    case "jump":
    case "rollback":
    case "propagate":
      return []
  }
}

const sources = (expressions: Expressions = {}): readonly string[] => Object.values(expressions)

/** A plain word is a name. */
const named = (source: string): readonly string[] => (/^[\p{L}\p{N}_-]+$/u.test(source) ? [] : [source])

function needsOf(step: Step): JsonObject {
  if (step.do === "retry" && typeof step.with === "object") return step.with
  return step.do === "amend" && "needs" in step ? step.needs : {}
}

const doneBefore = ({ whoDid = [], notWhoDid = [] }: JsonObject): readonly string[] =>
  [whoDid, notWhoDid].flat().filter((step) => typeof step === "string")

/** What needs say of steps done before are no expressions. */
const expressionsOfNeeds = ({ whoDid: _, notWhoDid: __, ...needs }: JsonObject): readonly string[] => textsIn(needs)

/** Needs are names and expressions, wherever they stand. */
function textsIn(needs: Json | JsonObject): readonly string[] {
  if (typeof needs === "string") return named(needs)
  return typeof needs === "object" && needs !== null ? Object.values(needs).flatMap((value) => textsIn(value)) : []
}
