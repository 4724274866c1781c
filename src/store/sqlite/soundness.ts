import { statSync } from "node:fs"
import type { DatabaseSync } from "node:sqlite"
import { damaged } from "./failures.ts"

/** How the files of a store were found before SQLite touched them. */
export interface FoundFiles {
  /** Whoever had it open last did not close it: its log is still there. */
  readonly isUnclean: boolean
  readonly bytes: number
}

/**
 * Refuses what SQLite would take for a new store without a word: a file of 0 bytes, and a log whose file is gone, which it would throw away. A file
 * with a rollback journal is one whose making was interrupted.
 */
export function findFiles(file: string): FoundFiles {
  const [main, log, journal] = ["", "-wal", "-journal"].map((end) => bytesOf(`${file}${end}`))
  if (!main && log)
    throw damaged(file, `is ${main === 0 ? "empty" : "gone"}, but its log ${file}-wal is there`, restoreBoth)
  if (main === 0 && journal === undefined) throw damaged(file, "is empty: 0 bytes", makeAnother)
  return { isUnclean: Boolean(log), bytes: (main ?? 0) + (log ?? 0) }
}

/** Reads the whole file where nobody closed it, or where that takes a moment. Throws a `StoreError` that says what is wrong with it. */
export function checkSoundness(file: string, database: DatabaseSync, { isUnclean, bytes }: FoundFiles): void {
  if (bytes === 0 || (!isUnclean && bytes > quicklyRead)) return
  const check = bytes > slowlyRead ? "quick_check" : "integrity_check"
  const [first] = database.prepare(`PRAGMA ${check}(1)`).all()
  const found = String(Object.values(first ?? {})[0])
  if (found !== "ok") throw damaged(file, `did not pass SQLite's ${check}: ${found}`)
}

function bytesOf(path: string): number | undefined {
  const stats = statSync(path, { throwIfNoEntry: false })
  return stats?.isFile() ? stats.size : undefined
}

const restoreBoth = "Put the file back beside its log, or restore a backup and move the log away."
const makeAnother = "Restore a backup. If there never was a store, delete the file, and a new one is made."

/** Bytes: about a third of a second, and about ten seconds. Beyond that indexes are not compared with their tables. */
const quicklyRead = 32 * 1024 * 1024
const slowlyRead = 1024 * 1024 * 1024
