import { readFileSync } from "node:fs"
import { join } from "node:path"
import { expect, test } from "vitest"
import { openPostgresStore } from "../../src/store/postgres/store.ts"
import { postgresServer } from "./postgres-server.ts"
import { said } from "./start-postgres.ts"
import { storeModel } from "./store-model.ts"

const server = postgresServer()

const guide = readFileSync(join(import.meta.dirname, "../../docs/postgres.md"), "utf8")
const partitioning = /```sql\n(DO [\s\S]*?)```/.exec(guide)?.[1] ?? ""

async function partitioned(): Promise<string> {
  const address = await server().newStore()
  await said(address, partitioning)
  return address
}

storeModel(
  "PostgreSQL, with partitions as the guide has them,",
  async () => {
    const address = await partitioned()
    return { open: () => openPostgresStore(address), remove: async () => undefined }
  },
  1,
)

test("[PG14] the guide names every table of families, for Citus and for partitions", async () => {
  const address = await partitioned()
  const whole = await said(
    address,
    `SELECT relname FROM pg_class WHERE relkind = 'r' AND NOT relispartition AND relnamespace = current_schema()::regnamespace
       AND EXISTS (SELECT FROM pg_attribute WHERE attrelid = pg_class.oid AND attname = 'family_id')`,
  )
  expect(whole).toEqual([])
  const [, citus = ""] = /```sql\n(SELECT create_distributed_table[\s\S]*?)```/.exec(guide) ?? []
  const spread = await said(address, "SELECT relname FROM pg_class WHERE relkind = 'p'")
  // What families send to each other is kept in one place.
  for (const { relname } of spread as readonly { relname: string }[])
    expect(citus.includes(`'${relname}'`), relname).toBe(relname !== "broadcasts")
})
