import type { Batch, CommitResult } from "../port.ts"
import type { Database } from "./database.ts"
import type { LostConnection } from "./lost-connection.ts"
import type { Session } from "./session.ts"

/**
 * Whether a batch whose connection broke was written. The server may still be at it, not knowing that nobody listens: so it is ended
 * first, and then looked at what is there. Undefined: it was not, and never will be. Throws where nobody can be asked, for a while.
 */
export async function landed(
  database: Database,
  { entries }: Batch,
  lost: LostConnection,
): Promise<CommitResult | undefined> {
  const [first] = entries
  if (first === undefined) throw lost
  for (let tried = 1; ; tried++) {
    try {
      if (!(await isOver(database, lost.session))) throw lost
      const row = await database.readOne<{ at: number; events: string }>(
        "SELECT at, events FROM entries WHERE family_id = $1 AND version = $2",
        [first.family, first.version],
      )
      const isThis = row !== undefined && row.at === first.at && row.events === JSON.stringify(first.events)
      return isThis ? { ok: true, positions: await positionsOf(database, entries) } : undefined
    } catch {
      if (tried === mostTries) throw lost
      await new Promise((resolve) => setTimeout(resolve, pause))
    }
  }
}

/** As they were given: in the order of the entries. */
async function positionsOf(database: Database, entries: Batch["entries"]): Promise<readonly number[]> {
  const rows = await database.read<{ position: number }>(
    `SELECT position FROM entries WHERE (family_id, version) IN (SELECT * FROM unnest($1::text[], $2::bigint[]))
     ORDER BY position`,
    [entries.map(({ family }) => family), entries.map(({ version }) => version)],
  )
  return rows.map(({ position }) => position)
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

/** Milliseconds between two questions, and how many there are: about as long as a server takes to start again. */
const pause = 200
const mostTries = 75
