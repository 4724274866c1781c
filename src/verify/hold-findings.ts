import type { Finding } from "../messages/findings.ts"
import type { Step } from "../messages/steps.ts"
import type { OpenSuspend } from "./open-suspends.ts"
import type { PlacedStep } from "./repertoire-in-force.ts"

export function neverResumed({ step, place, rule }: OpenSuspend): Finding {
  const how = step.do === "suspend" ? "suspends" : "waits for and suspends"
  const rest = "and there is a way on which no rule resumes or ends it afterwards."
  return {
    code: "SUSPEND_NEVER_RESUMED",
    severity: "warning",
    place,
    message: `On '${rule.on}' this ${how} ${targetText(step)}, ${rest}`,
    remedy: "Write a rule that resumes or terminates it on every way, or 'continue' where the exlet itself knows when.",
  }
}

export function neverReached({ step, place }: PlacedStep): Finding {
  return {
    code: "CONTINUE_NEVER_REACHED",
    severity: "warning",
    place,
    message: `There is a way on which this '${step.do}' is never reached: the run waits for what is held itself, and so does all it holds.`,
    remedy: "Let go what the run waits for, or hold it only afterwards.",
  }
}

function targetText(step: OpenSuspend["step"]): string {
  const target = step.do === "suspend" ? step.target : step.place
  if (typeof target === "string") return WORDS[target]
  return `'${[target.process, target.task].filter((part) => part !== undefined).join("/")}'`
}

const WORDS: { readonly [Target in Extract<Extract<Step, { do: "suspend" }>["target"], string>]: string } = {
  item: "the item",
  case: "the case",
  allCases: "all cases",
  ancestors: "the ancestors",
}
