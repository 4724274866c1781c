import type { DatabaseSync } from "node:sqlite"
import { type AgentId, type CaseId, familyOf, type NotificationId } from "../../messages/ids.ts"
import type { JsonObject } from "../../messages/json.ts"
import type { DeliveryQuery, DeliveryRow, NotificationRow, OutboxStore } from "../outbox.ts"
import type { Batch } from "../port.ts"
import { Conditions, limited } from "./selection.ts"
import { changing, readingAny, readingOne, writing } from "./statements.ts"

/** The same verbs, answered at once. */
export type Outbox = {
  [Verb in keyof OutboxStore]: (...asked: Parameters<OutboxStore[Verb]>) => Awaited<ReturnType<OutboxStore[Verb]>>
}

export function outboxOf(database: DatabaseSync): Outbox {
  const readDeliveries = readingAny<DeliveryRecord>(database)
  const numberOfDelivery = readingOne<{ number: number }>(database, "SELECT number FROM deliveries WHERE id = ?")
  const next = readingOne<{ due_at: number | null }>(
    database,
    "SELECT min(due_at) AS due_at FROM deliveries WHERE channel = ? AND due_at IS NOT NULL",
  )
  const gather = writing(
    database,
    `UPDATE deliveries SET gathered = 1, due_at = ?, error = NULL
     WHERE channel = ? AND alike = ? AND attempts = 0 AND due_at IS NOT NULL`,
  )
  const gathered = "channel = ? AND alike = ? AND gathered = 1 AND due_at IS NOT NULL"
  const count = readingOne<{ count: number }>(database, `SELECT count(*) AS count FROM deliveries WHERE ${gathered}`)
  const drop = writing(database, `DELETE FROM deliveries WHERE ${gathered}`)
  const change = writing(database, `UPDATE deliveries SET attempts = ?, due_at = ?, error = ? WHERE ${gathered}`)
  const again = "UPDATE deliveries SET gathered = 0, attempts = 0, due_at = ?, error = NULL WHERE due_at IS NULL AND"
  const retryChannel = changing(database, `${again} channel = ?`)
  const retryOne = changing(database, `${again} id = ?`)

  return {
    ...notificationsOf(database),
    deliveries(query) {
      const where = conditionsOn(query)
      const last = query.after === undefined ? undefined : numberOfDelivery(query.after)
      if (last !== undefined) where.add("number > ?", last.number)
      const sql = `SELECT * FROM deliveries${where.text()} ORDER BY number LIMIT ?`
      return readDeliveries(sql, [...where.values, limited(query.limit)]).map(deliveryOf)
    },
    dueDeliveries(channel, now, limit) {
      const sql = "SELECT * FROM deliveries WHERE channel = ? AND due_at <= ? ORDER BY due_at, number LIMIT ?"
      return readDeliveries(sql, [channel, now, limited(limit)]).map(deliveryOf)
    },
    nextDeliveryAt: (channel) => next(channel)?.due_at ?? undefined,
    gather: (channel, like, dueAt) => gather(dueAt, channel, like),
    countGathered: (channel, like) => count(channel, like)?.count ?? 0,
    noteGathered(channel, like, became) {
      if (became === "delivered") drop(channel, like)
      else change(became.attempts, became.dueAt ?? null, became.error ?? null, channel, like)
    },
    retryDeliveries(which, dueAt) {
      if ("channel" in which) return retryChannel(dueAt, which.channel)
      return [...new Set(which.ids)].reduce((sum, id) => sum + retryOne(dueAt, id), 0)
    },
  }
}

function notificationsOf(database: DatabaseSync): Pick<Outbox, "notifications" | "markRead"> {
  const read = readingAny<NotificationRecord>(database)
  const numberOf = readingOne<{ number: number }>(
    database,
    "SELECT number FROM notifications WHERE agent = ? AND id = ?",
  )
  const mark = "UPDATE notifications SET read_at = ? WHERE agent = ? AND read_at IS NULL"
  const markAll = changing(database, mark)
  const markOne = changing(database, `${mark} AND id = ?`)
  return {
    notifications(query) {
      const where = new Conditions()
      where.add("agent = ?", query.agent)
      if (query.unread) where.add("read_at IS NULL")
      const last = query.after === undefined ? undefined : numberOf(query.agent, query.after)
      if (last !== undefined) where.add("number < ?", last.number)
      const sql = `SELECT * FROM notifications${where.text()} ORDER BY number DESC LIMIT ?`
      return read(sql, [...where.values, limited(query.limit)]).map(notificationOf)
    },
    markRead(agent, which, at) {
      if (which === "all") return markAll(at, agent)
      return [...new Set(which)].reduce((sum, id) => sum + markOne(at, agent, id), 0)
    },
  }
}

export function recordingOutgoing(database: DatabaseSync): (batch: Batch) => void {
  const notify = writing(
    database,
    `INSERT INTO notifications (id, agent, type, case_id, process, "to", text, about, at, read_at)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT DO NOTHING`,
  )
  const write = writing(
    database,
    `INSERT INTO deliveries (id, channel, agent, alike, at, letter, gathered, attempts, due_at, error)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT (id) DO UPDATE SET gathered = excluded.gathered,
       attempts = excluded.attempts, due_at = excluded.due_at, error = excluded.error`,
  )
  const remove = writing(database, "DELETE FROM deliveries WHERE id = ?")
  return ({ notifications, deliveries, arrived }) => {
    for (const row of notifications) notify(...valuesOf(row))
    for (const { id, channel, agent, like, at, letter, isGathered, attempts, dueAt, error } of deliveries) {
      const gathered = isGathered ? 1 : 0
      const said = JSON.stringify(letter)
      write(id, channel, agent ?? null, like, at, said, gathered, attempts, dueAt ?? null, error ?? null)
    }
    for (const id of arrived) remove(id)
  }
}

/** In lists they come after what is there: the last of them first. */
export function tellingBefore(database: DatabaseSync): (rows: readonly NotificationRow[]) => void {
  const tell = writing(
    database,
    `INSERT INTO notifications (number, id, agent, type, case_id, process, "to", text, about, at, read_at)
     VALUES ((SELECT min(coalesce(min(number), 0), 0) - 1 FROM notifications), ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
     ON CONFLICT DO NOTHING`,
  )
  return (rows) => {
    for (const row of rows.toReversed()) tell(...valuesOf(row))
  }
}

function valuesOf(row: NotificationRow) {
  const { id, agent, type, process, to, text, about, at, readAt } = row
  return [id, agent, type, row.case, process, to, text, about ?? null, at, readAt ?? null] as const
}

function conditionsOn({ channel, givenUp }: DeliveryQuery): Conditions {
  const where = new Conditions()
  if (channel !== undefined) where.add(givenUp ? "channel = ? AND (due_at IS NULL) = 1" : "+channel = ?", channel)
  else if (givenUp) where.add("due_at IS NULL")
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
  readonly gathered: number
  readonly attempts: number
  readonly due_at: number | null
  readonly error: string | null
}

export function deliveryOf(record: DeliveryRecord): DeliveryRow {
  const { id, channel, at, attempts } = record
  return {
    ...{ id, channel, like: record.alike, at, letter: JSON.parse(record.letter) as JsonObject, attempts },
    ...(record.agent !== null && { agent: record.agent }),
    ...(record.gathered === 1 && { isGathered: true }),
    ...(record.due_at !== null && { dueAt: record.due_at }),
    ...(record.error !== null && { error: record.error }),
  }
}
