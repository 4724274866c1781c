import { expect, test } from "vitest"
import { openPostgresStore } from "../../src/store/postgres/store.ts"
import { postgresServer } from "../contracts/postgres-server.ts"
import { said } from "../contracts/start-postgres.ts"
import { office } from "./office.ts"

const server = postgresServer()

async function verdictsOn(address: string): Promise<readonly unknown[]> {
  const { exletIn } = await office()
  const { code, out } = await exletIn({ now: Date.now }, "doctor", "--json", "--store", address)
  return [code, ...out.map((line) => JSON.parse(line)).map(({ what, verdict }) => `${what} ${verdict}`)]
}

test("[CLI43] looks at a database, and changes nothing in one that is another version's", async () => {
  const address = await server().newDatabase()
  const around = ["node ok", "database ok", "migration trouble", "nodes ok", "connections ok"]
  // The server of the tests is as quick as it can be, and a crash may cost it something.
  const rest = ["durability warning", "transactions ok", "clock ok"]
  expect(await verdictsOn(address)).toEqual([1, ...around, ...rest])
  expect(await said(address, "SELECT FROM pg_tables WHERE schemaname = 'public'")).toEqual([])
  await (await openPostgresStore(address)).close()
  expect((await verdictsOn(address)).slice(0, 9)).toEqual([0, ...around.with(2, "migration ok"), ...rest])
  await said(address, "INSERT INTO exlet_migrations VALUES (999, 'of tomorrow', now())")
  expect(await verdictsOn(address)).toEqual([1, ...around, ...rest])
  expect(await verdictsOn("postgres://exlet:hunter2@127.0.0.1:1/orders")).toEqual([1, "node ok", "place trouble"])
})
