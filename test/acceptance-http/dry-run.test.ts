import { afterAll, beforeAll, describe, expect, test } from "vitest"
import type { Client } from "../../src/client.ts"
import { asJson, calls, commandNames, inputOf, requestOf } from "../http/calls.ts"
import { answersAreDocumented } from "../http/documented.ts"
import { fingerprint } from "../http/fingerprint.ts"
import { furnish, ghostOf, type House, houses, staff } from "../http/house.ts"
import { whatIsWrongWith } from "../http/refused-well.ts"
import { codeOf, openWorld, told, type World } from "../http/world.ts"

let world: World
let client: Client
let house: House

beforeAll(async () => {
  world = await openWorld({ bundles: [...houses, { organisation: staff }] })
  client = world.client()
  house = await furnish("open", client)
})
afterAll(() => world.close())

describe("a trial", () => {
  test.each(commandNames)("answers, and nothing is done, kept or told: %s", async (name) => {
    const { method, path, body } = requestOf(name, { ...inputOf(name, house), dryRun: true, reason: "only to see" })
    const before = { ...(await fingerprint(world.engine)), keys: told(await client.keys()) }
    const got = await world.raw(method, path, { headers: asJson, ...(body !== undefined && { body }) })
    const code = (got.json as { readonly code?: string }).code ?? ""
    const isAnswered = got.status < 300 || (calls[name].refused ?? []).includes(code)
    expect(isAnswered ? "answered" : got.text).toBe("answered")
    expect({ ...(await fingerprint(world.engine)), keys: told(await client.keys()) }).toEqual(before)
  })

  test.each(commandNames)("of what is not there is refused as the thing itself would be: %s", async (name) => {
    const ghost = ghostOf(house)
    const { parameters } = requestParts(name)
    if (parameters === 0) return
    const ask = async (more: object) => {
      const { method, path, body } = requestOf(name, { ...inputOf(name, ghost), ...more })
      return world.raw(method, path, { headers: asJson, ...(body !== undefined && { body }) })
    }
    if (["removeProcess", "removeExlet", "grant"].includes(name)) return
    const tried = await ask({ dryRun: true })
    const done = await ask({})
    expect(whatIsWrongWith(tried)).toEqual([])
    expect([tried.status, (tried.json as { code: string }).code]).toEqual([
      done.status,
      (done.json as { code: string }).code,
    ])
  })

  test("tells what would happen: the events are those that happen then", async () => {
    const fresh = await furnish("open", client)
    const tried = told(await client.completeItem({ item: fresh.items.weigh, dryRun: true }))
    const done = told(await client.completeItem({ item: fresh.items.weigh }))
    expect(tried.events.map(({ type }) => type)).toEqual(done.events.map(({ type }) => type))
  })

  test("tells why it would be refused", async () => {
    const held = { item: house.heldItem, dryRun: true }
    expect(codeOf(await client.startItem(held))).toBe("ITEM_HELD")
    expect(codeOf(await client.start({ process: "open", data: { amount: "many" }, dryRun: true }))).toBe("DATA_INVALID")
    expect(codeOf(await client.deploy({ text: "process: 7", dryRun: true }))).toBe("DEFINITION_INVALID")
  })

  test("is not seen by anybody who listens, nor by a program that waits for work", async () => {
    const waiting = client.claim({ worker: "fresh-worker", wait: 50 })
    told(await client.start({ process: "open", dryRun: true }))
    expect(told(await waiting).rows).toEqual([])
  })
})

function requestParts(name: (typeof commandNames)[number]): { readonly parameters: number } {
  const { path } = requestOf(name, inputOf(name, house))
  return { parameters: path === requestOf(name, inputOf(name, ghostOf(house))).path ? 0 : 1 }
}

answersAreDocumented(() => world)
