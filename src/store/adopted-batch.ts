import { emptyBatch } from "./empty-batch.ts"
import type { Batch } from "./port.ts"
import type { Adoption } from "./whole-store.ts"

/** What of an adoption any batch could hold. */
export function adoptedBatch(adoption: Adoption): Batch {
  const { credentials: _, toldBefore: __, lastPosition: ___, needsRebuild: ____, mark: _____, ...rows } = adoption
  return { ...emptyBatch, ...rows }
}
