import type { RecordedEntry } from "../messages/events.ts"
import { emptyBatch } from "../store/empty-batch.ts"
import type { DecisionRow, Store } from "../store/port.ts"
import { nextTurn } from "./committer.ts"

/**
 * Which tree was asked where: needed by those who learn and look back, and read from the entries when they ask, so that those
 * who work do not pay for it. Begun anew it goes on where it was; done twice it comes to the same. False: it was cancelled.
 */
export async function catchUpDecisions(store: Store, signal?: AbortSignal): Promise<boolean> {
  for (let position = await store.decisionsUpTo(); ; ) {
    const entries = await store.entriesAfter(position, page)
    const last = entries.at(-1)
    if (last === undefined) return true
    position = last.position
    await store.commit({ ...emptyBatch, decisions: entries.flatMap(decisionsIn), decisionsUpTo: position })
    if (signal?.aborted) return false
    await nextTurn()
  }
}

const page = 1000

/** What an entry tells of trees that were asked. */
export function decisionsIn({ family, version, events }: RecordedEntry): readonly DecisionRow[] {
  return events.flatMap((event, index) => {
    if (event.type !== "DecisionMade") return []
    return event.walks.map(({ tree, failed }) => ({
      tree,
      family,
      version: version + index,
      failed: failed !== undefined,
    }))
  })
}
