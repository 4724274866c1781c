import { type AgentId, type CaseId, familyOf, type NotificationId } from "../../messages/ids.ts"
import type { JsonObject } from "../../messages/json.ts"
import type { DeliveryQuery, DeliveryRow, NotificationRow, OutboxStore } from "../outbox.ts"
import type { Batch } from "../port.ts"
import type { Database, Statement } from "./database.ts"
import { Conditions, limited } from "./selection.ts"
import {
  type Column,
  deleting,
  flag,
  inserting,
  lastOfEach,
  nextNumber,
  numberBefore,
  text,
  whole,
} from "./statements.ts"

export function outboxOf(database: Database): OutboxStore {
  const gathered = "channel = $1 AND alike = $2 AND gathered AND due_at IS NOT NULL"
  const again =
    "UPDATE deliveries SET gathered = false, attempts = 0, due_at = $1, error = NULL WHERE due_at IS NULL AND"

  return {
    ...notificationsOf(database),
    async deliveries(query) {
      const where = conditionsOn(query)
      const last =
        query.after === undefined
          ? undefined
          : await database.readOne<{ number: number }>("SELECT number FROM deliveries WHERE id = $1", [query.after])
      if (last !== undefined) where.add("number > ?", last.number)
      const { sql, values } = where.select("*", "deliveries", "number", query.limit)
      return (await database.read<DeliveryRecord>(sql, values)).map(deliveryOf)
    },
    async dueDeliveries(channel, now, limit) {
      const sql = "SELECT * FROM deliveries WHERE channel = $1 AND due_at <= $2 ORDER BY due_at, number LIMIT $3"
      return (await database.read<DeliveryRecord>(sql, [channel, now, limited(limit)])).map(deliveryOf)
    },
    async nextDeliveryAt(channel) {
      const sql = "SELECT min(due_at) AS due_at FROM deliveries WHERE channel = $1 AND due_at IS NOT NULL"
      return (await database.readOne<{ due_at: number | null }>(sql, [channel]))?.due_at ?? undefined
    },
    async gather(channel, like, dueAt) {
      await database.write(
        `UPDATE deliveries SET gathered = true, due_at = $3, error = NULL
         WHERE channel = $1 AND alike = $2 AND attempts = 0 AND due_at IS NOT NULL`,
        [channel, like, dueAt],
      )
    },
    async countGathered(channel, like) {
      const sql = `SELECT count(*) AS count FROM deliveries WHERE ${gathered}`
      return (await database.readOne<{ count: number }>(sql, [channel, like]))?.count ?? 0
    },
    async noteGathered(channel, like, became) {
      if (became === "delivered") await database.write(`DELETE FROM deliveries WHERE ${gathered}`, [channel, like])
      else
        await database.write(`UPDATE deliveries SET attempts = $3, due_at = $4, error = $5 WHERE ${gathered}`, [
          channel,
          like,
          became.attempts,
          became.dueAt ?? null,
          became.error ?? null,
        ])
    },
    retryDeliveries: (which, dueAt) =>
      "channel" in which
        ? database.write(`${again} channel = $2`, [dueAt, which.channel])
        : database.write(`${again} id = ANY($2::text[])`, [dueAt, which.ids]),
  }
}

function notificationsOf(database: Database): Pick<OutboxStore, "notifications" | "markRead"> {
  const mark = "UPDATE notifications SET read_at = $1 WHERE agent = $2 AND read_at IS NULL"
  return {
    async notifications(query) {
      const where = new Conditions()
      where.add("agent = ?", query.agent)
      if (query.unread) where.add("read_at IS NULL")
      const last =
        query.after === undefined
          ? undefined
          : await database.readOne<{ number: number }>(
              "SELECT number FROM notifications WHERE agent = $1 AND id = $2",
              [query.agent, query.after],
            )
      if (last !== undefined) where.add("number < ?", last.number)
      const { sql, values } = where.select("*", "notifications", "number DESC", query.limit)
      return (await database.read<NotificationRecord>(sql, values)).map(notificationOf)
    },
    markRead: (agent, which, at) =>
      which === "all"
        ? database.write(mark, [at, agent])
        : database.write(`${mark} AND id = ANY($3::text[])`, [at, agent, which]),
  }
}

export function recordOutgoing({ notifications, deliveries, arrived }: Batch): readonly Statement[] {
  return [...notify(notifications), ...write(onceEach(deliveries)), ...remove(lastOfEach(arrived, (id) => id))]
}

/** Of one told twice, all but what is written of one that is there already is as it was the first time. */
function onceEach(deliveries: readonly DeliveryRow[]): readonly DeliveryRow[] {
  const told = new Map<string, DeliveryRow>()
  for (const row of deliveries) {
    const first = told.get(row.id)
    const { channel, agent, like, at, letter } = first ?? row
    const { isGathered: _, dueAt: __, error: ___, agent: ____, ...rest } = row
    told.set(row.id, {
      ...{ ...rest, channel, like, at, letter },
      ...(agent !== undefined && { agent }),
      ...(row.isGathered && { isGathered: true }),
      ...(row.dueAt !== undefined && { dueAt: row.dueAt }),
      ...(row.error !== undefined && { error: row.error }),
    })
  }
  return [...told.values()]
}

const columns: readonly Column<NotificationRow>[] = [
  text("id", ({ id }) => id),
  text("family_id", ({ family }) => family),
  text("agent", ({ agent }) => agent),
  text("type", ({ type }) => type),
  text("case_id", (row) => row.case),
  text("process", ({ process }) => process),
  text('"to"', ({ to }) => to),
  text("text", (row) => row.text),
  text("about", ({ about }) => about),
  whole("at", ({ at }) => at),
  whole("read_at", ({ readAt }) => readAt),
]

const notify = inserting<NotificationRow>("notifications", columns, "DO NOTHING", [nextNumber])
const notifyBefore = inserting<NotificationRow>("notifications", columns, "DO NOTHING", [numberBefore])

/** In lists they come after what is there: the last of them first. */
export const tellBefore = (rows: readonly NotificationRow[]): readonly Statement[] => notifyBefore(rows.toReversed())

const write = inserting<DeliveryRow>(
  "deliveries",
  [
    text("id", ({ id }) => id),
    text("channel", ({ channel }) => channel),
    text("agent", ({ agent }) => agent),
    text("alike", ({ like }) => like),
    whole("at", ({ at }) => at),
    text("letter", ({ letter }) => JSON.stringify(letter)),
    flag("gathered", ({ isGathered }) => isGathered === true),
    whole("attempts", ({ attempts }) => attempts),
    whole("due_at", ({ dueAt }) => dueAt),
    text("error", ({ error }) => error),
  ],
  `(id) DO UPDATE SET gathered = excluded.gathered, attempts = excluded.attempts, due_at = excluded.due_at,
     error = excluded.error`,
  [nextNumber],
)

const remove = deleting<string>("deliveries", [text("id", (id) => id)])

function conditionsOn({ channel, givenUp }: DeliveryQuery): Conditions {
  const where = new Conditions()
  if (channel !== undefined) where.add("channel = ?", channel)
  if (givenUp) where.add("due_at IS NULL")
  return where
}

export interface NotificationRecord {
  readonly id: NotificationId
  readonly agent: AgentId
  readonly type: string
  readonly case_id: CaseId
  readonly process: string
  readonly to: string
  readonly text: string
  readonly about: string | null
  readonly at: number
  readonly read_at: number | null
}

export function notificationOf(record: NotificationRecord): NotificationRow {
  const { id, agent, type, process, to, text, at } = record
  return {
    ...{ id, agent, type, family: familyOf(record.case_id), case: record.case_id, process, to, text, at },
    ...(record.about !== null && { about: record.about }),
    ...(record.read_at !== null && { readAt: record.read_at }),
  }
}

export interface DeliveryRecord {
  readonly id: string
  readonly channel: string
  readonly agent: AgentId | null
  readonly alike: string
  readonly at: number
  readonly letter: string
  readonly gathered: boolean
  readonly attempts: number
  readonly due_at: number | null
  readonly error: string | null
}

export function deliveryOf(record: DeliveryRecord): DeliveryRow {
  const { id, channel, at, attempts } = record
  return {
    ...{ id, channel, like: record.alike, at, letter: JSON.parse(record.letter) as JsonObject, attempts },
    ...(record.agent !== null && { agent: record.agent }),
    ...(record.gathered && { isGathered: true }),
    ...(record.due_at !== null && { dueAt: record.due_at }),
    ...(record.error !== null && { error: record.error }),
  }
}
