import { isDeepStrictEqual } from "node:util"
import { emptyFamily } from "../engine/draft.ts"
import { evolve } from "../engine/evolve.ts"
import { fold } from "../exceptions/fold.ts"
import { emptyHandling } from "../exceptions/handling.ts"
import { type FamilyId, familyOf } from "../messages/ids.ts"
import type { Rejection } from "../messages/rejections.ts"
import type { Store } from "../store/port.ts"
import { isOver, versionOf } from "../store/records.ts"
import type { Adoption } from "../store/whole-store.ts"
import { decisionsIn } from "./decision-index.ts"
import { type FamilyRecord, isIntact, recordOf } from "./family-record.ts"
import type { FindProcess } from "./projection.ts"

/** `there`: it is there already, and the same. */
export type AdoptedFamily = { readonly family: FamilyId } & (
  | { readonly outcome: "adopted" | "there" }
  | { readonly outcome: "refused"; readonly rejection: Rejection }
)

/** Brings families back, each by itself: what is refused of one keeps none of the others. Those in one place are written together, if all can be. */
export async function adoptRecords(
  store: Store,
  records: readonly FamilyRecord[],
  find: FindProcess,
): Promise<readonly AdoptedFamily[]> {
  const outcomes = new Map<FamilyRecord, AdoptedFamily>()
  const sound = records.filter((record) => {
    const fault = faultOf(record, find)
    if (fault !== undefined) outcomes.set(record, refusedAs(record, invalid(record, fault)))
    return fault === undefined
  })
  const places = Map.groupBy(sound, ({ family }) => store.nodes?.shardOf(family) ?? 0)
  for (const together of places.values()) {
    const all = await store.whole.adopt(adoptionOf(together))
    for (const record of together)
      outcomes.set(record, all.ok ? { family: record.family, outcome: "adopted" } : await adoptAlone(store, record))
  }
  return records.flatMap((record) => outcomes.get(record) ?? [])
}

async function adoptAlone(store: Store, record: FamilyRecord): Promise<AdoptedFamily> {
  const { family } = record
  const [known] = await store.records.of([family])
  if (known) {
    const isSame = isDeepStrictEqual(withoutDigest(recordOf(known)), withoutDigest(record))
    return isSame ? { family, outcome: "there" } : refusedAs(record, taken(family, "there is something else of it"))
  }
  const result = await store.whole.adopt(adoptionOf([record]))
  if (result.ok) return { family, outcome: "adopted" }
  const numbers = record.cases.flatMap(({ number }) => number ?? [])
  for (const [number, holder] of await store.numbered(numbers))
    if (holder !== family) return refusedAs(record, taken(family, `family ${holder} has its case number ${number} now`))
  return refusedAs(record, taken(family, "others stand at the positions it had: it is of another store"))
}

const withoutDigest = ({ digest: _, ...rest }: FamilyRecord): object => rest

/** What was asked of trees is found in the entries, whether or not it had been when they were taken. */
function adoptionOf(records: readonly FamilyRecord[]): Adoption {
  const entries = records.flatMap((record) => record.entries)
  return {
    entries,
    cases: records.flatMap(({ cases }) => cases),
    items: records.flatMap(({ items }) => items),
    exceptions: records.flatMap(({ exceptions }) => exceptions),
    interventions: records.flatMap(({ interventions }) => interventions),
    toldBefore: records.flatMap(({ notifications }) => notifications),
    decisions: entries.flatMap(decisionsIn),
  }
}

/** What is wrong with a record, wherever it comes from: it must be one that was taken out, and tell one story. */
function faultOf(record: FamilyRecord, find: FindProcess): string | undefined {
  const { family, entries, cases, items, exceptions, interventions, notifications } = record
  if (!isIntact(record)) return "it was changed since it was taken out"
  const rows = [...cases, ...items, ...exceptions, ...interventions, ...notifications]
  if (rows.some((row) => row.family !== family || familyOf(row.id as never) !== family))
    return "something in it is of another family"
  if (!rows.every(isWhole) || !entries.every(isWhole) || !exceptions.every(({ answer }) => isWhole(answer ?? {})))
    return "a number in it is none that a store can keep"
  let [version, position] = [1, 0]
  for (const entry of entries) {
    if (entry.family !== family || entry.version !== version || entry.position <= position || entry.events.length === 0)
      return "its entries do not follow each other"
    version += entry.events.length
    position = entry.position
  }
  if (entries.length === 0 || record.version !== versionOf(record)) return "its entries are not all there"
  if (!isOver({ ...record, isWaiting: false })) return "it is not over"
  const absent = cases.find(({ process, version: of }) => find(process, of) === undefined)
  if (absent) return `version ${absent.version} of its process '${absent.process}' is not deployed here`
  return replayFault(record)
}

const isWhole = (row: object): boolean =>
  Object.entries(row).every(
    ([name, value]) => typeof value !== "number" || name === "priority" || Number.isSafeInteger(value),
  )

/** Its cases are what its history makes of them. */
function replayFault({ family, entries, cases }: FamilyRecord): string | undefined {
  const [state, handling] = [emptyFamily(family), emptyHandling()]
  try {
    for (const entry of entries) {
      evolve(state, entry)
      for (const event of entry.events) fold(handling, event, entry)
    }
  } catch (error) {
    return `its history cannot be replayed: ${error instanceof Error ? error.message : String(error)}`
  }
  const states = new Map(cases.map((row) => [row.id, row.state]))
  const isSame =
    states.size === state.cases.size && [...state.cases.values()].every((each) => states.get(each.id) === each.state)
  return isSame ? undefined : "its history tells of other cases than it has"
}

const refusedAs = ({ family }: FamilyRecord, rejection: Rejection): AdoptedFamily => ({
  family,
  outcome: "refused",
  rejection,
})

const invalid = ({ family }: FamilyRecord, fault: string): Rejection => ({
  code: "RECORD_INVALID",
  message: `the record of ${family} cannot be brought back: ${fault}`,
  remedy: "Take it from another copy of the archive, into the store it was taken out of or a copy of it",
})

const taken = (family: FamilyId, why: string): Rejection => ({
  code: "RECORD_TAKEN",
  message: `${family} cannot be brought back: ${why}`,
  remedy: "What is there stays as it is. Look at it; bring the record back into a store of its own if you need both",
})
