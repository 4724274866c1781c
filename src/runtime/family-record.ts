import { createHash } from "node:crypto"
import { type KeptFamily, type KeptRows, versionOf } from "../store/records.ts"

/** Everything a store keeps of a family, as it is taken out and brought back. */
export interface FamilyRecord extends KeptRows {
  /** Of its last event. */
  readonly version: number
  /** Of all the rest: a record with another is another. */
  readonly digest: string
}

export function recordOf({ isWaiting: _, family, ...kept }: KeptFamily): FamilyRecord {
  const rows = { family, version: versionOf(kept), ...kept }
  return { ...rows, digest: digestOf(rows) }
}

/** Whether a record is as it was taken out. */
export function isIntact({ digest, ...rows }: FamilyRecord): boolean {
  return digest === digestOf(rows)
}

/** What is written and read again is the same text: so whoever has a record can tell. */
function digestOf({
  family,
  version,
  entries,
  cases,
  items,
  exceptions,
  interventions,
  notifications,
}: Omit<FamilyRecord, "digest">): string {
  const text = JSON.stringify([family, version, entries, cases, items, exceptions, interventions, notifications])
  return createHash("sha256").update(text).digest("base64url")
}
