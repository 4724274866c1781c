import type { PoolClient } from "pg"

/** Where Citus has spread the tables of families, a table of families that a step adds is spread with them. */
export async function spreadingAlike(client: PoolClient, step: () => Promise<unknown>): Promise<void> {
  if (!(await isSpread(client))) {
    await step()
    return
  }
  // What is changed in all shards is changed in one after the other: in a transaction nothing else may come after that.
  await client.query("SET LOCAL citus.multi_shard_modify_mode = 'sequential'")
  const before = await tablesOfFamilies(client)
  await step()
  for (const name of await tablesOfFamilies(client))
    if (!before.includes(name))
      await client.query("SELECT create_distributed_table($1::regclass, 'family_id', colocate_with => 'entries')", [
        name,
      ])
}

async function isSpread(client: PoolClient): Promise<boolean> {
  const { rows } = await client.query<{ there: boolean }>(
    "SELECT to_regclass('pg_catalog.pg_dist_partition') IS NOT NULL AND to_regclass('entries') IS NOT NULL AS there",
  )
  if (!rows[0]?.there) return false
  const spread = await client.query("SELECT FROM pg_catalog.pg_dist_partition WHERE logicalrelid = 'entries'::regclass")
  return spread.rowCount !== 0
}

async function tablesOfFamilies(client: PoolClient): Promise<readonly string[]> {
  const { rows } = await client.query<{ name: string }>(
    `SELECT quote_ident(relname) AS name FROM pg_class
     WHERE relkind = 'r' AND relnamespace = current_schema()::regnamespace AND EXISTS
       (SELECT FROM pg_attribute WHERE attrelid = pg_class.oid AND attname = 'family_id' AND NOT attisdropped)`,
  )
  return rows.map(({ name }) => name)
}
