import type { Report } from "../messages/findings.ts"
import { checkEvent } from "./check-event.ts"
import type { Known } from "./check-names.ts"
import { circlesFrom, turnedTo } from "./circles.ts"
import type { PatternDefinition } from "./repertoire.ts"
import type { Locate } from "./source.ts"
import { eventsIn } from "./spoken-events.ts"
import { compileAt, patternVocabulary } from "./vocabulary.ts"

/** That patterns are made of what can happen, and of none that waits for itself in turn. */
export function checkPatterns(
  patterns: readonly PatternDefinition[],
  known: Known,
  at: (locate: Locate) => Report,
): void {
  const own = new Map(patterns.map((definition) => [definition.name, definition]))
  for (const { pattern, by, locate } of patterns) {
    const report = at(locate)
    for (const { event, path } of eventsIn(pattern)) checkEvent(event, path, known, report, "the pattern waits")
    if (by) compileAt(by, patternVocabulary, report)
  }
  for (const found of circlesFrom(own.keys(), (name) => patternsIn(name, own, known))) {
    const circle = turnedTo(found, (name) => own.has(name))
    const first = own.get(circle[0] ?? "")
    if (first === undefined) continue
    const message = `The pattern '${first.name}' waits for itself: ${[...circle, first.name].join(", which waits for ")}.`
    const remedy = "Let one of them do without the other."
    at(first.locate)({ code: "PATTERN_CYCLE", severity: "error", path: first.path, message, remedy })
  }
}

function patternsIn(name: string, own: ReadonlyMap<string, PatternDefinition>, known: Known): readonly string[] {
  const its = (own.get(name) ?? known.pattern(name))?.pattern
  const events = its ? [...eventsIn(its)].map(({ event }) => event) : []
  return [...new Set(events)].filter((event) => known.pattern(event) !== undefined)
}
