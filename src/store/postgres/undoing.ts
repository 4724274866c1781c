import { type CaseId, type ExceptionId, familyOf, type InterventionId, numberOf } from "../../messages/ids.ts"
import type { Batch } from "../port.ts"
import type { Statement } from "./database.ts"
import { deleting, text, whole } from "./statements.ts"

type Undone = Batch["undone"][number]

/** Cases, exceptions and interventions that have never been. */
export function undo(undone: readonly Undone[]): readonly Statement[] {
  const { cases, exceptions, interventions } = undoneOf(undone)
  return [
    ...dropCases(cases),
    ...dropExpectations(cases),
    ...dropInterventions(interventions),
    ...dropExceptions(exceptions),
  ]
}

/** The letter in an id says what it is of. */
export function undoneOf(undone: readonly Undone[]) {
  const cases: CaseId[] = []
  const exceptions: ExceptionId[] = []
  const interventions: InterventionId[] = []
  for (const id of undone) {
    const letter = id.charAt(familyOf(id).length + 1)
    if (letter === "q") interventions.push(id as InterventionId)
    else if (letter === "x") exceptions.push(id as ExceptionId)
    else cases.push(id as CaseId)
  }
  return { cases, exceptions, interventions } as const
}

const dropCases = deleting<CaseId>("cases", [text("id", (id) => id), text("family_id", familyOf)])
const dropExpectations = deleting<CaseId>("expectations", [text("case_id", (id) => id), text("family_id", familyOf)])
const dropInterventions = deleting<InterventionId>("interventions", [
  text("id", (id) => id),
  text("family_id", familyOf),
])
const dropExceptions = deleting<ExceptionId>("exceptions", [text("family_id", familyOf), whole("number", numberOf)])
