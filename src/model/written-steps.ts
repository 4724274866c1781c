import type { Step } from "../messages/steps.ts"
import { stepEntries } from "./read-steps.ts"
import { isList } from "./read-value.ts"
import { stepAt, type Written } from "./step-paths.ts"

/** A step and where it was written. */
export interface WrittenStep {
  readonly step: Step
  readonly written: Written
}

/** Steps in their order, each with where it was written; `undefined` where there is one that could not be read. */
export function writtenInOrder(steps: readonly Step[], written: Written): readonly (WrittenStep | undefined)[] {
  const { value } = written
  const isWhole = !isList(value) || value.length === steps.length
  const entries = isWhole ? steps : stepEntries(value)
  return entries.map((step, index) => step && { step, written: stepAt(written, index) })
}
