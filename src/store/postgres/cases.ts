import type { CaseQuery, ListedCase } from "../port.ts"
import type { Database, Value } from "./database.ts"
import { caseColumns, type ListedCaseRecord, listedCaseOf } from "./rows.ts"
import { Conditions, limited, numbered } from "./selection.ts"

/** Cases as people look for them, along an index in the order of the list. */
export async function casesIn(database: Database, query: CaseQuery): Promise<readonly ListedCase[]> {
  // What is in an exception is in trouble.
  if (query.exception !== undefined && query.trouble === false) return []
  const { sql, values } = selecting(query, database.shards !== undefined)
  return (await database.read<ListedCaseRecord>(sql, values)).map(listedCaseOf)
}

interface Selecting {
  readonly sql: string
  readonly values: readonly Value[]
}

function selecting(query: CaseQuery, isSpread: boolean): Selecting {
  const { family, exception, order = "id", limit } = query
  if (family === undefined && exception !== undefined) return withException(exception, query, isSpread)
  const where = new Conditions()
  addPlace(where, query, ofCases)
  addState(where, query)
  if (family === undefined) return where.select(columns, "cases", orderBy(order, ofCases), limit)
  where.addFamily(family)
  if (exception !== undefined)
    where.add(
      `id IN (SELECT case_id FROM exceptions WHERE family_id = ? AND class = ? AND ${isOpen})`,
      family,
      exception,
    )
  return where.select(columns, "cases", sorted[order], limit)
}

/**
 * A case may have several of the class, one after the other in the index. Each is looked up as it comes, until the page is full: that
 * there is one row of it, `LIMIT 1` says to PostgreSQL, which would join all of them otherwise. Where tables are spread they are joined.
 */
function withException(exception: string, query: CaseQuery, isSpread: boolean): Selecting {
  const { order = "id", limit } = query
  const among = new Conditions()
  among.add(`class = ? AND ${isOpen}`, exception)
  addPlace(among, query, ofExceptions)
  const leading = order === "id" ? "case_id, family_id" : "case_started_at, case_id, family_id"
  const found = among.from(`DISTINCT ${leading}`, "exceptions")
  const where = new Conditions()
  where.add("cases.id = found.case_id AND cases.family_id = found.family_id")
  addState(where, query)
  const one = where.from(columns, "cases")
  const by = orderBy(order, ofExceptions)
  if (isSpread) {
    const joined = where.from(columns, `(${found.sql}) AS found, cases`)
    return {
      sql: numbered(`${joined.sql} ORDER BY ${by} LIMIT ?`),
      values: [...found.values, ...joined.values, limited(limit)],
    }
  }
  return {
    sql: numbered(`SELECT one.* FROM (${found.sql} ORDER BY ${by}, family_id${order === "newest" ? " DESC" : ""}) AS found
      CROSS JOIN LATERAL (${one.sql} LIMIT 1) AS one ORDER BY ${by} LIMIT ?`),
    values: [...found.values, ...one.values, limited(limit)],
  }
}

const columns = caseColumns.map((name) => `cases.${name}`).join(", ")
const isOpen = "state IN ('open', 'handling')"

/** The columns that lead through a list. */
const ofCases = { id: "id", start: "started_at" }
const ofExceptions = { id: "case_id", start: "case_started_at" }
type Leading = typeof ofCases
type Order = NonNullable<CaseQuery["order"]>

function orderBy(order: Order, { id, start }: Leading): string {
  if (order === "id") return id
  return order === "newest" ? `${start} DESC, ${id} DESC` : `${start}, ${id}`
}

/** A family has few: they are found by themselves, not in the order of all, from which `+ 0` keeps PostgreSQL. */
const sorted = { id: "id", oldest: "started_at + 0, id", newest: "started_at + 0 DESC, id DESC" } as const

/** What exceptions know of their cases as well. */
function addPlace(where: Conditions, query: CaseQuery, { id, start }: Leading): void {
  const { version, after, afterStartedAt = 0, order = "id" } = query
  if (query.process !== undefined) where.add("process = ?", query.process)
  if (version !== undefined) where.add("version = ?", version)
  if (query.startedBefore !== undefined) where.add(`${start} < ?`, query.startedBefore)
  if (query.startedAfter !== undefined) where.add(`${start} >= ?`, query.startedAfter)
  if (after !== undefined && order === "id") where.add(`${id} > ?`, after)
  if (after !== undefined && order !== "id")
    where.add(`(${start}, ${id}) ${order === "oldest" ? ">" : "<"} (?, ?)`, afterStartedAt, after)
}

/** In the words of the index that has nothing else in it. */
function addState(where: Conditions, query: CaseQuery): void {
  const { state, held, trouble, exception, endedBefore, endedAfter } = query
  if (state !== undefined) where.add("cases.state = ?", state)
  if (held !== undefined) where.add(held ? "cases.held" : "NOT cases.held")
  if (trouble === true && exception === undefined) where.add("trouble")
  if (trouble === false) where.add("NOT trouble")
  if (endedBefore !== undefined) where.add("cases.ended_at < ?", endedBefore)
  if (endedAfter !== undefined) where.add("cases.ended_at >= ?", endedAfter)
}
