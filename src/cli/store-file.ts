import { statSync } from "node:fs"
import { DatabaseSync } from "node:sqlite"
import { applicationId } from "../store/sqlite/file.ts"
import { newestMigration } from "../store/sqlite/migrations.ts"
import { exitCode } from "./exit-codes.ts"
import { inUseRemedy, Trouble } from "./trouble.ts"

export interface StoreFile {
  readonly bytes: number
  readonly entries: number
  readonly migration: number
  readonly newestMigration: number
}

/** Looks through a whole file without changing it. One that is in use, damaged or not ours is a `Trouble`. */
export function examineFile(path: string): StoreFile {
  const { size } = found(path)
  const database = opened(path)
  try {
    const number = (sql: string): number => Number(Object.values(database.prepare(sql).get() ?? {})[0])
    if (number("PRAGMA application_id") !== applicationId)
      throw new Trouble("STORE_NOT_OURS", `${path} is no file of Exlet`, "Name another file.", exitCode.unreachable)
    const migration = number("PRAGMA user_version")
    if (migration > newestMigration)
      throw new Trouble(
        "STORE_TOO_NEW",
        `${path} was written by a newer Exlet`,
        "Use that version or a later one.",
        exitCode.unreachable,
      )
    const problems = database
      .prepare("PRAGMA integrity_check")
      .all()
      .map((row) => String(row.integrity_check))
    if (problems.join() !== "ok")
      throw new Trouble(
        "STORE_DAMAGED",
        `${path} is damaged: ${problems.slice(0, 5).join("; ")}`,
        "Restore a backup.",
        exitCode.refused,
      )
    return { bytes: size, entries: number("SELECT count(*) FROM entries"), migration, newestMigration }
  } catch (error) {
    throw error instanceof Trouble ? error : unreadable(path, error)
  } finally {
    database.close()
  }
}

function found(path: string): { readonly size: number } {
  const stats = statSync(path, { throwIfNoEntry: false })
  if (stats?.isFile()) return stats
  throw new Trouble("FILE_NOT_FOUND", `There is no file ${path}`, "Check the path.")
}

function opened(path: string): DatabaseSync {
  try {
    return new DatabaseSync(path, { readOnly: true, timeout: 0 })
  } catch (error) {
    throw unreadable(path, error)
  }
}

function unreadable(path: string, error: unknown): Trouble {
  const busy = [5, 6]
  const code = error instanceof Error && "errcode" in error ? Number(error.errcode) & 0xff : undefined
  if (code !== undefined && busy.includes(code))
    return new Trouble("STORE_IN_USE", `${path} is open in another process`, inUseRemedy, exitCode.unreachable)
  const why = error instanceof Error ? error.message : String(error)
  const message = `${path} cannot be read as a store: ${why}`
  return new Trouble("STORE_NOT_OURS", message, "Name another file.", exitCode.unreachable)
}
