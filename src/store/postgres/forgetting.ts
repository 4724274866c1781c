import type { FamilyId } from "../../messages/ids.ts"
import type { Forgetting } from "../records.ts"
import type { Database, Statement } from "./database.ts"
import { aloneWith } from "./edits.ts"
import { conflict, deadlock, failed, hasCode, serializationFailure } from "./failures.ts"
import { familyStandings } from "./family-standings.ts"
import { ownRows } from "./records.ts"

/** What lies in one place is forgotten together. */
export async function forgetIn(database: Database, families: readonly Forgetting[]): Promise<readonly FamilyId[]> {
  const { shards } = database
  const places = Map.groupBy(families, ({ family }) => shards?.of(family) ?? 0)
  const forgotten: FamilyId[] = []
  for (const together of places.values()) forgotten.push(...(await forgetTogether(database, together)))
  return forgotten
}

async function forgetTogether(database: Database, asked: readonly Forgetting[]): Promise<readonly FamilyId[]> {
  for (let tried = 1; ; tried++) {
    const families = await forgettable(database, asked)
    if (families.length === 0) return []
    try {
      await database.transact(statementsOf(families, database.shards !== undefined))
      return families.map(({ family }) => family)
    } catch (error) {
      // Somebody has gone on with one of them: it is not asked about again.
      const isRace = hasCode(error, conflict, deadlock, serializationFailure)
      if (!isRace || tried === mostTries) throw failed(database.name, error)
    }
  }
}

const mostTries = 20

async function forgettable(database: Database, asked: readonly Forgetting[]): Promise<readonly Forgetting[]> {
  const names = asked.map(({ family }) => family)
  const standings = await familyStandings(database, names)
  const rows = await database.read<{ family_id: FamilyId }>(
    "SELECT family_id FROM quarantine WHERE family_id = ANY($1::text[])",
    [names],
  )
  const setAside = new Set(rows.map(({ family_id }) => family_id))
  return asked.filter(({ family, version }) => standings.get(family) === version && !setAside.has(family))
}

/**
 * Entries after the version are left. Once nobody else is committing, any that is there has come meanwhile, and nothing is done; whoever has
 * decided upon one that is gone by then decides anew. So no family is half there, whatever release the other nodes are of.
 */
function statementsOf(families: readonly Forgetting[], isSpread: boolean): readonly Statement[] {
  const names = families.map(({ family }) => family)
  const trees = [...new Set(families.flatMap((family) => family.trees))]
  const dropping = tables.flatMap(([table, own]) => deletions(table, own, families, isSpread))
  const left = "SELECT exlet_conflict(family_id) FROM entries WHERE family_id = ANY($1::text[]) LIMIT 1"
  return [
    ...dropping,
    {
      sql: `DELETE FROM decisions WHERE family_id = ANY($1::text[])
        AND tree_id IN (SELECT id FROM trees WHERE name = ANY($2::text[]))`,
      values: [names, trees],
    },
    ...aloneWith([{ sql: left, values: [names] }]),
  ]
}

/** In the order of tables in which others write. */
const tables = [
  ["snapshots", ownRows.byFamily],
  ["cases", ownRows.byId],
  ["items", ownRows.byId],
  ["alarms", ownRows.byId],
  ["expectations", ownRows.byCase],
  ["exceptions", ownRows.byFamily],
  ["interventions", ownRows.byFamily],
  ["broadcasts", ownRows.byFamily],
  ["notifications", ownRows.byFamily],
  ["entries", `${ownRows.byFamily} AND version <= $V`],
] as const

function deletions(
  table: string,
  own: string,
  families: readonly Forgetting[],
  isSpread: boolean,
): readonly Statement[] {
  const hasVersion = own.includes("$V")
  const versions = families.map(({ version }) => version)
  if (isSpread) {
    const sql = `DELETE FROM ${table} WHERE ${own.replaceAll("$F", "$1").replaceAll("$V", "$2")}`
    return families.map(({ family, version }) => ({ sql, values: hasVersion ? [family, version] : [family] }))
  }
  const given = hasVersion
    ? "unnest($1::text[], $2::bigint[]) AS given (family, version)"
    : "unnest($1::text[]) AS given (family)"
  const columns = own
    .replaceAll(/\b(family_id|case_id|version|id)\b/g, `${table}.$1`)
    .replaceAll("$F", "given.family")
    .replaceAll("$V", "given.version")
  const names = families.map(({ family }) => family)
  return [
    { sql: `DELETE FROM ${table} USING ${given} WHERE ${columns}`, values: hasVersion ? [names, versions] : [names] },
  ]
}
