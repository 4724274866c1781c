import { expect, onTestFinished, test } from "vitest"
import { accepted, openEngine, openMemoryStore, type Store, VirtualClock } from "../../src/main.ts"

const clinic = `
process: visit
flow: [ { task: examine }, { task: bill } ]
---
process: emergency
flow: [ { task: rescue } ]
`

test("[DEPLOY10] what can be started is compiled when it comes into force: after a restart the first start compiles nothing", async () => {
  const store = openMemoryStore()
  const first = await openEngine({ store: { ...store, close: async () => undefined }, clock: new VirtualClock() })
  accepted(await first.deploy(clinic))
  await first.stop()
  const read: string[] = []
  const watched: Store = {
    ...store,
    processes: async () =>
      (await store.processes()).map(({ source, ...row }) =>
        Object.defineProperty({ ...row, source }, "source", {
          enumerable: true,
          get() {
            read.push(row.name)
            return source
          },
        }),
      ),
  }
  const engine = await openEngine({ store: watched, clock: new VirtualClock() })
  onTestFinished(() => engine.stop())
  expect(read.toSorted()).toEqual(["emergency", "visit"])
  read.length = 0
  accepted(await engine.start("visit"))
  accepted(await engine.start("emergency"))
  expect(read).toEqual([])
})
