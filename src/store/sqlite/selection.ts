import type { DatabaseSync, SQLInputValue } from "node:sqlite"
import { type CaseId, type FamilyId, familyOf, type ItemId } from "../../messages/ids.ts"
import type { CaseRow, ItemQuery, ItemRow } from "../port.ts"
import { type CaseRecord, caseRowOf, type ItemRecord, itemRowOf } from "./rows.ts"
import { readingAny, readingOne } from "./statements.ts"

/** Cases and items by their ids, and items as people look for them. */
export interface Selection {
  case(id: CaseId): CaseRow | undefined
  item(id: ItemId): ItemRow | undefined
  items(query: ItemQuery): readonly ItemRow[]
}

export function selectionOf(database: DatabaseSync): Selection {
  const caseById = readingOne<CaseRecord>(database, "SELECT * FROM cases WHERE id = ?")
  const itemById = readingOne<ItemRecord>(database, "SELECT * FROM items WHERE id = ?")
  const readItems = readingAny<ItemRecord>(database)

  return {
    case(id) {
      const record = caseById(id)
      return record && caseRowOf(record)
    },
    item(id) {
      const record = itemById(id)
      return record && itemRowOf(record)
    },
    items(query) {
      const where = conditionsOnItems(query)
      const sql = `SELECT * FROM items${where.text()} ORDER BY id LIMIT ?`
      return readItems(sql, [...where.values, limited(query.limit)]).map(itemRowOf)
    },
  }
}

/** SQLite counts to 2^63; a caller may say Infinity. */
export function limited(limit: number): number {
  return Math.min(limit, Number.MAX_SAFE_INTEGER)
}

function conditionsOnItems(query: ItemQuery): Conditions {
  const where = new Conditions()
  if (query.case !== undefined) where.addCase(query.case)
  if (query.family !== undefined) where.addFamily(query.family)
  if (query.process !== undefined) where.add("process = ?", query.process)
  if (query.task !== undefined) where.add("task = ?", query.task)
  if (query.live !== undefined) where.add("live = ?", Number(query.live))
  if (query.after !== undefined) where.add("id > ?", query.after)
  return where
}

/** What a query asks for, joined by AND. */
export class Conditions {
  readonly #parts: string[] = []
  readonly values: SQLInputValue[] = []

  add(part: string, ...values: readonly SQLInputValue[]): void {
    this.#parts.push(part)
    this.values.push(...values)
  }

  /** The ids of a family are one stretch of the key: its own, and those that go on with a dot. */
  addFamily(family: FamilyId): void {
    this.add("id >= ? AND id < ? AND (id = ? OR id > ?)", family, `${family}/`, family, `${family}.`)
  }

  addCase(id: CaseId): void {
    const family = familyOf(id)
    this.addFamily(family)
    if (id === (family as string)) this.add("case_id IS NULL")
    else this.add("case_id = ?", id)
  }

  and(part: string, ...values: readonly SQLInputValue[]): Conditions {
    const both = new Conditions()
    for (const own of this.#parts) both.add(own)
    both.values.push(...this.values)
    both.add(part, ...values)
    return both
  }

  text(): string {
    return this.#parts.length === 0 ? "" : ` WHERE ${this.#parts.join(" AND ")}`
  }
}
