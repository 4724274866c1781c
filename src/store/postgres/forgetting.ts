import type { FamilyId } from "../../messages/ids.ts"
import type { Forgetting } from "../records.ts"
import type { Database, Statement } from "./database.ts"
import { aloneWith } from "./edits.ts"
import { conflict, deadlock, failed, hasCode, serializationFailure } from "./failures.ts"
import { familyStandings } from "./family-standings.ts"
import { transactNoted } from "./noted-transaction.ts"
import { forgetNumbers } from "./numbers.ts"
import { idsIn, type OwnId } from "./records.ts"
import { gone } from "./unconfirmed-commits.ts"

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
      await transactNoted(database, await statementsOf(database, families))
    } catch (error) {
      // Somebody has gone on with one of them: it is not asked about again.
      const isRace = hasCode(error, conflict, deadlock, serializationFailure)
      if (!isRace || tried === mostTries) throw failed(database.name, error)
      continue
    }
    const names = families.map(({ family }) => family)
    if (database.shards) await gone(database, names)
    return names
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
 * decided upon one that is gone by then decides anew. So no family is half there, whatever release the other nodes are of. Where a key begins
 * with another id than the family's, rows are named one by one: PostgreSQL would walk the table.
 */
async function statementsOf(database: Database, families: readonly Forgetting[]): Promise<readonly Statement[]> {
  const names = families.map(({ family }) => family)
  const [cases, items, alarms] = await Promise.all(
    ["cases", "items", "alarms"].map((table) => idsIn(database, table, names)),
  )
  const isSpread = database.shards !== undefined
  const trees = [...new Set(families.flatMap((family) => family.trees))]
  return [
    forgetNumbers(names),
    ...dropAll("snapshots", names),
    ...dropOwn("cases", "id", cases, isSpread),
    ...dropOwn("items", "id", items, isSpread),
    ...dropOwn("alarms", "id", alarms, isSpread),
    ...dropOwn("expectations", "case_id", cases, isSpread),
    {
      sql: `DELETE FROM decisions WHERE family_id = ANY($1::text[])
        AND tree_id IN (SELECT id FROM trees WHERE name = ANY($2::text[]))`,
      values: [names, trees],
    },
    ...["exceptions", "interventions", "broadcasts", "notifications"].flatMap((table) => dropAll(table, names)),
    ...dropEntries(families, isSpread),
    ...aloneWith([
      {
        sql: "SELECT exlet_conflict(family_id) FROM entries WHERE family_id = ANY($1::text[]) LIMIT 1",
        values: [names],
      },
    ]),
  ]
}

/** Ids begin with their family's; where tables are spread by it, it is named as well. */
function dropOwn(
  table: string,
  key: string,
  own: readonly OwnId[] | undefined,
  isSpread: boolean,
): readonly Statement[] {
  if (own === undefined || own.length === 0) return []
  const sql = `DELETE FROM ${table} WHERE ${key} = ANY($1::text[])`
  const ids = own.map(({ id }) => id)
  if (!isSpread) return [{ sql, values: [ids] }]
  return [{ sql: `${sql} AND family_id = ANY($2::text[])`, values: [ids, own.map(({ family_id }) => family_id)] }]
}

const dropAll = (table: string, names: readonly FamilyId[]): readonly Statement[] => [
  { sql: `DELETE FROM ${table} WHERE family_id = ANY($1::text[])`, values: [names] },
]

function dropEntries(families: readonly Forgetting[], isSpread: boolean): readonly Statement[] {
  if (isSpread) {
    const sql = "DELETE FROM entries WHERE family_id = $1 AND version <= $2"
    return families.map(({ family, version }) => ({ sql, values: [family, version] }))
  }
  const sql = `DELETE FROM entries USING unnest($1::text[], $2::bigint[]) AS given (family, version)
    WHERE entries.family_id = given.family AND entries.version <= given.version`
  return [{ sql, values: [families.map(({ family }) => family), families.map(({ version }) => version)] }]
}
