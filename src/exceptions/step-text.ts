import type { Json, JsonObject } from "../messages/json.ts"
import type { Place, RuleConclusion, Step, Target, WorkletCall } from "../messages/steps.ts"

/** What a rule says, in one word: an exlet's name, `nothing`, `steps`, a way to undo, or the worklets, separated by commas. */
export function says(conclusion: RuleConclusion): string {
  switch (conclusion.kind) {
    case "exlet":
      return conclusion.name
    case "worklets":
      return conclusion.worklets.map(({ worklet }) => worklet).join(", ")
    case "undo":
      return typeof conclusion.way === "object" ? conclusion.way.worklet : conclusion.way
    default:
      return conclusion.kind
  }
}

/** A conclusion as people write it behind `then:`. */
export function conclusionText(conclusion: RuleConclusion): Json {
  switch (conclusion.kind) {
    case "exlet":
      return conclusion.name
    case "steps":
      return conclusion.steps.map(stepText)
    case "worklets":
      return callsText(conclusion.worklets)
    case "undo":
      return conclusion.way
    case "nothing":
      return "nothing"
  }
}

/** A step as people write it in an exlet. */
export function stepText(step: Step): Json {
  const { do: word } = step
  switch (word) {
    case "suspend":
      return { [word]: targetText(step.target) }
    case "continue":
    case "remove":
      return { [word]: step.target }
    case "waitAndSuspend":
    case "resume":
      return { [word]: targetText(step.place) }
    case "restart":
    case "fail":
    case "skip":
    case "wait":
      return { [word]: "item" }
    case "retry":
      return { [word]: "item", ...given(step, "with") }
    case "complete":
      return { [word]: "item", ...given(step, "data") }
    case "reassign":
      return { [word]: "item", to: step.to }
    case "amend":
      return "needs" in step ? { [word]: "item", needs: step.needs } : grantText(step)
    case "compensate":
      return { [word]: callsText(step.worklets) }
    case "start":
      return { [word]: step.process, ...given(step, "with"), ...familyText(step) }
    case "terminate":
      return { [word]: step.process }
    case "set":
      return { [word]: step.values }
    case "notify":
      return { [word]: step.to, text: step.text }
    case "raise":
      return { [word]: step.class, ...given(step, "with") }
    case "ask":
      return { [word]: step.text, ...given(step, "to", "choices", "into", "within") }
    case "jump":
    case "rollback":
      return { [word]: step.to }
    case "propagate":
      return word
  }
}

function familyText({ newFamily, number }: Extract<Step, { readonly do: "start" }>): JsonObject {
  if (number !== undefined) return { case: number }
  return newFamily ? { case: "new" } : {}
}

function grantText(step: Extract<Step, { readonly agent: string }>): Json {
  const [only, ...more] = step.capabilities
  const capability = only === undefined || more.length > 0 ? step.capabilities : only
  return { amend: step.agent, capability, ...given(step, "for", "until") }
}

function targetText(target: Target | Place): string {
  if (typeof target === "string") return target
  const { process, task, after } = target
  return `${process}${task === undefined ? "" : `/${task}`}${after ? "+" : ""}`
}

function callsText(calls: readonly WorkletCall[]): Json {
  const [only, ...more] = calls.map((call) =>
    call.with || call.into ? { worklet: call.worklet, ...given(call, "with", "into") } : call.worklet,
  )
  return only === undefined ? [] : more.length === 0 ? only : [only, ...more]
}

/** Those of its properties that are there. */
function given<Holder extends object>(holder: Holder, ...keys: readonly (keyof Holder & string)[]): JsonObject {
  return Object.fromEntries(keys.flatMap((key) => (holder[key] === undefined ? [] : [[key, holder[key] as Json]])))
}
