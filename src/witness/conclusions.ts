import type { RuleConclusion, Step } from "../messages/steps.ts"
import type { Stage } from "./stage.ts"

export function isMereTelling(steps: readonly Step[]): boolean {
  return steps.length > 0 && steps.every((step) => step.do === "notify")
}

/** The steps a conclusion leads to. */
export function stepsOf(
  conclusion: RuleConclusion | undefined,
  { rulebook }: Pick<Stage, "rulebook">,
): readonly Step[] {
  switch (conclusion?.kind) {
    case "exlet":
      return rulebook.exlet(conclusion.name)?.steps ?? []
    case "steps":
      return conclusion.steps
    case "worklets":
      return [{ do: "compensate", worklets: conclusion.worklets }]
    default:
      return []
  }
}
