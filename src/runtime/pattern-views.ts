import { type PatternProgress, progressOf } from "../exceptions/pattern-progress.ts"
import type { LoadedFamily } from "./families.ts"
import type { Rulebook } from "./rulebook.ts"

/** How far each pattern in force has come in a family. */
export function patternViews({ handling }: LoadedFamily, rulebook: Rulebook, now: number): readonly PatternProgress[] {
  return [...rulebook.patterns.values()].flatMap((pattern) =>
    progressOf(pattern, handling.patterns.get(pattern.name)?.kept ?? [], now),
  )
}
