import { type CaseId, type FamilyId, familyOf, type ItemId } from "../../messages/ids.ts"
import type { CaseRow, ItemQuery, ItemRow } from "../port.ts"
import type { Database, Value } from "./database.ts"
import { type CaseRecord, caseColumns, caseRowOf, type ItemRecord, itemColumns, itemRowOf } from "./rows.ts"
import { certainlyAbsent } from "./unconfirmed-commits.ts"

/** Cases and items by their ids, and items as people look for them. */
export interface Selection {
  case(id: CaseId): Promise<CaseRow | undefined>
  item(id: ItemId): Promise<ItemRow | undefined>
  items(query: ItemQuery): Promise<readonly ItemRow[]>
}

export function selectionOf(database: Database): Selection {
  return {
    async case(id) {
      const sql = `SELECT ${caseColumns.join(", ")} FROM cases WHERE id = $1 AND family_id = $2`
      const record = await database.readOne<CaseRecord>(sql, [id, familyOf(id)])
      return record ? caseRowOf(record) : certainlyAbsent(database, familyOf(id))
    },
    async item(id) {
      const record = await itemRecord(database, id)
      return record ? itemRowOf(record) : certainlyAbsent(database, familyOf(id))
    },
    async items(query) {
      const { sql, values } = conditionsOnItems(query).select(itemColumns, "items", "id", query.limit)
      return (await database.read<ItemRecord>(sql, values)).map(itemRowOf)
    },
  }
}

export function itemRecord(database: Database, id: ItemId): Promise<ItemRecord | undefined> {
  const sql = `SELECT ${itemColumns} FROM items WHERE id = $1 AND family_id = $2`
  return database.readOne(sql, [id, familyOf(id)])
}

/** PostgreSQL counts to 2^63; a caller may say Infinity. */
export function limited(limit: number): number {
  return Math.min(limit, Number.MAX_SAFE_INTEGER)
}

function conditionsOnItems(query: ItemQuery): Conditions {
  const where = new Conditions()
  if (query.case !== undefined) {
    where.addFamily(familyOf(query.case))
    where.add("case_id = ?", query.case)
  }
  if (query.family !== undefined) where.addFamily(query.family)
  if (query.process !== undefined) where.add("process = ?", query.process)
  if (query.task !== undefined) where.add("task = ?", query.task)
  if (query.live !== undefined) where.add(query.live ? "live" : "NOT live")
  if (query.after !== undefined) where.add("id > ?", query.after)
  return where
}

/** What a query asks for, joined by AND. Each `?` stands for a value. */
export class Conditions {
  readonly #parts: string[] = []
  readonly #values: Value[] = []

  add(part: string, ...values: readonly Value[]): void {
    this.#parts.push(part)
    this.#values.push(...values)
  }

  /** The ids of a family are one stretch of the key: its own, and those that go on with a dot. */
  addFamily(family: FamilyId): void {
    this.add("family_id = ? AND id >= ? AND id < ?", family, family, `${family}/`)
  }

  and(part: string, ...values: readonly Value[]): Conditions {
    const both = new Conditions()
    for (const own of this.#parts) both.add(own)
    both.#values.push(...this.#values)
    both.add(part, ...values)
    return both
  }

  select(what: string, table: string, order: string, limit: number): { sql: string; values: readonly Value[] } {
    const { sql, values } = this.from(what, table)
    return { sql: numbered(`${sql} ORDER BY ${order} LIMIT ?`), values: [...values, limited(limit)] }
  }

  /** To be a part of something larger: `?` still stands for the values. */
  from(what: string, table: string): { sql: string; values: readonly Value[] } {
    const where = this.#parts.length === 0 ? "" : ` WHERE ${this.#parts.join(" AND ")}`
    return { sql: `SELECT ${what} FROM ${table}${where}`, values: this.#values }
  }
}

/** `?` as PostgreSQL wants it: `$1`, `$2` … */
export function numbered(sql: string): string {
  let number = 0
  return sql.replaceAll("?", () => `$${++number}`)
}
