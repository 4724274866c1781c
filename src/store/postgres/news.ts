import type { News } from "../nodes.ts"
import type { Batch } from "../port.ts"
import type { Statement } from "./database.ts"
import { definesSomething } from "./edits.ts"

/** What goes through the channel: news, or a sign by which a node knows that it has heard everything before. */
export interface Told {
  readonly from: string
  readonly news?: News
  readonly sign?: number
}

export const telling = (told: Told): Statement => ({
  sql: "SELECT pg_notify('exlet_' || current_schema(), $1)",
  values: [JSON.stringify(told)],
})

/** What others want to know of a commit; nothing of what concerns nobody. */
export function newsOf(batch: Batch): News {
  const dueTimes = batch.alarms.flatMap(({ dueAt }) => dueAt ?? [])
  const workers = new Set(batch.items.flatMap(({ worker }) => worker ?? []))
  const channels = new Set(batch.deliveries.map(({ channel }) => channel))
  return {
    ...(batch.entries.length > 0 && { hasEntries: true }),
    ...(definesSomething(batch) && { hasDefinitions: true }),
    ...(batch.broadcasts.length > 0 && { hasBroadcasts: true }),
    ...((batch.experience.length > 0 || batch.items.some(({ agent }) => agent !== undefined)) && { hasWork: true }),
    ...(dueTimes.length > 0 && { alarmAt: dueTimes.reduce((one, other) => Math.min(one, other)) }),
    ...few("workers", workers),
    ...few("channels", channels),
  }
}

/** As if they were of one commit. */
export function bothOf(one: News, other: News): News {
  const { alarmAt: first = Infinity, workers: some = [], channels: ways = [] } = one
  const { alarmAt: second = Infinity, workers: more = [], channels: others = [] } = other
  const alarmAt = Math.min(first, second)
  return {
    ...one,
    ...other,
    ...(alarmAt < Infinity && { alarmAt }),
    ...few("workers", new Set([...some, ...more])),
    ...few("channels", new Set([...ways, ...others])),
  }
}

/** What PostgreSQL carries is short: of too many names none is said, and everybody looks. */
function few(name: "workers" | "channels", names: ReadonlySet<string>): News {
  if (names.size === 0) return {}
  return [...names].join().length > 1000 ? { isDoubtful: true } : { [name]: [...names] }
}
