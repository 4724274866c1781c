import { copyFile, open, rename, rm } from "node:fs/promises"
import { dirname, resolve } from "node:path"
import { storeKind } from "../store/address.ts"
import { openSqliteStore } from "../store/sqlite/store.ts"
import type { Command } from "./command.ts"
import { defaultStore } from "./connecting.ts"
import { exitCode } from "./exit-codes.ts"
import { file, jsonFlag, yes } from "./flags.ts"
import { isThere } from "./paths.ts"
import { examineFile, type StoreFile } from "./store-file.ts"
import { Trouble, UsageError } from "./trouble.ts"

export const restore: Command = {
  section: "Looking after it",
  summary: "Puts a backup in the place of a store that nobody has open",
  more: ["The backup is checked first. What was there is kept beside it, with the ending .before-restore."],
  arguments: [{ name: "file", kind: file, about: "The backup" }],
  flags: [
    { name: "store", kind: file, about: `Where to put it; EXLET_STORE, or ${defaultStore}, unless set` },
    { name: "force", kind: yes, about: "Replaces the store that is there" },
    jsonFlag,
  ],
  async run(given, output, around) {
    const backup = resolve(around.folder, given.sure("file"))
    const name = given.text("store") ?? (around.env.EXLET_STORE || defaultStore)
    if (storeKind(name) === "postgres")
      throw new UsageError("A backup is put back as a file; a PostgreSQL database is restored with its own tools.")
    const store = resolve(around.folder, name)
    const { bytes, entries } = await examined(backup)
    const kept = (await isThere(store)) ? await setAside(store, name, given.is("force")) : undefined
    await copied(backup, store)
    const told = { store: name, bytes, entries, ...(kept !== undefined && { kept }) }
    const before = kept === undefined ? "" : ` What was there is ${kept}.`
    output.out(
      given.is("json") ? JSON.stringify(told) : `${name} is back: ${bytes} bytes, ${entries} entries.${before}`,
    )
    return exitCode.done
  },
}

/** Looking into a file leaves files beside it, which are not the backup's. */
async function examined(backup: string): Promise<StoreFile> {
  const beside = ["-wal", "-shm"].map((end) => `${backup}${end}`)
  const there = await Promise.all(beside.map(isThere))
  try {
    return examineFile(backup)
  } finally {
    for (const [index, path] of beside.entries()) if (!there[index]) await rm(path, { force: true })
  }
}

/** A store that is there is opened once: that nobody else has it open is known, and its log is folded in, so it is one file. */
async function setAside(store: string, name: string, isForced: boolean): Promise<string> {
  if (!isForced) throw new Trouble("FILE_EXISTS", `${name} is there already`, "Name another file, or say --force.")
  const opened = await openSqliteStore(store).catch((error: { readonly code?: string }) => {
    if (error.code === "STORE_IN_USE") throw error
    return undefined
  })
  await opened?.close()
  const kept = `${store}.before-restore`
  await copyFile(store, kept)
  // Only a store that could not be opened still has a log beside it.
  if (await isThere(`${store}-wal`)) await copyFile(`${store}-wal`, `${kept}-wal`)
  return kept
}

/** Under another name first: whoever looks sees the old file or the new one, never half of it. */
async function copied(backup: string, store: string): Promise<void> {
  const unfinished = `${store}.part`
  try {
    await copyFile(backup, unfinished)
    await synced(unfinished)
    for (const end of ["-wal", "-shm"]) await rm(`${store}${end}`, { force: true })
    await rename(unfinished, store)
    await synced(dirname(store))
  } finally {
    await rm(unfinished, { force: true })
  }
}

async function synced(path: string): Promise<void> {
  const handle = await open(path, "r")
  await handle.sync().finally(() => handle.close())
}
