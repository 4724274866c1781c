import type { CaseId, FamilyId } from "../../messages/ids.ts"
import { StoreError } from "../../store/error.ts"
import type { Counts, Quarantine } from "../../store/port.ts"
import { type Act, type Answer, accept, actor, refuse } from "../answer.ts"
import type { Asking } from "../asking.ts"
import type { Machinery } from "../machinery.ts"
import { notPermitted } from "../permitting.ts"
import { releaseFamily } from "../quarantine.ts"
import { engineStopped, notBackedUp, storeFailed } from "../refusals.ts"
import { type StalledPage, stalledAfter } from "../stalled-list.ts"

/** For those who run an engine. */
export function operationVerbs(machinery: Machinery, asking: Asking) {
  return {
    /** What has no reason to move in the next so many running cases, 500 unless set; nothing is done about it. */
    stalled(query: { readonly after?: CaseId; readonly limit?: number } = {}): Promise<StalledPage> {
      return stalledAfter(machinery.stalls, query)
    },

    /** How much there is of what is going on. */
    counts(): Promise<Counts> {
      return machinery.store.counts(machinery.clock.now())
    },

    /** Writes all there is to a new file that can be opened in place of this one, while work goes on. */
    async backup(file: string, onProgress?: (done: number, of: number) => void): Promise<Answer<undefined>> {
      if (!machinery.isOpen) return refuse(engineStopped)
      try {
        if (machinery.store.backup === undefined) return refuse(notBackedUp("the store has no file to be copied"))
        return accept(await machinery.store.backup(file, onProgress).then(() => undefined))
      } catch (error) {
        if (!(error instanceof StoreError)) throw error
        return refuse(error.code === "BACKUP_NOT_POSSIBLE" ? notBackedUp(error.message) : storeFailed)
      }
    },

    quarantined(): Promise<readonly Quarantine[]> {
      return machinery.store.quarantined()
    },

    /** Takes a family up again after the cause of its quarantine is mended. */
    release(family: FamilyId, act: Act = {}): Promise<Answer<undefined>> {
      const forbidden = notPermitted(machinery.staffing.organisation, actor(act), "administer")
      return asking.write(forbidden, async () => {
        await machinery.committer.drained()
        try {
          return await releaseFamily(machinery.store, family, machinery.clock.now())
        } finally {
          machinery.families.forget(family)
          await machinery.alarms.start()
        }
      })
    },
  }
}
