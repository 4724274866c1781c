import type { DatabaseSync } from "node:sqlite"
import type { FamilyId } from "../../messages/ids.ts"
import type { DecisionQuery, DecisionRow } from "../port.ts"
import { limited } from "./selection.ts"
import { reading, readingOne, writing } from "./statements.ts"
import type { TreeNumbers } from "./trees.ts"

/** What trees were asked. */
export interface Decisions {
  of(query: DecisionQuery): readonly DecisionRow[]
  count(tree: string): number
}

/** The index is named where only failures are asked for: the table's own order would do too, at the price of all the others. */
export function decisionsOf(database: DatabaseSync): Decisions {
  const ofTree = "tree_id = (SELECT id FROM trees WHERE name = ?)"
  const page = `${ofTree} AND (family_id, version) > (?, ?) ORDER BY family_id, version LIMIT ?`
  const any = reading<DecisionRecord>(database, `SELECT family_id, version, failed FROM decisions WHERE ${page}`)
  const failed = reading<DecisionRecord>(
    database,
    `SELECT family_id, version, failed FROM decisions INDEXED BY decisions_failed WHERE failed = 1 AND ${page}`,
  )
  const count = readingOne<{ count: number }>(database, `SELECT count(*) AS count FROM decisions WHERE ${ofTree}`)

  return {
    of({ tree, after, failed: onlyFailed, limit }) {
      const read = onlyFailed ? failed : any
      const records = read(tree, after?.family ?? "", after?.version ?? -1, limited(limit))
      return records.map((record) => decisionOf(tree, record))
    },
    count: (tree) => count(tree)?.count ?? 0,
  }
}

export function recordingDecisions(
  database: DatabaseSync,
  numbers: TreeNumbers,
): (rows: readonly DecisionRow[]) => void {
  // One statement for all: there may be one for each item of a batch, and calling costs more than writing.
  const write = writing(
    database,
    `INSERT INTO decisions (tree_id, family_id, version, failed)
     SELECT value ->> 0, value ->> 1, value ->> 2, value ->> 3 FROM json_each(?) WHERE true
     ON CONFLICT DO UPDATE SET failed = excluded.failed`,
  )
  return (rows) => {
    if (rows.length === 0) return
    const values = rows.map(({ tree, family, version, failed }) => [numbers.of(tree), family, version, Number(failed)])
    write(JSON.stringify(values))
  }
}

interface DecisionRecord {
  readonly family_id: FamilyId
  readonly version: number
  readonly failed: number
}

function decisionOf(tree: string, { family_id, version, failed }: DecisionRecord): DecisionRow {
  return { tree, family: family_id, version, failed: failed === 1 }
}
