import type { DatabaseSync, SQLInputValue } from "node:sqlite"
import type { CaseId } from "../../messages/ids.ts"
import type { CaseQuery, ListedCase } from "../port.ts"
import { type ListedCaseRecord, listedCaseOf } from "./rows.ts"
import { Conditions, limited } from "./selection.ts"
import { readingAny, readingOne } from "./statements.ts"

/**
 * Cases as people look for them. Which ones is found along an index in the order of the list, or one that holds all that is asked
 * about, and only those shown are read.
 */
export function casesOf(database: DatabaseSync): (query: CaseQuery) => readonly ListedCase[] {
  const readIds = readingAny<{ id: CaseId }>(database)
  const byId = readingOne<ListedCaseRecord>(database, "SELECT * FROM cases WHERE id = ?")

  return (query) => {
    // What is in an exception is in trouble.
    if (query.exception !== undefined && query.trouble === false) return []
    const { sql, values } = selecting(query)
    return readIds(sql, values)
      .flatMap(({ id }) => byId(id) ?? [])
      .map(listedCaseOf)
  }
}

interface Selecting {
  readonly sql: string
  readonly values: readonly SQLInputValue[]
}

function selecting(query: CaseQuery): Selecting {
  const { family, exception, order = "id", limit } = query
  if (family !== undefined) {
    const where = conditionsOn(query, ofCases)
    where.addFamily(family)
    if (exception !== undefined)
      where.add(
        `id IN (SELECT case_id FROM exceptions WHERE family_id = ? AND class = ? AND ${isOpen})`,
        family,
        exception,
      )
    return selected("cases", where, sorted[order], limit)
  }
  if (exception === undefined)
    return selected(`cases${indexFor(query)}`, conditionsOn(query, ofCases), orderBy(order, ofCases), limit)
  // A case may have several of the class, one after the other in the index.
  const where = conditionsOn(query, ofExceptions)
  where.add(`exceptions.class = ? AND exceptions.${isOpen}`, exception)
  const index = order === "id" ? "exceptions_open_by_case" : "exceptions_open_by_start"
  const from = `exceptions INDEXED BY ${index} CROSS JOIN cases ON cases.id = exceptions.case_id`
  return selected(from, where, orderBy(order, ofExceptions), limit, `GROUP BY ${orderBy(order, ofExceptions, "")}`)
}

function selected(from: string, where: Conditions, order: string, limit: number, grouped = ""): Selecting {
  return {
    sql: `SELECT cases.id FROM ${from}${where.text()} ${grouped} ORDER BY ${order} LIMIT ?`,
    values: [...where.values, limited(limit)],
  }
}

const isOpen = "state IN ('open', 'handling')"

/** The columns that lead through a list. */
const ofCases = { from: "cases", id: "cases.id", start: "cases.started_at" }
const ofExceptions = { from: "exceptions", id: "exceptions.case_id", start: "exceptions.case_started_at" }
type Leading = typeof ofCases
type Order = NonNullable<CaseQuery["order"]>

function orderBy(order: Order, { id, start }: Leading, downwards = " DESC"): string {
  if (order === "id") return id
  const direction = order === "newest" ? downwards : ""
  return `${start}${direction}, ${id}${direction}`
}

/** A family has few: they are found by themselves, not in the order of all, from which `+` keeps SQLite. */
const sorted = { id: "id", oldest: "+started_at, id", newest: "+started_at DESC, id DESC" } as const

/** What has ended since is sorted: it is little beside all there is. */
function indexFor({ order = "id", trouble, endedAfter }: CaseQuery): string {
  if (trouble === true) return " INDEXED BY cases_in_trouble"
  if (endedAfter !== undefined) return " INDEXED BY cases_ended"
  return order === "id" ? "" : " INDEXED BY cases_by_start"
}

function conditionsOn(query: CaseQuery, { from, id, start }: Leading): Conditions {
  const { version, state, held, trouble, exception, after, afterStartedAt = 0, order = "id" } = query
  const where = new Conditions()
  if (state !== undefined) where.add("cases.state = ?", state)
  if (query.process !== undefined) where.add(`${from}.process = ?`, query.process)
  if (version !== undefined) where.add(`${from}.version = ?`, version)
  if (held !== undefined) where.add("cases.held = ?", Number(held))
  // In the words of the index that has nothing else in it.
  if (trouble === true && exception === undefined) where.add("trouble = 1")
  if (trouble === false) where.add("trouble = 0")
  if (query.startedBefore !== undefined) where.add(`${start} < ?`, query.startedBefore)
  if (query.startedAfter !== undefined) where.add(`${start} >= ?`, query.startedAfter)
  if (query.endedBefore !== undefined) where.add("cases.ended_at < ?", query.endedBefore)
  if (query.endedAfter !== undefined) where.add("cases.ended_at >= ?", query.endedAfter)
  if (after !== undefined && order === "id") where.add(`${id} > ?`, after)
  if (after !== undefined && order !== "id")
    where.add(`(${start}, ${id}) ${order === "oldest" ? ">" : "<"} (?, ?)`, afterStartedAt, after)
  return where
}
