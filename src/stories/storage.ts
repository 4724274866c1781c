import { mkdtemp, rm } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { newMemoryDisk } from "../store/memory/disk.ts"
import { openMemoryStore } from "../store/memory/store.ts"
import type { Store } from "../store/port.ts"
import { openSqliteStore } from "../store/sqlite/store.ts"

export const storeKinds = ["memory", "sqlite"] as const
export type StoreKind = (typeof storeKinds)[number]

/** What a story's engine is opened on, again and again, and what is thrown away with the story. */
export interface Storage {
  open(): Promise<Store>
  discard(): Promise<void>
}

export async function newStorage(kind: StoreKind): Promise<Storage> {
  if (kind === "memory") {
    const disk = newMemoryDisk()
    return { open: async () => openMemoryStore(disk), discard: async () => {} }
  }
  const folder = await mkdtemp(join(tmpdir(), "exlet-story-"))
  return {
    open: () => openSqliteStore(join(folder, "story.db")),
    discard: () => rm(folder, { recursive: true, force: true }),
  }
}
