import type { StepWord } from "../messages/steps.ts"
import { STEPS, type StepForm } from "./step-forms.ts"

/** A step an exlet can have, for whoever builds one. */
export interface PaletteStep extends Omit<StepForm, "read"> {
  readonly word: StepWord
}

/** Every step there is, with what it takes and an example. */
export function stepPalette(): readonly PaletteStep[] {
  return (Object.keys(STEPS) as StepWord[]).map((word) => {
    const { read: _, ...said } = STEPS[word]
    return { word, ...said }
  })
}
