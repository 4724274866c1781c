import type { ProlongedLease } from "../nodes.ts"
import type { Alarm } from "../port.ts"
import type { Database } from "./database.ts"
import { type AlarmRecord, alarmOf } from "./rows.ts"
import { limited } from "./selection.ts"

/** No node is at it, or has been for too long. */
export const isFree = "(claimed_until IS NULL OR claimed_until < now())"

interface Claim {
  readonly now: number
  readonly limit: number
  readonly patience: number
}

const until = (patience: number) => `now() + interval '${Math.floor(patience)} milliseconds'`
const claimed = "alarms.id, alarms.family_id, alarms.kind, alarms.due_at, alarms.attempt"

/** What others are claiming at the moment is passed over. */
export async function claimAlarms(database: Database, { now, limit, patience }: Claim): Promise<readonly Alarm[]> {
  const records = await database.read<AlarmRecord>(
    `WITH mine AS (
       SELECT id, family_id FROM alarms WHERE due_at <= $1 AND ${isFree}
       ORDER BY due_at, id LIMIT $2 FOR UPDATE SKIP LOCKED
     ), claimed AS (
       UPDATE alarms SET claimed_until = ${until(patience)} FROM mine
       WHERE alarms.id = mine.id AND alarms.family_id = mine.family_id RETURNING ${claimed}
     ) SELECT * FROM claimed ORDER BY due_at, id`,
    [now, limited(limit)],
  )
  return records.map(alarmOf)
}

/**
 * Where tables are spread nothing can be locked in several places: those that look free are claimed in each by itself, and what
 * somebody was quicker to claim stays his.
 */
export async function claimSpreadAlarms(
  database: Database,
  { now, limit, patience }: Claim,
): Promise<readonly Alarm[]> {
  const due = await database.read<AlarmRecord>(
    `SELECT * FROM alarms WHERE due_at <= $1 AND ${isFree} ORDER BY due_at, id LIMIT $2`,
    [now, limited(limit)],
  )
  const places = Map.groupBy(due, ({ family_id }) => database.shards?.of(family_id) ?? 0)
  const claims = [...places.values()].map((records) =>
    database.read<AlarmRecord>(
      `UPDATE alarms SET claimed_until = ${until(patience)}
       WHERE id = ANY($1::text[]) AND family_id = ANY($2::text[]) AND due_at <= $3 AND ${isFree} RETURNING ${claimed}`,
      [records.map(({ id }) => id), records.map(({ family_id }) => family_id), now],
    ),
  )
  const records = (await Promise.all(claims)).flat()
  return records.map(alarmOf).sort((one, other) => one.dueAt - other.dueAt || (idOf(one) < idOf(other) ? -1 : 1))
}

const idOf = (alarm: Alarm): string => (alarm.kind === "timer" ? alarm.timer : alarm.item)

export async function prolongLeases(database: Database, leases: readonly ProlongedLease[]): Promise<void> {
  if (leases.length === 0) return
  if (database.shards) {
    const sql = `UPDATE alarms SET due_at = $4, claimed_until = NULL
      WHERE id = $1 AND family_id = $2 AND kind = 'lease' AND attempt = $3`
    const each = leases.map(({ item, family, attempt, dueAt }) => database.write(sql, [item, family, attempt, dueAt]))
    await Promise.all(each)
    return
  }
  await database.write(
    `UPDATE alarms SET due_at = given.due_at, claimed_until = NULL
     FROM unnest($1::text[], $2::text[], $3::bigint[], $4::bigint[]) AS given (id, family_id, attempt, due_at)
     WHERE alarms.id = given.id AND alarms.family_id = given.family_id AND alarms.kind = 'lease'
       AND alarms.attempt = given.attempt`,
    [
      leases.map(({ item }) => item),
      leases.map(({ family }) => family),
      leases.map(({ attempt }) => attempt),
      leases.map(({ dueAt }) => dueAt),
    ],
  )
}
