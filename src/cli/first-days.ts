import { open, rename, rm } from "node:fs/promises"
import { openEngine, openSqliteStore, StoreError, VirtualClock } from "../main.ts"
import { familyIds, playDays, playedDays } from "../sample/play-days.ts"
import { NotPlayable } from "../sample/scene.ts"
import type { Example } from "./examples.ts"
import { isThere } from "./paths.ts"

export interface FirstDays {
  readonly examples: readonly Example[]
  readonly now: number
  readonly seed: number
  readonly signal: AbortSignal
  onProgress(begun: number, of: number): void
}

/**
 * Where no case has ever been started in a file, plays the last days of the examples into it. It is played beside it and takes
 * its place when it is whole, with all that was in it; whoever stops it in the midst, or crashes, has what he had. So has he
 * whose processes, people or permissions are such that the examples do not run there. Answers whether it was played.
 */
export async function playFirstDays(file: string, days: FirstDays): Promise<boolean> {
  const draft = `${file}.playing`
  if (await hasCases(file)) return false
  await removeDraft(draft)
  try {
    if (await isThere(file)) await copy(file, draft)
    if (!(await playInto(draft, days))) return false
    await takeItsPlace(draft, file)
    return true
  } catch (error) {
    if (error instanceof NotPlayable) return false
    throw error
  } finally {
    await removeFile(draft)
  }
}

async function hasCases(file: string): Promise<boolean> {
  if (!(await isThere(file))) return false
  const store = await openSqliteStore(file)
  try {
    return (await store.cases({ limit: 1 })).length > 0
  } finally {
    await store.close()
  }
}

async function copy(file: string, to: string): Promise<void> {
  const store = await openSqliteStore(file)
  try {
    await store.backup?.(to)
  } finally {
    await store.close()
  }
}

async function playInto(draft: string, { examples, now, seed, signal, onProgress }: FirstDays): Promise<boolean> {
  const clock = new VirtualClock(now - playedDays * 24 * 60 * 60_000)
  const store = await openSqliteStore(draft, { isDraft: true })
  // Nobody waits for something to stand still in days that pass in seconds.
  const engine = await openEngine({ store, clock, newFamilyId: familyIds(seed), watchdog: false })
  try {
    for (const { files } of examples) if (!(await engine.deploy(files, { reason: "an example" })).ok) return false
    return await playDays({ engine, clock, end: now, seed, signal, onProgress })
  } finally {
    await engine.stop()
  }
}

async function takeItsPlace(draft: string, file: string): Promise<void> {
  const handle = await open(draft)
  await handle.sync()
  await handle.close()
  await rename(draft, file)
}

/** One that somebody has left behind; that of somebody who is just playing is left to him, and thrown about. */
async function removeDraft(draft: string): Promise<void> {
  if (!(await isThere(draft))) return
  try {
    await (await openSqliteStore(draft)).close()
  } catch (error) {
    if (error instanceof StoreError && error.code === "STORE_IN_USE") throw error
  }
  await removeFile(draft)
}

async function removeFile(draft: string): Promise<void> {
  for (const end of ["", "-wal", "-shm"]) await rm(`${draft}${end}`, { force: true })
}
