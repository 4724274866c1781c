import type { Path } from "../messages/findings.ts"
import type { Step } from "../messages/steps.ts"
import type { Pattern, Repertoire } from "./repertoire.ts"

/** The events a repertoire speaks of by name. */
export interface SpokenEvents {
  /** What steps raise. */
  readonly raised: ReadonlySet<string>
  /** What rules, handlers and patterns wait for, and how many of them do; the first one first. */
  readonly heard: ReadonlyMap<string, number>
}

export function spokenEvents(steps: Iterable<Step>, heard: Iterable<string>): SpokenEvents {
  const raised = new Set<string>()
  for (const step of steps) if (step.do === "raise") raised.add(step.class)
  const counts = new Map<string, number>()
  for (const name of heard) counts.set(name, (counts.get(name) ?? 0) + 1)
  return { raised, heard: counts }
}

export function* heardIn({ trees, handlers, patterns }: Repertoire): Generator<string> {
  for (const { on } of trees) yield on
  for (const { on } of handlers) yield* on
  for (const { pattern } of patterns) for (const { event } of eventsIn(pattern)) yield event
}

/** Every event a pattern is made of, patterns by their names. */
export function* eventsIn(pattern: Pattern): Generator<{ readonly event: string; readonly path: Path }> {
  if ("event" in pattern) yield pattern
  else
    for (const member of "all" in pattern ? pattern.all : "any" in pattern ? pattern.any : pattern.sequence)
      yield* eventsIn(member)
}

/** The names an event may be a slip of: what is raised, and what others wait for more often, or as often and before. */
export function* likelier(on: string, { raised, heard }: SpokenEvents): Generator<string> {
  yield* raised
  const own = heard.get(on) ?? 0
  let isBefore = true
  for (const [name, count] of heard) {
    if (name === on) isBefore = false
    else if (count > own || (count === own && isBefore)) yield name
  }
}
