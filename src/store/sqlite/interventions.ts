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

/** Open ones and all others, and those with each of several people, are sources of their own, in the order of an index and then merged. */
export function interventionsOf(database: DatabaseSync): Interventions {
  const byId = readingOne<InterventionRecord>(database, "SELECT * FROM interventions WHERE id = ?")
  const read = readingAny<InterventionRecord>(database)

  return {
    one(id) {
      const record = byId(id)
      return record && interventionOf(record)
    },
    of(query) {
      const { after, order = "opened", limit } = query
      if (query.to?.length === 0) return []
      const columns = orders[order]
      const where = conditionsOn(query)
      const last = after === undefined ? undefined : byId(after)
      const place = last && placeOf(last)[order]
      const isAfter = order === "newest" ? "<" : ">"
      if (place) where.add(`(${columns}) ${isAfter} (${place.map(() => "?").join(", ")})`, ...place)
      const sources = sourcesOf(query, where)
      const sql = sources
        .map((source) => `SELECT *, ${due} AS due FROM interventions${source.text()}`)
        .join(" UNION ALL ")
      const values = sources.flatMap((source) => source.values)
      const by = order === "newest" ? "opened_at DESC, id DESC" : columns.replace(due, "due")
      return read(`${sql} ORDER BY ${by} LIMIT ?`, [...values, limited(limit)]).map(interventionOf)
    },
  }
}

/** What is due never comes last. */
const due = "coalesce(due_at, 9e15)"
const orders = { opened: "opened_at, id", newest: "opened_at, id", due: `${due}, opened_at, id` } as const

function placeOf({ id, opened_at, due_at }: InterventionRecord) {
  const opened = [opened_at, id] as const
  return { opened, newest: opened, due: [due_at ?? 9e15, opened_at, id] } as const
}

function sourcesOf({ to, open }: InterventionQuery, where: Conditions): readonly Conditions[] {
  const byState = open === false ? [where.and("open = 1"), where.and("open = 0")] : [where.and("open = 1")]
  return to ? byState.flatMap((source) => to.map((name) => source.and('"to" = ?', name))) : byState
}

export function recordingInterventions(database: DatabaseSync): (rows: readonly InterventionRow[]) => void {
  const write = writing(
    database,
    `INSERT INTO interventions (id, family_id, case_id, process, at, class, text, "to", opened_at, due_at, open)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
     ON CONFLICT DO UPDATE SET family_id = excluded.family_id, case_id = excluded.case_id, process = excluded.process,
       at = excluded.at, class = excluded.class, text = excluded.text, "to" = excluded."to",
       opened_at = excluded.opened_at, due_at = excluded.due_at, open = excluded.open`,
  )
  return (rows) => {
    for (const row of rows) {
      const { id, family, process, at, text, to, openedAt, dueAt, open } = row
      const about = [id, family, row.case, process, at, row.class ?? null, text, to ?? null] as const
      write(...about, openedAt, dueAt ?? null, Number(open))
    }
  }
}

/** A family has few, and the index of a class knows the process: these are used even where that is named too, as `+` keeps SQLite from the other. */
function conditionsOn({ family, process, ...query }: InterventionQuery): Conditions {
  const where = new Conditions()
  if (family !== undefined) where.add("family_id = ?", family)
  if (query.case !== undefined) where.add("family_id = ? AND case_id = ?", familyOf(query.case), query.case)
  const isNarrower = family !== undefined || query.case !== undefined || query.class !== undefined
  if (process !== undefined) where.add(isNarrower ? "+process = ?" : "process = ?", process)
  if (query.class !== undefined) where.add("class = ?", query.class)
  if (query.dueBy !== undefined) where.add(`${due} <= ?`, query.dueBy)
  return where
}

export interface InterventionRecord {
  readonly id: InterventionId
  readonly family_id: FamilyId
  readonly case_id: CaseId
  readonly process: string
  readonly at: string
  readonly class: string | null
  readonly text: string
  readonly to: string | null
  readonly opened_at: number
  readonly due_at: number | null
  readonly open: number
}

export function interventionOf(record: InterventionRecord): InterventionRow {
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
    ...(record.due_at !== null && { dueAt: record.due_at }),
  }
}
