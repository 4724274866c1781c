import { afterAll, beforeAll, describe, expect, test } from "vitest"
import { operations } from "../../src/api/operations.ts"
import type { OperationName } from "../../src/api/routes.ts"
import type { Client, Told } from "../../src/client.ts"
import { operationNames } from "../http/calls.ts"
import { answersAreDocumented } from "../http/documented.ts"
import { openWorld, told, type World } from "../http/world.ts"

const bundle = `
process: tour
data: { city: string, seats: { type: integer, default: 7 } }
flow: [ { parallel: both, branches: [ [ { task: travel } ], [ { task: play } ] ] } ]
---
exlets: { cheer: [ { notify: administrator, text: hooray } ] }
rules:
  - { on: itemPre, at: tour/play, tree: [ { if: seats > 5, then: nothing } ] }
  - { on: itemPre, at: tour/travel, then: cheer }
`

let world: World
let client: Client

beforeAll(async () => {
  world = await openWorld({ bundles: [bundle] })
  client = world.client()
  for (let tour = 0; tour < 5; tour++) await another()
  filters.caseItems = { case: told(await client.cases({ state: "running" })).rows[0]?.id }
})
afterAll(() => world.close())

/** One more row in every list. */
async function another(): Promise<void> {
  const id = told(await client.start({ process: "tour" })).case
  told(await client.report({ case: id, title: "The bus is gone" }))
  const over = told(await client.start({ process: "tour" })).case
  told(await client.removeCase({ case: over }))
}

interface Page {
  readonly rows: readonly object[]
  readonly next?: string | number
}

type Fields = Readonly<Record<string, unknown>>

/** Every list that comes in pages, with what it must be told. */
const filters: Partial<Record<OperationName, Fields>> = {
  decisions: { tree: "itemPre tour/play" },
  worklist: { agent: "administrator" },
  notifications: { agent: "administrator" },
  records: { endedBefore: "2100-01-01" },
}
const lists = operationNames.filter((name) => {
  const { input, kind, as } = operations[name]
  // What waits to be carried changes by itself, and what stands still is looked for case by case.
  // The items of one case are no more when another case begins.
  if (name === "deliveries" || name === "stalled" || name === "caseItems") return false
  return kind === "query" && as === undefined && "after" in input.properties && "limit" in input.properties
})

const ask = async (name: OperationName, more: Fields): Promise<Told<unknown>> => {
  const verb = client[name] as (input: Fields) => Promise<Told<unknown>>
  return verb({ ...filters[name], ...more })
}
const page = async (name: OperationName, more: Fields): Promise<Page> => told(await ask(name, more)) as Page

/** All of it, so many at a time. `between` happens after each page. */
async function paged(name: OperationName, limit: number, between?: () => Promise<void>): Promise<readonly object[]> {
  const rows: object[] = []
  for (let after: string | number | undefined, pages = 0; pages < 500; pages++) {
    const got = await page(name, { limit, ...(after !== undefined && { after }) })
    expect(got.rows.length).toBeLessThanOrEqual(limit)
    rows.push(...got.rows)
    if (got.next === undefined) return rows
    after = got.next
    await between?.()
  }
  throw new Error(`${name} does not end`)
}

describe("a list in pages", () => {
  test("is every list there is: the ones that are tried here", () => {
    const tried = ["cases", "items", "exceptions", "interventions", "decisions", "worklist", "notifications", "entries"]
    expect(lists).toEqual([...tried, "records"])
  })

  test.each(lists)("has the same rows, whatever the size of a page: %s", async (name) => {
    const { rows: whole } = await page(name, { limit: 1000 })
    expect(whole.length).toBeGreaterThanOrEqual(5)
    for (const limit of [1, 2, 3, whole.length - 1, whole.length, whole.length + 1]) {
      expect([limit, await paged(name, limit)]).toEqual([limit, whole])
    }
  })

  test.each(lists)("has every row that was there before exactly once while others are added: %s", async (name) => {
    const { rows: before } = await page(name, { limit: 1000 })
    let added = 0
    const rows = await paged(name, 2, async () => {
      if (added++ < 3) await another()
    })
    const texts = rows.map((row) => JSON.stringify(row))
    expect(texts.filter((text) => before.some((row) => JSON.stringify(row) === text))).toEqual(
      before.map((row) => JSON.stringify(row)),
    )
    expect(new Set(texts).size).toBe(texts.length)
  })

  const others = lists.flatMap((name) => lists.filter((other) => other !== name).map((other) => [name, other] as const))

  test.each(others)("refuses a place in another list: %s for %s", async (name, other) => {
    const { next } = await page(name, { limit: 1 })
    expect(next).toBeDefined()
    const got = await ask(other, { after: next })
    expect(got.ok ? "taken" : [got.status, got.rejection.code]).toEqual([400, "REQUEST_INVALID"])
  })

  test.each(lists)("refuses a place that is none, and a size that is none: %s", async (name) => {
    for (const after of ["x", "!!!", "null", "AAAA", "e30", "=", "../..", "-1", "1.5"]) {
      const got = await ask(name, { after })
      expect([after, got.ok ? "taken" : got.status]).toEqual([after, 400])
    }
    for (const limit of [0, -1, 1001, 1e9, "many", 1.5, "NaN"]) {
      const got = await ask(name, { limit })
      expect([limit, got.ok ? "taken" : got.status]).toEqual([limit, 400])
    }
  })

  test.each(["deliveries", "stalled", "caseItems"] as const)(
    "[HTTP31] ends where nothing is left, whatever else it does: %s",
    async (name) => {
      const { rows } = await page(name, { limit: 1000 })
      expect(await paged(name, 1)).toEqual(rows)
    },
  )

  test("[HTTP31] of entries says how far it goes, so that a reader of the last page goes on later where it was", async () => {
    const readOn = async (after: number, limit: number) => {
      const positions: number[] = []
      for (let from = after; ; ) {
        const got = told(await client.entries({ after: from, limit }))
        positions.push(...got.rows.map(({ position }) => position))
        if (got.next === undefined) return { positions, upTo: got.upTo }
        expect(got.next).toBe(got.upTo)
        from = got.next
      }
    }
    for (const limit of [1, 7, 1000]) {
      const read = await readOn(0, limit)
      expect(read.upTo).toBe(read.positions.at(-1))
      expect(await readOn(read.upTo, limit)).toEqual({ positions: [], upTo: read.upTo })
      await another()
      const whole = told(await client.entries({ limit: 1000 })).rows.map(({ position }) => position)
      const since = await readOn(read.upTo, limit)
      expect([...read.positions, ...since.positions]).toEqual(whole)
    }
  })

  test("[HTTP31] of one family's entries, or the newest first, ends too", async () => {
    const { rows: whole } = told(await client.entries({ limit: 1000 }))
    const family = String(whole.at(-1)?.family)
    for (const limit of [1, 3, 1000]) {
      const own: number[] = []
      for (let after: number | undefined, pages = 0; pages < 500; pages++) {
        const got = told(await client.entries({ family, limit, ...(after !== undefined && { after }) }))
        own.push(...got.rows.map(({ position }) => position))
        after = got.next
        if (after === undefined) break
      }
      expect(own).toEqual(whole.filter((entry) => entry.family === family).map(({ position }) => position))
      const back: number[] = []
      for (let before: number | undefined, pages = 0; pages < 500; pages++) {
        const got = told(await client.entries({ order: "newest", limit, ...(before !== undefined && { before }) }))
        back.push(...got.rows.map(({ position }) => position))
        before = got.next
        if (before === undefined) break
      }
      expect(back).toEqual(whole.map(({ position }) => position).toReversed())
    }
  })
})

answersAreDocumented(() => world)
