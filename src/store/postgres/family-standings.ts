import type { FamilyId } from "../../messages/ids.ts"
import type { Database } from "./database.ts"

/** The version of the last event of each family, for those that have one. */
export async function familyStandings(
  database: Database,
  families: readonly FamilyId[],
): Promise<ReadonlyMap<FamilyId, number>> {
  if (families.length === 0) return new Map()
  if (database.shards) return oneByOne(database, families)
  const rows = await database.read<{ family_id: FamilyId; standing: number }>(
    `SELECT given.family_id, last.standing FROM unnest($1::text[]) AS given (family_id), LATERAL (
       SELECT version + size - 1 AS standing FROM entries WHERE entries.family_id = given.family_id
       ORDER BY version DESC LIMIT 1) AS last`,
    [families],
  )
  return new Map(rows.map(({ family_id, standing }) => [family_id, standing]))
}

/** Where tables are spread: each is in one place. */
async function oneByOne(database: Database, families: readonly FamilyId[]): Promise<ReadonlyMap<FamilyId, number>> {
  const sql = "SELECT version + size - 1 AS standing FROM entries WHERE family_id = $1 ORDER BY version DESC LIMIT 1"
  const found = await Promise.all(
    families.map(async (family) => ({ family, row: await database.readOne<{ standing: number }>(sql, [family]) })),
  )
  return new Map(found.flatMap(({ family, row }) => (row ? [[family, row.standing] as const] : [])))
}
