import type { RecordedEntry } from "../../messages/events.ts"
import type { AgentId, FamilyId } from "../../messages/ids.ts"
import type { JsonObject } from "../../messages/json.ts"
import { storedFamily } from "../family.ts"
import type { Quarantine, Snapshot, StoredFamily, StoredProcess } from "../port.ts"
import type { Database } from "./database.ts"
import { lastPositionIn, settledPosition } from "./positions.ts"
import { type EntryRecord, entryOf, recordedEntryOf } from "./rows.ts"
import { limited } from "./selection.ts"
import { certainlyAbsent } from "./unconfirmed-commits.ts"

/** What was recorded of families and processes. */
export interface History {
  load(family: FamilyId): Promise<StoredFamily | undefined>
  entriesAfter(position: number, limit: number, family?: FamilyId): Promise<readonly RecordedEntry[]>
  entriesBefore(position: number, limit: number, family?: FamilyId): Promise<readonly RecordedEntry[]>
  lastPosition(): Promise<number>
  processes(): Promise<readonly StoredProcess[]>
  quarantined(): Promise<readonly Quarantine[]>
}

export function historyOf(database: Database): History {
  const quarantine = "SELECT family_id AS family, at, command, error FROM quarantine"

  return {
    async load(family) {
      // The snapshot is read before the entries: those after an older one are some more, and never too few.
      const [snapshot, setAside] = await Promise.all([
        database.readOne<Snapshot>("SELECT family_id AS family, version, state FROM snapshots WHERE family_id = $1", [
          family,
        ]),
        database.readOne<Quarantine>(`${quarantine} WHERE family_id = $1`, [family]),
      ])
      const records = await database.read<EntryRecord>(
        "SELECT * FROM entries WHERE family_id = $1 AND version > $2 ORDER BY version",
        [family, snapshot?.version ?? 0],
      )
      if (snapshot === undefined && records.length === 0) return certainlyAbsent(database, family)
      return storedFamily(snapshot, records.map(entryOf), setAside)
    },
    async entriesAfter(position, limit, family) {
      if (family !== undefined) {
        const sql = "SELECT * FROM entries WHERE family_id = $1 AND position > $2 ORDER BY version LIMIT $3"
        return (await database.read<EntryRecord>(sql, [family, position, limited(limit)])).map(recordedEntryOf)
      }
      const settled = await settledPosition(database)
      if (settled <= position) return []
      const sql = "SELECT * FROM entries WHERE position > $1 AND position <= $2 ORDER BY position LIMIT $3"
      return (await database.read<EntryRecord>(sql, [position, settled, limited(limit)])).map(recordedEntryOf)
    },
    async entriesBefore(position, limit, family) {
      const page = [limited(position), limited(limit)]
      const records =
        family === undefined
          ? await database.read<EntryRecord>(
              "SELECT * FROM entries WHERE position < $1 ORDER BY position DESC LIMIT $2",
              page,
            )
          : await database.read<EntryRecord>(
              "SELECT * FROM entries WHERE position < $1 AND family_id = $3 ORDER BY version DESC LIMIT $2",
              [...page, family],
            )
      return records.map(recordedEntryOf)
    },
    lastPosition: lastPositionIn(database),
    async processes() {
      return (await database.read<ProcessRecord>("SELECT * FROM processes ORDER BY name, version")).map(storedProcessOf)
    },
    quarantined: () => database.read<Quarantine>(`${quarantine} ORDER BY at, family_id`),
  }
}

export const processesSince = "SELECT * FROM processes WHERE edit > $1 ORDER BY name, version"

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
