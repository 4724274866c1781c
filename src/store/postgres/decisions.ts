import type { FamilyId } from "../../messages/ids.ts"
import type { Batch, DecisionQuery, DecisionRow } from "../port.ts"
import type { Database, Statement } from "./database.ts"
import { limited } from "./selection.ts"
import { lastOfEach } from "./statements.ts"

/** What trees were asked. */
export interface Decisions {
  of(query: DecisionQuery): Promise<readonly DecisionRow[]>
  count(tree: string): Promise<number>
  upTo(): Promise<number>
}

const ofTree = "tree_id = (SELECT id FROM trees WHERE name = $1)"

export function decisionsOf(database: Database): Decisions {
  return {
    async of({ tree, after, failed, order = "oldest", limit }) {
      const { family, version } = after ?? beyond[order]
      const [isAfter, direction] = order === "oldest" ? [">", ""] : ["<", " DESC"]
      const records = await database.read<DecisionRecord>(
        `SELECT family_id, version, failed FROM decisions WHERE ${failed ? "failed AND " : ""}${ofTree}
           AND (family_id, version) ${isAfter} ($2, $3) ORDER BY family_id${direction}, version${direction} LIMIT $4`,
        [tree, family, version, limited(limit)],
      )
      return records.map((record) => ({
        tree,
        family: record.family_id,
        version: record.version,
        failed: record.failed,
      }))
    },
    async count(tree) {
      const sql = `SELECT count(*) AS count FROM decisions WHERE ${ofTree}`
      return (await database.readOne<{ count: number }>(sql, [tree]))?.count ?? 0
    },
    async upTo() {
      const sql = "SELECT value::bigint AS position FROM notes WHERE name = 'decisions'"
      return (await database.readOne<{ position: number }>(sql))?.position ?? 0
    },
  }
}

/** Nothing stands before the one, and nothing after the other: no id begins with a sign so high. */
const beyond = { oldest: { family: "", version: -1 }, newest: { family: "\u{10ffff}", version: 0 } } as const

export function recordDecisions({
  decisions,
  decisionsUpTo,
}: Pick<Batch, "decisions" | "decisionsUpTo">): readonly Statement[] {
  const last = lastOfEach(decisions, ({ tree, family, version }) => JSON.stringify([tree, family, version]))
  return [
    ...numberTrees([...new Set(last.map(({ tree }) => tree))].sort()),
    ...write(last),
    ...(decisionsUpTo === undefined ? [] : [{ sql: noteUpTo, values: [String(decisionsUpTo)] }]),
  ]
}

/** A tree that has a number keeps it. */
const numberTrees = (trees: readonly string[]): readonly Statement[] =>
  trees.length === 0
    ? []
    : [
        {
          sql: `INSERT INTO trees (name, id) SELECT name, nextval('numbers') FROM unnest($1::text[]) AS given (name)
            WHERE NOT EXISTS (SELECT FROM trees WHERE trees.name = given.name) ON CONFLICT DO NOTHING`,
          values: [trees],
        },
      ]

const write = (rows: readonly DecisionRow[]): readonly Statement[] =>
  rows.length === 0
    ? []
    : [
        {
          sql: `INSERT INTO decisions (tree_id, family_id, version, failed)
            SELECT id, family_id, version, failed
            FROM unnest($1::text[], $2::text[], $3::bigint[], $4::boolean[]) AS given (tree, family_id, version, failed)
            JOIN trees ON trees.name = given.tree
            ON CONFLICT (tree_id, family_id, version) DO UPDATE SET failed = excluded.failed`,
          values: [
            rows.map(({ tree }) => tree),
            rows.map(({ family }) => family),
            rows.map(({ version }) => version),
            rows.map(({ failed }) => failed),
          ],
        },
      ]

const noteUpTo = `INSERT INTO notes (name, value) VALUES ('decisions', $1)
  ON CONFLICT (name) DO UPDATE SET value = greatest(notes.value::bigint, excluded.value::bigint)::text`

interface DecisionRecord {
  readonly family_id: FamilyId
  readonly version: number
  readonly failed: boolean
}
