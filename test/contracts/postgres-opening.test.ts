import { expect, test } from "vitest"
import { withoutPassword } from "../../src/store/address.ts"
import type { Store } from "../../src/store/port.ts"
import { Database } from "../../src/store/postgres/database.ts"
import { migrations as postgresMigrations } from "../../src/store/postgres/migrations.ts"
import { aboutToTake, nextPosition } from "../../src/store/postgres/positions.ts"
import { openPostgresStore } from "../../src/store/postgres/store.ts"
import { migrations as sqliteMigrations } from "../../src/store/sqlite/migrations.ts"
import { postgresServer } from "./postgres-server.ts"
import { connected, said } from "./start-postgres.ts"
import { answersOf } from "./store-answers.ts"
import { aBatch, aCase, anEntry, anException, anIntervention, family, listed } from "./store-rows.ts"

const server = postgresServer()

test("[PG1] migrations have the numbers and names of SQLite's", () => {
  const named = (all: readonly { readonly number: number; readonly name: string }[]) =>
    all.map(({ number, name }) => ({ number, name }))
  expect(named(postgresMigrations)).toEqual(named(sqliteMigrations))
})

test("[PG2] nodes that open an empty database at once make its tables once", async () => {
  const address = await server().newDatabase()
  const stores = await Promise.all([1, 2, 3, 4].map(() => openPostgresStore(address)))
  expect(await said(address, "SELECT number::integer, name FROM exlet_migrations ORDER BY number")).toEqual(
    postgresMigrations.map(({ number, name }) => ({ number, name })),
  )
  for (const store of stores) await store.close()
})

test("[PG3] what one store has committed is there for the others, and of two at the same version one is told of the conflict", async () => {
  const address = await server().newStore()
  const [one, other] = [await openPostgresStore(address), await openPostgresStore(address)]
  await one.commit(aBatch({ entries: [anEntry("f", 1, 2)] }))
  expect(await other.load(family("f"))).toEqual({ entries: [anEntry("f", 1, 2)] })
  const results = await Promise.all(
    [one, other].map((store) => store.commit(aBatch({ entries: [anEntry("f", 3), anEntry("g", 1)] }))),
  )
  expect(results).toContainEqual({ ok: true, positions: [expect.any(Number), expect.any(Number)] })
  expect(results).toContainEqual({ ok: false, conflicts: ["f", "g"] })
  await one.close()
  await other.close()
})

test("[PG4] positions have no repeats, and nobody who reads on misses one, however many commit at once or fail to", async () => {
  const address = await server().newStore()
  const stores = await Promise.all([1, 2, 3].map(() => openPostgresStore(address)))
  const seen: number[] = []
  let isDone = false
  const reading = (async () => {
    for (let position = 0, isLast = false; !isLast; ) {
      isLast = isDone
      for (const entry of (await stores[0]?.entriesAfter(position, 50)) ?? []) {
        seen.push(entry.position)
        position = entry.position
        isLast = false
      }
    }
  })()
  const results = await Promise.all(
    stores.flatMap((store, node) =>
      Array.from({ length: 40 }, (_, number) =>
        store.commit(
          aBatch({
            entries: [anEntry(`a${node}-${number}`, 1), anEntry(number % 4 ? `b${node}-${number}` : "all", 1)],
          }),
        ),
      ),
    ),
  )
  isDone = true
  await reading
  const given = results.flatMap((result) => (result.ok ? result.positions : []))
  expect(given).toHaveLength(182)
  expect(seen).toEqual(given.toSorted((one, other) => one - other))
  for (const store of stores) await store.close()
})

test("[PG4] nobody reads beyond what somebody is still about to write", async () => {
  const address = await server().newStore()
  const store = await openPostgresStore(address)
  const slow = await connected(address)
  await store.commit(aBatch({ entries: [anEntry("f", 1)] }))
  await slow.query("BEGIN")
  await slow.query(aboutToTake.sql)
  await slow.query(
    `INSERT INTO entries SELECT ${nextPosition}, 'slow', 1, size, at, "by", command, reason, events FROM entries`,
  )
  await store.commit(aBatch({ entries: [anEntry("g", 1)] }))
  expect([await positionsIn(store), await store.lastPosition()]).toEqual([[1], 1])
  await slow.query("COMMIT")
  expect([await positionsIn(store), await store.lastPosition()]).toEqual([[1, 2, 3], 3])
  await slow.end()
  await store.close()
})

test("[PG15] whoever stands still in the middle of a commit is given up, and holds nobody up any longer", async () => {
  const address = await server().newStore()
  const store = await openPostgresStore(address)
  const still = new Database(address, { connections: 1, patience: 300 })
  const given = still.using(async (client) => {
    await client.query("BEGIN")
    await client.query(aboutToTake.sql)
    await store.commit(aBatch({ entries: [anEntry("f", 1)] }))
    expect(await positionsIn(store)).toEqual([])
    await expect.poll(() => positionsIn(store), { timeout: 20_000 }).toEqual([1])
    await client.query("COMMIT")
  })
  await expect(given).rejects.toThrow()
  await still.close()
  await store.close()
})

test("[PG16] a position somebody was told of is given to nothing else, though the database crashes", async () => {
  const { restart } = server()
  if (restart === undefined) return
  const address = await server().newStore()
  await said(address, `ALTER DATABASE ${new URL(address).pathname.slice(1)} SET synchronous_commit = on`)
  const store = await openPostgresStore(address)
  await store.commit(aBatch({ entries: [anEntry("f", 1)] }))
  const other = await connected(address)
  await other.query("BEGIN")
  await other.query(`SELECT ${nextPosition} FROM generate_series(1, 40)`)
  await other.query("ROLLBACK")
  const told = await store.lastPosition()
  expect(told).toBe(41)
  other.on("error", () => undefined)
  await restart()
  const next = await openPostgresStore(address)
  const result = await next.commit(aBatch({ entries: [anEntry("g", 1)] }))
  expect(result.ok && result.positions[0]).toBeGreaterThan(told)
  await next.close()
  await store.close()
})

const positionsIn = async (store: Store) => (await store.entriesAfter(0, 10)).map(({ position }) => position)

test("[PG5] a database of a newer Exlet is refused and left alone", async () => {
  const address = await server().newStore()
  await said(address, "INSERT INTO exlet_migrations VALUES (999, 'of tomorrow', now())")
  await expect(openPostgresStore(address)).rejects.toMatchObject({ code: "STORE_TOO_NEW" })
})

test("[PG6] tables of another program that are called as ours are left alone", async () => {
  const address = await server().newDatabase()
  await said(address, "CREATE TABLE items (id integer)")
  await expect(openPostgresStore(address)).rejects.toMatchObject({ code: "STORE_NOT_OURS" })
  expect(await said(address, "SELECT * FROM items")).toEqual([])
})

test("[PG7] a server that is not there, or does not let us in, is told without the password", async () => {
  const address = "postgres://exlet:hunter2@127.0.0.1:1/orders"
  const refused = await openPostgresStore(address).catch((error: unknown) => error)
  expect(refused).toMatchObject({ code: "STORE_UNREACHABLE" })
  expect(String(refused)).toContain("postgres://exlet:********@127.0.0.1:1/orders")
  const odd = ["p@ss", "p:w", "a/b@c", "%40p%", "p@?x"].map((password) => `postgres://exlet:${password}@db/orders`)
  expect(odd.map(withoutPassword)).toEqual(odd.map(() => "postgres://exlet:********@db/orders"))
})

test("[PG8] several stores live in one database, each in a schema of its own", async () => {
  const address = await server().newDatabase()
  await said(address, "CREATE SCHEMA one; CREATE SCHEMA other")
  const inSchema = (name: string) => `${address}&options=${encodeURIComponent(`-c search_path=${name}`)}`
  const [one, other] = [await openPostgresStore(inSchema("one")), await openPostgresStore(inSchema("other"))]
  await one.commit(aBatch({ entries: [anEntry("f", 1)] }))
  expect([await one.lastPosition(), await other.lastPosition()]).toEqual([1, 0])
  await one.close()
  await other.close()
})

test("[PG9] a commit whose connection is cut is either written and acknowledged, or refused and nowhere", async () => {
  const address = await server().newStore()
  const store = await openPostgresStore(address, { connections: 2 })
  let isDone = false
  const cutting = (async () => {
    while (!isDone)
      await said(
        address,
        "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()",
      )
  })()
  const acknowledged: string[] = []
  const refused: string[] = []
  for (let number = 0; number < 60; number++) {
    const name = `f${number}`
    await store.commit(aBatch({ entries: [anEntry(name, 1)] })).then(
      () => acknowledged.push(name),
      () => refused.push(name),
    )
  }
  isDone = true
  await cutting
  await store.close()
  const again = await openPostgresStore(address)
  const there = (await again.entriesAfter(0, 100)).map((entry) => entry.family as string)
  expect(there).toEqual(acknowledged)
  expect(acknowledged.length + refused.length).toBe(60)
  await again.close()
})

test("[PG10] a database that stands at an older migration is brought up to date with all it holds", async () => {
  const address = await server().newDatabase()
  await said(
    address,
    "CREATE TABLE exlet_migrations (number bigint PRIMARY KEY, name text NOT NULL, at timestamptz NOT NULL)",
  )
  for (const { number, name, sql } of postgresMigrations.slice(0, 9)) {
    await said(address, sql)
    await said(address, `INSERT INTO exlet_migrations VALUES (${number}, '${name}', now())`)
  }
  await said(
    address,
    `INSERT INTO cases (id, family_id, process, version, state, held, started_at, started_by)
       SELECT name, name, 'concert', 2, 'running', false, 7, 'ann' FROM unnest(ARRAY['f', 'g']) AS name;
     INSERT INTO items (id, family_id, case_id, process, task, kind, status, held, live, enabled_at, priority, attempt)
       VALUES ('f.i1', 'f', 'f', 'concert', 'pay', 'task', 'enabled', false, true, 8, 0, 0);
     INSERT INTO exceptions (family_id, number, case_id, process, at, class, state, raised_at)
       SELECT 'f', number, 'f', 'concert', 'pay', 'Timeout', state, 9
       FROM (VALUES (1, 'open'), (2, 'handling'), (3, 'resolved')) AS given (number, state);
     INSERT INTO interventions (id, family_id, case_id, process, at, text, opened_at, open)
       VALUES ('f.q1', 'f', 'f', 'concert', 'pay', 'What now?', 9, true)`,
  )
  const store = await openPostgresStore(address)
  const row = (name: string) => aCase(name, { version: 2, startedAt: 7 })
  const troubled = listed(row("f"), { exceptions: 2, interventions: 1 })
  expect(await store.cases({ limit: 9 })).toEqual([troubled, listed(row("g"))])
  expect(await store.cases({ trouble: true, order: "newest", limit: 9 })).toEqual([troubled])
  expect(await store.cases({ exception: "Timeout", version: 2, order: "oldest", limit: 9 })).toEqual([troubled])
  expect(await store.stepCounts("concert", 2)).toEqual({
    items: [{ task: "pay", status: "enabled", held: false, version: 2, count: 1 }],
    exceptions: [{ at: "pay", class: "Timeout", version: 2, count: 2 }],
  })
  await store.close()
})

test("[PG22] a step that would have to wait for somebody long keeps nobody else waiting, and is taken in the end", async () => {
  const address = await server().newDatabase()
  await said(
    address,
    `CREATE TABLE exlet_migrations (number bigint PRIMARY KEY, name text NOT NULL, at timestamptz NOT NULL);
     ${postgresMigrations
       .slice(0, 9)
       .map(({ number, name, sql }) => `${sql}; INSERT INTO exlet_migrations VALUES (${number}, '${name}', now());`)
       .join("\n")}`,
  )
  const [reader, writer] = [await connected(address), await connected(address)]
  await reader.query("BEGIN")
  await reader.query("SELECT count(*) FROM exceptions")
  const opening = openPostgresStore(address)
  const waiting = "SELECT 1 FROM pg_locks WHERE mode = 'AccessExclusiveLock' AND NOT granted"
  await expect.poll(() => said(address, waiting), { timeout: 20_000 }).toHaveLength(1)
  await writer.query(
    `INSERT INTO exceptions (family_id, number, case_id, process, at, class, state, raised_at)
       VALUES ('f', 1, 'f', 'concert', 'pay', 'Timeout', 'open', 9)`,
  )
  await reader.query("COMMIT")
  const store = await opening
  expect(await store.exceptions({ limit: 9 })).toHaveLength(1)
  for (const client of [reader, writer]) await client.end()
  await store.close()
})

test("[PG11] commits about the same cases do not wait for each other in a circle, whatever they say of which", async () => {
  const address = await server().newStore()
  const stores = await Promise.all([1, 2].map(() => openPostgresStore(address)))
  await stores[0]?.commit(aBatch({ cases: [aCase("a"), aCase("b")] }))
  for (let number = 1; number <= 40; number++)
    await Promise.all([
      stores[0]?.commit(aBatch({ cases: [aCase("a")], exceptions: [anException("b", number)] })),
      stores[1]?.commit(aBatch({ cases: [aCase("b")], interventions: [anIntervention("a", number)] })),
    ])
  expect(await stores[0]?.cases({ limit: 9 })).toEqual([
    listed(aCase("a"), { interventions: 40 }),
    listed(aCase("b"), { exceptions: 40 }),
  ])
  for (const store of stores) await store.close()
  expect(
    await said(address, "SELECT deadlocks::integer FROM pg_stat_database WHERE datname = current_database()"),
  ).toEqual([{ deadlocks: 0 }])
})

test("[PG12] a node that runs goes on when a newer one has brought the tables up to date", async () => {
  const address = await server().newStore()
  const store = await openPostgresStore(address)
  await store.commit(
    aBatch({
      entries: [anEntry("f", 1)],
      cases: [aCase("f")],
      exceptions: [anException("f", 1)],
      interventions: [anIntervention("f", 1)],
    }),
  )
  const before = await answersOf(store)
  const defined = await store.nodes?.definedAfter(0)
  await said(
    address,
    `DO $$ DECLARE name text; BEGIN
       FOR name IN SELECT tablename FROM pg_tables WHERE schemaname = current_schema()
       LOOP EXECUTE 'ALTER TABLE ' || quote_ident(name) || ' ADD COLUMN of_tomorrow bigint'; END LOOP;
     END $$`,
  )
  expect(await answersOf(store)).toEqual(before)
  expect(await store.nodes?.definedAfter(0)).toEqual(defined)
  expect(await store.commit(aBatch({ entries: [anEntry("f", 2)] }))).toEqual({ ok: true, positions: [2] })
  await store.close()
})
