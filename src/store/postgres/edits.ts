import type { Batch } from "../port.ts"
import type { Statement } from "./database.ts"

/** The number of the edit that a transaction is, once it has begun one. */
export const currentEdit = "(SELECT definitions FROM head)"

export const definesSomething = ({ processes, definitions, treeChanges }: Batch): boolean =>
  processes.length > 0 || definitions.length > 0 || treeChanges.length > 0

const lockClass = "hashtext('exlet definitions ' || current_schema())"

/**
 * Before anything is decided upon in the database. Whoever defines something waits until nobody is committing, and then has all to himself:
 * so edits have an order, and nothing is committed that did not know of one. Of a node it is checked that it knew everything in force.
 */
export function beginEdit(batch: Batch): readonly Statement[] {
  const { knows, entries } = batch
  if (definesSomething(batch)) {
    const begin = { sql: "UPDATE head SET definitions = definitions + 1", values: [] }
    return [locking("pg_advisory_xact_lock"), begin, ...(knows === undefined ? [] : [knowing(knows + 1)])]
  }
  if (knows === undefined || entries.length === 0) return []
  return [locking("pg_advisory_xact_lock_shared"), knowing(knows)]
}

/**
 * As if something had been defined: whoever is committing is waited for, and whoever has decided before and commits later decides anew. So what was
 * looked at before the last of these statements is still true after it.
 */
export const aloneWith = (checks: readonly Statement[]): readonly Statement[] => [
  locking("pg_advisory_xact_lock"),
  ...checks,
  { sql: "UPDATE head SET definitions = definitions + 1", values: [] },
]

const locking = (lock: string): Statement => ({ sql: `SELECT ${lock}(${lockClass}, 0)`, values: [] })

const knowing = (edit: number): Statement => ({
  sql: "SELECT exlet_conflict('definitions') FROM head WHERE definitions <> $1",
  values: [edit],
})
