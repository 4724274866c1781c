import type { FamilyId } from "../../messages/ids.ts"
import type { Batch, CommitResult } from "../port.ts"
import type { Database } from "./database.ts"
import { hasCode, queryCanceled, uniqueViolation } from "./failures.ts"
import type { Session } from "./session.ts"
import { written } from "./texts.ts"
import type { UnknownOutcome } from "./unknown-outcome.ts"

/**
 * Whether a batch whose outcome is unknown was written. Returns undefined if it was not written and never will be. Throws if that cannot be told in time.
 */
export async function resolveUnknownCommit(
  database: Database,
  { entries }: Batch,
  unknown: UnknownOutcome,
): Promise<CommitResult | undefined> {
  const [first] = entries
  if (first === undefined) throw unknown
  const isWritten = await lookUntilCertain(database, unknown, async (patience) => {
    const isThere = await isCommitted(database, first.family, first.version, patience)
    return isThere ? isThis(database, first) : isThere
  })
  return isWritten ? positionsOf(database, entries) : undefined
}

/**
 * Looks until it is certain whether something was committed. The server may still be at it, not knowing that nobody listens: so its end of the connection is ended
 * first, and then looked at what is there. Throws `unknown` if that cannot be told in time.
 */
export async function lookUntilCertain(
  database: Database,
  unknown: UnknownOutcome,
  look: (patience: number) => Promise<boolean | undefined>,
): Promise<boolean> {
  const deadline = performance.now() + 1.5 * database.patience
  for (;;) {
    try {
      if (await isOver(database, unknown.session)) {
        const isThere = await look(deadline - performance.now())
        if (isThere !== undefined) return isThere
      }
    } catch {
      // The server may be starting again.
    }
    if (performance.now() > deadline) throw unknown
    await new Promise((resolve) => setTimeout(resolve, pause))
  }
}

/**
 * Whether an entry is there for good; undefined if somebody may still be committing it after `patience` milliseconds. In a database that is spread a worker may be at it although the coordinator
 * is not: whoever writes the same key waits until that is decided, so the entry's key is written and taken back.
 */
export async function isCommitted(
  database: Database,
  family: FamilyId,
  version: number,
  patience: number,
): Promise<boolean | undefined> {
  const found = await database.readOne("SELECT 1 FROM entries WHERE family_id = $1 AND version = $2", [family, version])
  if (found !== undefined) return true
  if (database.shards === undefined) return false
  try {
    await database.using(async (client) => {
      await client.query("BEGIN")
      await client.query(`SET LOCAL statement_timeout = ${Math.max(1, Math.floor(patience))}`)
      await client.query(
        `INSERT INTO entries (position, family_id, version, size, at, "by", command, events)
         VALUES (0, $1, $2, 1, 0, '', '', '[]')`,
        [written(family), version],
      )
      await client.query("ROLLBACK")
    })
    return false
  } catch (error) {
    if (hasCode(error, uniqueViolation)) return true
    if (hasCode(error, queryCanceled)) return undefined
    throw error
  }
}

async function isThis(database: Database, { family, version, at, events }: Batch["entries"][number]): Promise<boolean> {
  const row = await database.readOne<{ at: number; events: string }>(
    "SELECT at, events FROM entries WHERE family_id = $1 AND version = $2",
    [family, version],
  )
  return row !== undefined && row.at === at && row.events === JSON.stringify(events)
}

/** As they were given: in the order of the entries. */
async function positionsOf(database: Database, entries: Batch["entries"]): Promise<CommitResult> {
  const rows = await database.read<{ position: number }>(
    `SELECT position FROM entries WHERE (family_id, version) IN (SELECT * FROM unnest($1::text[], $2::bigint[]))
     ORDER BY position`,
    [entries.map(({ family }) => family), entries.map(({ version }) => version)],
  )
  return { ok: true, positions: rows.map(({ position }) => position) }
}

/** Ends the server's end of a connection, if it is still there. */
async function isOver(database: Database, session: Session | undefined): Promise<boolean> {
  if (session === undefined) return true
  const rows = await database.read(
    "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE pid = $1 AND backend_start = $2",
    [session.pid, session.since],
  )
  return rows.length === 0
}

/** Milliseconds between two looks. */
const pause = 200
