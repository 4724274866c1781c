import type { DatabaseSync, SQLInputValue } from "node:sqlite"

/** Statements are compiled once and kept until the database closes. What they give is what the STRICT tables hold: `Row`. */

export type Read<Row> = (...values: SQLInputValue[]) => readonly Row[]
export type ReadOne<Row> = (...values: SQLInputValue[]) => Row | undefined
export type Write = (...values: SQLInputValue[]) => void

export function reading<Row>(database: DatabaseSync, sql: string): Read<Row> {
  const statement = database.prepare(sql)
  return (...values) => statement.all(...values) as unknown as readonly Row[]
}

export function readingOne<Row>(database: DatabaseSync, sql: string): ReadOne<Row> {
  const statement = database.prepare(sql)
  return (...values) => statement.get(...values) as unknown as Row | undefined
}

export function writing(database: DatabaseSync, sql: string): Write {
  const statement = database.prepare(sql)
  return statement.run.bind(statement) as Write
}

/** For queries put together from parts: each combination is compiled the first time it is asked. */
export function readingAny<Row>(
  database: DatabaseSync,
): (sql: string, values: readonly SQLInputValue[]) => readonly Row[] {
  const known = new Map<string, Read<Row>>()
  return (sql, values) => {
    const read = known.get(sql) ?? reading<Row>(database, sql)
    known.set(sql, read)
    return read(...values)
  }
}
