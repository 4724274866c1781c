import fc from "fast-check"
import { describe, expect, onTestFinished, test } from "vitest"
import type { AgentId } from "../../src/messages/ids.ts"
import { copyStore } from "../../src/runtime/copying.ts"
import type { Batch } from "../../src/store/port.ts"
import { statementsFor } from "../../src/store/postgres/commit.ts"
import { Database } from "../../src/store/postgres/database.ts"
import { migrations } from "../../src/store/postgres/migrations.ts"
import { resolveUnknownCommit } from "../../src/store/postgres/resolve-unknown-commit.ts"
import { Shards } from "../../src/store/postgres/shards.ts"
import { openPostgresStore } from "../../src/store/postgres/store.ts"
import { textHash } from "../../src/store/postgres/text-hash.ts"
import { UnknownOutcome } from "../../src/store/postgres/unknown-outcome.ts"
import { commitProxy } from "./commit-proxy.ts"
import { likeCitus } from "./like-citus.ts"
import { newPostgresHome, postgresServer } from "./postgres-server.ts"
import { connected, said } from "./start-postgres.ts"
import { storeContract } from "./store.ts"
import { storeModel } from "./store-model.ts"
import { aBatch, anEntry, caseId, family } from "./store-rows.ts"

const server = postgresServer()
const newHome = () => newPostgresHome(server(), {}, likeCitus)

storeContract("PostgreSQL, spread,", newHome)
storeModel("PostgreSQL, spread,", newHome, 2)

test("[PG13] a family is looked for where PostgreSQL's hash of its id says", async () => {
  const client = await connected(await server().newDatabase())
  const texts = fc.sample(fc.string({ unit: "binary", maxLength: 40 }), 300).map((text) => text.replaceAll("\0", ""))
  const { rows } = await client.query("SELECT hashtext(given) AS hash FROM unnest($1::text[]) AS given", [texts])
  expect(texts.map(textHash)).toEqual(rows.map(({ hash }) => hash))
  await client.end()
})

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
  await said(address, "SELECT setval('positions', 0); UPDATE notes SET value = 'an earlier start'")
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

describe("a commit whose outcome the coordinator does not know", () => {
  async function losing() {
    const address = await server().newStore()
    await said(address, likeCitus)
    const proxy = await commitProxy(address)
    onTestFinished(() => proxy.close())
    const store = await openPostgresStore(proxy.address, { patience: 1000 })
    onTestFinished(() => store.close())
    return { store, proxy }
  }

  test("[PG24] is acknowledged if it was written", async () => {
    const { store, proxy } = await losing()
    proxy.loseNext("committed")
    const batch = aBatch({ entries: [anEntry("f", 1), anEntry("f", 2)] })
    expect(await store.commit(batch)).toEqual({ ok: true, positions: [1, 2] })
    expect(await store.load(family("f"))).toEqual({ entries: batch.entries })
  })

  test("[PG24] is refused if it was not, and works the next time", async () => {
    const { store, proxy } = await losing()
    proxy.loseNext("rolled back")
    const batch = aBatch({ entries: [anEntry("f", 1)] })
    await expect(store.commit(batch)).rejects.toMatchObject({ code: "STORE_FAILED" })
    expect(await store.load(family("f"))).toBeUndefined()
    expect(await store.commit(batch)).toEqual({ ok: true, positions: [2] })
  })

  /** A worker that is still committing, and `resolveUnknownCommit` looking for what it does. */
  async function worker({ patience }: { readonly patience: number }) {
    const address = await server().newStore()
    const database = new Database(address, { connections: 2, patience })
    onTestFinished(() => database.close())
    database.shards = Shards.alike(4)
    const batch = aBatch({ entries: [anEntry("f", 1)] })
    const client = await connected(address)
    onTestFinished(() => client.end())
    await client.query("BEGIN")
    await client.query(
      `INSERT INTO entries (position, family_id, version, size, at, "by", command, events) VALUES (7, 'f', 1, 1, $1, 'ann', 'StartCase', $2)`,
      [batch.entries[0]?.at, JSON.stringify(batch.entries[0]?.events)],
    )
    const resolved = resolveUnknownCommit(database, batch, new UnknownOutcome(undefined, new Error("lost")))
    const isWaiting = expect.poll(() => said(address, "SELECT 1 FROM pg_locks WHERE NOT granted"))
    return { client, resolved, isWaiting }
  }

  test("[PG24] is not judged while a worker may still be committing it", async () => {
    const { client, resolved, isWaiting } = await worker({ patience: 20_000 })
    await isWaiting.toHaveLength(1)
    await client.query("COMMIT")
    expect(await resolved).toEqual({ ok: true, positions: [7] })
  })

  test("[PG24] was not written if the worker gives it up", async () => {
    const { client, resolved, isWaiting } = await worker({ patience: 20_000 })
    await isWaiting.toHaveLength(1)
    await client.query("ROLLBACK")
    expect(await resolved).toBeUndefined()
  })

  test("[PG24] stays unknown if the worker does not decide in time", async () => {
    const { resolved } = await worker({ patience: 200 })
    await expect(resolved).rejects.toThrow("lost")
  })
})

describe("a commit in two phases", () => {
  const request = { agent: "ann" as AgentId, key: "k", digest: "d", at: 7, answer: "done" }

  test("[PG25] is confirmed before it is acknowledged", async () => {
    const address = await server().newStore()
    await said(address, likeCitus)
    const store = await openPostgresStore(address)
    onTestFinished(() => store.close())
    await store.commit(aBatch({ entries: [anEntry("f", 1)], requests: [request] }))
    expect(await said(address, "SELECT * FROM unconfirmed_commits")).toEqual([])
    expect(await store.request(request.agent, "k")).toEqual(request)
    expect(await store.lastPosition()).toBe(1)
  })

  test("[PG25] whose part at a worker is still to come is passed by nobody, and its answer is given to nobody", async () => {
    const address = await server().newStore()
    await said(address, likeCitus)
    const store = await openPostgresStore(address)
    onTestFinished(() => store.close())
    await store.commit(aBatch({ entries: [anEntry("f", 1)] }))
    // As a coordinator leaves it that has decided, when the node and the worker are gone.
    const worker = await connected(address)
    onTestFinished(() => worker.end())
    await worker.query("BEGIN")
    await worker.query(
      `INSERT INTO entries (position, family_id, version, size, at, "by", command, events) VALUES (2, 'g', 1, 1, 7, 'ann', 'StartCase', '[]')`,
    )
    await said(
      address,
      `SELECT nextval('positions');
       INSERT INTO unconfirmed_commits VALUES (1, 'g', 1, ARRAY['["ann","k"]']);
       INSERT INTO requests VALUES ('ann', 'k', 'd', 7, '"done"')`,
    )
    await store.commit(aBatch({ entries: [anEntry("h", 1)] }))
    expect(await store.lastPosition()).toBe(1)
    expect((await store.entriesAfter(0, 10)).map(({ position }) => position)).toEqual([1])
    const unknown = { code: "OUTCOME_UNKNOWN" }
    await expect(store.request(request.agent, "k")).rejects.toMatchObject(unknown)
    await expect(store.load(family("g"))).rejects.toMatchObject(unknown)
    await expect(store.case(caseId("g"))).rejects.toMatchObject(unknown)
    expect(await store.load(family("i"))).toBeUndefined()
    await worker.query("COMMIT")
    expect(await store.load(family("g"))).toBeDefined()
    expect((await store.entriesAfter(0, 10)).map(({ position }) => position)).toEqual([1, 2, 3])
    expect(await store.lastPosition()).toBe(3)
    expect(await store.request(request.agent, "k")).toEqual(request)
  })
})

test("[PG27] how far the history goes is known without asking the workers", async () => {
  const address = await server().newStore()
  await said(address, likeCitus)
  const store = await openPostgresStore(address)
  onTestFinished(() => store.close())
  await store.commit(aBatch({ entries: [anEntry("f", 1)] }))
  await said(address, "ALTER TABLE entries RENAME TO away")
  expect(await store.lastPosition()).toBe(1)
})

test("[PG26] an empty spread database takes a copy, and every node that opens it gives the next position", async () => {
  const address = await server().newStore()
  await said(address, likeCitus)
  for (const expected of [1, 2, 3]) {
    const store = await openPostgresStore(address)
    const result = await store.commit(aBatch({ entries: [anEntry(`f${expected}`, 1)] }))
    expect(result).toEqual({ ok: true, positions: [expected] })
    await store.close()
  }
  const other = await server().newStore()
  await said(other, likeCitus)
  const [from, to] = [await openPostgresStore(address), await openPostgresStore(other, { isBeingWritten: true })]
  onTestFinished(async () => Promise.all([from.close(), to.close()]).then(() => undefined))
  expect(await copyStore(from, to, { source: "here", sample: 0 })).toMatchObject({ ok: true, rows: { entries: 3 } })
})

test("[PG20] what is sent to other families is brought back to one place by a newer Exlet", async () => {
  const address = await server().newDatabase()
  const older = migrations.slice(0, 11)
  await said(
    address,
    `CREATE TABLE exlet_migrations (number bigint PRIMARY KEY, name text NOT NULL, at timestamptz NOT NULL);
     INSERT INTO exlet_migrations VALUES ${older.map(({ number, name }) => `(${number}, '${name}', now())`).join(", ")};
     ${older.map(({ sql }) => sql).join("\n")}`,
  )
  await said(address, `${likeCitus} INSERT INTO pg_catalog.pg_dist_partition VALUES ('broadcasts'), ('cases')`)
  await (await openPostgresStore(address)).close()
  expect(await said(address, "SELECT logicalrelid::text AS name FROM pg_dist_partition ORDER BY 1")).toEqual([
    { name: "cases" },
    { name: "entries" },
  ])
})
