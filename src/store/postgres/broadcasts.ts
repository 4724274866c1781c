import type { NewFamily } from "../../messages/handling.ts"
import type { SentBroadcast } from "../nodes.ts"
import type { Batch, BroadcastRow } from "../port.ts"
import type { Database, Statement } from "./database.ts"
import { deleting, lastOfEach, text, upserting, whole } from "./statements.ts"

/** Whole and sorted: there are few, because those delivered are gone. */
export async function broadcastsIn(database: Database): Promise<readonly BroadcastRow[]> {
  const records = await database.read<Omit<BroadcastRow, "start"> & { readonly start: string | null }>(
    `SELECT family_id AS family, version, run_id AS run, verb, process, reason, "by", at, start FROM broadcasts
     ORDER BY at, family_id, version`,
  )
  return records.map(({ start, ...row }) => (start === null ? row : { ...row, start: JSON.parse(start) as NewFamily }))
}

/** In the order of the entries that sent them. Each is asked for in the one place where it is, as the tables may be spread. */
export async function sentBroadcastsIn(database: Database): Promise<readonly SentBroadcast[]> {
  const sql = "SELECT position FROM entries WHERE family_id = $1 AND version <= $2 ORDER BY version DESC LIMIT 1"
  const sent = (await broadcastsIn(database)).map(async (row) => {
    const entry = await database.readOne<{ position: number }>(sql, [row.family, row.version])
    return { ...row, position: entry?.position ?? 0 }
  })
  return (await Promise.all(sent)).sort((one, other) => one.position - other.position || one.version - other.version)
}

/**
 * Whoever was paused while he carried one may come back when it has reached everybody, and what it did was undone: then it is too late.
 * Nobody can say that it has until this transaction is over.
 */
export function checkCarried({ carried = [] }: Batch): readonly Statement[] {
  if (carried.length === 0) return []
  const sql = `SELECT exlet_conflict('broadcasts') FROM unnest($1::text[], $2::bigint[]) AS given (family_id, version)
    WHERE NOT EXISTS (SELECT 1 FROM broadcasts
      WHERE broadcasts.family_id = given.family_id AND broadcasts.version = given.version FOR KEY SHARE)`
  return [{ sql, values: [carried.map(({ family }) => family), carried.map(({ version }) => version)] }]
}

export function recordBroadcasts({ broadcasts, delivered }: Batch): readonly Statement[] {
  return [
    ...write(lastOfEach(broadcasts, ({ family, version }) => JSON.stringify([family, version]))),
    ...remove(delivered),
  ]
}

const key = [
  text<Pick<BroadcastRow, "family" | "version">>("family_id", ({ family }) => family),
  whole<Pick<BroadcastRow, "family" | "version">>("version", ({ version }) => version),
]
const remove = deleting("broadcasts", key)
const write = upserting<BroadcastRow>("broadcasts", key, [
  text("run_id", ({ run }) => run),
  text("verb", ({ verb }) => verb),
  text("process", ({ process }) => process),
  text("reason", ({ reason }) => reason),
  text('"by"', ({ by }) => by),
  whole("at", ({ at }) => at),
  text("start", ({ start }) => start && JSON.stringify(start)),
])
