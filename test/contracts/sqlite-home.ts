import { mkdtemp, rm } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { openSqliteStore } from "../../src/store/sqlite/store.ts"
import type { Home } from "./store-home.ts"

export async function newSqliteHome(): Promise<Home> {
  const folder = await newFolder()
  return { open: () => openSqliteStore(folder.file("exlet.db")), remove: folder.remove }
}

export interface Folder {
  file(name: string): string
  remove(): Promise<void>
}

export async function newFolder(): Promise<Folder> {
  const path = await mkdtemp(join(tmpdir(), "exlet-store-"))
  return { file: (name) => join(path, name), remove: () => rm(path, { recursive: true }) }
}
