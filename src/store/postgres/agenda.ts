import type { ItemId } from "../../messages/ids.ts"
import type { Json } from "../../messages/json.ts"
import { canonicalJson } from "../canonical.ts"
import type { Alarm, ExpectationRow, ItemRow } from "../port.ts"
import type { Database } from "./database.ts"
import {
  type AlarmRecord,
  alarmOf,
  type ExpectationRecord,
  expectationRowOf,
  type ItemRecord,
  itemColumns,
  itemRowOf,
} from "./rows.ts"
import { itemRecord, limited } from "./selection.ts"

/** What waits for the engine to do something: a time, a program, a message. */
export interface Agenda {
  dueAlarms(now: number, limit: number): Promise<readonly Alarm[]>
  nextAlarmAt(): Promise<number | undefined>
  readyItems(worker: string, after: ItemId | undefined, limit: number): Promise<readonly ItemRow[]>
  leasedItems(worker: string): Promise<readonly ItemRow[]>
  leasing(): Promise<readonly string[]>
  expecting(message: string, key: Json, limit: number): Promise<readonly ExpectationRow[]>
}

/** The conditions on items repeat those of the partial indexes: only then does PostgreSQL use them. */
const ready = "live AND worker IS NOT NULL AND worker = $1 AND status IN ('enabled', 'allocated') AND NOT held"
const leased = "live AND worker IS NOT NULL AND status = 'started'"

export function agendaOf(database: Database): Agenda {
  const firstReady = `SELECT ${itemColumns} FROM items WHERE ${ready} ORDER BY enabled_at, id LIMIT $2`
  const readyAfter = `SELECT ${itemColumns} FROM items WHERE ${ready} AND (enabled_at, id) > ($2, $3)
    ORDER BY enabled_at, id LIMIT $4`

  return {
    async dueAlarms(now, limit) {
      const sql = "SELECT * FROM alarms WHERE due_at <= $1 ORDER BY due_at, id LIMIT $2"
      return (await database.read<AlarmRecord>(sql, [now, limited(limit)])).map(alarmOf)
    },
    async nextAlarmAt() {
      const next = await database.readOne<{ due_at: number | null }>("SELECT min(due_at) AS due_at FROM alarms")
      return next?.due_at ?? undefined
    },
    async readyItems(worker, after, limit) {
      const last = after === undefined ? undefined : await itemRecord(database, after)
      const records = last
        ? await database.read<ItemRecord>(readyAfter, [worker, last.enabled_at, last.id, limited(limit)])
        : await database.read<ItemRecord>(firstReady, [worker, limited(limit)])
      return records.map(itemRowOf)
    },
    async leasedItems(worker) {
      const sql = `SELECT ${itemColumns} FROM items WHERE ${leased} AND worker = $1 ORDER BY enabled_at, id`
      return (await database.read<ItemRecord>(sql, [worker])).map(itemRowOf)
    },
    leasing: () => distinct(database, "worker", leased),
    async expecting(message, key, limit) {
      const sql = `SELECT * FROM expectations WHERE message = $1 AND key = $2
        ORDER BY item_id IS NULL, since, case_id, number LIMIT $3`
      const values = [message, canonicalJson(key), limited(limit)]
      return (await database.read<ExpectationRecord>(sql, values)).map(expectationRowOf)
    },
  }
}

/** From one value of an index of items to the next, whatever the number of rows with each; where tables are spread, that cannot be asked. */
export async function distinct(database: Database, column: string, where: string): Promise<readonly string[]> {
  const next = `SELECT ${column} AS value FROM items WHERE ${where}`
  if (database.shards) {
    const all = await database.read<{ value: string }>(`${next} GROUP BY ${column} ORDER BY ${column}`)
    return all.map(({ value }) => value)
  }
  const rows = await database.read<{ value: string }>(`
    WITH RECURSIVE found AS (
      (${next} ORDER BY ${column} LIMIT 1)
      UNION ALL
      SELECT (${next} AND ${column} > found.value ORDER BY ${column} LIMIT 1) FROM found WHERE found.value IS NOT NULL
    )
    SELECT value FROM found WHERE value IS NOT NULL`)
  return rows.map(({ value }) => value)
}
