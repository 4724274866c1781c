import { askMandatory, type Occasion } from "./asking.ts"
import type { Reacting } from "./reacting.ts"
import { draw } from "./runs.ts"

/**
 * Runs every mandatory handler that applies, inner scopes first. `solving`: one of them answers the exception, so the stages
 * after this one are not asked.
 */
export function runMandatory(reacting: Reacting, occasion: Occasion): "solving" | "passed" {
  const advices = askMandatory(reacting, occasion)
  let isSolving = false
  for (const advice of advices) {
    const begun = reacting.port.because(advice.decision, () => draw(reacting, occasion, advice, "mandatory"))
    isSolving ||= begun === "solving"
  }
  return isSolving ? "solving" : "passed"
}
