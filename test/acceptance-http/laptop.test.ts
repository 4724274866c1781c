import { resolve } from "node:path"
import { afterAll, beforeAll, describe, expect, test } from "vitest"
import { bundleFiles } from "../../src/cli/bundle-folder.ts"
import type { Client } from "../../src/client.ts"
import { answersAreDocumented } from "../http/documented.ts"
import { over, running, Show } from "../http/show.ts"
import { codeOf, openWorld, told, type World } from "../http/world.ts"

const folder = resolve(import.meta.dirname, "../../examples/laptop")

let world: World
let client: Client

beforeAll(async () => {
  world = await openWorld()
  client = world.client()
  told(await client.deploy({ files: await bundleFiles(folder) }))
})
afterAll(() => world.close())

async function ordered(data = {}): Promise<Show> {
  const order = await Show.of(client, "laptop-order", { approved: true, amount: 1200, ...data })
  await order.completeAll("C", "D", "E")
  return order
}

describe("the laptop over HTTP alone", () => {
  answersAreDocumented(() => world)

  test.each([
    ["B2", "B3"],
    ["B3", "B2"],
  ])("[META8] more than 3000, %s first: it is held until it was approved further up", async (first, second) => {
    const order = await Show.of(client, "laptop-order")
    await order.complete("A1", { budget: 3001 })
    await order.complete(first, { result: "okay" })
    expect(await order.family()).toEqual({ "laptop-order": "running" })
    await order.complete(second, { result: "okay" })
    expect(await order.stands()).toEqual(running({ B11: "held enabled" }, { held: true }))
    expect((await order.view()).states).toMatchObject({
      B11: "suspended",
      joinApprovals: "executing",
      entering: "done",
    })
    expect(codeOf(await order.try("B11"))).toBe("ITEM_HELD")
    await (await order.worklet("additional-approval")).completeAll("vpFinance", "president")
    expect(await order.stands()).toEqual(running({ B11: "enabled" }))
  })

  test("[META1] changed while the parts are received: the run waits, and says for what", async () => {
    const order = await ordered()
    told(await client.startItem({ item: await order.item("F") }))
    await order.raise("change_request")
    const { runs, holds, states } = await order.view()
    expect(runs.map(({ exlet, awaits }) => [exlet, awaits])).toEqual([
      ["stop-and-change", [{ frame: order.id, task: "F", item: await order.item("F") }]],
    ])
    expect([holds.map(({ target }) => target), states.F, states.G]).toEqual([
      [{ kind: "after", frame: order.id, task: "F" }],
      "executing",
      "notReady",
    ])
    await order.complete("F")
    expect(await order.stands()).toEqual(running({ G: "held enabled" }))
    const change = await order.worklet("change-order")
    await change.complete("computeAmount", { newAmount: 1199 })
    await change.completeAll("orderNewParts", "returnOldParts")
    expect(await order.stands()).toEqual(running({ G: "enabled" }))
    await order.completeAll("G", "H")
    expect(await order.stands()).toEqual(over("completed"))
  })

  test("[META12] changed to something dearer, or cancelled: the order ends, and the rest of its family goes on", async () => {
    const dearer = await ordered()
    told(await client.startItem({ item: await dearer.item("F") }))
    await dearer.raise("change_request")
    await dearer.complete("F")
    await (await dearer.worklet("change-order")).complete("computeAmount", { newAmount: 1300 })
    expect(await dearer.family()).toEqual({
      "laptop-order": "removed",
      "change-order": "completed",
      cancellation: "running",
      "ask-to-resubmit": "running",
    })
    const cancelled = await ordered()
    await cancelled.raise("Cancel")
    expect(await cancelled.stands()).toEqual(over("removed"))
    expect((await (await cancelled.worklet("cancellation")).view()).states).toMatchObject({
      cancelCard: "ready",
      vendors: "notReady",
      charging: "notReady",
    })
  })

  test("[ESP2] what no rule captures changes nothing", async () => {
    const order = await ordered()
    await order.complete("F")
    await order.raise("Cancel")
    expect(await order.stands()).toEqual(running({ G: "enabled" }))
    expect(await order.family()).toEqual({ "laptop-order": "running" })
  })
})
