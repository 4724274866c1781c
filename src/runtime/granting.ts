import type { Json } from "../messages/json.ts"
import type { Step } from "../messages/steps.ts"
import { readConclusion } from "../model/read-conclusion.ts"

/** Whether steps give an agent a capability, which he then has everywhere: that is for those who administer. */
export function isGranting(steps: readonly Step[]): boolean {
  return steps.some((step) => step.do === "amend" && "agent" in step)
}

/** The same of what was written under `steps` or `then`. An exlet by its name was deployed, and so allowed before. */
export function isGrantingInPlace(written: Json): boolean {
  const conclusion = readConclusion("Exception")(written, [], "steps", () => {})
  return conclusion?.kind === "steps" && isGranting(conclusion.steps)
}
