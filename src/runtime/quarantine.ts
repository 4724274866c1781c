import type { FamilyId } from "../messages/ids.ts"
import { emptyBatch } from "../store/empty-batch.ts"
import type { AlarmChange, Store } from "../store/port.ts"
import { type Answer, accept, refuse } from "./answer.ts"
import { readFamily } from "./families.ts"

/** Lifts a quarantine and arms anew what may have been switched off meanwhile. */
export async function releaseFamily(store: Store, id: FamilyId, now: number): Promise<Answer<undefined>> {
  const family = await readFamily(store, id)
  if (family?.quarantine === undefined) {
    return refuse({
      code: "FAMILY_NOT_QUARANTINED",
      message: `family ${id} is not set aside`,
      remedy: "There is nothing to release",
    })
  }
  const alarms: AlarmChange[] = []
  for (const timer of family.state.timers.values()) {
    if (timer.paused === undefined) alarms.push({ family: id, id: timer.id, kind: "timer", dueAt: timer.dueAt })
  }
  for (const item of family.state.items.values()) {
    if (item.lease !== undefined && item.status === "started")
      alarms.push({
        family: id,
        id: item.id,
        kind: "lease",
        // A program elsewhere could not say that it is alive; one that was called here is asked at once.
        dueAt: item.isRemote ? now + item.lease : 0,
        attempt: item.attempt,
      })
  }
  await store.commit({ ...emptyBatch, released: [id], alarms })
  return accept(undefined)
}
