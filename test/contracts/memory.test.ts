import { expect, test } from "vitest"
import { newMemoryDisk } from "../../src/store/memory/disk.ts"
import { openMemoryStore } from "../../src/store/memory/store.ts"
import { storeContract } from "./store.ts"
import { aBatch, anEntry, family } from "./store-rows.ts"

storeContract("memory", async () => {
  const disk = newMemoryDisk()
  return { open: async () => openMemoryStore(disk), remove: async () => {} }
})

test("[STORE59] opening a memory disk cuts off the store that had it, as a crash would", async () => {
  const disk = newMemoryDisk()
  const before = openMemoryStore(disk)
  await before.commit(aBatch({ entries: [anEntry("f", 1)] }))
  const after = openMemoryStore(disk)
  await expect(before.commit(aBatch({ entries: [anEntry("f", 2)] }))).rejects.toMatchObject({ code: "STORE_FAILED" })
  await before.close()
  expect(await after.load(family("f"))).toEqual({ entries: [anEntry("f", 1)] })
})
