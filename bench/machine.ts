import { closeSync, fsyncSync, openSync, writeSync } from "node:fs"
import { join } from "node:path"
import { DatabaseSync } from "node:sqlite"
import { median, type Result, rounded } from "./result.ts"
import { inFolder } from "./workplace.ts"

const rounds = 5
const syncs = 40
const rows = 20_000
const rowsPerCommit = 100

/** What this machine can do at best: values and ratios move with it, so they are compared on the same machine alone. */
export function machineFloor(): Promise<readonly Result[]> {
  return inFolder(async (folder) => {
    const measured = Array.from({ length: rounds }, (_, round) => ({
      synced: syncsPerSecond(join(folder, `synced-${round}`)),
      written: rowsPerSecond(join(folder, `rows-${round}.db`)),
    }))
    return [
      { name: "machine.fsync", value: rounded(median(measured.map(({ synced }) => synced))), unit: "fsync/s" },
      { name: "machine.rows", value: rounded(median(measured.map(({ written }) => written))), unit: "rows/s" },
    ]
  })
}

/** A page appended to a file, and synced. */
function syncsPerSecond(file: string): number {
  const page = Buffer.alloc(4096, 1)
  const descriptor = openSync(file, "w")
  const start = performance.now()
  for (let count = 0; count < syncs; count++) {
    writeSync(descriptor, page)
    fsyncSync(descriptor)
  }
  const seconds = (performance.now() - start) / 1000
  closeSync(descriptor)
  return syncs / seconds
}

/** Rows of 100 bytes through one prepared statement of SQLite, each hundred synced. */
function rowsPerSecond(file: string): number {
  const database = new DatabaseSync(file)
  database.exec(
    "PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; CREATE TABLE bare (id INTEGER PRIMARY KEY, text)",
  )
  const insert = database.prepare("INSERT INTO bare (text) VALUES (?)")
  const text = "x".repeat(100)
  const start = performance.now()
  for (let count = 0; count < rows; count += rowsPerCommit) {
    database.exec("BEGIN")
    for (let row = 0; row < rowsPerCommit; row++) insert.run(text)
    database.exec("COMMIT")
  }
  const seconds = (performance.now() - start) / 1000
  database.close()
  return rows / seconds
}
