import { existsSync } from "node:fs"
import { writeFile } from "node:fs/promises"
import { afterEach, beforeEach, describe, expect, test } from "vitest"
import { openSqliteStore } from "../../src/store/sqlite/store.ts"
import { type Folder, newFolder } from "./sqlite-home.ts"
import { aBatch, anEntry } from "./store-rows.ts"

describe("SQLite is backed up while it works", () => {
  let folder: Folder
  beforeEach(async () => {
    folder = await newFolder()
  })
  afterEach(() => folder.remove())

  test("[STORE94] a backup is a store of its own, of one moment, made while commits go on", async () => {
    const store = await openSqliteStore(folder.file("exlet.db"))
    const text = "x".repeat(5000)
    for (let version = 1; version <= 400; version++)
      await store.commit(aBatch({ entries: [anEntry("f", version, 1, { reason: text })] }))
    const progress: (readonly [number, number])[] = []
    const copying = store.backup?.(folder.file("copy.db"), (done, of) => progress.push([done, of]))
    let isCopying = true
    const over = () => {
      isCopying = false
    }
    void copying?.then(over, over)
    let version = 400
    for (; isCopying && version < 5000; version++) {
      const committed = await store.commit(aBatch({ entries: [anEntry("f", version + 1)] }))
      expect(committed).toEqual({ ok: true, positions: [version + 1] })
      await new Promise((resolve) => setImmediate(resolve))
    }
    await copying
    const [done, of] = progress.at(-1) ?? []
    expect([progress.length > 1, done]).toEqual([true, of])
    expect(await store.lastPosition()).toBe(version)

    const copy = await openSqliteStore(folder.file("copy.db"))
    const entries = await copy.entriesAfter(0, 10_000)
    expect(entries.length).toBeGreaterThanOrEqual(400)
    expect(entries).toEqual(await store.entriesAfter(0, entries.length))
    expect(await copy.commit(aBatch({ entries: [anEntry("f", entries.length + 1)] }))).toMatchObject({ ok: true })
    expect(existsSync(folder.file("copy.db.unfinished"))).toBe(false)
    await Promise.all([copy.close(), store.close()])
  })

  test("[STORE95] a backup never replaces a file, and one that fails leaves none", async () => {
    const store = await openSqliteStore(folder.file("exlet.db"))
    await writeFile(folder.file("diary.txt"), "Dear diary")
    for (const name of ["diary.txt", "exlet.db"])
      await expect(store.backup?.(folder.file(name))).rejects.toMatchObject({ code: "BACKUP_NOT_POSSIBLE" })
    await expect(store.backup?.(folder.file("missing/copy.db"))).rejects.toMatchObject({ code: "STORE_FAILED" })
    expect(existsSync(folder.file("missing/copy.db"))).toBe(false)
    await store.close()
    await expect(store.backup?.(folder.file("copy.db"))).rejects.toMatchObject({ code: "STORE_FAILED" })
  })

  test("[STORE94] closing waits for a backup", async () => {
    const store = await openSqliteStore(folder.file("exlet.db"))
    await store.commit(aBatch({ entries: [anEntry("f", 1)] }))
    const copying = store.backup?.(folder.file("copy.db"))
    await store.close()
    await copying
    const copy = await openSqliteStore(folder.file("copy.db"))
    expect(await copy.lastPosition()).toBe(1)
    await copy.close()
  })
})
