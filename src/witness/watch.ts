import type { Finding } from "../messages/findings.ts"
import type { CaseId } from "../messages/ids.ts"
import type { Outside } from "./environment.ts"
import { expectedOf } from "./expected.ts"
import { type Moment, stepsTo } from "./explore.ts"
import type { Knowing } from "./moves.ts"

/** Somebody who looks at whatever can happen, for one thing. */
export interface Watch {
  /** It has found what it looks for, or gives up. */
  isOver(): boolean
  happen(moment: Moment): void
  /** Nothing goes on by itself any more. */
  rest?(moment: Moment): void
  findings(): readonly Told[]
}

/** A finding, and whether it is one only if what is said to happen really does. */
export interface Told {
  readonly finding: Finding
  readonly standsOnIt: boolean
}

export interface Watching {
  readonly knowing: Knowing
  readonly outside: readonly Outside[]
  /** How many commands are tried in all. */
  readonly effort: number
}

/** So many moves without anything new are enough. */
export const PATIENCE = 1000

/** The steps that lead to a moment, and how the case stands then. */
export function shownAt(
  { stage }: Knowing,
  moment: Moment,
  id: CaseId | undefined,
  exlets: readonly string[] = [],
): Pick<Finding, "counterexample"> {
  const steps = stepsTo(moment)
  return { counterexample: id === undefined ? steps : [...steps, expectedOf(stage, moment.played, id, exlets)] }
}
