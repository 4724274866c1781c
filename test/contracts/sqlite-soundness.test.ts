import { copyFile, link, readFile, rename, rm, truncate, writeFile } from "node:fs/promises"
import { DatabaseSync } from "node:sqlite"
import { afterEach, beforeEach, describe, expect, test } from "vitest"
import { accepted, openEngine, StoreError } from "../../src/main.ts"
import { openSqliteStore } from "../../src/store/sqlite/store.ts"
import { type Folder, newFolder } from "./sqlite-home.ts"
import { linesOf, storeProcess } from "./sqlite-process.ts"
import { aBatch, anEntry } from "./store-rows.ts"

let folder: Folder
let file: string
beforeEach(async () => {
  folder = await newFolder()
  file = folder.file("exlet.db")
})
afterEach(() => folder.remove())

describe("SQLite refuses a file that is not what was written", () => {
  test("[STORE131] a file of 0 bytes is not taken for a new store", async () => {
    await writeFile(file, "")
    await expectRefusal("STORE_DAMAGED")
    expect((await readFile(file)).length).toBe(0)
    await rm(file)
    await (await openSqliteStore(file)).close()
  })

  test.each(["deleted", "emptied"])("[STORE131] a log whose file was %s is left alone", async (how) => {
    await killedStore()
    const log = await readFile(`${file}-wal`)
    expect(log.length).toBeGreaterThan(0)
    await (how === "deleted" ? rm(file) : truncate(file))
    await expectRefusal("STORE_DAMAGED")
    expect(log.equals(await readFile(`${file}-wal`))).toBe(true)
  })

  test("[STORE132] whatever bits of a file are flipped, one that SQLite finds damaged is refused, and nothing else goes wrong", async () => {
    await filledStore()
    const whole = await readFile(file)
    const found = new Map<string, number>()
    for (let seed = 1; seed <= 60; seed++) {
      const copy = folder.file(`flipped-${seed}.db`)
      await writeFile(copy, flipped(whole, seed))
      const isSound = soundness(copy) === "ok"
      const opened = await openEngine({ store: copy }).catch((error: unknown) => error)
      if (opened instanceof Error) {
        expect(opened, `seed ${seed}: ${opened.stack}`).toBeInstanceOf(StoreError)
        const code = opened instanceof StoreError ? opened.code : ""
        found.set(code, (found.get(code) ?? 0) + 1)
      } else {
        expect(isSound, `seed ${seed} was opened`).toBe(true)
        await (opened as Awaited<ReturnType<typeof openEngine>>).stop({ grace: 0 })
      }
      await rm(copy)
    }
    expect(found.get("STORE_DAMAGED")).toBeGreaterThan(20)
    expect(
      [...found.keys()].filter((code) => !["STORE_DAMAGED", "STORE_NOT_OURS", "STORE_TOO_NEW"].includes(code)),
    ).toEqual([])
  })

  test("[STORE132] a file that was cut off is refused, also where nobody had closed it", async () => {
    await filledStore()
    const { length } = await readFile(file)
    await truncate(file, Math.floor(length / 8192) * 4096)
    await expectRefusal("STORE_DAMAGED")
    await rm(file)
    await killedStore()
    const pages = await readFile(file)
    await truncate(file, pages.length > 8192 ? 8192 : 2048)
    const opened = await openSqliteStore(file).catch((error: StoreError) => error.code)
    if (typeof opened !== "string") {
      // The log has every page that was cut off.
      expect((await opened.entriesAfter(0, 10)).length).toBeGreaterThan(0)
      await opened.close()
    } else expect(opened).toBe("STORE_DAMAGED")
  })

  test("[STORE132] a store that was killed is opened with all it holds", async () => {
    const acknowledged = await killedStore()
    const store = await openSqliteStore(file)
    expect((await store.entriesAfter(0, 100_000)).length).toBeGreaterThanOrEqual(acknowledged)
    await store.close()
  })

  test("[STORE132] damage that is met later is told as such", async () => {
    await filledStore()
    const store = await openSqliteStore(file)
    await store.close()
    const database = new DatabaseSync(file)
    database.exec("UPDATE entries SET events = '[{' WHERE position = 1")
    database.close()
    const again = await openSqliteStore(file)
    await expect(again.entriesAfter(0, 1)).rejects.toMatchObject({ code: "STORE_DAMAGED" })
    await again.close()
  })
})

describe("SQLite stops where its files are taken away", () => {
  const entry = (name: string) => aBatch({ entries: [anEntry(name, 1)] })

  test.each([
    ["deleted", () => rm(file)],
    ["moved", () => rename(file, folder.file("elsewhere.db"))],
    ["replaced", () => rename(folder.file("other.db"), file)],
    ["without its log", () => rm(`${file}-wal`)],
  ])("[STORE133] a file that is %s while it is open takes nothing more", async (_, happen) => {
    await (await openSqliteStore(folder.file("other.db"))).close()
    const store = await openSqliteStore(file)
    expect(await store.commit(entry("f"))).toEqual({ ok: true, positions: [1] })
    await store.probe()
    await happen()
    await expect(store.commit(entry("g"))).rejects.toMatchObject({ code: "STORE_LOST" })
    await expect(store.putCredentials([])).rejects.toMatchObject({ code: "STORE_LOST" })
    await expect(store.probe()).rejects.toMatchObject({ code: "STORE_LOST" })
    await store.close()
  })

  test("[STORE133] it goes on when the file is back", async () => {
    const store = await openSqliteStore(file)
    await rename(file, folder.file("elsewhere.db"))
    await expect(store.probe()).rejects.toMatchObject({ code: "STORE_LOST" })
    await rename(folder.file("elsewhere.db"), file)
    await store.probe()
    expect(await store.commit(entry("f"))).toEqual({ ok: true, positions: [1] })
    // A second name is no other file.
    await link(file, folder.file("linked.db"))
    await store.probe()
    await store.close()
  })

  test("[STORE133] a copy in its place, with the same bytes, is another file", async () => {
    const store = await openSqliteStore(file)
    await copyFile(file, folder.file("copy.db"))
    await rename(folder.file("copy.db"), file)
    await expect(store.probe()).rejects.toMatchObject({ code: "STORE_LOST" })
    await store.close()
  })

  test("[STORE134] a store that has room for nothing more says so without being written to, and is well again when it has room", async () => {
    await filledStore()
    const store = await openSqliteStore(file, { maxSize: (await readFile(file)).length })
    await store.probe()
    const large = anEntry("g", 1)
    const events = Array.from({ length: 3000 }, () => large.events).flat()
    await expect(store.commit(aBatch({ entries: [{ ...large, events }] }))).rejects.toMatchObject({
      code: "STORE_FAILED",
    })
    await store.close()
  })
})

async function expectRefusal(code: string): Promise<void> {
  await expect(openSqliteStore(file)).rejects.toMatchObject({ code, message: expect.stringContaining(file) })
}

function soundness(path: string): string {
  try {
    const database = new DatabaseSync(path)
    try {
      return String(database.prepare("PRAGMA integrity_check(1)").get()?.integrity_check)
    } finally {
      database.close()
    }
  } catch (error) {
    return String(error)
  }
}

/** A file that an engine has worked with and closed. */
async function filledStore(): Promise<void> {
  const engine = await openEngine({ store: file })
  accepted(await engine.deploy("process: order\ndata: { text: string }\nflow: [ { task: pack }, { task: ship } ]"))
  const text = "x".repeat(150)
  await Promise.all(Array.from({ length: 60 }, () => engine.start("order", { data: { text } })))
  await engine.stop({ grace: 0 })
}

/** A file whose process was killed; how many families it had acknowledged. */
async function killedStore(): Promise<number> {
  const child = storeProcess(file, "write")
  let told = 0
  child.stdout.on("data", (chunk: Buffer) => {
    told += chunk.toString().split("f").length - 1
    if (told > 50) child.kill("SIGKILL")
  })
  const lines = await linesOf(child)
  return lines.length - 2
}

/** The same with eight bits flipped, here and there. */
function flipped(whole: Buffer, seed: number): Buffer {
  const copy = Buffer.from(whole)
  let state = seed * 2_654_435_761
  const next = (below: number) => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0
    return Math.floor((state / 2 ** 32) * below)
  }
  for (let times = 0; times < 8; times++) {
    const at = next(copy.length)
    copy[at] = (copy[at] ?? 0) ^ (1 << next(8))
  }
  return copy
}
