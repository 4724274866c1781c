import type { Report } from "../messages/findings.ts"
import type { Step } from "../messages/steps.ts"
import type { Known } from "./check-names.ts"
import { checkStep } from "./check-step.ts"
import { checkStepOrder } from "./check-step-order.ts"
import type { StepSite } from "./check-worklet.ts"
import { fieldOf } from "./read-fields.ts"
import { isMap } from "./read-value.ts"
import type { ExletDefinition } from "./repertoire.ts"
import type { Written } from "./step-paths.ts"
import { writtenInOrder } from "./written-steps.ts"

/** Everything wrong with steps, at the site they would be taken at; also with those around one that could not be read. */
export function checkSteps(steps: readonly Step[], written: Written, site: StepSite): void {
  const entries = writtenInOrder(steps, written)
  for (const entry of entries) if (entry) checkStep(entry.step, entry.written, site)
  checkStepOrder(entries, site)
}

/** The site of an exlet nothing is known about but itself: any case, any event. */
export function anySite(known: Known, report: Report): StepSite {
  return { scope: {}, names: {}, known, report }
}

/** The steps of an exlet as they were written, in either form. */
export function writtenSteps({ source, stepsPath }: ExletDefinition): Written {
  return { value: isMap(source) ? fieldOf(source, "steps") : source, path: stepsPath }
}
