import { resolve } from "node:path"
import { DatabaseSync } from "node:sqlite"
import { guarded, notOpened, notOurs, tooNew } from "./failures.ts"
import { migrate, newestMigration } from "./migrations.ts"
import { makeTables } from "./new-tables.ts"
import { checkSoundness, type FoundFiles, findFiles } from "./soundness.ts"

/** "Exlt", in the header of the file: what tells it from the databases of other programs. */
export const applicationId = 0x45786c74

export interface SqliteOptions {
  /** The file grows no further than this many bytes; a commit that would need more fails. */
  readonly maxSize?: number
  /** Commits do not wait for the disk: for a file nobody relies on before it is whole, and synced. */
  readonly isDraft?: boolean
}

/**
 * Opens the file, or makes it, for one owner: whoever comes second is refused at once. Never touches the file other than
 * through SQLite, because closing any other handle on it would drop the lock of a store this process has open.
 */
export function openFile(name: string, options: SqliteOptions): DatabaseSync {
  const file = resolve(name)
  const found = findFiles(file)
  const database = guarded(file, () => new DatabaseSync(file, { timeout: 0 }), notOpened)
  try {
    return guarded(file, () => prepared(file, database, options, found), notOpened)
  } catch (error) {
    database.close()
    throw error
  }
}

function prepared(file: string, database: DatabaseSync, options: SqliteOptions, found: FoundFiles): DatabaseSync {
  database.exec("PRAGMA locking_mode = EXCLUSIVE")
  const standing = recognised(file, database)
  database.exec(`
    PRAGMA journal_mode = WAL;
    PRAGMA synchronous = ${options.isDraft ? "OFF" : "FULL"};
    PRAGMA fullfsync = ON;
    PRAGMA wal_autocheckpoint = 4000;
    PRAGMA journal_size_limit = 67108864;
    PRAGMA cache_size = -65536;
    PRAGMA temp_store = MEMORY;
    BEGIN IMMEDIATE; COMMIT`)
  checkSoundness(file, database, found)
  if (standing === 0) makeTables(database, applicationId)
  else migrate(database, standing)
  if (options.maxSize !== undefined) limitSize(database, options.maxSize)
  return database
}

/** Returns the number of the file's migration; 0 for a new file. Refuses the files of others without touching them. */
function recognised(file: string, database: DatabaseSync): number {
  const owner = pragma(database, "application_id")
  const standing = pragma(database, "user_version")
  if (owner === applicationId) {
    if (standing > newestMigration) throw tooNew(file, standing, newestMigration)
    return standing
  }
  if (owner !== 0 || standing !== 0 || pragma(database, "schema_version") !== 0) throw notOurs(file)
  return standing
}

function limitSize(database: DatabaseSync, bytes: number): void {
  database.exec(`PRAGMA max_page_count = ${Math.max(1, Math.floor(bytes / pragma(database, "page_size")))}`)
}

function pragma(database: DatabaseSync, name: string): number {
  const row = database.prepare(`PRAGMA ${name}`).get()
  return Number(row?.[name])
}
