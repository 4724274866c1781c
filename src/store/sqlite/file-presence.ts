import { type BigIntStats, statSync } from "node:fs"
import { StoreError } from "../error.ts"

/**
 * Tells whether what is written to an open store is still written to the files of its name. Somebody may delete, move or replace them
 * while it is open: the system keeps what was opened, but nobody will ever find it again.
 */
export class FilePresence {
  readonly #file: string
  readonly #opened: readonly (readonly [path: string, inode: string])[]

  /** Call it when the log is there. */
  constructor(file: string) {
    this.#file = file
    this.#opened = ["", "-wal"].map((end) => [`${file}${end}`, inodeOf(`${file}${end}`)])
  }

  /** Throws a `StoreError` if one of the files is not the one that was opened. */
  check(): void {
    for (const [path, opened] of this.#opened) {
      const now = inodeOf(path)
      if (now !== opened) throw lost(this.#file, path, now)
    }
  }
}

/** Never opened: closing any other handle on the file would drop the lock. */
function inodeOf(path: string): string {
  const stats: BigIntStats | undefined = statSync(path, { bigint: true, throwIfNoEntry: false })
  return stats === undefined ? "" : `${stats.dev} ${stats.ino}`
}

function lost(file: string, path: string, now: string): StoreError {
  const what = now === "" ? "was deleted or moved" : "was replaced by another file"
  return new StoreError(
    "STORE_LOST",
    `${path} ${what} while the store ${file} was open. Nothing is accepted any more: stop the server, put the files back or restore a backup, and start it again.`,
  )
}
