import { randomUUID } from "node:crypto"
import type { Database, Statement } from "./database.ts"
import { failed } from "./failures.ts"
import { lookUntilCertain } from "./resolve-unknown-commit.ts"
import { UnknownOutcome } from "./unknown-outcome.ts"

/**
 * A transaction that leaves a note of its own, so that it can be looked for if its answer is lost: for what leaves no entry to look for. Resolves if it was committed, throws what it failed with if it
 * was not, and an `OUTCOME_UNKNOWN` if that cannot be told in time. Where tables are spread it is one in two phases, so the note at the coordinator tells of all of it.
 */
export async function transactNoted(database: Database, statements: readonly Statement[]): Promise<void> {
  const name = `commit ${randomUUID()}`
  try {
    await database.transact([...(database.shards ? [inTwoPhases] : []), note(name), ...statements])
  } catch (error) {
    if (!(error instanceof UnknownOutcome)) throw error
    if (!(await isNoted(database, name, error))) throw failed(database.name, error.cause)
  }
  // Nobody waits for it, and one that stays goes with a later one.
  void database.transact([unsynced, drop(name)]).catch(() => undefined)
}

async function isNoted(database: Database, name: string, unknown: UnknownOutcome): Promise<boolean> {
  const look = async () => (await database.readOne("SELECT 1 FROM notes WHERE name = $1", [name])) !== undefined
  try {
    return await lookUntilCertain(database, unknown, look)
  } catch (error) {
    throw failed(database.name, error)
  }
}

/**
 * Of what it has been told nothing of, as most of what the coordinator keeps, Citus does not know that it is written: a crash could keep it, or the families' part, alone. So one table
 * it was told of is written first, with nothing, and all is committed in two phases.
 */
export const inTwoPhases: Statement = { sql: "DELETE FROM trees WHERE name = ''", values: [] }

/** What is only for those who look now need not be in the log of the database before anything goes on. */
export const unsynced: Statement = { sql: "SET LOCAL synchronous_commit = off", values: [] }

const now = "(extract(epoch FROM clock_timestamp()) * 1000)::bigint"

const note = (name: string): Statement => ({
  sql: `INSERT INTO notes (name, value) VALUES ($1, ${now}::text)`,
  values: [name],
})

const drop = (name: string): Statement => ({
  sql: `DELETE FROM notes WHERE name = $1 OR name LIKE 'commit %' AND value::bigint < ${now} - ${aDay}`,
  values: [name],
})

const aDay = 24 * 60 * 60_000
