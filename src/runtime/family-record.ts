import { createHash } from "node:crypto"
import { type KeptFamily, type KeptRows, versionOf } from "../store/records.ts"

/** Everything a store keeps of a family, as it is taken out and brought back. */
export interface FamilyRecord extends KeptRows {
  /** Of its last event. */
  readonly version: number
  /** Of all the rest: a record with another is another. */
  readonly digest: string
}

export function recordOf(kept: KeptFamily): FamilyRecord {
  return sizedRecordOf(kept).record
}

/** With about how many bytes it has as JSON. */
export function sizedRecordOf({ isWaiting: _, family, ...kept }: KeptFamily): { record: FamilyRecord; size: number } {
  const rows = { family, version: versionOf(kept), ...kept }
  const text = textOf(rows)
  return { record: { ...rows, digest: digestOf(text) }, size: Buffer.byteLength(text) }
}

/** Whether a record is as it was taken out. */
export function isIntact({ digest, ...rows }: FamilyRecord): boolean {
  return digest === digestOf(textOf(rows))
}

const digestOf = (text: string): string => createHash("sha256").update(text).digest("base64url")

/** What is written and read again is the same text: so whoever has a record can tell. */
function textOf({
  family,
  version,
  entries,
  cases,
  items,
  exceptions,
  interventions,
  notifications,
}: Omit<FamilyRecord, "digest">): string {
  return JSON.stringify([family, version, entries, cases, items, exceptions, interventions, notifications])
}
