import type { DatabaseSync } from "node:sqlite"
import type { ItemId } from "../../messages/ids.ts"
import type { Json } from "../../messages/json.ts"
import { canonicalJson } from "../canonical.ts"
import type { Alarm, ExpectationRow, ItemRow } from "../port.ts"
import {
  type AlarmRecord,
  alarmOf,
  type ExpectationRecord,
  expectationRowOf,
  type ItemRecord,
  itemRowOf,
} from "./rows.ts"
import { limited } from "./selection.ts"
import { reading, readingOne } from "./statements.ts"

/** What waits for the engine to do something: a time, a program, a message. */
export interface Agenda {
  dueAlarms(now: number, limit: number): readonly Alarm[]
  nextAlarmAt(): number | undefined
  readyItems(worker: string, after: ItemId | undefined, limit: number): readonly ItemRow[]
  leasedItems(worker: string): readonly ItemRow[]
  leasing(): readonly string[]
  expecting(message: string, key: Json, limit: number): readonly ExpectationRow[]
}

/** The conditions on items repeat those of the partial indexes word by word: only then does SQLite use them. */
const ready = "live = 1 AND worker = ? AND status IN ('enabled', 'allocated') AND held = 0"
const leased = "live = 1 AND worker = ? AND status = 'started'"

export function agendaOf(database: DatabaseSync): Agenda {
  const due = reading<AlarmRecord>(database, "SELECT * FROM alarms WHERE due_at <= ? ORDER BY due_at, id LIMIT ?")
  const next = readingOne<{ due_at: number | null }>(database, "SELECT min(due_at) AS due_at FROM alarms")
  const enabledAt = readingOne<{ enabled_at: number }>(database, "SELECT enabled_at FROM items WHERE id = ?")
  const firstReady = reading<ItemRecord>(database, `SELECT * FROM items WHERE ${ready} ORDER BY enabled_at, id LIMIT ?`)
  const readyAfter = reading<ItemRecord>(
    database,
    `SELECT * FROM items WHERE ${ready} AND (enabled_at, id) > (?, ?) ORDER BY enabled_at, id LIMIT ?`,
  )
  const allLeased = reading<ItemRecord>(database, `SELECT * FROM items WHERE ${leased} ORDER BY enabled_at, id`)
  const nextLeasing = readingOne<{ worker: string }>(
    database,
    "SELECT worker FROM items WHERE live = 1 AND worker > ? AND status = 'started' ORDER BY worker LIMIT 1",
  )
  const expected = reading<ExpectationRecord>(
    database,
    `SELECT * FROM expectations WHERE message = ? AND key = ?
     ORDER BY item_id IS NULL, since, case_id, number LIMIT ?`,
  )

  return {
    dueAlarms: (now, limit) => due(now, limited(limit)).map(alarmOf),
    nextAlarmAt: () => next()?.due_at ?? undefined,
    readyItems(worker, after, limit) {
      const last = after === undefined ? undefined : enabledAt(after)
      const records =
        after === undefined || last === undefined
          ? firstReady(worker, limited(limit))
          : readyAfter(worker, last.enabled_at, after, limited(limit))
      return records.map(itemRowOf)
    },
    leasedItems: (worker) => allLeased(worker).map(itemRowOf),
    leasing() {
      const names: string[] = []
      for (let found = nextLeasing(""); found; found = nextLeasing(found.worker)) names.push(found.worker)
      return names
    },
    expecting: (message, key, limit) => expected(message, canonicalJson(key), limited(limit)).map(expectationRowOf),
  }
}
