import type { RecordedEntry } from "../../messages/events.ts"
import { adoptedBatch } from "../adopted-batch.ts"
import type { CommitResult } from "../port.ts"
import type { Adoption } from "../whole-store.ts"
import { conflictsIn, entryColumns, isDoubtful, statementsFor } from "./commit.ts"
import { writeCredentials } from "./credentials.ts"
import type { Database, Statement } from "./database.ts"
import { conflict, failed, hasCode, uniqueViolation } from "./failures.ts"
import { transactNoted } from "./noted-transaction.ts"
import { tellBefore } from "./outbox.ts"
import { aboutToTake, advanceTo } from "./positions.ts"
import { inserting, whole } from "./statements.ts"
import { readable } from "./unconfirmed-commits.ts"

/** One transaction and one round trip; what was against it is found out only if it failed. */
export async function adopt(database: Database, adoption: Adoption): Promise<CommitResult> {
  const positions = (adoption.entries ?? []).map(({ position }) => position)
  const batch = adoptedBatch(adoption)
  const own = await conflictsIn(database, batch, isDoubtful(database, batch.entries))
  if (own.length > 0) return { ok: false, conflicts: own }
  try {
    await transactNoted(database, await statementsOf(database, adoption))
  } catch (error) {
    const conflicts = hasCode(error, conflict, uniqueViolation) ? await conflictsOf(database, adoption) : []
    if (conflicts.length > 0) return { ok: false, conflicts }
    throw failed(database.name, error)
  }
  if (database.shards) await readable(database, batch.entries)
  return { ok: true, positions }
}

export async function markIn(database: Database): Promise<string | undefined> {
  return (await database.readOne<{ value: string }>("SELECT value FROM notes WHERE name = 'copy'"))?.value
}

async function conflictsOf(database: Database, adoption: Adoption): Promise<readonly string[]> {
  const { entries = [], mark } = adoption
  const taken =
    entries.length === 0
      ? []
      : await database.read<{ position: number }>("SELECT position FROM entries WHERE position = ANY($1::bigint[])", [
          entries.map(({ position }) => position),
        ])
  const isTaken = new Set(taken.map(({ position }) => position))
  return [
    ...(await conflictsIn(database, adoptedBatch(adoption), true)),
    ...new Set(entries.filter(({ position }) => isTaken.has(position)).map(({ family }) => family)),
    ...(mark && mark.before !== (await markIn(database)) ? ["mark"] : []),
  ]
}

async function statementsOf(database: Database, adoption: Adoption): Promise<readonly Statement[]> {
  const { entries = [], credentials = [], toldBefore = [], lastPosition = 0, needsRebuild } = adoption
  const told = tellBefore(toldBefore)
  const last = entries.reduce((most, { position }) => Math.max(most, position), lastPosition)
  const placing = [
    ...(entries.length > 0 ? [aboutToTake] : []),
    ...(last > 0 ? advanceTo(last) : []),
    ...checkPositions(entries),
    ...insertEntries(entries),
  ]
  return [
    ...changeMark(adoption),
    ...writeCredentials(credentials),
    ...(needsRebuild ? [note("rebuild", needsRebuild === "exceptions" ? needsRebuild : "read models")] : []),
    ...(await statementsFor(database, adoptedBatch(adoption), [...told, ...placing])),
  ]
}

const checkPositions = (entries: readonly RecordedEntry[]): readonly Statement[] =>
  entries.length === 0
    ? []
    : [
        {
          sql: "SELECT exlet_conflict('position') FROM entries WHERE position = ANY($1::bigint[])",
          values: [entries.map(({ position }) => position)],
        },
      ]

const insertEntries = inserting<RecordedEntry>(
  "entries",
  [whole("position", ({ position }) => position), ...entryColumns],
  undefined,
)

/** The row is had before anything is written, so that of two who write the same store one is told. */
function changeMark({ mark }: Adoption): readonly Statement[] {
  if (mark === undefined) return []
  const { before, next } = mark
  if (before === undefined)
    return next === undefined ? [] : [{ sql: "INSERT INTO notes (name, value) VALUES ('copy', $1)", values: [next] }]
  const check = {
    sql: `SELECT exlet_conflict('mark') WHERE NOT EXISTS
      (SELECT 1 FROM notes WHERE name = 'copy' AND value = $1 FOR UPDATE)`,
    values: [before],
  }
  return [check, next === undefined ? { sql: "DELETE FROM notes WHERE name = 'copy'", values: [] } : note("copy", next)]
}

const note = (name: string, value: string): Statement => ({
  sql: "INSERT INTO notes (name, value) VALUES ($1, $2) ON CONFLICT (name) DO UPDATE SET value = excluded.value",
  values: [name, value],
})
