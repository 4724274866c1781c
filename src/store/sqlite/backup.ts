import { existsSync } from "node:fs"
import { rename, rm } from "node:fs/promises"
import { resolve } from "node:path"
import { backup, type DatabaseSync } from "node:sqlite"
import { StoreError } from "../error.ts"

/** Copies a few pages at a time, and what is committed meanwhile with them. The file has its name only when it is whole. */
export async function backUp(
  database: DatabaseSync,
  name: string,
  onProgress: ((done: number, of: number) => void) | undefined,
): Promise<void> {
  const file = resolve(name)
  if (existsSync(file))
    throw new StoreError("BACKUP_NOT_POSSIBLE", `${file} is there already. Name a file that does not exist.`)
  const unfinished = `${file}.unfinished`
  try {
    const pages = await copied(database, unfinished, onProgress)
    await rename(unfinished, file)
    onProgress?.(pages, pages)
  } catch (error) {
    await rm(unfinished, { force: true }).catch(() => undefined)
    if (error instanceof StoreError) throw error
    const message = error instanceof Error ? error.message : String(error)
    throw new StoreError("STORE_FAILED", `The backup ${file} could not be written: ${message}.`, { cause: error })
  }
}

/** Where a commit is just being written when the first pages are to be read, Node gives up, with no error of SQLite's: it is begun anew. */
async function copied(
  database: DatabaseSync,
  file: string,
  onProgress: ((done: number, of: number) => void) | undefined,
): Promise<number> {
  for (let tried = 1; ; tried++) {
    await rm(file, { force: true })
    try {
      return await backup(database, file, {
        rate: pagesAtATime,
        progress: ({ totalPages, remainingPages }) => onProgress?.(totalPages - remainingPages, totalPages),
      })
    } catch (error) {
      const hasNotBegun = error instanceof Error && "errcode" in error && error.errcode === 0
      if (!hasNotBegun || tried === mostTries) throw error
    }
  }
}

const pagesAtATime = 256
const mostTries = 1000
