import { readdir, stat } from "node:fs/promises"
import { dirname } from "node:path"
import { createInterface } from "node:readline"
import { afterEach, beforeEach, describe, expect, test } from "vitest"
import { rootFrame } from "../../src/messages/ids.ts"
import { openSqliteStore } from "../../src/store/sqlite/store.ts"
import { type Folder, newFolder } from "./sqlite-home.ts"
import { storeProcess } from "./sqlite-process.ts"
import { aBatch, aCase, aDecision, anEntry, anItem, caseId, family, itemId, timerId } from "./store-rows.ts"

describe("SQLite keeps what it acknowledged", () => {
  let folder: Folder
  let file: string
  beforeEach(async () => {
    folder = await newFolder()
    file = folder.file("exlet.db")
  })
  afterEach(() => folder.remove())

  test("[STORE54] what was acknowledged outlives a kill", async () => {
    const writer = storeProcess(file, "write")
    const said: string[] = []
    for await (const line of createInterface(writer.stdout)) {
      said.push(line)
      if (said.length === 200) writer.kill("SIGKILL")
    }
    const store = await openSqliteStore(file)
    for (const name of said.slice(1)) {
      expect(await store.load(family(name))).toEqual({ entries: [anEntry(name, 1, 3)] })
      expect(await store.case(caseId(name))).toEqual(aCase(name))
    }
    const last = await store.lastPosition()
    expect(await store.cases({ limit: 10_000 })).toHaveLength(last)
    await store.close()
  })

  test("[STORE55] a commit the disk has no room for fails whole, and smaller ones go on", async () => {
    const store = await openSqliteStore(file, { maxSize: 300_000 })
    await store.commit(aBatch({ entries: [anEntry("f", 1)] }))
    const large = anEntry("g", 1, 1, { reason: "x".repeat(400_000) })
    const batch = aBatch({ entries: [anEntry("f", 2), large], cases: [aCase("f")] })
    await expect(store.commit(batch)).rejects.toMatchObject({ code: "STORE_FAILED" })
    expect(await store.load(family("f"))).toEqual({ entries: [anEntry("f", 1)] })
    expect(await store.case(caseId("f"))).toBeUndefined()
    expect(await store.commit(aBatch({ entries: [anEntry("f", 2)] }))).toEqual({ ok: true, positions: [2] })
    await store.close()
  })

  test("[STORE56] a closed store is one file", async () => {
    const store = await openSqliteStore(file)
    await store.commit(aBatch({ entries: [anEntry("f", 1)] }))
    await store.close()
    expect(await readdir(dirname(file))).toEqual(["exlet.db"])
  })

  test("[STORE57] a waiting case takes less than 1,500 bytes", async () => {
    const names = Array.from({ length: 5000 }, (_, index) => `case${String(index).padStart(12, "0")}`)
    const store = await openSqliteStore(file)
    await store.commit(
      aBatch({
        entries: names.map((name) => anEntry(name, 1, 3, { events: threeEvents(name) })),
        cases: names.map((name) => aCase(name)),
        items: names.map((name) => anItem(name, 1)),
        alarms: names.map((name) => ({ family: family(name), id: timerId(name, 1), kind: "timer", dueAt: 5 })),
      }),
    )
    await store.close()
    expect((await stat(file)).size / names.length).toBeLessThan(1500)
  })

  test("[STORE76] a decision takes less than 50 bytes", async () => {
    const store = await openSqliteStore(file)
    await store.close()
    const before = (await stat(file)).size
    const decisions = Array.from({ length: 20_000 }, (_, number) => {
      const tree = `itemPre organise-concert/task${number % 10}`
      return aDecision(`case${String(number >> 2).padStart(12, "0")}`, 3 * (number % 4), { tree })
    })
    const again = await openSqliteStore(file)
    for (let from = 0; from < decisions.length; from += 200) {
      await again.commit(aBatch({ decisions: decisions.slice(from, from + 200) }))
    }
    await again.close()
    expect(((await stat(file)).size - before) / decisions.length).toBeLessThan(50)
  })
})

function threeEvents(name: string) {
  const [id, item] = [caseId(name), itemId(name, 1)]
  const frame = rootFrame(id)
  const data = { venue: "stadium", seating: 25_000, ticketsSold: 0, customer: "K-4711" }
  return [
    { type: "CaseStarted", case: id, process: "concert", version: 1, data, start: "in" },
    { type: "RouteFired", frame, route: "r1", consumed: ["in"], produced: ["p1"] },
    { type: "ItemEnabled", item, case: id, frame, task: "bookStadium", kind: "work", consumed: ["p1"] },
  ] as const
}
