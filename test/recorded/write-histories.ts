import { writeFileSync } from "node:fs"
import { DatabaseSync } from "node:sqlite"
import { encodeFamily } from "../../src/engine/snapshot.ts"
import { encodeHandling } from "../../src/exceptions/handling.ts"
import { asFamilyId, openSqliteStore } from "../../src/main.ts"
import { readFamily } from "../../src/runtime/families.ts"

/** Writes what a recorded file's families were told, and what they came to, as `histories/<release>.json`. */
export async function writeHistories(file: string, families: readonly string[], release: number): Promise<void> {
  // Small pages make a small file.
  const database = new DatabaseSync(file)
  database.exec("PRAGMA journal_mode = DELETE; PRAGMA page_size = 512; VACUUM; PRAGMA journal_mode = WAL")
  database.close()
  const store = await openSqliteStore(file)
  const entries = await store.entriesAfter(0, 10_000)
  const histories = []
  for (const id of families) {
    const family = await readFamily(store, asFamilyId(id))
    if (family === undefined) continue
    // The format of snapshots is not part of what must stay.
    const { format: _, ...state } = JSON.parse(encodeFamily(family.state))
    histories.push({
      entries: entries.filter((entry) => entry.family === asFamilyId(id)),
      state,
      handling: encodeHandling(family.handling),
    })
  }
  const target = new URL(`../histories/${release}.json`, import.meta.url)
  writeFileSync(target, `${JSON.stringify(histories, undefined, 1)}\n`)
  await store.close()
}
