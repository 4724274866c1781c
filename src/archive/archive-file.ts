import { createReadStream } from "node:fs"
import { open, rename, rm } from "node:fs/promises"
import { dirname } from "node:path"
import { promisify } from "node:util"
import { createGunzip, gzip } from "node:zlib"
import { type FamilyRecord, isIntact } from "../runtime/family-record.ts"
import { partOf, syncFolder } from "./archive-folder.ts"

/** A record as a line of a file, or what is wrong there. */
export type Found =
  | { readonly ok: true; readonly record: FamilyRecord; readonly line: string }
  | { readonly ok: false; readonly problem: string }

interface Header {
  readonly exlet: "records"
  readonly format: number
  /** How many lines follow. */
  readonly families: number
}

const format = 1

/** Writes lines under a header, so that they are there after a crash, and gives the file its name only then. */
export async function writeRecords(to: string, lines: readonly string[]): Promise<void> {
  const header: Header = { exlet: "records", format, families: lines.length }
  const bytes = await promisify(gzip)(`${[JSON.stringify(header), ...lines].join("\n")}\n`)
  const part = partOf(to)
  try {
    const handle = await open(part, "wx", 0o600)
    try {
      await handle.writeFile(bytes)
      await handle.sync()
    } finally {
      await handle.close()
    }
  } catch (error) {
    await rm(part, { force: true })
    throw error
  }
  await renameDurably(part, to)
}

export async function renameDurably(from: string, to: string): Promise<void> {
  await rename(from, to)
  await syncFolder(dirname(to))
}

/** Every record of a file; what is damaged is told where it is, and what can be read in spite of it comes all the same. */
export async function* recordsIn(path: string): AsyncGenerator<Found> {
  let header: Header | undefined
  let number = 0
  try {
    for await (const line of linesIn(path)) {
      number++
      if (header === undefined) {
        const read = headerIn(line)
        if (typeof read === "string") return yield { ok: false, problem: read }
        header = read
      } else yield foundIn(line, number)
    }
  } catch (error) {
    const said = error instanceof Error ? error.message : String(error)
    return yield { ok: false, problem: `it cannot be read to its end (${said})` }
  }
  if (header === undefined) yield { ok: false, problem: "it is empty" }
  else if (number - 1 !== header.families)
    yield { ok: false, problem: `it should hold ${header.families} families, and holds ${number - 1}` }
}

function headerIn(line: string): Header | string {
  const header = parsed(line) as Partial<Header> | undefined
  if (header?.exlet !== "records" || !Number.isInteger(header.format)) return "it is no file of records"
  if (Number(header.format) > format) return `it was written by a newer Exlet (format ${header.format})`
  return header as Header
}

function foundIn(line: string, number: number): Found {
  const record = parsed(line)
  if (!isRecord(record)) return { ok: false, problem: `line ${number} is no record` }
  if (!isIntact(record)) return { ok: false, problem: `line ${number}, ${record.family}, was changed` }
  return { ok: true, record, line }
}

const lists = ["entries", "cases", "items", "exceptions", "interventions", "notifications"] as const

function isRecord(value: unknown): value is FamilyRecord {
  const record = value as Partial<FamilyRecord> | null | undefined
  return (
    typeof record === "object" &&
    record !== null &&
    typeof record.family === "string" &&
    lists.every((name) => Array.isArray(record[name]))
  )
}

function parsed(line: string): unknown {
  try {
    return JSON.parse(line)
  } catch {
    return undefined
  }
}

async function* linesIn(path: string): AsyncGenerator<string> {
  const file = createReadStream(path)
  const gunzip = createGunzip()
  file.on("error", (error) => gunzip.destroy(error)).pipe(gunzip)
  const decoder = new TextDecoder("utf-8", { fatal: true })
  let begun: string[] = []
  try {
    for await (const chunk of gunzip) {
      const [first = "", ...rest] = decoder.decode(chunk as Buffer, { stream: true }).split("\n")
      begun.push(first)
      for (const next of rest) {
        yield begun.join("")
        begun = [next]
      }
    }
    if (begun.join("") !== "") throw new Error("its last line is not whole")
  } finally {
    file.destroy()
    gunzip.destroy()
  }
}
