import { spawnSync } from "node:child_process"
import { join } from "node:path"
import { expect, test } from "vitest"
import type { Finding } from "../../src/cli/finding.ts"
import { openPostgresStore } from "../../src/store/postgres/store.ts"
import { likeCitus } from "../contracts/like-citus.ts"
import { postgresServer } from "../contracts/postgres-server.ts"
import { said } from "../contracts/start-postgres.ts"
import { office } from "./office.ts"

const server = postgresServer()

async function looked(address: string): Promise<{ readonly code: number; readonly findings: readonly Finding[] }> {
  const { exletIn } = await office()
  const { code, out } = await exletIn({ now: Date.now }, "doctor", "--json", "--store", address)
  return { code, findings: out.map((line) => JSON.parse(line)) }
}

async function verdictsOn(address: string): Promise<readonly unknown[]> {
  const { code, findings } = await looked(address)
  return [code, ...findings.map(({ what, verdict }) => `${what} ${verdict}`)]
}

async function findingsOn(address: string, about: string): Promise<readonly Finding[]> {
  return (await looked(address)).findings.filter(({ what }) => what === about)
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

test("[CLI43] looks at every machine of a database that is spread: who cannot be reached, and who may lose something", async () => {
  const address = await server().newStore()
  await said(address, likeCitus)
  expect(await verdictsOn(address)).toContain("workers ok")
  await said(address, "UPDATE pg_catalog.workers_of_tests SET result = 'f' WHERE nodename = 'west'")
  expect(await findingsOn(address, "durability")).toMatchObject([{ verdict: "warning" }])
  await said(
    address,
    `UPDATE pg_catalog.workers_of_tests SET success = false, result = 'connection refused' WHERE nodename = 'east';
     ALTER DATABASE ${new URL(address).pathname.slice(1)} SET synchronous_commit = on`,
  )
  expect(await findingsOn(address, "workers")).toMatchObject([
    { verdict: "trouble", says: "cannot be reached: east:5432" },
  ])
  // What asks every machine fails, and is a finding too.
  await said(address, "UPDATE pg_catalog.workers_of_tests SET success = true; ALTER TABLE items RENAME TO away")
  const main = join(import.meta.dirname, "../../src/cli/main.ts")
  const { stdout, stderr } = spawnSync(process.execPath, [main, "doctor", "--store", address], { encoding: "utf8" })
  expect(stderr).toBe("")
  expect(stdout).toMatch(/^trouble +work +cannot be looked at: /m)
})
