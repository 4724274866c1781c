import { placeOf, type Stall } from "../exceptions/stalling.ts"
import type { FamilyId } from "../messages/ids.ts"
import type { Store } from "../store/port.ts"

/**
 * Until when nobody needs to be told again that something stands still: for a day after somebody has dismissed it, or after it was
 * told three times within a day. Undefined: it is to be told.
 */
export async function quietUntil(
  store: Store,
  family: FamilyId,
  stall: Stall,
  now: number,
): Promise<number | undefined> {
  const rows = await store.exceptions({ family, class: "Stalled", open: false, limit: 1000 })
  const ended = rows.filter((row) => placeOf(row) === placeOf(stall) && (row.endedAt ?? now) + day > now)
  const isEnough = ended.length >= mostOften || ended.some(({ state }) => state === "dismissed")
  return isEnough ? Math.max(...ended.map(({ endedAt = now }) => endedAt)) + day : undefined
}

const day = 24 * 60 * 60_000
const mostOften = 3
