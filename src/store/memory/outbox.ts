import type { DeliveryRow, NotificationRow, OutboxStore } from "../outbox.ts"
import type { Batch } from "../port.ts"

/** Both in the order they were committed. */
export interface Outbox {
  readonly notifications: Map<string, NotificationRow>
  readonly deliveries: Map<string, DeliveryRow>
}

export const newOutbox = (): Outbox => ({ notifications: new Map(), deliveries: new Map() })

export function recordOutgoing(outbox: Outbox, { notifications, deliveries, arrived }: Batch): void {
  for (const row of notifications) {
    const key = keyOf(row)
    if (!outbox.notifications.has(key)) outbox.notifications.set(key, row)
  }
  for (const row of deliveries) {
    const known = outbox.deliveries.get(row.id)
    outbox.deliveries.set(row.id, known ? { ...unchanging(known), ...changing(row) } : row)
  }
  for (const id of arrived) outbox.deliveries.delete(id)
}

/** Before all that is there; what is there already stays where it is. */
export function tellBefore({ notifications }: Outbox, rows: readonly NotificationRow[]): void {
  const known = [...notifications]
  const earlier = rows.filter((row) => !notifications.has(keyOf(row)))
  notifications.clear()
  for (const row of earlier) notifications.set(keyOf(row), row)
  for (const [key, row] of known) notifications.set(key, row)
}

export function outboxOf(opened: () => Outbox, copy: <Value>(value: Value) => Value): OutboxStore {
  const alike = (channel: string, like: string) =>
    [...opened().deliveries.values()].filter((row) => row.channel === channel && row.like === like)
  const gathered = (channel: string, like: string) =>
    alike(channel, like).filter(({ isGathered, dueAt }) => isGathered && dueAt !== undefined)
  const change = (row: DeliveryRow, became: Partial<DeliveryRow>) =>
    opened().deliveries.set(row.id, { ...unchanging(row), attempts: row.attempts, ...became })

  return {
    async notifications({ agent, unread = false, after, limit }) {
      const rows = [...opened().notifications.values()].reverse()
      const own = rows.filter((row) => row.agent === agent)
      const last = after === undefined ? -1 : own.findIndex(({ id }) => id === after)
      return copy(
        own
          .slice(last + 1)
          .filter(({ readAt }) => !unread || readAt === undefined)
          .slice(0, limit),
      )
    },
    async markRead(agent, which, at) {
      const { notifications } = opened()
      const meant = [...notifications.values()].filter(
        (row) => row.agent === agent && row.readAt === undefined && (which === "all" || which.includes(row.id)),
      )
      for (const row of meant) notifications.set(keyOf(row), { ...row, readAt: at })
      return meant.length
    },

    async deliveries({ channel, givenUp = false, after, limit }) {
      const rows = [...opened().deliveries.values()]
      const last = after === undefined ? -1 : rows.findIndex(({ id }) => id === after)
      const isMeant = (row: DeliveryRow) =>
        (channel === undefined || row.channel === channel) && (!givenUp || row.dueAt === undefined)
      return copy(
        rows
          .slice(last + 1)
          .filter(isMeant)
          .slice(0, limit),
      )
    },
    async dueDeliveries(channel, now, limit) {
      const rows = [...opened().deliveries.values()].filter((row) => row.channel === channel && dueOf(row) <= now)
      return copy(rows.sort((one, other) => dueOf(one) - dueOf(other)).slice(0, limit))
    },
    async nextDeliveryAt(channel) {
      let next = never
      for (const row of opened().deliveries.values()) if (row.channel === channel) next = Math.min(next, dueOf(row))
      return next === never ? undefined : next
    },
    async gather(channel, like, dueAt) {
      for (const row of alike(channel, like))
        if (row.attempts === 0 && row.dueAt !== undefined) change(row, { isGathered: true, dueAt })
    },
    async countGathered(channel, like) {
      return gathered(channel, like).length
    },
    async noteGathered(channel, like, became) {
      for (const row of gathered(channel, like))
        if (became === "delivered") opened().deliveries.delete(row.id)
        else change(row, { ...became, isGathered: true })
    },
    async retryDeliveries(which, dueAt) {
      const meant = [...opened().deliveries.values()].filter(
        (row) =>
          row.dueAt === undefined && ("channel" in which ? row.channel === which.channel : which.ids.includes(row.id)),
      )
      for (const row of meant) change(row, { attempts: 0, dueAt })
      return meant.length
    },
  }
}

const never = Number.POSITIVE_INFINITY
const dueOf = ({ dueAt }: DeliveryRow): number => dueAt ?? never
const keyOf = ({ agent, id }: NotificationRow): string => JSON.stringify([agent, id])

function unchanging({ isGathered: _, dueAt: __, error: ___, ...rest }: DeliveryRow): DeliveryRow {
  return rest
}

function changing({ attempts, isGathered, dueAt, error }: DeliveryRow): Partial<DeliveryRow> {
  return {
    attempts,
    ...(isGathered && { isGathered }),
    ...(dueAt !== undefined && { dueAt }),
    ...(error !== undefined && { error }),
  }
}
