import { familyOf, type ItemId } from "../messages/ids.ts"
import type { JsonObject } from "../messages/json.ts"
import type { Store } from "../store/port.ts"

/**
 * Returns what an item wrote when it ended, from the newest entry of its family that tells. The state keeps the values of the
 * case alone, which others may have changed since.
 */
export async function writtenByItem(store: Store, id: ItemId, endedAt: number): Promise<JsonObject | undefined> {
  let before = Number.MAX_SAFE_INTEGER
  for (let look = 0; look < mostLooks; look++) {
    const entries = await store.entriesBefore(before, page, familyOf(id))
    for (const { at, events } of entries) {
      for (const event of events) {
        if (event.type !== "ItemCompleted" && event.type !== "ItemForceCompleted") continue
        if (event.item === id) return { ...event.writes, ...event.locals?.values }
      }
      if (at < endedAt) return undefined
    }
    const oldest = entries.at(-1)
    if (oldest === undefined || entries.length < page) return undefined
    before = oldest.position
  }
  return undefined
}

/** Of what ended longer ago than so many entries of its family it is not told. */
const page = 200
const mostLooks = 25
