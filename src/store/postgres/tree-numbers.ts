import type { Batch } from "../port.ts"
import type { Database, Statement } from "./database.ts"

/** Trees have numbers, given once. What is known of them is true for good. */
const known = new WeakMap<Database, Map<string, number>>()

export async function treeNumbers(database: Database, trees: readonly string[]): Promise<ReadonlyMap<string, number>> {
  const numbers = known.get(database) ?? new Map<string, number>()
  known.set(database, numbers)
  const missing = trees.filter((tree) => !numbers.has(tree))
  if (missing.length === 0) return numbers
  const sql = "SELECT name, id FROM trees WHERE name = ANY($1::text[])"
  for (const { name, id } of await database.read<{ name: string; id: number }>(sql, [missing])) numbers.set(name, id)
  return numbers
}

/** A tree that has a number keeps it. */
export const numberingTrees = (trees: readonly string[]): Statement => ({
  sql: `INSERT INTO trees (name, id) SELECT name, nextval('numbers') FROM unnest($1::text[]) AS given (name)
    WHERE NOT EXISTS (SELECT FROM trees WHERE trees.name = given.name) ON CONFLICT DO NOTHING`,
  values: [trees],
})

/** Where tables are spread: the trees of a batch have numbers before it is written, as they lie elsewhere. */
export async function treesFor(database: Database, { decisions }: Batch): Promise<ReadonlyMap<string, number>> {
  const trees = [...new Set(decisions.map(({ tree }) => tree))].sort()
  const numbers = await treeNumbers(database, trees)
  for (const tree of trees)
    if (!numbers.has(tree))
      await database.write("INSERT INTO trees (name, id) VALUES ($1, nextval('numbers')) ON CONFLICT DO NOTHING", [
        tree,
      ])
  return treeNumbers(database, trees)
}
