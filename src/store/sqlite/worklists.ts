import type { DatabaseSync, SQLInputValue } from "node:sqlite"
import type { AgentId, ItemId } from "../../messages/ids.ts"
import type { Demanding, Experience, ItemRow, WorklistPlace, WorklistQuery } from "../port.ts"
import { byOrder } from "../worklist-order.ts"
import { type ItemRecord, itemRowOf } from "./rows.ts"
import { Conditions, limited } from "./selection.ts"
import { reading, readingAny, readingOne } from "./statements.ts"

const never = "coalesce(due_at, 9e15)"

/** What agents have, may have, and have had. */
export interface Worklists {
  of(query: WorklistQuery): readonly ItemRow[]
  demands(what: Demanding): readonly string[]
  demanding(what: Demanding, key: string, after: ItemId | undefined, limit: number): readonly ItemRow[]
  onTerms(after: ItemId | undefined, limit: number): readonly ItemRow[]
  loads(): ReadonlyMap<AgentId, number>
  experience(): readonly Experience[]
}

/** Each source of a worklist is read in the order of an index, as far as the page goes; then they are merged. */
export function worklistsOf(database: DatabaseSync): Worklists {
  const read = readingAny<ItemRecord>(database)
  const itemById = readingOne<ItemRecord>(database, "SELECT * FROM items WHERE id = ?")
  const demands = {
    offer: distinct(database, "offer_key"),
    wanted: distinct(database, "wanted"),
    agent: distinct(database, "agent"),
  }
  const inOrder = `-priority, ${never}, enabled_at, id`
  const place = ({ priority, due_at, enabled_at, id }: ItemRecord) => [-priority, due_at ?? 9e15, enabled_at, id]
  const demanding = {
    offer: byDemand(database, "offer_key", inOrder, place),
    wanted: byDemand(database, "wanted", "-priority, enabled_at, id", ({ priority, enabled_at, id }) => [
      -priority,
      enabled_at,
      id,
    ]),
    agent: byDemand(database, "agent", inOrder, place),
  }
  const onTerms = reading<ItemRecord>(
    database,
    "SELECT * FROM items INDEXED BY items_on_terms WHERE live = 1 AND offer IS NOT NULL AND id > ? ORDER BY id LIMIT ?",
  )
  const loads = reading<{ agent: AgentId; load: number }>(
    database,
    `SELECT agent, count(*) AS load FROM items
     WHERE live = 1 AND agent IS NOT NULL AND status IN ('offered', 'allocated', 'started') GROUP BY agent`,
  )
  const experience = reading<ExperienceRecord>(database, "SELECT * FROM experience")

  return {
    of(query) {
      const { after } = query
      const sources = [ownOf(query), ...query.offers.map((offer) => offeredOf(query, offer))]
      const most = limited(query.limit)
      const rows = sources.flatMap((where) => {
        const found: ItemRecord[] = []
        for (const { sql, values } of ordered(where, query, after))
          if (found.length < most) found.push(...read(sql, values))
        return found
      })
      return rows.map(itemRowOf).sort(byOrder(query.order)).slice(0, query.limit)
    },
    demands: (what) => demands[what](),
    demanding(what, key, after, limit) {
      const last = after === undefined ? undefined : itemById(after)
      return demanding[what](key, last, limited(limit)).map(itemRowOf)
    },
    onTerms: (after, limit) => onTerms(after ?? "", limited(limit)).map(itemRowOf),
    loads: () => new Map(loads().map(({ agent, load }) => [agent, load])),
    experience: () => experience().map(experienceOf),
  }
}

/** The conditions repeat those of the partial indexes word by word: only then does SQLite use them. */
function ownOf(query: WorklistQuery): Conditions {
  const where = new Conditions()
  where.add("live = 1 AND agent IS NOT NULL AND agent = ? AND kind = 'work'", query.agent)
  addFilters(where, query)
  return where
}

function offeredOf(query: WorklistQuery, offer: string): Conditions {
  const where = new Conditions()
  where.add("live = 1 AND offer_key IS NOT NULL AND offer_key = ? AND agent IS NULL AND kind = 'work'", offer)
  where.add(without("declined", "$"), query.agent)
  where.add(without("offer", "$.excluded"), query.agent)
  where.add(
    `(offer IS NULL OR offer -> '$.only' IS NULL OR EXISTS
      (SELECT 1 FROM json_each(offer, '$.only') WHERE value IN (SELECT value FROM json_each(?))))`,
    JSON.stringify(query.as),
  )
  addFilters(where, query)
  return where
}

const without = (column: string, path: string): string =>
  `(${column} IS NULL OR NOT EXISTS (SELECT 1 FROM json_each(${column}, '${path}') WHERE value = ?))`

function addFilters(where: Conditions, { process, task, dueBefore, priority }: WorklistQuery): void {
  if (process !== undefined) where.add("process = ?", process)
  if (task !== undefined) where.add("task = ?", task)
  if (dueBefore !== undefined) where.add("due_at < ?", dueBefore)
  if (priority !== undefined) where.add("priority >= ?", priority)
}

interface Reading {
  readonly sql: string
  readonly values: readonly SQLInputValue[]
}

function ordered(where: Conditions, query: WorklistQuery, after: WorklistPlace | undefined): readonly Reading[] {
  const due = after?.dueAt ?? 9e15
  const rest = after && [-after.priority, after.enabledAt, after.id]
  const inAll = after && [-after.priority, due, after.enabledAt, after.id]
  switch (query.order) {
    case "priority":
      return [page(where, query, `-priority, ${never}, enabled_at, id`, inAll)]
    case "age":
      return [page(where, query, "enabled_at, id", after && [after.enabledAt, after.id])]
    case "due": {
      // Those with a due time have an index of their own, and come first.
      const timed = where.and("due_at IS NOT NULL")
      const untimed = where.and("due_at IS NULL")
      const isTimed = after === undefined || after.dueAt !== undefined
      const place = "-priority, enabled_at, id"
      return [
        ...(isTimed ? [page(timed, query, `due_at, ${place}`, rest && [due, ...rest])] : []),
        page(untimed, query, `-priority, ${never}, enabled_at, id`, isTimed ? undefined : inAll),
      ]
    }
  }
}

function page(where: Conditions, { limit }: WorklistQuery, order: string, after?: readonly SQLInputValue[]): Reading {
  const from = after ? where.and(`(${order}) > (${after.map(() => "?").join(", ")})`, ...after) : where
  return {
    sql: `SELECT * FROM items${from.text()} ORDER BY ${order} LIMIT ?`,
    values: [...from.values, limited(limit)],
  }
}

function byDemand(
  database: DatabaseSync,
  column: Column,
  order: string,
  placeOf: (record: ItemRecord) => readonly SQLInputValue[],
): (key: string, after: ItemRecord | undefined, limit: number) => readonly ItemRecord[] {
  const select = `SELECT * FROM items WHERE live = 1 AND ${column} IS NOT NULL AND ${column} = ?`
  const first = reading<ItemRecord>(database, `${select} ORDER BY ${order} LIMIT ?`)
  const places = order.split(/,(?![^(]*\))/).map(() => "?")
  const next = reading<ItemRecord>(
    database,
    `${select} AND (${order}) > (${places.join(", ")}) ORDER BY ${order} LIMIT ?`,
  )
  return (key, after, limit) => (after === undefined ? first(key, limit) : next(key, ...placeOf(after), limit))
}

type Column = "offer_key" | "wanted" | "agent"

/** From one value of the index to the next, whatever the number of rows with each. */
function distinct(database: DatabaseSync, column: Column): () => readonly string[] {
  const next = readingOne<{ value: string }>(
    database,
    `SELECT ${column} AS value FROM items WHERE live = 1 AND ${column} IS NOT NULL AND ${column} > ?
     ORDER BY ${column} LIMIT 1`,
  )
  const first = readingOne<{ value: string }>(
    database,
    `SELECT ${column} AS value FROM items WHERE live = 1 AND ${column} IS NOT NULL ORDER BY ${column} LIMIT 1`,
  )
  return () => {
    const values: string[] = []
    for (let found = first(); found; found = next(found.value)) values.push(found.value)
    return values
  }
}

export interface ExperienceRecord {
  readonly agent: AgentId
  readonly task: string
  readonly done: number
  readonly spent: number
  readonly given_at: number | null
  readonly ended_at: number | null
}

export function experienceOf({ agent, task, done, spent, given_at, ended_at }: ExperienceRecord): Experience {
  return {
    agent,
    task,
    done,
    spent,
    ...(given_at !== null && { givenAt: given_at }),
    ...(ended_at !== null && { endedAt: ended_at }),
  }
}
