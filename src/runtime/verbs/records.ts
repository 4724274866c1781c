import { type AdoptedFamily, adoptRecords } from "../adopting-records.ts"
import { type Act, type Answer, accept, actor } from "../answer.ts"
import type { Asking } from "../asking.ts"
import { nextTurn } from "../committer.ts"
import type { FamilyRecord } from "../family-record.ts"
import type { Machinery } from "../machinery.ts"
import { notPermitted } from "../permitting.ts"
import {
  type ForgottenFamily,
  forgetFamilies,
  type RecordsAsked,
  type RecordsPage,
  recordsOf,
  type Taken,
} from "../records.ts"

/** Families that are over: what is on record of them, to be kept elsewhere and brought back. */
export function recordVerbs(machinery: Machinery, asking: Asking) {
  const forbidden = (act: Act) => notPermitted(machinery.staffing.organisation, actor(act), "administer")

  return {
    /** The records of families that are over since before a moment: everything the store keeps of them. */
    records(query: RecordsAsked): Promise<RecordsPage> {
      return recordsOf(machinery.store, query)
    },

    /** Families whose records somebody keeps elsewhere are removed, each if it is still over and its record the same. */
    forgetFamilies(taken: readonly Taken[], act: Act = {}): Promise<Answer<readonly ForgottenFamily[]>> {
      return asking.write(forbidden(act), async () => {
        try {
          return accept(await forgetFamilies(machinery.store, taken))
        } finally {
          // Some may be gone though it failed. Somebody may have been reading one of them just now, to keep it in memory.
          await nextTurn()
          for (const { family } of taken) machinery.families.forget(family)
        }
      })
    },

    /** Brings families back as they were, entries at the positions they had. */
    adoptRecords(records: readonly FamilyRecord[], act: Act = {}): Promise<Answer<readonly AdoptedFamily[]>> {
      return asking.write(forbidden(act), async () => {
        await machinery.shared?.abreast()
        return accept(await adoptRecords(machinery.store, records, machinery.processes.find))
      })
    },
  }
}
