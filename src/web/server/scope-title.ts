import { useCallback } from "react"
import { placeOfScope } from "../../model/scope-text.ts"
import { scopeWords } from "../words/scope-words.ts"
import { useProcessTitle } from "./process-titles.ts"
import { useStepTitles } from "./step-titles.ts"

/** What scopes are called, those of the process that one of them lies in by the titles of its steps. */
export function useScopeTitle(of: string | undefined): (at: string) => string {
  const process = useProcessTitle()
  const own = of === undefined ? undefined : placeOfScope(of).process
  const steps = useStepTitles(own ?? "", own !== undefined)
  return useCallback((at) => scopeWords(at, { process, step: (task) => steps.get(task) }), [process, steps])
}
