import { afterAll, beforeAll } from "vitest"
import { openPostgresStore, type PostgresOptions } from "../../src/store/postgres/store.ts"
import { type PostgresServer, said, startPostgres } from "./start-postgres.ts"
import type { Home } from "./store-home.ts"

/** One for all tests of a file. */
export function postgresServer(): () => PostgresServer {
  let server: PostgresServer | undefined
  beforeAll(async () => {
    server = await startPostgres()
  }, patience)
  afterAll(() => server?.stop(), patience)
  return () => {
    if (server === undefined) throw new Error("the server has not started")
    return server
  }
}

/** A machine may have much else to do. */
const patience = 60_000

/** A database is emptied and used again, as that takes less time and room than another one. `more` is said to a new one. */
export async function newPostgresHome(server: PostgresServer, options: PostgresOptions = {}, more = ""): Promise<Home> {
  const all = freed.get(server) ?? new Map<string, string[]>()
  freed.set(server, all)
  const free = all.get(more) ?? []
  all.set(more, free)
  const address = free.pop() ?? (await newStoreWith(server, more))
  return {
    open: () => openPostgresStore(address, options),
    async remove() {
      await said(address, emptying)
      free.push(address)
    },
  }
}

async function newStoreWith(server: PostgresServer, more: string): Promise<string> {
  const address = await server.newStore()
  if (more !== "") await said(address, more)
  return address
}

const freed = new WeakMap<PostgresServer, Map<string, string[]>>()

const emptying = `
  DO $$ DECLARE name text; BEGIN
    FOR name IN SELECT tablename FROM pg_tables
      WHERE schemaname = current_schema() AND tablename NOT IN ('exlet_migrations', 'head')
    LOOP EXECUTE 'DELETE FROM ' || quote_ident(name); END LOOP;
    UPDATE head SET definitions = 0;
    PERFORM setval('positions', 0);
  END $$`
