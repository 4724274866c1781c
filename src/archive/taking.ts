import { randomBytes } from "node:crypto"
import { access, rm } from "node:fs/promises"
import { dirname } from "node:path"
import { recordsIn, renameDurably, writeRecords } from "./archive-file.ts"
import {
  archiveFiles,
  dropParts,
  type FileNames,
  makeFolder,
  namesFor,
  namesOfTaking,
  syncFolder,
} from "./archive-folder.ts"

/** What is asked of whoever has the families. */
export interface RecordsDoor {
  page(after: string | undefined): Promise<{
    readonly rows: readonly TakenRecord[]
    readonly tooLarge: readonly string[]
    readonly next?: string
  }>
  forget(families: readonly TakenRecord[]): Promise<readonly { readonly family: string; readonly outcome: string }[]>
}

export interface TakenRecord {
  readonly family: string
  readonly digest: string
}

export interface Taken {
  /** Families that are in the archive and not in the store any more. */
  readonly families: number
  /** Files that hold them. */
  readonly files: readonly string[]
  /** Families something has happened to meanwhile: they stayed. */
  readonly kept: number
  readonly tooLarge: readonly string[]
  /** Files somebody else had begun with, and whose families are out now. */
  readonly finished: number
  /** Files somebody else had begun with, and why nobody can go on with them. */
  readonly damaged: readonly { readonly file: string; readonly problem: string }[]
}

export interface TakingOptions {
  readonly now: () => number
  readonly signal?: AbortSignal
  readonly onProgress?: (families: number) => void
  /** Characters of a file before it is compressed, about; 32 Mi unless set. */
  readonly fileSize?: number
}

/**
 * Takes families out of a store into files of a folder. A file is durable before any of its families is forgotten, and has another name
 * until all of them are: whoever comes after one who was killed finishes those first. What was forgotten is in a file at every moment.
 */
export async function takeOut(door: RecordsDoor, folder: string, options: TakingOptions): Promise<Taken> {
  await makeFolder(folder)
  await dropParts(folder, options.now())
  const taking = new Taking(door, folder, options)
  await taking.finishOthers()
  await taking.takeAll()
  return taking.told()
}

class Taking {
  readonly #door: RecordsDoor
  readonly #folder: string
  readonly #options: TakingOptions
  readonly #files: string[] = []
  readonly #tooLarge: string[] = []
  readonly #damaged: { readonly file: string; readonly problem: string }[] = []
  #families = 0
  #kept = 0
  #finished = 0

  constructor(door: RecordsDoor, folder: string, options: TakingOptions) {
    this.#door = door
    this.#folder = folder
    this.#options = options
  }

  told(): Taken {
    return {
      families: this.#families,
      files: this.#files,
      kept: this.#kept,
      tooLarge: this.#tooLarge,
      finished: this.#finished,
      damaged: this.#damaged,
    }
  }

  async finishOthers(): Promise<void> {
    for (const file of await archiveFiles(this.#folder)) {
      if (!file.isTaking) continue
      const records: Line[] = []
      let problem: string | undefined
      for await (const found of recordsIn(file.path))
        if (found.ok) records.push({ family: found.record.family, digest: found.record.digest, line: found.line })
        else problem ??= found.problem
      // Whoever has begun with it may have finished it just now.
      if (problem !== undefined && !(await isThere(file.path))) continue
      if (problem !== undefined) this.#damaged.push({ file: file.name, problem })
      else {
        await this.#finish(namesOfTaking(file), records)
        this.#finished++
      }
    }
  }

  async takeAll(): Promise<void> {
    const { fileSize = usualSize, signal } = this.#options
    let lines: Line[] = []
    let size = 0
    for (let after: string | undefined; ; ) {
      signal?.throwIfAborted()
      const { rows, tooLarge, next } = await this.#door.page(after)
      this.#tooLarge.push(...tooLarge)
      for (const row of rows) {
        const line = JSON.stringify(row)
        lines.push({ family: row.family, digest: row.digest, line })
        size += line.length
        if (size < fileSize) continue
        await this.#write(lines)
        lines = []
        size = 0
      }
      if (next === undefined) break
      after = next
    }
    if (lines.length > 0) await this.#write(lines)
  }

  async #write(lines: readonly Line[]): Promise<void> {
    this.#options.signal?.throwIfAborted()
    const names = namesFor(this.#folder, newName(this.#options.now()))
    await writeRecords(
      names.taking,
      lines.map(({ line }) => line),
    )
    await this.#finish(names, lines)
  }

  /** Families that were forgotten before, by whomever, stay in the file; those something has happened to meanwhile do not. */
  async #finish(names: FileNames, lines: readonly Line[]): Promise<void> {
    const kept = new Set<string>()
    for (let from = 0; from < lines.length; from += together) {
      const asked = lines.slice(from, from + together).map(({ family, digest }) => ({ family, digest }))
      for (const { family, outcome } of await this.#door.forget(asked)) if (outcome === "kept") kept.add(family)
      this.#options.onProgress?.(this.#families + Math.min(from + together, lines.length) - kept.size)
    }
    const left = lines.filter(({ family }) => !kept.has(family))
    if (kept.size === 0) await renamed(names)
    else if (left.length > 0)
      await writeRecords(
        names.final,
        left.map(({ line }) => line),
      )
    if (kept.size > 0) {
      await rm(names.taking, { force: true })
      await syncFolder(dirname(names.taking))
    }
    if (left.length > 0) this.#files.push(names.final)
    this.#families += left.length
    this.#kept += kept.size
  }
}

interface Line extends TakenRecord {
  readonly line: string
}

/** Somebody else who finishes the same may have been faster. */
async function renamed({ taking, final }: FileNames): Promise<void> {
  try {
    await renameDurably(taking, final)
  } catch (error) {
    if (!(await isThere(final))) throw error
  }
}

const isThere = (path: string): Promise<boolean> =>
  access(path).then(
    () => true,
    () => false,
  )

/** `2026-01-05T090000Z-3f9a2c1b`: when it was written, and something by chance, so that no two are called the same. */
function newName(now: number): string {
  const moment = new Date(now)
    .toISOString()
    .replace(/\.\d+Z$/, "Z")
    .replaceAll(":", "")
  return `${moment}-${randomBytes(4).toString("hex")}`
}

const usualSize = 32 * 1024 * 1024
/** How many families are forgotten at a time. */
const together = 500
