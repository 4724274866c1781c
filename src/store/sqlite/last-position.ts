import type { DatabaseSync } from "node:sqlite"
import { readingOne, writing } from "./statements.ts"

/** The position after which the next entry comes: that of the newest, or a later one that was given elsewhere. */
export function lastPosition(database: DatabaseSync): () => number {
  const newest = readingOne<{ position: number | null }>(database, "SELECT max(position) AS position FROM entries")
  const noted = readingOne<{ position: number }>(
    database,
    "SELECT CAST(value AS INTEGER) AS position FROM notes WHERE name = 'position'",
  )
  return () => Math.max(newest()?.position ?? 0, noted()?.position ?? 0)
}

export function advancingPosition(database: DatabaseSync): (position: number) => void {
  const note = writing(
    database,
    `INSERT INTO notes (name, value) VALUES ('position', ?)
     ON CONFLICT DO UPDATE SET value = max(CAST(value AS INTEGER), CAST(excluded.value AS INTEGER))`,
  )
  return (position) => note(String(position))
}
