import { expect, onTestFinished, test } from "vitest"
import { accepted, asItemId, familyOf, openEngine, openMemoryStore, type Store, VirtualClock } from "../../src/main.ts"

const bakery = `
process: order
data: { loaves: { type: integer, default: 1 } }
flow: [ { task: bake }, { task: sell } ]
---
organisation:
  agents: { bea: {} }
  permissions: { bea: { do: [ order ], see: [ order ], intervene: [ order ] } }
`

test("[READ3] a family that is asked about, and then acted upon, is read from the store once, by however many", async () => {
  const reads: string[] = []
  const store = openMemoryStore()
  const counting: Store = {
    ...store,
    load: (family) => {
      reads.push(family)
      return store.load(family)
    },
  }
  const engine = await openEngine({ store: counting, clock: new VirtualClock(), capacity: 64 })
  onTestFinished(() => engine.stop({ grace: 0 }))
  accepted(await engine.deploy(bakery))
  const { case: id } = accepted(await engine.start("order"))
  const { case: other } = accepted(await engine.start("order"))
  const crowdOut = async () => {
    for (let more = 0; more < 40; more++) accepted(await engine.start("order"))
  }
  const readsDuring = async (work: () => Promise<unknown>) => {
    await crowdOut()
    reads.length = 0
    await work()
    return reads
  }
  const bea = { by: "bea" }
  const once = [familyOf(id)]
  // What one request over HTTP asks: where it stands, whether that is allowed, and the command.
  const complete = async () => {
    await engine.placeOf(`${id}.i1`)
    accepted(await engine.completeItem(asItemId(`${id}.i1`), {}, bea))
    await engine.case(id)
  }
  expect(await readsDuring(complete)).toEqual(once)
  const dryRun = async () => {
    await engine.placeOf(id)
    accepted(await engine.setData(id, { loaves: 3 }, { ...bea, dryRun: true }))
  }
  expect(await readsDuring(dryRun)).toEqual(once)
  expect(await readsDuring(() => Promise.all([1, 2, 3].map(() => engine.case(other))))).toEqual([familyOf(other)])
})

test("[READ3] what was read while it was being changed is not kept", async () => {
  const store = openMemoryStore()
  const held = Promise.withResolvers<void>()
  let isHeld = false
  const slow: Store = {
    ...store,
    load: async (family) => {
      const found = await store.load(family)
      if (isHeld) await held.promise
      return found
    },
  }
  const engine = await openEngine({ store: slow, clock: new VirtualClock(), capacity: 1 })
  onTestFinished(() => engine.stop({ grace: 0 }))
  accepted(await engine.deploy(bakery))
  const { case: id } = accepted(await engine.start("order"))
  accepted(await engine.start("order"))
  isHeld = true
  const early = engine.case(id)
  const changed = engine.removeCase(id)
  isHeld = false
  held.resolve()
  accepted(await changed)
  await early
  expect((await engine.case(id))?.state).toBe("removed")
})
