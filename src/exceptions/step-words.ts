import type { Json } from "../messages/json.ts"
import type { RuleConclusion, Step } from "../messages/steps.ts"
import { says, stepText } from "./step-text.ts"

/** What a rule says, for people: as `says`, but steps one after the other. */
export function conclusionWords(conclusion: RuleConclusion): string {
  return conclusion.kind === "steps" ? conclusion.steps.map(stepWords).join(", ") : says(conclusion)
}

/** A step in a few words: `suspend item`, `notify manager`, `set amount`. */
export function stepWords(step: Step): string {
  switch (step.do) {
    case "compensate":
      return `compensate ${step.worklets.map(({ worklet }) => worklet).join(" and ")}`
    case "set":
      return `set ${Object.keys(step.values).join(" and ")}`
    case "ask":
      return `ask ${step.to ?? "somebody"} ${JSON.stringify(step.text)}`
    case "reassign":
      return `reassign item to ${step.to}`
    case "jump":
    case "rollback":
      return `${step.do} to ${step.to}`
    case "retry":
      return typeof step.with === "string" ? `retry item with the ${step.with} agent` : "retry item"
    default:
      return first(stepText(step))
  }
}

/** Its word, and what stands right behind it. */
function first(text: Json): string {
  if (typeof text !== "object" || text === null) return String(text)
  const [entry] = Object.entries(text)
  return entry === undefined ? "" : `${entry[0]} ${typeof entry[1] === "string" ? entry[1] : JSON.stringify(entry[1])}`
}
