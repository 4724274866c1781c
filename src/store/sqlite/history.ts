import type { DatabaseSync } from "node:sqlite"
import type { RecordedEntry } from "../../messages/events.ts"
import type { AgentId, FamilyId } from "../../messages/ids.ts"
import type { JsonObject } from "../../messages/json.ts"
import { storedFamily } from "../family.ts"
import type { Quarantine, Snapshot, StoredFamily, StoredProcess } from "../port.ts"
import { lastPosition } from "./last-position.ts"
import { type EntryRecord, entryOf, recordedEntryOf } from "./rows.ts"
import { limited } from "./selection.ts"
import { reading, readingOne } from "./statements.ts"

/** What was recorded of families and processes. */
export interface History {
  load(family: FamilyId): StoredFamily | undefined
  entriesAfter(position: number, limit: number, family?: FamilyId): readonly RecordedEntry[]
  entriesBefore(position: number, limit: number, family?: FamilyId): readonly RecordedEntry[]
  lastPosition(): number
  processes(): readonly StoredProcess[]
  quarantined(): readonly Quarantine[]
}

export function historyOf(database: DatabaseSync): History {
  const snapshotOf = readingOne<Snapshot>(
    database,
    "SELECT family_id AS family, version, state FROM snapshots WHERE family_id = ?",
  )
  const tailOf = reading<EntryRecord>(
    database,
    "SELECT * FROM entries WHERE family_id = ? AND version > ? ORDER BY version",
  )
  const quarantineOf = readingOne<Quarantine>(
    database,
    "SELECT family_id AS family, at, command, error FROM quarantine WHERE family_id = ?",
  )
  const all = reading<EntryRecord>(database, "SELECT * FROM entries WHERE position > ? ORDER BY position LIMIT ?")
  const ofFamily = reading<EntryRecord>(
    database,
    "SELECT * FROM entries WHERE family_id = ? AND position > ? ORDER BY version LIMIT ?",
  )
  const allBefore = reading<EntryRecord>(
    database,
    "SELECT * FROM entries WHERE position < ? ORDER BY position DESC LIMIT ?",
  )
  const ofFamilyBefore = reading<EntryRecord>(
    database,
    "SELECT * FROM entries WHERE family_id = ? AND position < ? ORDER BY version DESC LIMIT ?",
  )
  const processes = reading<ProcessRecord>(database, "SELECT * FROM processes ORDER BY name, version")
  const quarantined = reading<Quarantine>(
    database,
    "SELECT family_id AS family, at, command, error FROM quarantine ORDER BY at, family_id",
  )

  return {
    load(family) {
      const snapshot = snapshotOf(family)
      const entries = tailOf(family, snapshot?.version ?? 0).map(entryOf)
      if (snapshot === undefined && entries.length === 0) return undefined
      return storedFamily(snapshot, entries, quarantineOf(family))
    },
    entriesAfter(position, limit, family) {
      const records = family === undefined ? all(position, limited(limit)) : ofFamily(family, position, limited(limit))
      return records.map(recordedEntryOf)
    },
    entriesBefore(position, limit, family) {
      const records =
        family === undefined
          ? allBefore(limited(position), limited(limit))
          : ofFamilyBefore(family, limited(position), limited(limit))
      return records.map(recordedEntryOf)
    },
    lastPosition: lastPosition(database),
    processes: () => processes().map(storedProcessOf),
    quarantined: () => quarantined(),
  }
}

export interface ProcessRecord {
  readonly name: string
  readonly version: number
  readonly hash: string
  readonly source: string
  readonly deployed_at: number
  readonly deployed_by: AgentId
}

export function storedProcessOf({
  name,
  version,
  hash,
  source,
  deployed_at,
  deployed_by,
}: ProcessRecord): StoredProcess {
  return {
    name,
    version,
    hash,
    source: JSON.parse(source) as JsonObject,
    deployedAt: deployed_at,
    deployedBy: deployed_by,
  }
}
