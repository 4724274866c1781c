import type { DatabaseSync } from "node:sqlite"
import type { FamilyId } from "../../messages/ids.ts"
import type { Batch, DecisionQuery, DecisionRow } from "../port.ts"
import { limited } from "./selection.ts"
import { reading, readingOne, writing } from "./statements.ts"
import type { TreeNumbers } from "./trees.ts"

/** What trees were asked. */
export interface Decisions {
  of(query: DecisionQuery): readonly DecisionRow[]
  count(tree: string): number
  upTo(): number
}

/** The index is named where only failures are asked for: the table's own order would do too, at the price of all the others. */
export function decisionsOf(database: DatabaseSync): Decisions {
  const ofTree = "tree_id = (SELECT id FROM trees WHERE name = ?)"
  const pages = {
    oldest: `${ofTree} AND (family_id, version) > (?, ?) ORDER BY family_id, version LIMIT ?`,
    newest: `${ofTree} AND (family_id, version) < (?, ?) ORDER BY family_id DESC, version DESC LIMIT ?`,
  }
  const any = (page: string) =>
    reading<DecisionRecord>(database, `SELECT family_id, version, failed FROM decisions WHERE ${page}`)
  const failed = (page: string) =>
    reading<DecisionRecord>(
      database,
      `SELECT family_id, version, failed FROM decisions INDEXED BY decisions_failed WHERE failed = 1 AND ${page}`,
    )
  const readers = {
    oldest: { any: any(pages.oldest), failed: failed(pages.oldest) },
    newest: { any: any(pages.newest), failed: failed(pages.newest) },
  }
  const count = readingOne<{ count: number }>(database, `SELECT count(*) AS count FROM decisions WHERE ${ofTree}`)
  const upTo = readingOne<{ position: number }>(
    database,
    "SELECT CAST(value AS INTEGER) AS position FROM notes WHERE name = 'decisions'",
  )

  return {
    of({ tree, after, failed: onlyFailed, order = "oldest", limit }) {
      const read = readers[order][onlyFailed ? "failed" : "any"]
      const { family, version } = after ?? beyond[order]
      const records = read(tree, family, version, limited(limit))
      return records.map((record) => decisionOf(tree, record))
    },
    count: (tree) => count(tree)?.count ?? 0,
    upTo: () => upTo()?.position ?? 0,
  }
}

/** Nothing stands before the one, and nothing after the other: no id begins with a sign so high. */
const beyond = { oldest: { family: "", version: -1 }, newest: { family: "\u{10ffff}", version: 0 } } as const

export function recordingDecisions(
  database: DatabaseSync,
  numbers: TreeNumbers,
): (batch: Pick<Batch, "decisions" | "decisionsUpTo">) => void {
  const write = writing(
    database,
    `INSERT INTO decisions (tree_id, family_id, version, failed) VALUES (?, ?, ?, ?)
     ON CONFLICT DO UPDATE SET failed = excluded.failed`,
  )
  const writeUpTo = writing(
    database,
    `INSERT INTO notes (name, value) VALUES ('decisions', ?)
     ON CONFLICT DO UPDATE SET value = max(CAST(value AS INTEGER), CAST(excluded.value AS INTEGER))`,
  )
  return ({ decisions, decisionsUpTo }) => {
    for (const { tree, family, version, failed } of decisions) write(numbers.of(tree), family, version, Number(failed))
    if (decisionsUpTo !== undefined) writeUpTo(String(decisionsUpTo))
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
