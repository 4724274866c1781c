import type { DatabaseSync } from "node:sqlite"
import { type CaseId, type FamilyId, familyOf, type ItemId, localId, numberOf } from "../../messages/ids.ts"
import type { AnsweredQuery, AnswerGiven, ExceptionQuery, ExceptionRow } from "../port.ts"
import { Conditions, limited } from "./selection.ts"
import { readingAny, readingOne, writing } from "./statements.ts"

export function exceptionsOf(database: DatabaseSync): (query: ExceptionQuery) => readonly ExceptionRow[] {
  const raisedAt = readingOne<{ raised_at: number }>(
    database,
    "SELECT raised_at FROM exceptions WHERE family_id = ? AND number = ?",
  )
  const read = readingAny<ExceptionRecord>(database)

  return (query) => {
    const { after } = query
    const where = conditionsOn(query)
    const last = after && raisedAt(familyOf(after), numberOf(after))
    const place = after && last ? [last.raised_at, familyOf(after), numberOf(after)] : beforeAll
    where.add("(raised_at, family_id, number) > (?, ?, ?)", ...place)
    // A family has few: they are found by its name and sorted, rather than in the order of all.
    const order = query.family === undefined && query.case === undefined ? "raised_at" : "+raised_at"
    const sql = `SELECT * FROM exceptions${where.text()} ORDER BY ${order}, family_id, number LIMIT ?`
    return read(sql, [...where.values, limited(query.limit)]).map(exceptionOf)
  }
}

/** Those answered last come last in their indexes, so these are read backwards. */
export function answeredOf(database: DatabaseSync): (query: AnsweredQuery) => readonly ExceptionRow[] {
  const read = readingAny<ExceptionRecord>(database)
  return ({ process, class: name, at, limit }) => {
    const where = new Conditions()
    where.add("answered_at IS NOT NULL AND state NOT IN ('open', 'handling')")
    where.add("process = ? AND class = ?", process, name)
    if (at !== undefined) where.add("at = ?", at)
    const sql = `SELECT * FROM exceptions${where.text()} ORDER BY answered_at DESC, family_id DESC, number DESC LIMIT ?`
    return read(sql, [...where.values, limited(limit)]).map(exceptionOf)
  }
}

const beforeAll = [Number.MIN_SAFE_INTEGER, "", 0] as const

export function recordingExceptions(database: DatabaseSync): (rows: readonly ExceptionRow[]) => void {
  const write = writing(
    database,
    `INSERT INTO exceptions
       (family_id, number, case_id, process, at, class, item_id, state, raised_at, ended_at, answer, answered_at,
        version, case_started_at)
     VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12,
       (SELECT version FROM cases WHERE id = ?3), (SELECT started_at FROM cases WHERE id = ?3))
     ON CONFLICT DO UPDATE SET case_id = excluded.case_id, process = excluded.process, at = excluded.at,
       class = excluded.class, item_id = excluded.item_id, state = excluded.state, raised_at = excluded.raised_at,
       ended_at = excluded.ended_at, answer = coalesce(excluded.answer, answer),
       answered_at = coalesce(excluded.answered_at, answered_at),
       version = excluded.version, case_started_at = excluded.case_started_at`,
  )
  return (rows) => {
    for (const { id, family, process, at, item, state, raisedAt, endedAt, answer, ...row } of rows) {
      const about = [family, numberOf(id), row.case, process, at, row.class, item ?? null, state] as const
      write(...about, raisedAt, endedAt ?? null, answer ? JSON.stringify(answer) : null, answer?.at ?? null)
    }
  }
}

/** The condition on the state repeats that of the partial indexes: only then does SQLite use them. */
function conditionsOn({ family, process, open, ...query }: ExceptionQuery): Conditions {
  const where = new Conditions()
  if (open !== false) where.add("state IN ('open', 'handling')")
  if (family !== undefined) where.add("family_id = ?", family)
  if (query.case !== undefined) where.add("family_id = ? AND case_id = ?", familyOf(query.case), query.case)
  // There may be very many of the process, or of the class; those of the class are in an index that knows the process.
  const isNarrower = family !== undefined || query.case !== undefined || (query.class !== undefined && open !== false)
  if (process !== undefined) where.add(isNarrower ? "+process = ?" : "process = ?", process)
  if (query.class !== undefined) where.add("class = ?", query.class)
  return where
}

export interface ExceptionRecord {
  readonly family_id: FamilyId
  readonly number: number
  readonly case_id: CaseId
  readonly process: string
  readonly at: string
  readonly class: string
  readonly item_id: ItemId | null
  readonly state: ExceptionRow["state"]
  readonly raised_at: number
  readonly ended_at: number | null
  readonly answer: string | null
}

export function exceptionOf(record: ExceptionRecord): ExceptionRow {
  const family = record.family_id
  return {
    id: localId(family, "exception", record.number),
    family,
    case: record.case_id,
    process: record.process,
    at: record.at,
    class: record.class,
    state: record.state,
    raisedAt: record.raised_at,
    ...(record.item_id !== null && { item: record.item_id }),
    ...(record.ended_at !== null && { endedAt: record.ended_at }),
    ...(record.answer !== null && { answer: JSON.parse(record.answer) as AnswerGiven }),
  }
}
