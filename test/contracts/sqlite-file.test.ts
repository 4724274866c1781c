import { copyFile, mkdir, readFile, writeFile } from "node:fs/promises"
import { DatabaseSync } from "node:sqlite"
import { fileURLToPath } from "node:url"
import { afterEach, beforeEach, describe, expect, test } from "vitest"
import { applicationId } from "../../src/store/sqlite/file.ts"
import { migrate } from "../../src/store/sqlite/migrations.ts"
import { openSqliteStore } from "../../src/store/sqlite/store.ts"
import * as recorded from "../recorded/store-1.ts"
import { type Folder, newFolder } from "./sqlite-home.ts"
import { linesOf, storeProcess } from "./sqlite-process.ts"
import { aBatch, aCase, anEntry, listed } from "./store-rows.ts"

describe("SQLite opens a file for one owner", () => {
  let folder: Folder
  let file: string
  beforeEach(async () => {
    folder = await newFolder()
    file = folder.file("exlet.db")
  })
  afterEach(() => folder.remove())

  test("[STORE46] a second store on the file is refused at once", async () => {
    const first = await openSqliteStore(file)
    await expectRefusal(file, "STORE_IN_USE")
    expect(await first.commit(aBatch({ entries: [anEntry("f", 1)] }))).toEqual({ ok: true, positions: [1] })
    await first.close()
    const next = await openSqliteStore(file)
    expect(await next.lastPosition()).toBe(1)
    await next.close()
  })

  test("[STORE47] another process is refused while the store is open", async () => {
    const store = await openSqliteStore(file)
    // Refusing this process must not loosen the lock that others see.
    await expectRefusal(file, "STORE_IN_USE")
    expect(await linesOf(storeProcess(file))).toEqual(["STORE_IN_USE"])
    await store.close()
    expect(await linesOf(storeProcess(file))).toEqual(["open"])
  })

  test("[STORE48] a file of a newer Exlet is refused and left alone", async () => {
    await (await openSqliteStore(file)).close()
    alter(file, "PRAGMA user_version = 1000")
    await expectRefusalUnchanged(file, "STORE_TOO_NEW")
  })

  test("[STORE49] a database of another program is refused and left alone", async () => {
    alter(file, "CREATE TABLE recipes (name TEXT)")
    await expectRefusalUnchanged(file, "STORE_NOT_OURS")
  })

  test("[STORE50] a file that is no database is refused and left alone", async () => {
    await writeFile(file, "Dear diary, today I wrote a workflow engine. ".repeat(50))
    await expectRefusalUnchanged(file, "STORE_NOT_OURS")
  })

  test("[STORE51] a file that cannot be made is unreachable", async () => {
    await expectRefusal(folder.file("missing/exlet.db"), "STORE_UNREACHABLE")
    await mkdir(file)
    await expectRefusal(file, "STORE_UNREACHABLE")
  })

  test("[STORE52] a file that stands at an older migration is brought up to date with all it holds", async () => {
    await copyFile(storeAtMigration1, file)
    const store = await openSqliteStore(file)
    const { family, version } = recorded.snapshot
    const tail = recorded.entries.filter((entry) => entry.family === family && entry.version > version)
    expect(await store.load(family)).toEqual({ snapshot: recorded.snapshot, entries: tail })
    expect(await store.entriesAfter(0, 10)).toEqual(
      recorded.entries.map((entry, index) => ({ ...entry, position: index + 1 })),
    )
    expect(await store.processes()).toEqual([recorded.process])
    expect(await store.quarantined()).toEqual([recorded.quarantine])
    await store.close()
  })

  test("[STORE130] a new file holds what the migrations lead to, whichever file of a process it is", async () => {
    const migrated = new DatabaseSync(file)
    migrated.exec(`PRAGMA application_id = ${applicationId}`)
    migrate(migrated, 0)
    const expected = everythingIn(migrated)
    migrated.close()
    for (const name of ["first.db", "second.db", "third.db"]) {
      await (await openSqliteStore(folder.file(name))).close()
      const made = new DatabaseSync(folder.file(name))
      expect(everythingIn(made), name).toEqual(expected)
      made.close()
    }
  })

  test("[STORE130] a new file that ended before it had its tables is a new file still", async () => {
    alter(file, `PRAGMA application_id = ${applicationId}`)
    alter(folder.file("marked.db"), "PRAGMA journal_mode = WAL")
    for (const name of ["exlet.db", "marked.db"]) {
      const store = await openSqliteStore(folder.file(name))
      expect(await store.commit(aBatch({ entries: [anEntry("f", 1)] })), name).toEqual({ ok: true, positions: [1] })
      await store.close()
    }
  })

  test("[STORE53] a file whose read models came later says so until they are rebuilt", async () => {
    await copyFile(storeAtMigration1, file)
    const store = await openSqliteStore(file)
    expect(await store.cases({ limit: 10 })).toEqual([])
    expect(await store.needsRebuild()).toBe(true)
    await store.rebuilt()
    await store.close()
    for (const name of ["exlet.db", "fresh.db"]) {
      const complete = await openSqliteStore(folder.file(name))
      expect(await complete.needsRebuild(), name).toBe(false)
      await complete.close()
    }
  })

  test("[STORE75] a file from before there were worklets needs no rebuild, and its cases have no parent", async () => {
    const database = new DatabaseSync(file)
    database.exec(`PRAGMA application_id = ${applicationId}`)
    migrate(database, 0, 2)
    database.exec(`
      INSERT INTO entries VALUES (1, 'f', 1, 1, 1000, 'ann', 'SetData', NULL, '[{"type":"CaseExhausted","case":"f"}]');
      INSERT INTO cases VALUES ('f', 'concert', 1, 'running', 0, 1000, 'ann', NULL)`)
    database.close()
    const store = await openSqliteStore(file)
    expect(await store.needsRebuild()).toBe(false)
    expect(await store.cases({ limit: 10 })).toEqual([listed(aCase("f"))])
    expect(await store.lastPosition()).toBe(1)
    expect([await store.definitions(), await store.treeChanges(), await store.broadcasts()]).toEqual([[], [], []])
    await store.close()
  })
})

const storeAtMigration1 = fileURLToPath(new URL("../recorded/store-1.db", import.meta.url))

async function expectRefusal(file: string, code: string): Promise<void> {
  await expect(openSqliteStore(file)).rejects.toMatchObject({ code, message: expect.stringContaining(file) })
}

async function expectRefusalUnchanged(file: string, code: string): Promise<void> {
  const before = await readFile(file)
  await expectRefusal(file, code)
  expect(before.equals(await readFile(file))).toBe(true)
}

/** The shapes of all tables, the rows in them and the marks of the file. */
function everythingIn(database: DatabaseSync): unknown {
  const shapes = database.prepare("SELECT type, name, tbl_name, sql FROM sqlite_schema ORDER BY name").all()
  const tables = shapes.filter(({ type }) => type === "table").map(({ name }) => String(name))
  const rows = tables.map((table) => [table, database.prepare(`SELECT * FROM "${table}"`).all()])
  const marks = ["application_id", "user_version"].map((mark) => database.prepare(`PRAGMA ${mark}`).get())
  return { shapes, rows, marks }
}

function alter(file: string, sql: string): void {
  const database = new DatabaseSync(file)
  database.exec(sql)
  database.close()
}
