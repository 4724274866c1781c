import { afterAll, beforeAll, expect, test } from "vitest"
import { openWorld, type World } from "./world.ts"

const order = (extra = "") => `process: order
title: An order
data:
  amount: { type: number, required: true, min: 1, title: How much }
  urgent: { type: boolean, default: false }
flow: [ { task: pack }, { task: send${extra} } ]
`

let world: World
beforeAll(async () => {
  world = await openWorld({ bundles: [] })
})
afterAll(() => world.close())

test("[PROC1] a process tells who deployed each version, when and why, and whether it was removed", async () => {
  const client = world.client()
  await client.deploy({ text: order(), reason: "the first" })
  await client.deploy({ text: order(), reason: "the same again" })
  await client.deploy({ text: order(", title: Send it"), reason: "the second" })
  const rows = async () => {
    const told = await client.processes({ versions: true })
    if (!told.ok) throw new Error(told.rejection.code)
    return told.value.rows.map(({ version, reason, isRemoved }) => ({ version, reason, isRemoved }))
  }
  expect(await rows()).toEqual([
    { version: 1, reason: "the first", isRemoved: false },
    { version: 2, reason: "the second", isRemoved: false },
  ])
  await client.removeProcess({ process: "order", reason: "not needed" })
  expect(await rows()).toEqual([
    { version: 1, reason: "the first", isRemoved: true },
    { version: 2, reason: "the second", isRemoved: true },
  ])
  await client.deploy({ text: order(", title: Send it") })
  expect((await rows()).map(({ isRemoved }) => isRemoved)).toEqual([false, false])
})

test("[PROC2] with a process comes the form its cases begin with", async () => {
  const client = world.client()
  await client.deploy({ text: order() })
  const told = await client.process({ process: "order" })
  if (!told.ok) throw new Error(told.rejection.code)
  expect(told.value.form).toEqual({
    fields: [
      { name: "amount", title: "How much", type: "number", required: true, readOnly: false, min: 1 },
      { name: "urgent", title: "Urgent", type: "boolean", required: false, readOnly: false, default: false },
    ],
  })
})

test("[PROC3] what is verified can be looked at before it is deployed", async () => {
  const told = await world.client().verify({ text: order() })
  if (!told.ok) throw new Error(told.rejection.code)
  const [sketch] = told.value.processes
  expect(sketch?.source.process).toBe("order")
  expect(sketch?.net).toMatchObject({ process: "order", version: 0, title: "An order" })
  expect(sketch?.net.nets[0]?.nodes.flatMap(({ task }) => task ?? [])).toEqual(["pack", "send"])
})

test("[PROC3] with errors in it there is nothing to draw, and all that is wrong is told", async () => {
  const told = await world.client().verify({ text: "process: order\nflow: [ { task: pack, after: 3 } ]" })
  if (!told.ok) throw new Error(told.rejection.code)
  expect(told.value.processes).toEqual([])
  expect(told.value.findings.map(({ severity }) => severity)).toEqual(["error"])
})
