import type { DatabaseSync, SQLInputValue, StatementSync } from "node:sqlite"

/** Statements are compiled when first used and kept until the database closes. What they give is what the STRICT tables hold: `Row`. */

export type Read<Row> = (...values: SQLInputValue[]) => readonly Row[]
export type ReadOne<Row> = (...values: SQLInputValue[]) => Row | undefined
export type Write = (...values: SQLInputValue[]) => void

export function reading<Row>(database: DatabaseSync, sql: string): Read<Row> {
  const statement = compiledOnUse(database, sql)
  return (...values) => statement().all(...values) as unknown as readonly Row[]
}

export function readingOne<Row>(database: DatabaseSync, sql: string): ReadOne<Row> {
  const statement = compiledOnUse(database, sql)
  return (...values) => statement().get(...values) as unknown as Row | undefined
}

export function writing(database: DatabaseSync, sql: string): Write {
  const statement = compiledOnUse(database, sql)
  return (...values) => {
    statement().run(...values)
  }
}

/** Returns how many rows were changed. */
export function changing(database: DatabaseSync, sql: string): (...values: SQLInputValue[]) => number {
  const statement = compiledOnUse(database, sql)
  return (...values) => Number(statement().run(...values).changes)
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

/** Returns every statement declared on the database, compiled or not: a plan can be checked before the statement is ever used. */
export function declaredOn(database: DatabaseSync): readonly string[] {
  return [...(declared.get(database) ?? [])]
}

const declared = new WeakMap<DatabaseSync, Set<string>>()

function compiledOnUse(database: DatabaseSync, sql: string): () => StatementSync {
  const others = declared.get(database)
  if (others) others.add(sql)
  else declared.set(database, new Set([sql]))
  let statement: StatementSync | undefined
  return () => {
    statement ??= database.prepare(sql)
    return statement
  }
}
