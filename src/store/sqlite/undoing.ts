import type { DatabaseSync } from "node:sqlite"
import { type CaseId, type ExceptionId, familyOf, type InterventionId, numberOf } from "../../messages/ids.ts"
import { writing } from "./statements.ts"

/** Cases, exceptions and interventions that have never been: the letter in an id says what it is of. */
export function undoing(database: DatabaseSync): (id: CaseId | ExceptionId | InterventionId) => void {
  const dropCase = writing(database, "DELETE FROM cases WHERE id = ?")
  const dropExpectations = writing(database, "DELETE FROM expectations WHERE case_id = ?")
  const dropIntervention = writing(database, "DELETE FROM interventions WHERE id = ?")
  const dropException = writing(database, "DELETE FROM exceptions WHERE family_id = ? AND number = ?")

  return (id) => {
    const letter = id.charAt(familyOf(id).length + 1)
    if (letter === "q") dropIntervention(id)
    else if (letter === "x") dropException(familyOf(id), numberOf(id))
    else {
      dropCase(id)
      dropExpectations(id)
    }
  }
}
