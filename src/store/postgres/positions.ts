import type { ClientBase } from "pg"
import type { Database, Statement } from "./database.ts"
import type { Session } from "./session.ts"
import { firstUnconfirmed } from "./unconfirmed-commits.ts"

/**
 * Positions come from a sequence, so commits do not wait for each other for them. They may become visible in another order than
 * they were given: whoever is about to take some holds, until he has committed or not, a lock that names a position before all of them. Nobody
 * reads further than the first of these. What was given and never committed is a gap.
 */
const lockClass = "hashtext('exlet positions ' || current_schema())"

/** Before positions are taken, in the same transaction. */
export const aboutToTake: Statement = {
  sql: `SELECT pg_advisory_xact_lock_shared(${lockClass}, (last_value % ${2 ** 31})::integer) FROM positions`,
  values: [],
}

export const nextPosition = "nextval('positions')"

/**
 * From here on whatever is appended comes after that position, too. Of a few they are taken one by one, so that nobody who takes some at the same time is
 * given one twice; in between many nobody else does.
 */
export const advanceTo = (position: number): readonly Statement[] => [
  {
    sql: `SELECT count(nextval('positions')) FROM generate_series(1, (SELECT
      CASE WHEN $1 - last_value <= ${few} THEN $1 - last_value ELSE 0 END FROM positions))`,
    values: [position],
  },
  { sql: `SELECT setval('positions', $1) FROM positions WHERE $1 - last_value > ${few}`, values: [position] },
]

const few = 10_000

/**
 * Where tables are spread, entries may be durable at their machine when what the coordinator knows of given positions is not: after a crash of the coordinator it would give them again. So
 * nothing is written to one that has started again before it is ahead of all that is there, and of what may still be on its way. A note says since which start it is: before the first note
 * no position was given, unless there are entries.
 */
export function stayingAhead(): (client: ClientBase, session: Session) => Promise<void> {
  let since: string | undefined
  return async (client, { serverSince }) => {
    if (since === serverSince) return
    const noted = await client.query<{ value: string }>("SELECT value FROM notes WHERE name = 'positions since'")
    const before = noted.rows[0]?.value
    if (before !== serverSince) {
      const { rows } = await client.query<{ position: number | null }>("SELECT max(position) AS position FROM entries")
      const last = rows[0]?.position ?? undefined
      if (before !== undefined || last !== undefined)
        for (const { sql, values } of advanceTo((last ?? 0) + onTheirWay)) await client.query(sql, [...values])
      await client.query(
        `INSERT INTO notes (name, value) VALUES ('positions since', $1)
         ON CONFLICT (name) DO UPDATE SET value = excluded.value`,
        [serverSince],
      )
    }
    since = serverSince
  }
}

const onTheirWay = 1000

/**
 * The last position anybody may be told: settled, and never given again. What was given and not committed is in the log of the database only when
 * something after it is: until then a crash would give it anew, to something that whoever was told of it would miss.
 */
export function lastPositionIn(database: Database): () => Promise<number> {
  let known = 0
  return async () => {
    const settled = await settledPosition(database)
    if (settled <= known) return known
    // Where tables are spread an entry says nothing of the coordinator's log, and looking for it would ask every worker.
    const isLogged =
      database.shards === undefined &&
      (await database.readOne("SELECT 1 FROM entries WHERE position = $1", [settled])) !== undefined
    if (!isLogged) await database.write("SELECT pg_logical_emit_message(true, 'exlet', 'positions')")
    known = Math.max(known, settled)
    return known
  }
}

/**
 * The position up to which everything that will ever be there can be seen by whoever looks after this was answered. Locks know no more of a
 * position than its last 31 bits, which is as near as any can be. They are looked at after the sequence: whoever has taken positions by
 * then holds his lock, or is done.
 */
export async function settledPosition(database: Database): Promise<number> {
  const row = await database.readOne<{ position: number }>(
    `SELECT least(last_value, (
       SELECT min(last_value + ahead - CASE WHEN ahead < ${2 ** 30} THEN 0 ELSE ${2 ** 31} END) FROM (
         SELECT ((objid::bigint - last_value) % ${2 ** 31} + ${2 ** 31}) % ${2 ** 31} AS ahead FROM pg_locks
         WHERE locktype = 'advisory' AND objsubid = 2 AND classid = ${lockClass}::oid
           AND database = (SELECT oid FROM pg_database WHERE datname = current_database())
       ) AS taking)) AS position
     FROM positions`,
  )
  const position = row?.position ?? 0
  if (database.shards === undefined) return position
  // Asked afterwards: whoever was done by then has left what is unconfirmed.
  return Math.min(position, (await firstUnconfirmed(database)) ?? position)
}
