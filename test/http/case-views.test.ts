import { afterAll, beforeAll, describe, expect, test } from "vitest"
import { codeOf, openWorld, told, type World } from "./world.ts"

const many = `
process: many
data: { list: { list: any } }
flow:
  - forEach: each
    in: list
    as: text
    do: [ { task: pack } ]
`
const people = `
organisation:
  agents: { ann: {}, eve: {} }
  permissions: { ann: [see, do, raise, intervene, administer] }
`

describe("a case of many items", () => {
  let world: World

  beforeAll(async () => {
    world = await openWorld({ bundles: [many, people] })
  })
  afterAll(() => world.close())

  test("[VIEW11] a view gives the case's data once, 200 of its items without it, and says how many are left out", async () => {
    const list = Array.from({ length: 450 }, (_, index) => `text ${index} ${"x".repeat(1000)}`)
    const { case: id } = told(await world.as("ann").start({ process: "many", data: { list } }))
    const [first] = told(await world.as("ann").caseItems({ case: id, task: "pack", limit: 1 })).rows
    told(await world.as("ann").completeItem({ item: first?.id ?? "" }))
    const view = told(await world.as("ann").case({ case: id }))
    expect(view.data).toEqual({ list })
    expect([view.items.length, view.more]).toEqual([200, { items: 251 }])
    expect(view.items.some((item) => "data" in item || "form" in item)).toBe(false)
    expect(view.items.some(({ endedAt }) => endedAt !== undefined)).toBe(false)
    expect(view.counts).toEqual([
      { task: "each", status: "started", held: false, count: 1 },
      { task: "pack", status: "completed", held: false, count: 1 },
      { task: "pack", status: "enabled", held: false, count: 449 },
    ])
    expect(JSON.stringify(view).length).toBeLessThan(JSON.stringify(list).length + 200_000)
    const item = told(await world.as("ann").item({ item: view.items.at(-1)?.id ?? "" }))
    expect(Object.keys(item.data)).toEqual(["text", "list"])
  })

  test("[VIEW11] large results leave out the items for which a page has no room", async () => {
    const { case: id } = told(
      await world.as("ann").start({ process: "many", data: { list: Array.from({ length: 30 }, (_, index) => index) } }),
    )
    for (const { id: item } of told(await world.as("ann").caseItems({ case: id, task: "pack" })).rows)
      told(await world.as("ann").completeItem({ item, data: { result: "x".repeat(500_000) } }))
    const view = told(await world.as("ann").case({ case: id }))
    expect(JSON.stringify(view).length).toBeLessThan(9 * 1024 * 1024)
    expect(view.items.length + (view.more?.items ?? 0)).toBe(31)
    expect(view.more?.items).toBeGreaterThan(10)
  })

  test("[VIEW11] of many holds, exceptions and questions 200 are shown, and which items are held is told all the same", async () => {
    const list = Array.from({ length: 203 }, (_, index) => index)
    const { case: id } = told(await world.as("ann").start({ process: "many", data: { list } }))
    for (const { id: item } of told(await world.as("ann").caseItems({ case: id, task: "pack", limit: 1000 })).rows) {
      told(await world.as("ann").report({ case: id, item, title: "It is broken" }))
    }
    const view = told(await world.as("ann").case({ case: id }))
    expect(view.more).toEqual({ items: 4, holds: 3, exceptions: 3, interventions: 3 })
    expect([view.holds.length, view.exceptions.length, view.interventions.length]).toEqual([200, 200, 200])
    expect(view.counts).toContainEqual({ task: "pack", status: "enabled", held: true, count: 203 })
    expect(
      view.items.filter(({ task }) => task === "pack").every(({ held, holds }) => held && holds.length === 0),
    ).toBe(true)
  })

  test("[VIEW12] the items of a case are read page by page, each exactly once", async () => {
    const list = Array.from({ length: 450 }, (_, index) => index)
    const { case: id } = told(await world.as("ann").start({ process: "many", data: { list } }))
    const seen: string[] = []
    for (let after: string | undefined; ; ) {
      const page = told(
        await world.as("ann").caseItems({ case: id, limit: 200, ...(after !== undefined && { after }) }),
      )
      seen.push(...page.rows.map((row) => row.id))
      after = page.next
      if (after === undefined) break
    }
    expect(seen.length).toBe(451)
    expect(new Set(seen).size).toBe(451)
    const [first = "", second = ""] = seen.slice(1)
    told(await world.as("ann").completeItem({ item: first }))
    const pages = { case: id, task: "pack", limit: 1 }
    expect(told(await world.as("ann").caseItems({ ...pages, live: true })).rows.map((row) => row.id)).toEqual([second])
    expect(told(await world.as("ann").caseItems({ ...pages, live: false })).rows.map((row) => row.id)).toEqual([first])
    expect(codeOf(await world.as("eve").caseItems({ case: id }))).toBe("CASE_NOT_FOUND")
    expect(codeOf(await world.as("ann").caseItems({ case: "nowhere" }))).toBe("CASE_NOT_FOUND")
  })
})
