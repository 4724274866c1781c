import type { CaseFacts, Spread, Statement } from "./database.ts"
import { type Cell, type CellType, packed } from "./packed-arrays.ts"

/** Statements that write many rows at once: a column is one parameter, an array with a value for each row. */

export interface Column<Row> {
  readonly name: string
  readonly type: CellType
  readonly of: (row: Row) => string | number | boolean | null | undefined
}

/** What is not given but found out: an expression, in which the row is `given`; or, known already, what its case was written with. */
export interface Derived {
  readonly name: string
  readonly as: string
  readonly ofCase?: OfCase
}

type OfCase = "version" | "started_at"

export const text = <Row>(name: string, of: Column<Row>["of"]): Column<Row> => ({ name, type: "text", of })
export const whole = <Row>(name: string, of: Column<Row>["of"]): Column<Row> => ({ name, type: "bigint", of })
export const flag = <Row>(name: string, of: Column<Row>["of"]): Column<Row> => ({ name, type: "boolean", of })

/** What the case of the row is written with: that is in the same batch, or there already. */
export const ofTheCase = (name: string, ofCase: OfCase): Derived => ({
  name,
  as: `(SELECT cases.${ofCase} FROM cases WHERE cases.id = given.case_id AND cases.family_id = given.family_id)`,
  ofCase,
})

/** What comes later has a higher one. */
export const nextNumber: Derived = { name: "number", as: "nextval('numbers')" }

/** What comes later has a lower one, and all of them are lower than those above. */
export const numberBefore: Derived = { name: "number", as: "-nextval('numbers')" }

/** Of no rows there is nothing to be said. */
export type Writing<Row> = (rows: readonly Row[]) => readonly Statement[]

/** Inserts rows in their order; `onConflict` says what becomes of one that is there already; undefined: it fails. `returning` comes back. */
export function inserting<Row>(
  table: string,
  columns: readonly Column<Row>[],
  onConflict: string | undefined,
  derived: readonly Derived[] = [],
  returning?: string,
): Writing<Row> {
  const given = columns.map(({ name }) => name).join(", ")
  const values = columns.map(({ type }, index) => `$${index + 1}::${type}[]`).join(", ")
  const into = `INSERT INTO ${table} (${[given, ...derived.map(({ name }) => name)].join(", ")})`
  const rest = `${onConflict === undefined ? "" : ` ON CONFLICT ${onConflict}`}${returning === undefined ? "" : ` RETURNING ${returning}`}`
  const sql = `${into}
    SELECT ${[given, ...derived.map(({ as }) => as)].join(", ")}
    FROM unnest(${values}) WITH ORDINALITY AS given (${given}, nth) ORDER BY nth${rest}`
  const isOfFamilies = columns.some(({ name }) => name === "family_id")
  return (rows) => {
    if (rows.length === 0) return []
    const spread = ({ facts }: Spread) =>
      pieces(rows).map((piece) => byRow(piece, { columns, derived, facts, around: [into, rest] }))
    const packs = columns.map((column) => packed(column.type, valuesOf(column, rows)))
    return [{ sql, values: packs, ...(isOfFamilies && { spread }) }]
  }
}

/**
 * Each row by itself: only then does Citus see that they all go to one machine, and lets that one commit alone. They come in
 * lengths that are powers of two, so that few different statements are prepared.
 */
function byRow<Row>(
  rows: readonly Row[],
  {
    columns,
    derived,
    facts,
    around: [into, rest],
  }: {
    readonly columns: readonly Column<Row>[]
    readonly derived: readonly Derived[]
    readonly facts: CaseFacts
    readonly around: readonly [string, string]
  },
): Statement {
  const values: (string | number | boolean | null)[] = []
  const caseOf = columns.find(({ name }) => name === "case_id")
  const lines = rows.map((row) => {
    const known = facts.get(String(caseOf?.of(row)))
    const cells = [
      ...columns.map((column) => ({ value: column.of(row) ?? null, as: undefined })),
      ...derived.map(({ as, ofCase }) => (ofCase ? { value: known?.[ofCase] ?? null, as: undefined } : { as })),
    ]
    return `(${cells.map((cell) => ("value" in cell ? `$${values.push(cell.value ?? null)}` : cell.as)).join(", ")})`
  })
  return { sql: `${into} VALUES ${lines.join(", ")}${rest}`, values }
}

function pieces<Row>(rows: readonly Row[]): readonly (readonly Row[])[] {
  const found: (readonly Row[])[] = []
  for (let at = 0, length = longestPiece; at < rows.length; ) {
    while (length > rows.length - at) length /= 2
    found.push(rows.slice(at, at + length))
    at += length
  }
  return found
}

const longestPiece = 64

/** Rows replace those with the same key; `rows` has each key once. */
export function upserting<Row>(
  table: string,
  key: readonly Column<Row>[],
  others: readonly Column<Row>[],
  derived: readonly Derived[] = [],
): Writing<Row> {
  const names = key.map(({ name }) => name).join(", ")
  const changes = [...others, ...derived].map(({ name }) => `${name} = excluded.${name}`).join(", ")
  return inserting(table, [...key, ...others], `(${names}) DO UPDATE SET ${changes}`, derived)
}

/** Deletes by key. The families are named by themselves as well, for a database that is spread by them. */
export function deleting<Row>(table: string, key: readonly Column<Row>[]): Writing<Row> {
  const names = key.map(({ name }) => name).join(", ")
  const given = key.map(({ type }, index) => `$${index + 1}::${type}[]`)
  const family = key.findIndex(({ name }) => name === "family_id")
  const among = family < 0 ? "" : ` AND family_id = ANY(${given[family]})`
  const sql = `DELETE FROM ${table} WHERE (${names}) IN (SELECT * FROM unnest(${given.join(", ")}))${among}`
  return (rows) => {
    const values = key.map((column) => valuesOf(column, rows))
    return rows.length === 0 ? [] : [family < 0 ? { sql, values } : inEachShard(sql, values, values[family])]
  }
}

/** One statement about many rows; where they are spread, one for each place: only what is about one place may be anything. `families` says where each row is. */
export function inEachShard(
  sql: string,
  values: readonly (readonly Cell[])[],
  families: readonly Cell[] = [],
): Statement {
  const spread = ({ shards }: Spread) => {
    const places = Map.groupBy(families.keys(), (index) => shards.of(String(families[index])))
    return [...places.values()].map((rows) => ({
      sql,
      values: values.map((column) => rows.map((index) => column[index] ?? null)),
    }))
  }
  return { sql, values, spread }
}

/** Of each key the last row; in the order of the keys, so that no two writers wait for each other. */
export function lastOfEach<Row>(rows: readonly Row[], keyOf: (row: Row) => string): readonly Row[] {
  if (rows.length < 2) return rows
  const last = new Map(rows.map((row) => [keyOf(row), row]))
  return [...last].sort(([one], [other]) => (one < other ? -1 : 1)).map(([, row]) => row)
}

function valuesOf<Row>({ of }: Column<Row>, rows: readonly Row[]): readonly Cell[] {
  return rows.map((row) => of(row) ?? null)
}
