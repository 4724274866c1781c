import { expect, onTestFinished, test } from "vitest"
import type { Store } from "../../src/store/port.ts"
import { openPostgresStore, type PostgresOptions } from "../../src/store/postgres/store.ts"
import { postgresServer } from "./postgres-server.ts"
import { silentProxy } from "./silent-proxy.ts"
import { connected, said } from "./start-postgres.ts"
import { aBatch, anEntry, family } from "./store-rows.ts"

const server = postgresServer()

async function opened(address: string, options: PostgresOptions = {}): Promise<Store> {
  const store = await openPostgresStore(address, options)
  onTestFinished(() => store.close())
  return store
}

const nameOf = (address: string) => new URL(address).pathname.slice(1)

test("[PG17] no commit passes by what was defined while it waited, whatever isolation the owner of the database has set", async () => {
  const address = await server().newStore()
  for (const level of ["repeatable read", "serializable"]) {
    await said(address, `ALTER DATABASE ${nameOf(address)} SET default_transaction_isolation = '${level}'`)
    const store = await opened(address)
    const edit = (await store.nodes?.lastEdit()) ?? 0
    const other = await connected(address)
    await other.query("BEGIN")
    await other.query("SELECT pg_advisory_xact_lock(hashtext('exlet definitions ' || current_schema()), 0)")
    await other.query("UPDATE head SET definitions = definitions + 1")
    const waiting = store.commit({ ...aBatch({ entries: [anEntry(`${level} f`, 1)] }), knows: edit })
    await expect
      .poll(() => said(address, "SELECT 1 FROM pg_locks WHERE locktype = 'advisory' AND NOT granted"))
      .toHaveLength(1)
    await other.query("COMMIT")
    expect(await waiting).toEqual({ ok: false, conflicts: ["definitions"] })
    await other.end()
  }
})

test("[PG17] a database whose owner has set it to be read only, and strings to be read otherwise, is written as any other", async () => {
  const address = await server().newStore()
  const name = nameOf(address)
  await said(
    address,
    `ALTER DATABASE ${name} SET default_transaction_read_only = on;
     ALTER DATABASE ${name} SET standard_conforming_strings = off;
     ALTER DATABASE ${name} SET "TimeZone" = 'Pacific/Chatham'; ALTER DATABASE ${name} SET "DateStyle" = 'German'`,
  )
  const store = await opened(address)
  const entry = { ...anEntry("f", 1), reason: "it's \\ 'odd' \0 \u0001" }
  expect(await store.commit(aBatch({ entries: [entry] }))).toEqual({ ok: true, positions: [1] })
  expect(await store.load(family("f"))).toEqual({ entries: [entry] })
})

test("[PG18] connections that fall silent are given up: who waits is answered, and the next is served on others", async () => {
  const address = await server().newStore()
  if (!address.includes("host=%2F")) return
  const proxy = await silentProxy(address)
  onTestFinished(() => proxy.close())
  const store = await opened(proxy.address, { connections: 1, patience: 400 })
  await store.commit(aBatch({ entries: [anEntry("f", 1)] }))
  proxy.fallSilent()
  await Promise.allSettled([1, 2, 3].map(() => store.load(family("f"))))
  await expect
    .poll(() => store.commit(aBatch({ entries: [anEntry("f", 2)] })).catch(() => undefined))
    .toEqual({ ok: true, positions: [expect.any(Number)] })
  expect(await store.load(family("f"))).toEqual({ entries: [anEntry("f", 1), anEntry("f", 2)] })
})

test("[PG18] whoever takes long and is at it is waited for", async () => {
  const address = await server().newStore()
  const store = await opened(address, { connections: 2, patience: 100 })
  const other = await connected(address)
  await other.query("BEGIN")
  await other.query("LOCK TABLE entries")
  const waiting = store.commit(aBatch({ entries: [anEntry("f", 1)] }))
  await other.query("SELECT pg_sleep(1)")
  await other.query("COMMIT")
  await other.end()
  expect(await waiting).toEqual({ ok: true, positions: [1] })
})

test("[PG19] what somebody else says in the channel of nodes is passed over", async () => {
  const address = await server().newStore()
  const store = await opened(address)
  const heard: unknown[] = []
  store.nodes?.listen((news) => heard.push(news))
  await store.nodes?.heard()
  for (const text of ["", "nonsense", "null", "7", '{"from":'])
    await said(address, `SELECT pg_notify('exlet_public', '${text}')`)
  await store.nodes?.heard()
  expect(heard).toEqual([{ isDoubtful: true }])
})

test("[PG7] a database that could not hold every text is refused, and said why", async () => {
  const address = await server().newDatabase()
  const name = `${nameOf(address)}_latin`
  await said(address, `CREATE DATABASE ${name} ENCODING 'LATIN1' LC_COLLATE 'C' LC_CTYPE 'C' TEMPLATE template0`)
  const other = new URL(address)
  other.pathname = `/${name}`
  const refused = await openPostgresStore(other.href).catch((error: unknown) => error)
  expect(refused).toMatchObject({ code: "STORE_UNREACHABLE" })
  expect(String(refused)).toContain("LATIN1")
})
