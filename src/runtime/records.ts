import type { RecordedEntry } from "../messages/events.ts"
import type { NewFamily } from "../messages/handling.ts"
import type { FamilyId } from "../messages/ids.ts"
import type { Store } from "../store/port.ts"
import { type EndedFamily, type EndedQuery, isOver, type KeptFamily } from "../store/records.ts"
import { type FamilyRecord, recordOf, sizedRecordOf } from "./family-record.ts"

export type RecordsAsked = Omit<EndedQuery, "limit"> & { readonly limit?: number }

export interface RecordsPage {
  readonly rows: readonly FamilyRecord[]
  /** Families that are over, and whose record is larger than anybody takes. */
  readonly tooLarge: readonly FamilyId[]
  /** Where it goes on; absent: there is no more. */
  readonly next?: Pick<EndedFamily, "endedAt" | "last">
}

/** The records of families that are over: so many families are looked at, or until there is enough to be carried at once. */
export async function recordsOf(store: Store, { limit = 100, ...asked }: RecordsAsked): Promise<RecordsPage> {
  const places = await store.records.ended({ ...asked, limit })
  const records: FamilyRecord[] = []
  const tooLarge: FamilyId[] = []
  let bytes = 0
  for (let from = 0, many = fewest; from < places.length; ) {
    const looked = places.slice(from, from + many)
    const kept = new Map(
      (await store.records.of(looked.map(({ family }) => family))).map((each) => [each.family, each]),
    )
    for (const place of looked) {
      const each = kept.get(place.family)
      if (each === undefined || !isOver(each)) continue
      const { record, size } = sizedRecordOf(each)
      bytes += size
      if (size > largestRecord) tooLarge.push(place.family)
      else records.push(record)
      if (bytes >= enough && place !== places.at(-1)) return { rows: records, tooLarge, next: placeOf(place) }
    }
    from += looked.length
    // Families are alike, mostly.
    many = Math.max(fewest, Math.min(most, Math.floor(((enough - bytes) * from) / (bytes + 1))))
  }
  return { rows: records, tooLarge, ...(places.length === limit && { next: placeOf(places.at(-1)) }) }
}

/** How many families are read at a time. */
const fewest = 5
const most = 100
/** Bytes of JSON; a page has no more than that and one record. */
const enough = 4 * 1024 * 1024
/** Whoever brings it back sends it in one piece: a little less than `adoptRecords` takes. */
export const largestRecord: number = 48 * 1024 * 1024

function placeOf(place: EndedFamily | undefined): Pick<EndedFamily, "endedAt" | "last"> {
  if (place === undefined) throw new Error("a page that goes on ended nowhere")
  return { endedAt: place.endedAt, last: place.last }
}

export type Taken = Pick<FamilyRecord, "family" | "digest">

/** `absent`: there is nothing of it; `kept`: it is not over, or not what was taken. */
export interface ForgottenFamily {
  readonly family: FamilyId
  readonly outcome: "forgotten" | "absent" | "kept"
}

/** Families whose records somebody has taken are removed, each if its record is still the same, by whatever else has happened. */
export async function forgetFamilies(store: Store, taken: readonly Taken[]): Promise<readonly ForgottenFamily[]> {
  const outcomes = new Map<FamilyId, ForgottenFamily["outcome"]>()
  const digests = new Map(taken.map(({ family, digest }) => [family, digest]))
  const families = [...digests.keys()]
  for (let from = 0; from < families.length; from += most) {
    const asked = families.slice(from, from + most)
    const kept = await store.records.of(asked)
    const coming = new Set<string>((await store.broadcasts()).flatMap(({ start }) => comingTo(start)))
    const same = kept
      .map((each) => ({ kept: each, record: recordOf(each) }))
      .filter(
        ({ kept: each, record }) =>
          isOver(each) && record.digest === digests.get(each.family) && !namesOf(each).some((name) => coming.has(name)),
      )
    const forgotten = new Set(
      await store.records.forget(
        same.map(({ record: { family, version, entries } }) => ({ family, version, trees: treesIn(entries) })),
      ),
    )
    const there = new Set(kept.map((each) => each.family))
    for (const family of asked)
      outcomes.set(family, forgotten.has(family) ? "forgotten" : there.has(family) ? "kept" : "absent")
  }
  return families.map((family) => ({ family, outcome: outcomes.get(family) ?? "kept" }))
}

/** What a start on its way leads to: the family it is to begin, or the one that has the case number. */
const comingTo = (start: NewFamily | undefined): readonly string[] =>
  start === undefined ? [] : [start.family, ...(start.number === undefined ? [] : [start.number])]

const namesOf = ({ family, cases }: KeptFamily): readonly string[] => [
  family,
  ...cases.flatMap(({ number }) => number ?? []),
]

function treesIn(entries: readonly RecordedEntry[]): readonly string[] {
  const events = entries.flatMap((entry) => entry.events)
  return [
    ...new Set(events.flatMap((event) => (event.type === "DecisionMade" ? event.walks.map(({ tree }) => tree) : []))),
  ]
}
