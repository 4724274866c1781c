import fc from "fast-check"
import { expect, onTestFinished, test } from "vitest"
import type { AgentId } from "../../src/messages/ids.ts"
import type { Batch } from "../../src/store/port.ts"
import { statementsFor } from "../../src/store/postgres/commit.ts"
import { Database } from "../../src/store/postgres/database.ts"
import { migrations } from "../../src/store/postgres/migrations.ts"
import { Shards } from "../../src/store/postgres/shards.ts"
import { openPostgresStore } from "../../src/store/postgres/store.ts"
import { textHash } from "../../src/store/postgres/text-hash.ts"
import { newPostgresHome, postgresServer } from "./postgres-server.ts"
import { connected, said } from "./start-postgres.ts"
import { storeContract } from "./store.ts"
import { storeModel } from "./store-model.ts"
import { aBatch, anEntry, family } from "./store-rows.ts"

const server = postgresServer()
const newHome = () => newPostgresHome(server(), { shards: 4 })

storeContract("PostgreSQL, spread,", newHome)
storeModel("PostgreSQL, spread,", newHome, 2)

test("[PG13] a family is looked for where PostgreSQL's hash of its id says", async () => {
  const client = await connected(await server().newDatabase())
  const texts = fc.sample(fc.string({ unit: "binary", maxLength: 40 }), 300).map((text) => text.replaceAll("\0", ""))
  const { rows } = await client.query("SELECT hashtext(given) AS hash FROM unnest($1::text[]) AS given", [texts])
  expect(texts.map(textHash)).toEqual(rows.map(({ hash }) => hash))
  await client.end()
})

/** The names and the catalogue that Citus has, and nothing of what it does. */
const likeCitus = `
  SET allow_system_table_mods = on;
  CREATE TABLE pg_catalog.pg_dist_partition (logicalrelid regclass);
  CREATE TABLE pg_catalog.pg_dist_shard (logicalrelid regclass, shardminvalue text);
  CREATE FUNCTION create_distributed_table(regclass, text, colocate_with text) RETURNS void
    LANGUAGE sql AS 'INSERT INTO pg_catalog.pg_dist_partition VALUES ($1)';
  INSERT INTO pg_catalog.pg_dist_partition VALUES ('entries');
  INSERT INTO pg_catalog.pg_dist_shard SELECT 'entries', (shard * 1073741824 - 2147483648)::text FROM generate_series(0, 3::bigint) AS shard;`

test("[PG20] where the tables are spread, those that a newer Exlet adds are spread with them, and nodes see where families are", async () => {
  const address = await server().newDatabase()
  const older = migrations.slice(0, 4)
  await said(
    address,
    `CREATE TABLE exlet_migrations (number bigint PRIMARY KEY, name text NOT NULL, at timestamptz NOT NULL);
     INSERT INTO exlet_migrations VALUES ${older.map(({ number, name }) => `(${number}, '${name}', now())`).join(", ")};
     ${older.map(({ sql }) => sql).join("\n")}`,
  )
  await said(address, likeCitus)
  const store = await openPostgresStore(address)
  onTestFinished(() => store.close())
  const added = await said(
    address,
    "SELECT logicalrelid::text AS name FROM pg_dist_partition WHERE logicalrelid <> 'entries'::regclass ORDER BY 1",
  )
  expect(added).toEqual([{ name: "exceptions" }, { name: "notifications" }])
  const alike = Shards.alike(4)
  const names = ["f", "g", "h", "i", "j"].map(family)
  expect(names.map((name) => store.nodes?.shardOf(name))).toEqual(names.map((name) => alike.of(name)))
})

test("[PG21] a coordinator that has forgotten positions that were given does not give them again", async () => {
  const address = await server().newStore()
  await said(address, likeCitus)
  const store = await openPostgresStore(address)
  await store.commit(aBatch({ entries: [anEntry("f", 1), anEntry("g", 1)] }))
  const given = await store.lastPosition()
  await store.close()
  await said(address, "SELECT setval('positions', 0)")
  const again = await openPostgresStore(address)
  onTestFinished(() => again.close())
  const result = await again.commit(aBatch({ entries: [anEntry("h", 1)] }))
  expect(result.ok && result.positions[0]).toBeGreaterThan(given)
})

test("[PG23] a commit that writes beside families says so first, one about families alone does not, and decisions name where they go", async () => {
  const database = new Database(await server().newStore(), { connections: 2, patience: 10_000 })
  onTestFinished(() => database.close())
  database.shards = Shards.alike(4)
  const entries = [anEntry("f", 1)]
  const decisions = [{ tree: "itemPre concert/pay", family: family("f"), version: 1, failed: false }]
  const request = { agent: "ann" as AgentId, key: "k", digest: "d", at: 7, answer: null }
  const said = async (batch: Partial<Batch>) =>
    (await statementsFor(database, aBatch({ entries, ...batch }), [])).map(({ sql }) => sql.slice(0, 40))
  expect(await said({ decisions })).toEqual(["INSERT INTO decisions (tree_id, family_i"])
  const beside = ["DELETE FROM trees WHERE name = ''", "INSERT INTO requests (agent, key, digest"]
  expect(await said({ decisions, requests: [request] })).toEqual([
    beside[0],
    "INSERT INTO decisions (tree_id, family_i",
    beside[1],
  ])
})

test("[PG13] every hash lies in one shard, and every shard has a name that lies there", () => {
  const shards = Shards.alike(32)
  const names = Array.from({ length: 32 }, (_, shard) => shards.nameIn(shard))
  expect(names.map((name) => shards.of(name))).toEqual(Array.from({ length: 32 }, (_, shard) => shard))
  expect(names.map((name) => Math.floor((textHash(name) + 2 ** 31) / 2 ** 27))).toEqual(
    Array.from({ length: 32 }, (_, shard) => shard),
  )
})
