import { type CaseId, type FamilyId, familyOf } from "../../messages/ids.ts"
import type { EndedFamily, EndedQuery, KeptFamily } from "../records.ts"
import type { Database } from "./database.ts"
import { exceptionOf } from "./exceptions.ts"
import { interventionOf } from "./interventions.ts"
import { notificationOf } from "./outbox.ts"
import { caseRowOf, itemColumns, itemRowOf, recordedEntryOf } from "./rows.ts"
import { Conditions } from "./selection.ts"

/** Families no case of which is running, or has ended later. */
export async function endedIn(database: Database, query: EndedQuery): Promise<readonly EndedFamily[]> {
  const { endedBefore, process, after, limit } = query
  const where = new Conditions()
  where.add("ended_at IS NOT NULL AND ended_at < ?", endedBefore)
  if (after) where.add("ended_at >= ? AND (ended_at, id) > (?, ?)", after.endedAt, after.endedAt, after.last)
  const later = `SELECT 1 FROM cases AS other WHERE other.family_id = cases.family_id
    AND other.id >= cases.family_id AND other.id < cases.family_id || '/'
    AND (other.ended_at IS NULL OR (other.ended_at, other.id) > (cases.ended_at, cases.id))`
  const root =
    "SELECT root.process FROM cases AS root WHERE root.id = cases.family_id AND root.family_id = cases.family_id"
  // Said so, each is looked up as it comes, until the page is full; otherwise PostgreSQL joins all cases there are. Citus knows joins only.
  where.add(database.shards ? `NOT EXISTS (${later})` : `(${later} LIMIT 1) IS NULL`)
  if (process !== undefined)
    where.add(database.shards ? `EXISTS (${root} AND root.process = ?)` : `(${root}) = ?`, process)
  const { sql, values } = where.select("id, ended_at", "cases", "ended_at, id", limit)
  const rows = await database.read<{ id: CaseId; ended_at: number }>(sql, values)
  return rows.map(({ id, ended_at }) => ({ family: familyOf(id), endedAt: ended_at, last: id }))
}

/** The condition on a row that is a family's; `$F` stands for its id. The ids of a family are one stretch of a key. */
const ownRows = {
  byFamily: "family_id = $F",
  byId: `family_id = $F AND id >= $F AND id < ($F || '/') COLLATE "C"`,
  byCase: `family_id = $F AND case_id >= $F AND case_id < ($F || '/') COLLATE "C"`,
} as const

interface Source<Row> {
  readonly columns: string
  readonly table: string
  readonly own: string
  readonly order: string
  readonly rowOf: (record: never) => Row
}

const source = <Row>(
  table: string,
  own: keyof typeof ownRows,
  order: string,
  rowOf: (record: never) => Row,
  columns = "*",
): Source<Row> => ({ table, own: ownRows[own], order, rowOf, columns })

const anything = (record: unknown): unknown => record

const sources = {
  entries: source("entries", "byFamily", "version", recordedEntryOf),
  cases: source("cases", "byId", "id", caseRowOf),
  items: source("items", "byId", "id", itemRowOf, itemColumns),
  exceptions: source("exceptions", "byFamily", "number", exceptionOf),
  interventions: source("interventions", "byFamily", "id", interventionOf),
  notifications: source("notifications", "byFamily", "number", notificationOf),
}

const waitings = [
  source("alarms", "byId", "id", anything, "family_id, id"),
  source("expectations", "byCase", "case_id", anything, "family_id, case_id"),
  source("broadcasts", "byFamily", "version", anything, "family_id, version"),
  source("quarantine", "byFamily", "at", anything, "family_id, at"),
]

export async function keptIn(database: Database, families: readonly FamilyId[]): Promise<readonly KeptFamily[]> {
  if (families.length === 0) return []
  const read = <Row>(of: Source<Row>) => rowsOf(database, of, families)
  // What a commit writes besides its entries is read after them: it is too new at most, and then the family stands elsewhere.
  const entries = await read(sources.entries)
  const [cases, items, exceptions, interventions, notifications, ...waiting] = await Promise.all([
    read(sources.cases),
    read(sources.items),
    read(sources.exceptions),
    read(sources.interventions),
    read(sources.notifications),
    ...waitings.map(read),
  ])
  const none: readonly never[] = []
  return families.flatMap((family) => {
    const history = entries.get(family)
    if (history === undefined) return []
    return {
      family,
      entries: history,
      cases: cases.get(family) ?? none,
      items: items.get(family) ?? none,
      exceptions: exceptions.get(family) ?? none,
      interventions: interventions.get(family) ?? none,
      notifications: notifications.get(family) ?? none,
      isWaiting: waiting.some((rows) => rows.has(family)),
    }
  })
}

export interface OwnId {
  readonly id: string
  readonly family_id: FamilyId
}

/** The ids of a table that are these families'. */
export async function idsIn(
  database: Database,
  table: string,
  families: readonly FamilyId[],
): Promise<readonly OwnId[]> {
  const rows = await rowsOf(
    database,
    source(table, "byId", "id", (record: OwnId) => record, "id, family_id"),
    families,
  )
  return [...rows.values()].flat()
}

/** Of all families in one question, or, where tables are spread, of each by itself. */
async function rowsOf<Row>(
  database: Database,
  { columns, table, own, order, rowOf }: Source<Row>,
  families: readonly FamilyId[],
): Promise<ReadonlyMap<FamilyId, readonly Row[]>> {
  const one = `SELECT ${columns} FROM ${table} WHERE ${own.replaceAll("$F", "$1")} ORDER BY ${order}`
  const all = `SELECT own.* FROM unnest($1::text[]) WITH ORDINALITY AS given (family, nth), LATERAL (
    SELECT ${columns} FROM ${table} WHERE ${own.replaceAll("$F", "given.family")} ORDER BY ${order}) AS own
    ORDER BY nth, own.${order}`
  const records = database.shards
    ? (await Promise.all(families.map((family) => database.read<{ family_id: FamilyId }>(one, [family])))).flat()
    : await database.read<{ family_id: FamilyId }>(all, [families])
  const found = new Map<FamilyId, Row[]>()
  for (const record of records) {
    const rows = found.get(record.family_id)
    const row = rowOf(record as never)
    if (rows) rows.push(row)
    else found.set(record.family_id, [row])
  }
  return found
}
