import { expect, test } from "vitest"
import { VirtualClock } from "../../src/main.ts"
import { Alarms } from "../../src/runtime/alarms.ts"
import { refuse } from "../../src/runtime/answer.ts"
import { openMemoryStore } from "../../src/store/memory/store.ts"
import type { AlarmChange } from "../../src/store/port.ts"
import { aBatch, family, itemId } from "../contracts/store-rows.ts"

test("[NODE22] the end of a lease that comes too late leaves the lease of the next attempt alone", async () => {
  const store = openMemoryStore()
  const clock = new VirtualClock(0)
  const lease = (attempt: number, dueAt: number): AlarmChange => {
    return { family: family("f"), id: itemId("f", 1), kind: "lease", attempt, dueAt }
  }
  const set = async (alarms: readonly AlarmChange[]) => void (await store.commit(aBatch({ alarms })))
  await set([lease(1, 1000)])
  const alarms = new Alarms({
    store,
    clock,
    // While this one asks, the item has been given out again.
    async fire() {
      await set([lease(2, 60_000)])
      return refuse({ code: "ATTEMPT_OVER", message: "Another attempt is under way", remedy: "Leave it." })
    },
    prolong: () => undefined,
    takeOver: undefined,
    setLease: async () => {},
    setAlarms: set,
  })
  await alarms.start()
  await clock.advanceTo(1000)
  await expect.poll(() => alarms.isRinging).toBe(false)
  alarms.stop()
  expect(await store.dueAlarms(60_000, 9)).toEqual([
    { family: "f", kind: "lease", item: "f.i1", attempt: 2, dueAt: 60_000 },
  ])
})
