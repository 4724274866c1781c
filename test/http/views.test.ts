import { afterAll, beforeAll, describe, expect, test } from "vitest"
import { answersAreDocumented } from "./documented.ts"
import { codeOf, openWorld, told, type World } from "./world.ts"

const shop = `
process: shop
title: Sell something
data: { amount: { type: number, default: 10 }, place: string }
flow:
  - task: order
    title: Take the order
    needs: { role: clerk }
    deadline: P1D
  - choice: way
    cases:
      - when: amount > 100
        do: [ { task: approve, needs: { role: boss, notWhoDid: order } } ]
      - otherwise: []
  - program: send
    worker: post
`
const secret = "process: secret\nflow: [ { task: hide } ]"
const people = `
organisation:
  roles: { clerk: {}, boss: {} }
  agents:
    ann: { roles: [clerk] }
    bob: { roles: [boss] }
    eve: {}
  permissions:
    ann: [see, do, raise, intervene, administer]
    eve: { see: [shop], do: [shop] }
`

const itemsIn = (rows: readonly { readonly items: Readonly<Record<string, number>> }[]): number =>
  rows.flatMap(({ items }) => Object.values(items)).reduce((sum, count) => sum + count, 0)

describe("views", () => {
  let world: World

  beforeAll(async () => {
    world = await openWorld({ bundles: [shop, secret, people] })
  })
  afterAll(() => world.close())

  test("[VIEW1] a process is drawn over HTTP, in any of its versions", async () => {
    const drawing = told(await world.as("eve").net({ process: "shop" }))
    expect(drawing).toEqual({
      process: "shop",
      version: 1,
      title: "Sell something",
      nets: [
        {
          name: "",
          title: "Sell something",
          nodes: [
            { id: "~start", kind: "start", title: "Start" },
            { id: "order", kind: "task", title: "Take the order", task: "order", deadline: "P1D", needs: "role clerk" },
            { id: "way", kind: "choice", title: "Way", task: "way" },
            {
              id: "approve",
              kind: "task",
              title: "Approve",
              task: "approve",
              needs: "role boss, not who did order",
              within: ["way"],
            },
            { id: "way~join", kind: "join", title: "Done", closes: "way" },
            { id: "send", kind: "program", title: "Send", task: "send", worker: "post" },
            { id: "~end", kind: "end", title: "End" },
          ],
          edges: [
            { id: "~start>order", from: "~start", to: "order", kind: "flow" },
            { id: "order>way", from: "order", to: "way", kind: "flow" },
            { id: "way>approve", from: "way", to: "approve", kind: "flow", label: "amount > 100" },
            { id: "way>way~join", from: "way", to: "way~join", kind: "flow", isDefault: true },
            { id: "approve>way~join", from: "approve", to: "way~join", kind: "flow" },
            { id: "way~join>send", from: "way~join", to: "send", kind: "flow" },
            { id: "send>~end", from: "send", to: "~end", kind: "flow" },
          ],
        },
      ],
    })
    expect(told(await world.as("eve").net({ process: "shop", version: 1 }))).toEqual(drawing)
    expect(codeOf(await world.as("eve").net({ process: "shop", version: 2 }))).toBe("PROCESS_NOT_FOUND")
    expect(codeOf(await world.as("eve").net({ process: "secret" }))).toBe("PROCESS_NOT_FOUND")
    expect(codeOf(await world.as("ann").net({ process: "secret" }))).toBe("done")
  })

  test("[VIEW4] cases are found by what is open there, how they stand and when they began", async () => {
    const ann = world.as("ann")
    const started: string[] = []
    for (const amount of [50, 150, 250]) {
      started.push(told(await ann.start({ process: "shop", data: { amount } })).case)
      await world.clock.advance("PT1M")
    }
    const [first = "", second = "", third = ""] = started
    const hidden = told(await ann.start({ process: "secret" })).case
    told(await ann.suspendCase({ case: second, reason: "wait" }))
    told(await ann.report({ case: third, title: "Burnt" }))
    const found = async (query: Parameters<typeof ann.cases>[0], who = ann) =>
      told(await who.cases(query)).rows.map(({ id }) => id)
    expect(await found({ order: "newest" })).toEqual([hidden, third, second, first])
    expect(await found({ order: "newest" }, world.as("eve"))).toEqual([third, second, first])
    expect(await found({ trouble: true })).toEqual([third])
    expect(await found({ trouble: false, process: "shop", order: "oldest" })).toEqual([first, second])
    expect(await found({ held: true, trouble: false })).toEqual([second])
    expect(await found({ version: 2 })).toEqual([])
    expect(await found({ exception: "Timeout" })).toEqual([])
    const [row] = told(await ann.cases({ trouble: true })).rows
    expect(row).toMatchObject({ id: third, title: "Sell something", exceptions: 1, interventions: 1 })
    expect(await found({ exception: told(await ann.exceptions({ case: third })).rows[0]?.class ?? "" })).toEqual([
      third,
    ])
    const page = told(await ann.cases({ order: "newest", limit: 2 }))
    expect(await found({ order: "newest", limit: 2, after: page.next ?? "" })).toEqual([second, first])
    expect(codeOf(await ann.cases({ order: "oldest", after: page.next ?? "" }))).toBe("REQUEST_INVALID")
    const start = told(await ann.case({ case: second })).startedAt
    expect(await found({ process: "shop", startedAfter: start, startedBefore: start + 1 })).toEqual([second])
    expect(codeOf(await ann.cases({ startedAfter: "soon" }))).toBe("REQUEST_INVALID")
  })

  test("[VIEW5] cases are found by a condition over their data", async () => {
    const ann = world.as("ann")
    const amounts = async (where: string) => {
      const { rows } = told(await ann.cases({ process: "shop", where, order: "oldest" }))
      return Promise.all(rows.map(async ({ id }) => told(await ann.case({ case: id })).data.amount))
    }
    expect(await amounts("amount > 100")).toEqual([150, 250])
    expect(await amounts('amount < 200 && "order" in suspended')).toEqual([150])
    expect(await amounts('place == "here"')).toEqual([])
    expect(told(await ann.cases({ where: "amount == 50.0" })).rows.length).toBe(1)
    expect(codeOf(await ann.cases({ process: "shop", where: "amuont > 1" }))).toBe("REQUEST_INVALID")
    expect(codeOf(await ann.cases({ where: "1 +" }))).toBe("REQUEST_INVALID")
  })

  test("[VIEW6] what there is at each step is counted", async () => {
    const { rows } = told(await world.as("eve").taskCounts({ process: "shop" }))
    expect(rows.map(({ task }) => task)).toContain("order")
    const order = rows.find(({ task }) => task === "order")
    expect(Object.values(order?.items ?? {}).reduce((sum, count) => sum + count, 0)).toBe(3)
    expect(order?.held).toBe(2)
    expect(told(await world.as("eve").taskCounts({ process: "shop", version: 1 })).rows).toEqual(rows)
    expect(codeOf(await world.as("eve").taskCounts({ process: "secret" }))).toBe("PROCESS_NOT_FOUND")
  })

  test("[VIEW13] with the filters of a list the steps are counted of exactly the cases in it", async () => {
    const ann = world.as("ann")
    const start = told(await ann.cases({ process: "shop", order: "oldest" })).rows[1]?.startedAt ?? 0
    const filters: readonly Omit<Parameters<typeof ann.taskCounts>[0], "process">[] = [
      { held: true },
      { trouble: true },
      { trouble: false, held: false },
      { state: "running" },
      { state: "completed" },
      { startedAfter: start, startedBefore: start + 1 },
      { where: "amount > 100" },
      { where: "amount > 100", held: false },
      { exception: told(await ann.exceptions({ process: "shop" })).rows[0]?.class ?? "" },
      { version: 1, where: "amount > 0" },
    ]
    const seen: number[] = []
    for (const filter of filters) {
      const { rows: cases } = told(await ann.cases({ process: "shop", ...filter }))
      const views = await Promise.all(cases.map(async ({ id }) => told(await ann.case({ case: id }))))
      const live = views.flatMap(({ items }) => items.filter(({ endedAt }) => endedAt === undefined))
      const open = views.flatMap(({ exceptions }) => exceptions)
      const { rows, versions } = told(await ann.taskCounts({ process: "shop", ...filter }))
      expect([filter, itemsIn(rows), rows.reduce((sum, row) => sum + row.exceptions, 0)]).toEqual([
        ...[filter, live.length, open.length],
      ])
      expect(versions).toEqual(rows.length === 0 ? [] : [{ version: 1, rows }])
      seen.push(live.length)
    }
    expect(new Set(seen).size).toBeGreaterThan(2)
    expect(codeOf(await ann.taskCounts({ process: "shop", where: "amuont > 1" }))).toBe("REQUEST_INVALID")
  })

  test("[VIEW7] an overview is of what may be seen", async () => {
    const shopOnly = { running: 3, held: 2, trouble: 1, ended: 0, completed: 0, interventions: 1, overdue: 0 }
    expect(told(await world.as("eve").overview({ since: 0 }))).toEqual({
      since: 0,
      ...shopOnly,
      rows: [{ process: "shop", ...shopOnly }],
    })
    expect(told(await world.as("ann").overview({})).running).toBe(4)
    expect(codeOf(await world.as("ann").overview({ since: "later" }))).toBe("REQUEST_INVALID")
  })

  test("[VIEW8] exceptions are counted by bucket and class", async () => {
    const eve = world.as("eve")
    const [raised] = told(await eve.exceptions({})).rows
    const from = (raised?.raisedAt ?? 0) - 3_600_000
    const trend = told(await eve.exceptionTrend({ from, to: from + 7_200_000, bucket: "PT1H" }))
    expect(trend.rows).toEqual([{ at: from + 3_600_000, class: raised?.class, process: "shop", count: 1 }])
    expect(told(await eve.exceptionTrend({ from, to: from + 1, process: "secret" })).rows).toEqual([])
    expect(codeOf(await eve.exceptionTrend({ from: 0, to: 401 * 3_600_000, bucket: "PT1H" }))).toBe("REQUEST_INVALID")
    expect(codeOf(await eve.exceptionTrend({ from: 0, to: 1, bucket: "P1M" }))).toBe("REQUEST_INVALID")
  })

  test("[VIEW9] what has happened is read backwards, without gap or repeat", async () => {
    const ann = world.as("ann")
    const forwards = told(await ann.entries({})).rows
    const backwards: (typeof forwards)[number][] = []
    for (let before: number | undefined, isEnd = false; !isEnd; ) {
      const page = told(await ann.entries({ order: "newest", limit: 2, ...(before !== undefined && { before }) }))
      backwards.push(...page.rows)
      before = page.next
      isEnd = before === undefined
    }
    expect(backwards).toEqual(forwards.toReversed())
    const family = forwards[0]?.family ?? ""
    expect(told(await ann.entries({ order: "newest", family })).rows).toEqual(
      forwards.filter((entry) => entry.family === family).toReversed(),
    )
    expect(told(await world.as("eve").entries({ order: "newest" })).rows.length).toBe(forwards.length - 1)
    expect(codeOf(await ann.entries({ order: "newest", after: 1 }))).toBe("REQUEST_INVALID")
    expect(codeOf(await ann.entries({ before: 1 }))).toBe("REQUEST_INVALID")
  })

  test("[VIEW10] who could do a task is told without a case, and why the others cannot", async () => {
    const eve = world.as("eve")
    expect(told(await eve.whoCan({ process: "shop", task: "order" }))).toEqual({
      rows: [
        { agent: "ann", reason: "plays the role clerk" },
        { agent: "bob", obstacle: "unqualified", reason: "does not play the role clerk" },
        { agent: "eve", obstacle: "unqualified", reason: "does not play the role clerk" },
      ],
      needsCase: [],
    })
    expect(told(await eve.whoCan({ process: "shop", task: "approve", version: 1 }))).toEqual({
      rows: [
        { agent: "bob", reason: "plays the role boss" },
        { agent: "ann", obstacle: "unqualified", reason: "does not play the role boss" },
        { agent: "eve", obstacle: "unqualified", reason: "does not play the role boss" },
      ],
      needsCase: [{ part: "notWhoDid", says: "order" }],
    })
    expect(codeOf(await eve.whoCan({ process: "shop", task: "way" }))).toBe("TASK_NOT_FOUND")
    expect(codeOf(await eve.whoCan({ process: "shop", task: "order", version: 9 }))).toBe("PROCESS_NOT_FOUND")
    expect(codeOf(await eve.whoCan({ process: "secret", task: "hide" }))).toBe("PROCESS_NOT_FOUND")
  })

  answersAreDocumented(() => world)
})
