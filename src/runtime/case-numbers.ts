import { asCaseId, asFamilyId, type FamilyId, familyOf, rootCase } from "../messages/ids.ts"
import { caseNumber } from "../model/case-number.ts"
import type { Store } from "../store/port.ts"
import type { Answer } from "./answer.ts"

/** Returns the family that has a case number: the one it was chosen for, else the one with that id. */
export async function familyNumbered(store: Store, number: string): Promise<FamilyId | undefined> {
  if (caseNumber(number) !== number) return undefined
  const chosen = (await store.numbered([number])).get(number)
  if (chosen !== undefined) return chosen
  const family = familyOf(asCaseId(number))
  return family === asFamilyId(number) && (await store.case(rootCase(family))) ? family : undefined
}

/**
 * Starts a case under a number: the first of a family that has it from then on, or a further one of the family that has it. If another family has taken
 * it meanwhile, or the one that had it was archived, it looks again.
 */
export async function startUnder<Value>(
  store: Store,
  number: string,
  ways: { begin(): Promise<Answer<Value>>; join(family: FamilyId): Promise<Answer<Value>> },
): Promise<Answer<Value>> {
  for (let tried = 1; ; tried++) {
    const family = await familyNumbered(store, number)
    const answer = family === undefined ? await ways.begin() : await ways.join(family)
    if (answer.ok || tried === mostTries || answer.rejection.code !== (family ? "CASE_NOT_FOUND" : "NUMBER_TAKEN"))
      return answer
  }
}

/** Numbers are taken once, and given back by archiving alone. */
const mostTries = 10
