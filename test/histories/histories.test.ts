import { copyFileSync, readdirSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { expect, test } from "vitest"
import { emptyFamily } from "../../src/engine/draft.ts"
import { evolve } from "../../src/engine/evolve.ts"
import { encodeFamily } from "../../src/engine/snapshot.ts"
import {
  accepted,
  asCaseId,
  asFamilyId,
  type Entry,
  openEngine,
  openMemoryStore,
  VirtualClock,
} from "../../src/main.ts"
import { emptyBatch } from "../../src/store/empty-batch.ts"
import { aFile } from "../runtime/workplace.ts"

const folder = import.meta.dirname

test("[HISTORY3] histories recorded by earlier releases fold to the states recorded with them, for ever", () => {
  const files = readdirSync(folder).filter((name) => name.endsWith(".json"))
  expect(files).toContain("1.json")
  for (const file of files) {
    const histories: { entries: Entry[]; state: object }[] = JSON.parse(readFileSync(join(folder, file), "utf8"))
    for (const { entries, state } of histories) {
      const family = emptyFamily(asFamilyId(entries[0]?.family ?? ""))
      for (const entry of entries) evolve(family, entry)
      // What a later release remembers besides does no harm.
      expect(JSON.parse(encodeFamily(family))).toMatchObject(state)
    }
  }
})

test("[HISTORY4] a file of an earlier release is migrated, its read models are rebuilt, and its cases go on", async () => {
  const file = aFile()
  copyFileSync(join(folder, "../recorded/engine-1.db"), file)
  const clock = new VirtualClock("2026-01-08T09:00:00Z")
  const engine = await openEngine({ store: file, clock })
  expect((await engine.cases()).map(({ state, held }) => [state, held])).toEqual([
    ["running", false],
    ["running", false],
    ["running", true],
    ["removed", false],
  ])
  const id = asCaseId("recorded00000001")
  for (const task of ["see", "train"]) {
    const item = (await engine.case(id))?.items.find((one) => one.task === task && one.endedAt === undefined)
    if (item) accepted(await engine.completeItem(item.id, task === "see" ? { note: "warm" } : {}))
  }
  const { state, data } = (await engine.case(id)) ?? {}
  expect([state, data?.notes]).toEqual(["completed", ["cold", "warm"]])
  await clock.advance("P40D")
  expect((await engine.case(asCaseId("recorded00000002")))?.exceptions.map((raised) => raised.class)).toContain(
    "Timeout",
  )
  await engine.stop()
})

test("[HISTORY5] read models rebuilt from the entries are what they were", async () => {
  const file = aFile()
  copyFileSync(join(folder, "../recorded/engine-1.db"), file)
  const clock = new VirtualClock("2026-01-08T09:00:00Z")
  const engine = await openEngine({ store: file, clock })
  for (const { id, task } of await engine.items({ live: true }))
    if (task === "pack" || task === "see") accepted(await engine.completeItem(id))
  await clock.advance("P40D")
  const before = { cases: await engine.cases(), items: await engine.items() }
  const [entries, processes] = [await engine.entries(), engine.processes()]
  await engine.stop()

  const empty = openMemoryStore()
  await empty.commit({ ...emptyBatch, entries, processes })
  const rebuilt = await openEngine({ store: { ...empty, needsRebuild: async () => true }, clock })
  expect({ cases: await rebuilt.cases(), items: await rebuilt.items() }).toEqual(before)
  expect(await empty.nextAlarmAt()).toBeUndefined()
  await rebuilt.stop()
})
