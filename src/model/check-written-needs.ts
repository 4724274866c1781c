import type { Path } from "../messages/findings.ts"
import type { JsonObject } from "../messages/json.ts"
import { tellSlip } from "./check-expressions.ts"
import type { StepSite } from "./check-worklet.ts"
import { compileNeeds } from "./compile-needs.ts"
import { readNeeds } from "./read-needs.ts"

/** That the expressions in needs a step brings fit the case they are for, and its names are none but nearly of the organisation. That they can be read is known. */
export function checkWrittenNeeds(source: JsonObject, path: Path, { names, known, report }: StepSite): void {
  const { variables, locals } = names
  const needs = readNeeds(source, path, "'needs'", () => {})
  if (needs === undefined) return
  compileNeeds(needs, { ...(variables && { variables }), ...(locals && { locals }), report })
  for (const role of needs.roles) tellSlip(role, ["role"], [...path, "role"], known, report)
}
