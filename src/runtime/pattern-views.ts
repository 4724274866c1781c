import { type PatternProgress, progressOf } from "../exceptions/pattern-progress.ts"
import type { Rules } from "../exceptions/rules.ts"
import type { BothStates } from "./turn.ts"

/** How far each pattern in force has come in a family. */
export function patternViews(
  { handling }: Pick<BothStates, "handling">,
  rules: Pick<Rules, "patterns">,
  now: number,
): readonly PatternProgress[] {
  return [...rules.patterns.values()].flatMap((pattern) =>
    progressOf(pattern, handling.patterns.get(pattern.name)?.kept ?? [], now),
  )
}
