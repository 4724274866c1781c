import type { RunStarted } from "../messages/handling.ts"
import type { ActingRule } from "../verify/repertoire-in-force.ts"

/** Whether a rule has begun a run: its exlet, or its very steps. */
export function isRunOf({ exlet, steps }: Pick<RunStarted, "exlet" | "steps">, rule: ActingRule): boolean {
  if (rule.exlet !== undefined) return rule.exlet === exlet
  return JSON.stringify(steps) === JSON.stringify(rule.steps.map(({ step }) => step))
}
