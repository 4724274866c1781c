import { expect, test } from "vitest"
import { accepted, openEngine, openMemoryStore, type Store, VirtualClock } from "../../src/main.ts"
import { aFile, anEngine, itemOf } from "./workplace.ts"

const charge = `
process: order
data: { amount: { type: number, default: 5 }, receipt: string }
flow: [ { program: charge, worker: charge-card, reads: [amount], writes: [receipt] } ]
`

test("[WORK1] a registered worker does its program's items and what it gives is written", async () => {
  const { engine } = await anEngine(charge)
  engine.worker("charge-card", async ({ data, attempt, task }) => ({
    receipt: `${task} ${attempt} ${JSON.stringify(data)}`,
  }))
  const { case: id } = accepted(await engine.start("order"))
  await engine.idle()
  const { state, data } = (await engine.case(id)) ?? {}
  expect({ state, data }).toEqual({ state: "completed", data: { amount: 5, receipt: 'charge 1 {"amount":5}' } })
})

test("[WORK2] items that were there before the worker come to it", async () => {
  const { engine } = await anEngine(charge)
  const { case: id } = accepted(await engine.start("order"))
  engine.worker("charge-card", async () => ({ receipt: "r" }))
  await engine.idle()
  expect((await engine.case(id))?.state).toBe("completed")
})

test("[WORK3] a worker that throws leaves its item enabled and held until it is retried", async () => {
  const { engine } = await anEngine(charge)
  let calls = 0
  engine.worker("charge-card", async () => {
    if (++calls === 1) throw new Error("card expired")
    return { receipt: "r-2" }
  })
  const { case: id } = accepted(await engine.start("order"))
  await engine.idle()
  const failed = await itemOf(engine, id, "charge")
  expect([failed.status, failed.held, failed.attempt, calls]).toEqual(["enabled", true, 1, 1])
  const [raised] = (await engine.case(id))?.exceptions ?? []
  expect([raised?.class, raised?.parameters]).toEqual(["ItemAbort", { message: "card expired", attempt: 1 }])
  accepted(await engine.retryItem(failed.id))
  await engine.idle()
  expect([(await engine.case(id))?.data.receipt, calls]).toEqual(["r-2", 2])
})

test("[WORK4] no more items are given out at a time than the worker can take", async () => {
  const { engine } = await anEngine(charge)
  let running = 0
  let most = 0
  const release: (() => void)[] = []
  engine.worker(
    "charge-card",
    async () => {
      most = Math.max(most, ++running)
      await new Promise<void>((resolve) => release.push(resolve))
      running--
      return { receipt: "r" }
    },
    { concurrency: 3 },
  )
  for (let number = 0; number < 8; number++) accepted(await engine.start("order"))
  await engine.idle()
  for (let done = 0; done < 8; done++) {
    release.shift()?.()
    await engine.idle()
  }
  expect([most, running, (await engine.cases({ state: "completed" })).length]).toEqual([3, 0, 8])
})

test("[WORK5] the signal tells a worker that its result is no longer wanted", async () => {
  const { engine } = await anEngine(charge)
  const signals: AbortSignal[] = []
  engine.worker("charge-card", (_, signal) => {
    signals.push(signal)
    return new Promise(() => {})
  })
  const { case: id } = accepted(await engine.start("order"))
  await engine.idle()
  expect(signals.map(({ aborted }) => aborted)).toEqual([false])
  accepted(await engine.removeCase(id))
  await engine.idle()
  expect(signals.map(({ aborted }) => aborted)).toEqual([true])
})

test("[WORK6] an item given out by an engine that is gone comes again with the same key", async () => {
  const file = aFile()
  const keys: string[] = []
  const first = await openEngine({ store: file, clock: new VirtualClock() })
  accepted(await first.deploy(charge))
  first.worker("charge-card", ({ key, attempt }) => new Promise(() => keys.push(`${key} ${attempt}`)))
  const { case: id } = accepted(await first.start("order"))
  await first.idle()
  await first.kill()

  const second = await openEngine({ store: file, clock: new VirtualClock() })
  second.worker("charge-card", async ({ key, attempt }) => {
    keys.push(`${key} ${attempt}`)
    return { receipt: "r" }
  })
  await second.idle()
  expect((await second.case(id))?.state).toBe("completed")
  expect(keys).toEqual([keys[0], keys[0]])
  await second.stop()
})

test("[WORK7] a program whose lease runs out has vanished: its item is enabled and held", async () => {
  const file = aFile()
  const clock = new VirtualClock()
  const first = await openEngine({ store: file, clock })
  accepted(await first.deploy(charge))
  first.worker("charge-card", () => new Promise(() => {}), { lease: 30_000 })
  const { case: id } = accepted(await first.start("order"))
  await first.idle()
  await clock.advance("PT10M")
  expect((await itemOf(first, id, "charge")).status).toBe("started")
  await first.kill()

  const second = await openEngine({ store: file, clock })
  await clock.advance("PT1M")
  const item = await itemOf(second, id, "charge")
  expect([item.status, item.held, item.holds[0]?.reason]).toEqual(["enabled", true, "ItemAbort at charge"])
  await second.stop()
})

test("[WORK8] with a manual heartbeat a silent program loses its lease, and its late result is dropped", async () => {
  const { engine, clock } = await anEngine(charge)
  let finish = () => {}
  engine.worker(
    "charge-card",
    ({ heartbeat }) => {
      heartbeat()
      return new Promise((resolve) => {
        finish = () => resolve({ receipt: "late" })
      })
    },
    { lease: 30_000, heartbeat: "manual" },
  )
  const { case: id } = accepted(await engine.start("order"))
  await engine.idle()
  await clock.advance("PT2M")
  finish()
  await engine.idle()
  const item = await itemOf(engine, id, "charge")
  expect([item.status, item.held, (await engine.case(id))?.data]).toEqual(["enabled", true, { amount: 5 }])
})

test("[WORK9] output of the wrong type is a failed attempt", async () => {
  const { engine } = await anEngine(charge)
  engine.worker("charge-card", async () => ({ receipt: 5 }))
  const { case: id } = accepted(await engine.start("order"))
  await engine.idle()
  const [raised] = (await engine.case(id))?.exceptions ?? []
  expect(raised?.class).toBe("ItemAbort")
})

test("[WORK10] stopping waits for the programs under way", async () => {
  const file = aFile()
  const engine = await openEngine({ store: file })
  accepted(await engine.deploy(charge))
  let finish = () => {}
  const begun = new Promise<void>((begin) => {
    engine.worker("charge-card", () => {
      begin()
      return new Promise((resolve) => {
        finish = () => resolve({ receipt: "r" })
      })
    })
  })
  const { case: id } = accepted(await engine.start("order"))
  await begun
  const stopped = engine.stop()
  expect(await engine.start("order")).toMatchObject({ ok: false, rejection: { code: "ENGINE_STOPPED" } })
  finish()
  await stopped
  const again = await openEngine({ store: file })
  expect((await again.case(id))?.state).toBe("completed")
  await again.stop()
})

test("[WORK11] an item enabled again while its last attempt ends is taken up, however long the store takes to say so", async () => {
  const again = `${charge}---
exlets: { try-again: [ { retry: item } ] }
rules: [ { on: ItemAbort, at: order/charge, then: try-again } ]`
  for (let ticks = 0; ticks < 40; ticks++) {
    const store = openMemoryStore()
    const slow: Store = {
      ...store,
      async readyItems(worker, after, limit) {
        const rows = await store.readyItems(worker, after, limit)
        for (let tick = 0; tick < ticks; tick++) await Promise.resolve()
        return rows
      },
    }
    const { engine } = await anEngine(again, { store: slow })
    let calls = 0
    engine.worker("charge-card", async () => {
      if (++calls === 1) throw new Error("card expired")
      return { receipt: "r" }
    })
    const { case: id } = accepted(await engine.start("order"))
    await engine.idle()
    expect([ticks, (await engine.case(id))?.state]).toEqual([ticks, "completed"])
  }
})
