import type { Entry } from "../../messages/events.ts"
import type { AgentId, FamilyId } from "../../messages/ids.ts"
import { StoreError } from "../error.ts"
import type { Batch } from "../port.ts"
import type { Database, Statement } from "./database.ts"
import { isCommitted } from "./resolve-unknown-commit.ts"

/**
 * A commit in two phases is decided at the coordinator before its part at a worker can be read; if the worker is lost in between, that takes until Citus has recovered it. So
 * each such commit leaves a row at the coordinator, in the same transaction, and the row goes when the part has been read. Until then nobody reads the history beyond it, and
 * its answer is not given to a repeated request.
 */
export interface UnconfirmedCommit {
  /** All positions the commit has taken come after this one. */
  readonly position: number
  readonly family: FamilyId
  readonly version: number
}

/** Before positions are taken, in the same transaction. */
export function recordUnconfirmed({ entries, requests }: Batch): readonly Statement[] {
  const last = entries.at(-1)
  if (last === undefined) return []
  const answered = requests.map(({ agent, key }) => nameOf(agent, key))
  const sql = `INSERT INTO unconfirmed_commits (position, family, version, requests)
    SELECT last_value, $1, $2, $3::text[] FROM positions`
  return [{ sql, values: [last.family, last.version, answered] }]
}

/** Resolves when what was committed in two phases can be read: nothing is acknowledged before. Throws an `OUTCOME_UNKNOWN` if that takes too long. */
export async function readable(database: Database, entries: readonly Entry[]): Promise<void> {
  const deadline = performance.now() + 1.5 * database.patience
  const lastInEach = new Map(entries.map((entry) => [database.shards?.of(entry.family), entry]))
  for (const entry of lastInEach.values()) await untilSeen(database, deadline, () => confirm(database, entry))
}

/** The same of families that were forgotten: nobody finds them any more. */
export async function gone(database: Database, families: readonly FamilyId[]): Promise<void> {
  const sql = "SELECT 1 FROM entries WHERE family_id = ANY($1::text[]) LIMIT 1"
  const deadline = performance.now() + 1.5 * database.patience
  await untilSeen(database, deadline, async () => (await database.readOne(sql, [families])) === undefined)
}

async function untilSeen(database: Database, deadline: number, look: () => Promise<boolean>): Promise<void> {
  while (!(await look().catch(() => false))) {
    if (performance.now() > deadline) throw unseen(database)
    await new Promise((resolve) => setTimeout(resolve, pause))
  }
}

/** The position behind which the first unconfirmed commit lies; undefined: all are confirmed. */
export async function firstUnconfirmed(database: Database): Promise<number | undefined> {
  const rows = await database.read<UnconfirmedCommit>(
    "SELECT position, family, version FROM unconfirmed_commits ORDER BY position, family",
  )
  for (const row of rows) if (!(await confirm(database, row).catch(() => false))) return row.position
  return undefined
}

/** Whether a request was answered by a commit whose part at a worker cannot be read yet. */
export async function isUnconfirmed(database: Database, agent: AgentId, key: string): Promise<boolean> {
  const rows = await database.read<UnconfirmedCommit>(
    "SELECT position, family, version FROM unconfirmed_commits WHERE $1 = ANY(requests)",
    [nameOf(agent, key)],
  )
  for (const row of rows) if (!(await confirm(database, row).catch(() => false))) return true
  return false
}

/** Of what nobody finds: throws an `OUTCOME_UNKNOWN` if a commit of that family is decided whose part at a worker cannot be read yet, since it may be there soon. */
export async function certainlyAbsent(database: Database, family: FamilyId): Promise<undefined> {
  if (database.shards === undefined) return undefined
  const rows = await database.read<UnconfirmedCommit>(
    "SELECT position, family, version FROM unconfirmed_commits WHERE family = $1",
    [family],
  )
  for (const row of rows) if (!(await confirm(database, row).catch(() => false))) throw unseen(database)
  return undefined
}

const unseen = ({ name }: Database): StoreError =>
  new StoreError(
    "OUTCOME_UNKNOWN",
    `The store ${name} has committed in two phases, and the part at a worker cannot be read yet. It comes when Citus recovers it (citus.recover_2pc_interval).`,
  )

const nameOf = (agent: AgentId, key: string): string => JSON.stringify([agent, key])

/** What is certainly absent was archived meanwhile: a commit that was decided is there, or still to come. */
async function confirm(
  database: Database,
  { family, version }: Pick<UnconfirmedCommit, "family" | "version">,
): Promise<boolean> {
  if ((await isCommitted(database, family, version, shortWait)) === undefined) return false
  await database.write("DELETE FROM unconfirmed_commits WHERE family = $1 AND version = $2", [family, version])
  return true
}

/** Milliseconds between two looks, and for which a look waits for a worker that has not decided yet. */
const pause = 50
const shortWait = 200
