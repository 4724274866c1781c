import { rootCase } from "../messages/ids.ts"
import { emptyBatch } from "./empty-batch.ts"
import type { Batch, CaseRow, NumberedFamily } from "./port.ts"
import type { Adoption } from "./whole-store.ts"

/** What of an adoption any batch could hold. */
export function adoptedBatch(adoption: Adoption): Batch {
  const { credentials: _, toldBefore: __, lastPosition: ___, needsRebuild: ____, mark: _____, ...rows } = adoption
  return { ...emptyBatch, ...rows, numbers: numbersOf(adoption.cases ?? []) }
}

/** A family's first case tells its number. */
function numbersOf(cases: readonly CaseRow[]): readonly NumberedFamily[] {
  return cases.flatMap(({ id, family, number }) =>
    number !== undefined && id === rootCase(family) ? { number, family } : [],
  )
}
