import type { Step } from "../messages/steps.ts"
import { rulesIn } from "./check-rules.ts"
import type { Repertoire } from "./repertoire.ts"

/** The processes that steps resume or terminate: whoever suspends them may leave it to those. */
export function freedBy(steps: Iterable<Step>): ReadonlySet<string> {
  const found = new Set<string>()
  for (const step of steps) {
    if (step.do === "resume") found.add(step.place.process)
    if (step.do === "terminate") found.add(step.process)
  }
  return found
}

/** Every step of a repertoire, in exlets and in place. */
export function* stepsIn({ exlets, trees, handlers }: Repertoire): Iterable<Step> {
  for (const { steps } of exlets) yield* steps
  for (const { nodes } of trees) for (const { then } of rulesIn(nodes)) if (then?.kind === "steps") yield* then.steps
  for (const { then } of handlers) if (then?.kind === "steps") yield* then.steps
}
