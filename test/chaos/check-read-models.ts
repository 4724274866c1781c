import { rebuildReadModels } from "../../src/runtime/rebuild.ts"
import { openBooks } from "../../src/runtime/shared-books.ts"
import { openPostgresStore } from "../../src/store/postgres/store.ts"
import { said } from "../contracts/start-postgres.ts"

/** The lists are what they would be if they were written anew, from the history alone, in a copy of the database. */
export async function checkReadModels(store: string, copy: string): Promise<readonly string[]> {
  await said(copy, `TRUNCATE ${Object.keys(tables).join(", ")}`)
  const keeper = await openPostgresStore(copy)
  try {
    const { books } = await openBooks(keeper)
    const staff = books.staffing.staff
    await rebuildReadModels(keeper, { what: true, now: Date.now() }, books.processes.find, staff)
  } finally {
    await keeper.close()
  }
  const wrong: string[] = []
  for (const [table, columns] of Object.entries(tables)) {
    const sql = `SELECT ${columns} FROM ${table}`
    const there = new Map((await said(store, sql)).map((row) => [JSON.stringify(row), row]))
    const anew = new Set((await said(copy, sql)).map((row) => JSON.stringify(row)))
    for (const row of there.keys()) if (!anew.has(row)) wrong.push(`${table} has ${row}, which history does not say`)
    for (const row of anew) if (!there.has(row)) wrong.push(`${table} lacks ${row}, which history says`)
  }
  return wrong
}

const tables: Readonly<Record<string, string>> = {
  cases: "*",
  items: "*",
  alarms: "id, family_id, kind",
  expectations: "*",
  exceptions: "*",
  interventions: "*",
}
