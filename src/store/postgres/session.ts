import type { ClientBase, QueryResult } from "pg"

/** The server's end of a connection, as the server knows it: a pooler in between would tell of another. */
export interface Session {
  readonly pid: number
  /** When it began: process ids come again. */
  readonly since: string
  /** When the server started. */
  readonly serverSince: string
}

interface Greeting extends Session {
  readonly version: number
  readonly encoding: string
  readonly isStandby: boolean
}

/**
 * What a connection is made to be before it is used, whatever the owner of the database has set for others: a check after a lock is worth
 * something only where each statement sees what was committed before it. Throws where nothing could be written.
 */
export async function begin(client: ClientBase, patience: number): Promise<Session> {
  // As one question, and not as a part of the address: poolers do not let that through.
  const results = (await client.query(`
    SET SESSION CHARACTERISTICS AS TRANSACTION ISOLATION LEVEL READ COMMITTED, READ WRITE;
    SET idle_in_transaction_session_timeout = ${Math.floor(patience)};
    SELECT pid, backend_start::text AS since, pg_postmaster_start_time()::text AS "serverSince",
      current_setting('server_version_num')::integer AS version, current_setting('server_encoding') AS encoding,
      pg_is_in_recovery() AS "isStandby"
    FROM pg_stat_activity WHERE pid = pg_backend_pid()`)) as unknown as readonly QueryResult<Greeting>[]
  const greeting = results.at(-1)?.rows[0]
  if (greeting === undefined) throw new Error("the server does not know of this connection")
  const { version, encoding, isStandby } = greeting
  if (version < oldest * 10_000)
    throw new Error(`it is PostgreSQL ${Math.floor(version / 10_000)}, and ${oldest} is the oldest`)
  if (encoding !== "UTF8") throw new Error(`the database keeps texts in ${encoding}; make one with ENCODING 'UTF8'`)
  if (isStandby) throw new Error("the server is a standby, which takes no changes; name the primary")
  return greeting
}

const oldest = 15
