import { type CaseId, type FamilyId, familyOf, type InterventionId } from "../../messages/ids.ts"
import type { InterventionQuery, InterventionRow } from "../port.ts"
import type { Database, Statement } from "./database.ts"
import { Conditions, limited, numbered } from "./selection.ts"
import { flag, lastOfEach, text, upserting, whole } from "./statements.ts"

/** What people were asked. */
export interface Interventions {
  one(id: InterventionId): Promise<InterventionRow | undefined>
  of(query: InterventionQuery): Promise<readonly InterventionRow[]>
}

/** Open ones and all others, and those with each of several people, are sources of their own, in the order of an index and then merged. */
export function interventionsOf(database: Database): Interventions {
  const byId = (id: InterventionId) =>
    database.readOne<InterventionRecord>("SELECT * FROM interventions WHERE id = $1 AND family_id = $2", [
      id,
      familyOf(id),
    ])

  return {
    async one(id) {
      const record = await byId(id)
      return record && interventionOf(record)
    },
    async of(query) {
      const { after, order = "opened", limit } = query
      if (query.to?.length === 0) return []
      const columns = orders[order]
      const where = conditionsOn(query)
      const last = after === undefined ? undefined : await byId(after)
      const place = last && placeOf(last)[order]
      const isAfter = order === "newest" ? "<" : ">"
      if (place) where.add(`(${columns}) ${isAfter} (${place.map(() => "?").join(", ")})`, ...place)
      const parts = sourcesOf(query, where).map((source) => source.from("*", "interventions"))
      // Each source stops at the page: that is the most any of them can give to it.
      const by = order === "newest" ? "opened_at DESC, id DESC" : columns
      const sql = parts.map((part) => `(${part.sql} ORDER BY ${by} LIMIT ?)`).join(" UNION ALL ")
      const values = parts.flatMap((part) => [...part.values, limited(limit)])
      const merged = numbered(`SELECT * FROM (${sql}) AS found ORDER BY ${by} LIMIT ?`)
      return (await database.read<InterventionRecord>(merged, [...values, limited(limit)])).map(interventionOf)
    },
  }
}

const never = 9_000_000_000_000_000
/** What is due never comes last. */
const due = `coalesce(due_at, ${never})`
const orders = { opened: "opened_at, id", newest: "opened_at, id", due: `${due}, opened_at, id` } as const

function placeOf({ id, opened_at, due_at }: InterventionRecord) {
  const opened = [opened_at, id] as const
  return { opened, newest: opened, due: [due_at ?? never, opened_at, id] } as const
}

function sourcesOf({ to, open }: InterventionQuery, where: Conditions): readonly Conditions[] {
  const byState = open === false ? [where.and("open"), where.and("NOT open")] : [where.and("open")]
  return to ? byState.flatMap((source) => to.map((name) => source.and('"to" = ?', name))) : byState
}

export function recordInterventions(rows: readonly InterventionRow[]): readonly Statement[] {
  return write(lastOfEach(rows, ({ id }) => id))
}

const write = upserting<InterventionRow>(
  "interventions",
  [text("id", ({ id }) => id), text("family_id", ({ family }) => family)],
  [
    text("case_id", (row) => row.case),
    text("process", ({ process }) => process),
    text("at", ({ at }) => at),
    text("class", (row) => row.class),
    text("text", (row) => row.text),
    text('"to"', ({ to }) => to),
    whole("opened_at", ({ openedAt }) => openedAt),
    whole("due_at", ({ dueAt }) => dueAt),
    flag("open", ({ open }) => open),
  ],
)

function conditionsOn({ family, process, ...query }: InterventionQuery): Conditions {
  const where = new Conditions()
  if (family !== undefined) where.add("family_id = ?", family)
  if (query.case !== undefined) where.add("family_id = ? AND case_id = ?", familyOf(query.case), query.case)
  if (process !== undefined) where.add("process = ?", process)
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
  readonly open: boolean
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
    open: record.open,
    ...(record.class !== null && { class: record.class }),
    ...(record.to !== null && { to: record.to }),
    ...(record.due_at !== null && { dueAt: record.due_at }),
  }
}
