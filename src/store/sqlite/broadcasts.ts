import type { DatabaseSync } from "node:sqlite"
import type { NewFamily } from "../../messages/handling.ts"
import type { Batch, BroadcastRow } from "../port.ts"
import { reading, writing } from "./statements.ts"

/** Whole and sorted: there are few, because those delivered are gone. */
export function broadcastsOf(database: DatabaseSync): () => readonly BroadcastRow[] {
  const read = reading<Omit<BroadcastRow, "start"> & { readonly start: string | null }>(
    database,
    `SELECT family_id AS family, version, run_id AS run, verb, process, reason, "by", at, start FROM broadcasts
     ORDER BY at, family_id, version`,
  )
  return () =>
    read().map(({ start, ...row }) => (start === null ? row : { ...row, start: JSON.parse(start) as NewFamily }))
}

export function recordingBroadcasts(database: DatabaseSync): (batch: Batch) => void {
  const write = writing(
    database,
    `INSERT OR REPLACE INTO broadcasts (family_id, version, run_id, verb, process, reason, "by", at, start)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)`,
  )
  const remove = writing(database, "DELETE FROM broadcasts WHERE family_id = ? AND version = ?")
  return ({ broadcasts, delivered }) => {
    for (const { family, version, run, verb, process, reason, by, at, start } of broadcasts) {
      write(family, version, run, verb, process, reason, by, at, start ? JSON.stringify(start) : null)
    }
    for (const { family, version } of delivered) remove(family, version)
  }
}
