import { randomBytes } from "node:crypto"
import { mkdir, open, readdir, rm, stat } from "node:fs/promises"
import { join } from "node:path"

/** A file of records in an archive. */
export interface ArchiveFile {
  readonly path: string
  readonly name: string
  /** The families in it are still being taken out of the store, or somebody was stopped in the midst of it. */
  readonly isTaking: boolean
}

const ending = ".jsonl.gz"
const takingEnding = `.taking${ending}`
const partEnding = ".part"

/** By their names, which is by when they were written. */
export async function archiveFiles(folder: string): Promise<readonly ArchiveFile[]> {
  const names = (await readdir(folder)).filter((name) => name.endsWith(ending))
  return names.sort().map((name) => ({ path: join(folder, name), name, isTaking: name.endsWith(takingEnding) }))
}

/** Names for one file: while its families are taken out, and in the end. */
export interface FileNames {
  readonly taking: string
  readonly final: string
}

export function namesFor(folder: string, name: string): FileNames {
  const path = join(folder, name)
  return { taking: `${path}${takingEnding}`, final: `${path}${ending}` }
}

export const namesOfTaking = ({ path }: ArchiveFile): FileNames => ({
  taking: path,
  final: `${path.slice(0, -takingEnding.length)}${ending}`,
})

/** What it is called while it is written: nobody else writes to that. */
export const partOf = (path: string): string => `${path}.${randomBytes(4).toString("hex")}${partEnding}`

/** What is in it is nobody else's business. */
export async function makeFolder(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 })
}

/** What somebody began to write and did not finish: nothing was taken out for it. One who is at it still is left alone. */
export async function dropParts(folder: string, now: number): Promise<void> {
  for (const name of (await readdir(folder)).filter((each) => each.endsWith(partEnding))) {
    const path = join(folder, name)
    const { mtimeMs } = await stat(path).catch(() => ({ mtimeMs: now }))
    if (now - mtimeMs > longestWriting) await rm(path, { force: true })
  }
}

const longestWriting = 60 * 60_000

/** Names are durable, too. */
export async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, "r").catch(() => undefined)
  try {
    await handle?.sync()
  } catch {
    // Some systems know no such thing.
  } finally {
    await handle?.close()
  }
}
