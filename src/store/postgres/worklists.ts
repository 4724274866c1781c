import type { AgentId, ItemId } from "../../messages/ids.ts"
import type { Demanding, Experience, ItemRow, WorklistPlace, WorklistQuery } from "../port.ts"
import { byOrder } from "../worklist-order.ts"
import { distinct } from "./agenda.ts"
import type { Database, Statement, Value } from "./database.ts"
import { type ItemRecord, itemColumns, itemRowOf } from "./rows.ts"
import { Conditions, itemRecord, limited } from "./selection.ts"

const never = 9_000_000_000_000_000
const due = `coalesce(due_at, ${never})`
const inOrder = `-priority, ${due}, enabled_at, id`

/** What agents have, may have, and have had. */
export interface Worklists {
  of(query: WorklistQuery): Promise<readonly ItemRow[]>
  demands(what: Demanding): Promise<readonly string[]>
  demanding(what: Demanding, key: string, after: ItemId | undefined, limit: number): Promise<readonly ItemRow[]>
  onTerms(after: ItemId | undefined, limit: number): Promise<readonly ItemRow[]>
  loads(): Promise<ReadonlyMap<AgentId, number>>
  experience(): Promise<readonly Experience[]>
}

/** Each source of a worklist is read in the order of an index, as far as the page goes; then they are merged. */
export function worklistsOf(database: Database): Worklists {
  async function page(pages: readonly Statement[], most: number): Promise<readonly ItemRecord[]> {
    const found: ItemRecord[] = []
    for (const { sql, values } of pages)
      if (found.length < most) found.push(...(await database.read<ItemRecord>(sql, values)))
    return found
  }

  return {
    async of(query) {
      const sources = [ownOf(query), ...query.offers.map((offer) => offeredOf(query, offer))]
      const most = limited(query.limit)
      const found = await Promise.all(sources.map((where) => page(ordered(where, query, query.after), most)))
      return found.flat().map(itemRowOf).sort(byOrder(query.order)).slice(0, query.limit)
    },
    demands: (what) => distinct(database, columns[what], `live AND ${columns[what]} IS NOT NULL`),
    async demanding(what, key, after, limit) {
      const last = after === undefined ? undefined : await itemRecord(database, after)
      const where = new Conditions()
      where.add(`live AND ${columns[what]} IS NOT NULL AND ${columns[what]} = ?`, key)
      const order = what === "wanted" ? "-priority, enabled_at, id" : inOrder
      const place = last && placeOf(last, what)
      const { sql, values } = pageOf(where, limit, order, place)
      return (await database.read<ItemRecord>(sql, values)).map(itemRowOf)
    },
    async onTerms(after, limit) {
      const sql = `SELECT ${itemColumns} FROM items WHERE live AND offer IS NOT NULL AND id > $1 ORDER BY id LIMIT $2`
      return (await database.read<ItemRecord>(sql, [after ?? "", limited(limit)])).map(itemRowOf)
    },
    async loads() {
      const rows = await database.read<{ agent: AgentId; load: number }>(
        `SELECT agent, count(*) AS load FROM items
         WHERE live AND agent IS NOT NULL AND status IN ('offered', 'allocated', 'started') GROUP BY agent`,
      )
      return new Map(rows.map(({ agent, load }) => [agent, load]))
    },
    async experience() {
      const records = await database.read<ExperienceRecord>(
        `SELECT agent, task, sum(done)::bigint AS done, sum(spent)::bigint AS spent,
           max(given_at) AS given_at, max(ended_at) AS ended_at FROM experience GROUP BY agent, task`,
      )
      return records.map(experienceOf)
    },
  }
}

const columns: Readonly<Record<Demanding, string>> = { offer: "offer_key", wanted: "wanted", agent: "agent" }

function placeOf({ priority, due_at, enabled_at, id }: ItemRecord, what: Demanding): readonly Value[] {
  return what === "wanted" ? [-priority, enabled_at, id] : [-priority, due_at ?? never, enabled_at, id]
}

/** The conditions repeat those of the partial indexes: only then does PostgreSQL use them. */
function ownOf(query: WorklistQuery): Conditions {
  const where = new Conditions()
  where.add("live AND agent IS NOT NULL AND agent = ? AND kind = 'work'", query.agent)
  addFilters(where, query)
  return where
}

function offeredOf(query: WorklistQuery, offer: string): Conditions {
  const where = new Conditions()
  where.add("live AND offer_key IS NOT NULL AND offer_key = ? AND agent IS NULL AND kind = 'work'", offer)
  where.add("(barred IS NULL OR NOT jsonb_exists(barred, ?::text))", query.agent)
  where.add("(only_for IS NULL OR jsonb_exists_any(only_for, ?::text[]))", query.as)
  addFilters(where, query)
  return where
}

function addFilters(where: Conditions, { process, task, dueBefore, priority }: WorklistQuery): void {
  if (process !== undefined) where.add("process = ?", process)
  if (task !== undefined) where.add("task = ?", task)
  if (dueBefore !== undefined) where.add("due_at < ?", dueBefore)
  if (priority !== undefined) where.add("priority >= ?", priority)
}

function ordered(where: Conditions, query: WorklistQuery, after: WorklistPlace | undefined): readonly Statement[] {
  const dueAt = after?.dueAt ?? never
  const rest = after && [-after.priority, after.enabledAt, after.id]
  const inAll = after && [-after.priority, dueAt, after.enabledAt, after.id]
  switch (query.order) {
    case "priority":
      return [pageOf(where, query.limit, inOrder, inAll)]
    case "age":
      return [pageOf(where, query.limit, "enabled_at, id", after && [after.enabledAt, after.id])]
    case "due": {
      // Those with a due time have an index of their own, and come first.
      const timed = where.and("due_at IS NOT NULL")
      const untimed = where.and("due_at IS NULL")
      const isTimed = after === undefined || after.dueAt !== undefined
      return [
        ...(isTimed ? [pageOf(timed, query.limit, "due_at, -priority, enabled_at, id", rest && [dueAt, ...rest])] : []),
        pageOf(untimed, query.limit, inOrder, isTimed ? undefined : inAll),
      ]
    }
  }
}

function pageOf(where: Conditions, limit: number, order: string, after?: readonly Value[]): Statement {
  const from = after ? where.and(`(${order}) > (${after.map(() => "?").join(", ")})`, ...after) : where
  return from.select(itemColumns, "items", order, limit)
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
