import type { DatabaseSync } from "node:sqlite"
import { type CaseId, type FamilyId, familyOf, type InterventionId } from "../../messages/ids.ts"
import type { InterventionQuery, InterventionRow } from "../port.ts"
import { Conditions, limited } from "./selection.ts"
import { readingAny, readingOne, writing } from "./statements.ts"

/** What people were asked. */
export interface Interventions {
  one(id: InterventionId): InterventionRow | undefined
  of(query: InterventionQuery): readonly InterventionRow[]
}

/** Open ones and all others are two sources, each in the order of an index and then merged. */
export function interventionsOf(database: DatabaseSync): Interventions {
  const byId = readingOne<InterventionRecord>(database, "SELECT * FROM interventions WHERE id = ?")
  const openedAt = readingOne<{ opened_at: number }>(database, "SELECT opened_at FROM interventions WHERE id = ?")
  const read = readingAny<InterventionRecord>(database)

  return {
    one(id) {
      const record = byId(id)
      return record && interventionOf(record)
    },
    of(query) {
      const where = conditionsOn(query)
      const last = query.after === undefined ? undefined : openedAt(query.after)
      if (last !== undefined) where.add("(opened_at, id) > (?, ?)", last.opened_at, query.after ?? "")
      const sources = [where.and("open = 1"), ...(query.open === false ? [where.and("open = 0")] : [])]
      const sql = sources.map((source) => `SELECT * FROM interventions${source.text()}`).join(" UNION ALL ")
      const values = sources.flatMap((source) => source.values)
      return read(`${sql} ORDER BY opened_at, id LIMIT ?`, [...values, limited(query.limit)]).map(interventionOf)
    },
  }
}

export function recordingInterventions(database: DatabaseSync): (rows: readonly InterventionRow[]) => void {
  const write = writing(
    database,
    `INSERT OR REPLACE INTO interventions (id, family_id, case_id, process, at, class, text, "to", opened_at, open)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
  )
  return (rows) => {
    for (const row of rows) {
      const { id, family, process, at, text, to, openedAt, open } = row
      write(id, family, row.case, process, at, row.class ?? null, text, to ?? null, openedAt, Number(open))
    }
  }
}

/** A family has few, so its index is used even where the process is named too: `+` keeps SQLite from the other. */
function conditionsOn({ family, process, ...query }: InterventionQuery): Conditions {
  const where = new Conditions()
  if (family !== undefined) where.add("family_id = ?", family)
  if (query.case !== undefined) where.add("family_id = ? AND case_id = ?", familyOf(query.case), query.case)
  if (process !== undefined) {
    where.add(family === undefined && query.case === undefined ? "process = ?" : "+process = ?", process)
  }
  return where
}

interface InterventionRecord {
  readonly id: InterventionId
  readonly family_id: FamilyId
  readonly case_id: CaseId
  readonly process: string
  readonly at: string
  readonly class: string | null
  readonly text: string
  readonly to: string | null
  readonly opened_at: number
  readonly open: number
}

function interventionOf(record: InterventionRecord): InterventionRow {
  return {
    id: record.id,
    family: record.family_id,
    case: record.case_id,
    process: record.process,
    at: record.at,
    text: record.text,
    openedAt: record.opened_at,
    open: record.open === 1,
    ...(record.class !== null && { class: record.class }),
    ...(record.to !== null && { to: record.to }),
  }
}
