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
    await rm(unfinished, { force: true })
    const pages = await backup(database, unfinished, {
      rate: pagesAtATime,
      progress: ({ totalPages, remainingPages }) => onProgress?.(totalPages - remainingPages, totalPages),
    })
    await rename(unfinished, file)
    onProgress?.(pages, pages)
  } catch (error) {
    await rm(unfinished, { force: true }).catch(() => undefined)
    if (error instanceof StoreError) throw error
    const message = error instanceof Error ? error.message : String(error)
    throw new StoreError("STORE_FAILED", `The backup ${file} could not be written: ${message}.`, { cause: error })
  }
}

const pagesAtATime = 256
