import type { FamilyId } from "../../messages/ids.ts"
import type { Batch, DecisionQuery, DecisionRow } from "../port.ts"
import type { Database, Statement } from "./database.ts"
import { limited } from "./selection.ts"
import { flag, inserting, lastOfEach, text, whole } from "./statements.ts"
import { numberingTrees, treeNumbers } from "./tree-numbers.ts"

/** What trees were asked. */
export interface Decisions {
  of(query: DecisionQuery): Promise<readonly DecisionRow[]>
  count(tree: string): Promise<number>
  upTo(): Promise<number>
}

/** `$1` is its name; where tables are spread, its number. */
const ofTree = (database: Database) =>
  database.shards ? "tree_id = $1" : "tree_id = (SELECT id FROM trees WHERE name = $1)"

const named = async (database: Database, tree: string) =>
  database.shards ? ((await treeNumbers(database, [tree])).get(tree) ?? 0) : tree

export function decisionsOf(database: Database): Decisions {
  return {
    async of({ tree, after, failed, order = "oldest", limit }) {
      const { family, version } = after ?? beyond[order]
      const [isAfter, direction] = order === "oldest" ? [">", ""] : ["<", " DESC"]
      const records = await database.read<DecisionRecord>(
        `SELECT family_id, version, failed FROM decisions WHERE ${failed ? "failed AND " : ""}${ofTree(database)}
           AND (family_id, version) ${isAfter} ($2, $3) ORDER BY family_id${direction}, version${direction} LIMIT $4`,
        [await named(database, tree), family, version, limited(limit)],
      )
      return records.map((record) => ({
        tree,
        family: record.family_id,
        version: record.version,
        failed: record.failed,
      }))
    },
    async count(tree) {
      const sql = `SELECT count(*) AS count FROM decisions WHERE ${ofTree(database)}`
      return (await database.readOne<{ count: number }>(sql, [await named(database, tree)]))?.count ?? 0
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

/** A tree that has a number keeps it. Where tables are spread, all have one by now. */
const numberTrees = (trees: readonly string[]): readonly Statement[] =>
  trees.length === 0 ? [] : [{ ...numberingTrees(trees), spread: () => [] }]

const write = (rows: readonly DecisionRow[]): readonly Statement[] =>
  rows.length === 0
    ? []
    : [
        {
          sql: `INSERT INTO decisions (tree_id, family_id, version, failed)
            SELECT id, family_id, version, failed
            FROM unnest($1::text[], $2::text[], $3::bigint[], $4::boolean[]) AS given (tree, family_id, version, failed)
            JOIN trees ON trees.name = given.tree ON CONFLICT ${again}`,
          values: [
            rows.map(({ tree }) => tree),
            rows.map(({ family }) => family),
            rows.map(({ version }) => version),
            rows.map(({ failed }) => failed),
          ],
          spread: (spread) =>
            writeNumbered(rows.map((row) => ({ ...row, number: spread.trees.get(row.tree) }))).flatMap(
              (statement) => statement.spread?.(spread) ?? [],
            ),
        },
      ]

const again = "(tree_id, family_id, version) DO UPDATE SET failed = excluded.failed"

const writeNumbered = inserting<DecisionRow & { readonly number: number | undefined }>(
  "decisions",
  [
    whole("tree_id", ({ number }) => number),
    text("family_id", ({ family }) => family),
    whole("version", ({ version }) => version),
    flag("failed", ({ failed }) => failed),
  ],
  again,
)

const noteUpTo = `INSERT INTO notes (name, value) VALUES ('decisions', $1)
  ON CONFLICT (name) DO UPDATE SET value = greatest(notes.value::bigint, excluded.value::bigint)::text`

interface DecisionRecord {
  readonly family_id: FamilyId
  readonly version: number
  readonly failed: boolean
}
