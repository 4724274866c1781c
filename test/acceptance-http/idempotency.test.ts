import { afterAll, beforeAll, describe, expect, test } from "vitest"
import type { Client } from "../../src/client.ts"
import { asJson, calls, commandNames, inputOf, requestOf } from "../http/calls.ts"
import { answersAreDocumented } from "../http/documented.ts"
import { fingerprint } from "../http/fingerprint.ts"
import { furnish, type House, houses, staff } from "../http/house.ts"
import { codeOf, type Got, openWorld, told, type World } from "../http/world.ts"

const orders =
  "process: order\ndata: { amount: { type: number, default: 1 } }\nflow: [ { task: pack }, { task: ship } ]"

let world: World
let client: Client

beforeAll(async () => {
  world = await openWorld({ bundles: [orders, ...houses, { organisation: staff }] })
  client = world.client()
})
afterAll(() => world.close())

const howMany = async () => told(await client.cases({ process: "order", limit: 1000 })).rows.length
const started = async () => told(await client.start({ process: "order" })).case
const revisionOf = async (id: string) => told(await client.case({ case: id })).revision

describe("the same key again", () => {
  test.each(commandNames)("answers what the first did, and does nothing again: %s", async (name) => {
    const house: House = await furnish("open", client)
    const { method, path, body } = requestOf(name, inputOf(name, house))
    const headers = { ...asJson, "idempotency-key": `once-${name}` }
    const ask = (): Promise<Got> => world.raw(method, path, { headers, ...(body !== undefined && { body }) })
    const first = await ask()
    const keys = told(await client.keys()).rows.length
    const after = await fingerprint(world.engine)
    const second = await ask()
    const code = (first.json as { readonly code?: string }).code
    expect([name, first.status < 300 || (calls[name].refused ?? []).includes(code ?? "")]).toEqual([name, true])
    expect([second.status, withoutInstance(second)]).toEqual([first.status, withoutInstance(first)])
    expect(await fingerprint(world.engine)).toEqual(after)
    expect(told(await client.keys()).rows.length).toBe(keys)
  })

  test("twenty times at once starts one case, and everybody is told which", async () => {
    const before = await howMany()
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => client.start({ process: "order", data: { amount: 7 } }, { key: "twenty" })),
    )
    const ids = answers.map((answer) => told(answer).case)
    expect(ids).toEqual(ids.map(() => ids[0]))
    expect(await howMany()).toBe(before + 1)
  })

  test("twenty times at once completes an item once", async () => {
    const id = await started()
    const [item] = told(await client.items({ case: id })).rows
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => client.completeItem({ item: item?.id ?? "" }, { key: "pack-it" })),
    )
    expect(answers.map(told)).toEqual(answers.map(() => told(answers[0] ?? never())))
    expect(told(await client.case({ case: id })).items.map(({ task, status }) => [task, status])).toEqual([
      ["pack", "completed"],
      ["ship", "enabled"],
    ])
  })

  test("is remembered after a crash", async () => {
    const input = { process: "order", data: { amount: 3 } }
    const first = told(await client.start(input, { key: "before-the-crash" }))
    const before = await howMany()
    await world.reopen("crash")
    expect(told(await client.start(input, { key: "before-the-crash" }))).toEqual(first)
    expect(await howMany()).toBe(before)
  })

  test("with something else is refused, and does nothing", async () => {
    told(await client.start({ process: "order", data: { amount: 1 } }, { key: "one-thing" }))
    const before = await fingerprint(world.engine)
    const other = await client.start({ process: "order", data: { amount: 2 } }, { key: "one-thing" })
    expect(codeOf(other)).toBe("KEY_REUSED")
    const id = told(await client.cases({ process: "order" })).rows[0]?.id ?? ""
    expect(codeOf(await client.removeCase({ case: id }, { key: "one-thing" }))).toBe("KEY_REUSED")
    expect(await fingerprint(world.engine)).toEqual(before)
  })

  test("from somebody else is another key", async () => {
    const before = await howMany()
    const ann = told(await world.as("ann").start({ process: "order" }, { key: "shared" }))
    const bob = told(await world.as("bob").start({ process: "order" }, { key: "shared" }))
    expect(ann.case).not.toBe(bob.case)
    expect(await howMany()).toBe(before + 2)
  })

  test("after a refusal may succeed: what was not done is not remembered", async () => {
    const id = await started()
    const [item] = told(await client.items({ case: id })).rows
    told(await client.suspendItem({ item: item?.id ?? "" }))
    expect(codeOf(await client.completeItem({ item: item?.id ?? "" }, { key: "patient" }))).toBe("ITEM_HELD")
    told(await client.continueItem({ item: item?.id ?? "" }))
    told(await client.completeItem({ item: item?.id ?? "" }, { key: "patient" }))
  })

  test("after a trial is not used up", async () => {
    const before = await howMany()
    told(await client.start({ process: "order", dryRun: true }, { key: "tried" }))
    told(await client.start({ process: "order" }, { key: "tried" }))
    expect(await howMany()).toBe(before + 1)
  })

  test("is forgotten after a while, not before a day is over", async () => {
    const first = told(await client.start({ process: "order" }, { key: "of-the-day" }))
    await world.clock.advance("PT23H")
    expect(told(await client.start({ process: "order" }, { key: "of-the-day" }))).toEqual(first)
  })
})

describe("an expected revision", () => {
  test("is the ETag of what was looked at", async () => {
    const id = await started()
    const got = await world.raw("GET", `/api/v1/cases/${id}`)
    expect(got.headers.etag).toBe(`"${(got.json as { readonly revision: number }).revision}"`)
    const [item] = told(await client.items({ case: id })).rows
    const looked = await world.raw("GET", `/api/v1/items/${item?.id}`)
    expect(looked.headers.etag).toBe(got.headers.etag)
  })

  test("that is stale is refused with 412, and nothing is done; the current one is accepted", async () => {
    const id = await started()
    const stale = await revisionOf(id)
    told(await client.setData({ case: id, data: { amount: 2 } }))
    const before = await fingerprint(world.engine)
    const refused = await client.setData({ case: id, data: { amount: 3 } }, { expected: stale })
    expect(refused.ok ? "done" : [refused.status, refused.rejection.code]).toEqual([412, "VERSION_CHANGED"])
    expect(await fingerprint(world.engine)).toEqual(before)
    told(await client.setData({ case: id, data: { amount: 3 } }, { expected: await revisionOf(id) }))
    expect(told(await client.case({ case: id })).data).toEqual({ amount: 3 })
  })

  test("lets exactly one of many writers win", async () => {
    const id = await started()
    const expected = await revisionOf(id)
    const answers = await Promise.all(
      Array.from({ length: 10 }, (_, index) =>
        client.setData({ case: id, data: { amount: 100 + index } }, { expected }),
      ),
    )
    expect(answers.filter(({ ok }) => ok).length).toBe(1)
    expect(answers.filter(({ ok }) => !ok).map(codeOf)).toEqual(Array(9).fill("VERSION_CHANGED"))
    const winner = answers.findIndex(({ ok }) => ok)
    expect(told(await client.case({ case: id })).data).toEqual({ amount: 100 + winner })
  })

  test("of a tree is its version", async () => {
    const { case: id, items } = await furnish("vault", client)
    const lesson = {
      on: "itemPre",
      at: "vault/guard",
      if: "amount > 10",
      then: "nothing",
      from: { case: id, item: items.guard },
    }
    const { tree, version } = told(await client.learn(lesson))
    const stale = await client.undoRule({ tree }, { expected: version - 1 })
    expect(stale.ok ? "done" : [stale.status, stale.rejection.code]).toEqual([412, "VERSION_CHANGED"])
    expect(told(await client.undoRule({ tree }, { expected: version }))).toEqual({
      version: version + 1,
      undone: version,
    })
  })
})

function withoutInstance({ json }: Got): unknown {
  const { instance: _, ...rest } = (json ?? {}) as Readonly<Record<string, unknown>>
  return rest
}

function never(): never {
  throw new Error("twenty were asked")
}

answersAreDocumented(() => world)
