import { join } from "node:path"
import { DatabaseSync } from "node:sqlite"
import { openSqliteStore } from "../src/main.ts"
import { type Benchmark, comparison, type Result } from "./result.ts"
import { inFolder } from "./workplace.ts"

const filesPerRound = 50
const rounds = 5

/** Stores in new files per second, opened and closed; the reference are files with the same tables, made by bare statements. */
export const opening: Benchmark = {
  name: "opening",
  run: () =>
    inFolder(async (folder): Promise<readonly Result[]> => {
      const first = join(folder, "first.db")
      await (await openSqliteStore(first)).close()
      const tables = tablesOf(first)
      const measured: { value: number; reference: number }[] = []
      for (let round = 0; round <= rounds; round++) {
        const file = (kind: string, index: number) => join(folder, `${kind}-${round}-${index}.db`)
        const value = await perSecond(async (index) => (await openSqliteStore(file("store", index))).close())
        const reference = await perSecond(async (index) => {
          const database = new DatabaseSync(file("bare", index))
          database.exec(`PRAGMA journal_mode = WAL; BEGIN IMMEDIATE; ${tables}; COMMIT`)
          database.close()
        })
        if (round > 0) measured.push({ value, reference })
      }
      return [comparison("opening", "files/s", measured)]
    }),
}

async function perSecond(work: (index: number) => Promise<void>): Promise<number> {
  const start = performance.now()
  for (let index = 0; index < filesPerRound; index++) await work(index)
  return filesPerRound / ((performance.now() - start) / 1000)
}

function tablesOf(file: string): string {
  const database = new DatabaseSync(file)
  const made = database.prepare(
    "SELECT sql FROM sqlite_schema WHERE sql IS NOT NULL AND name NOT LIKE 'sqlite_%' ORDER BY rowid",
  )
  const sql = made.all().map((row) => row.sql)
  database.close()
  return sql.join(";\n")
}
