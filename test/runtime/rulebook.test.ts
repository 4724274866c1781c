import { expect, test } from "vitest"
import type { Tree } from "../../src/exceptions/tree.ts"
import { walk } from "../../src/exceptions/walk.ts"
import { accepted, type JsonObject, openMemoryStore } from "../../src/main.ts"
import { deploy } from "../../src/runtime/deploying.ts"
import { Edits } from "../../src/runtime/edits.ts"
import { Processes } from "../../src/runtime/processes.ts"
import { Rulebook } from "../../src/runtime/rulebook.ts"
import { Staffing } from "../../src/runtime/staffing.ts"
import type { Store } from "../../src/store/port.ts"

const bundle = `
process: p
data: { total: number, buyer: { object: { name: string }, class: Customer } }
flow: [ { task: pay }, { activity: procurement, do: [ { task: order } ] } ]
---
process: q
flow: [ { task: rest } ]
---
exceptions: { Lost: { parameters: { document: string } } }
handlers:
  over: { on: BudgetExceeded, parameters: { limit: number, days: { type: integer, default: 3 } }, if: spent > limit, then: nothing }
  tell: { on: Timeout, then: [ { notify: bob, text: Late } ], solves: true }
bind:
  - { handler: tell, at: p/pay }
  - { handler: over, at: [p/pay, p], with: { limit: 2000 } }
mandatory:
  r21: { on: Lost, at: [p/procurement, p], then: nothing }
patterns: { three: { sequence: [Lost, Lost, Lost], within: P1D } }
constraints: [ { at: p, budget: 5000, deadline: P3D } ]
`

test("[BIND11] a bound handler is a tree of one rule; the same definitions give the same trees and versions", async () => {
  const store = openMemoryStore()
  const book = await opened(store)
  await book.deploy(bundle)
  const { rulebook } = book
  expect(rulebook.bound("BudgetExceeded", "p/pay").map(plain)).toEqual([
    {
      key: "BudgetExceeded p/pay#over",
      version: 1,
      bound: { handler: "over", solves: undefined },
      rules: [{ if: "spent > limit", conclusion: { kind: "nothing" }, with: { limit: 2000, days: 3 } }],
    },
  ])
  expect(rulebook.bound("Timeout", "p/pay").map(({ bound }) => bound)).toEqual([{ handler: "tell", solves: true }])
  expect(rulebook.mandatory("Lost", "p").map(({ key }) => key)).toEqual(["Lost p#r21"])
  expect([
    rulebook.bound("Lost", "p"),
    rulebook.mandatory("Timeout", "p/pay"),
    rulebook.tree("Timeout", "p/pay"),
  ]).toEqual([[], [], undefined])

  await book.deploy({ handlers: { over: { on: "BudgetExceeded", parameters: { limit: "number" }, then: "nothing" } } })
  await book.deploy({ handlers: { tell: { on: "DeadlineExceeded", then: "nothing" } } })
  await book.deploy({ bind: [{ handler: "over", at: "p/pay", with: { limit: 9 } }] })
  const again = (await opened(store)).rulebook
  for (const each of [rulebook, again]) {
    expect(each.bound("BudgetExceeded", "p/pay").map(plain)).toEqual([
      {
        key: "BudgetExceeded p/pay#over",
        version: 3,
        bound: { handler: "over", solves: undefined },
        rules: [{ if: "true", conclusion: { kind: "nothing" }, with: { limit: 9 } }],
      },
    ])
    expect(each.byKey("BudgetExceeded p#over")?.version).toBe(2)
    expect([each.wants("Timeout"), each.wants("DeadlineExceeded")]).toEqual([false, true])
    expect([...each.trees()].map(({ key }) => key)).toEqual([
      "Lost p/procurement#r21",
      "Lost p#r21",
      "DeadlineExceeded p/pay#tell",
      "BudgetExceeded p/pay#over",
      "BudgetExceeded p#over",
    ])
    const left = each.byKey("Timeout p/pay#tell")
    expect([left?.version, left?.root.except]).toEqual([2, undefined])
  }
})

test("[BIND12] its condition sees its parameters, then what is there, then the event's own; an earlier version sees its own", async () => {
  const book = await opened(openMemoryStore())
  await book.deploy(bundle)
  await book.deploy({ bind: [{ handler: "over", at: "p/pay", with: { limit: 9 } }] })
  const [tree] = book.rulebook.bound("BudgetExceeded", "p/pay")
  if (tree === undefined) throw new Error("it is bound")
  const held = (values: JsonObject, asOf?: number) =>
    walk(tree, { value: (name) => values[name] }, asOf === undefined ? {} : { asOf }).walk.held.length > 0
  expect([
    held({ event: { spent: 10, limit: 1_000_000 } }),
    held({ event: { spent: 8 } }),
    held({ spent: 1, event: { spent: 10 } }),
    held({ event: { spent: 10 } }, 1),
    held({ event: { spent: 2001 } }, 1),
  ]).toEqual([true, false, false, false, true])
})

test("[BIND13] what anything is bound to is what is concerned: processes, people, data, or everything", async () => {
  const reach = ({ concerns, reachesPeople, reachesData }: Rulebook, of: Rulebook) => ({
    p: concerns.call(of, "p"),
    q: concerns.call(of, "q"),
    reachesPeople,
    reachesData,
  })
  const told = async (source: JsonObject) => {
    const book = await opened(openMemoryStore())
    await book.deploy(bundle.split("---\nexceptions")[0] ?? "")
    await book.deploy(source)
    return reach(book.rulebook, book.rulebook)
  }
  const handlers = { h: { on: "Timeout", then: "nothing" } }
  const nothing = { p: false, q: false, reachesPeople: false, reachesData: false }
  expect(await told({ handlers })).toEqual(nothing)
  expect(await told({ handlers, bind: [{ handler: "h", at: "p/pay" }] })).toEqual({ ...nothing, p: true })
  expect(await told({ handlers, bind: [{ handler: "h", at: { object: "p/buyer" } }] })).toEqual({
    ...nothing,
    p: true,
    reachesData: true,
  })
  expect(await told({ handlers, bind: [{ handler: "h", at: { role: "clerk" } }] })).toEqual({
    p: true,
    q: true,
    reachesPeople: true,
    reachesData: false,
  })
  const rule = { on: "Timeout", then: "nothing", at: { class: "Customer" } }
  expect(await told({ rules: [rule] })).toEqual({ p: true, q: true, reachesPeople: false, reachesData: true })
  expect(await told({ constraints: [{ at: "q", budget: 3 }] })).toEqual({ ...nothing, q: true })
})

test("[BIND14] patterns and constraints are in force, and constraints stand where they are bound", async () => {
  const store = openMemoryStore()
  const book = await opened(store)
  await book.deploy(bundle)
  await book.deploy({ constraints: [{ at: "p", budget: 6000 }] })
  for (const { rulebook } of [book, await opened(store)]) {
    expect([...rulebook.patterns].map(([name, { within }]) => [name, within])).toEqual([["three", "P1D"]])
    expect(rulebook.constraints("p").map(({ name, budget, deadline }) => [name, budget ?? deadline])).toEqual([
      ["budget@p", { form: "number", value: 6000 }],
      ["deadline@p", { form: "duration", duration: "P3D", path: expect.anything() }],
    ])
    expect(rulebook.constraints("p/pay")).toEqual([])
  }
})

function plain({ key, version, bound, root, nodes }: Tree) {
  const rules = [...nodes.values()].filter(({ id, until }) => id !== root.id && until === undefined)
  return {
    key,
    version,
    bound,
    rules: rules.map(({ if: condition, conclusion, with: given }) => ({ if: condition, conclusion, with: given })),
  }
}

async function opened(store: Store) {
  const processes = await Processes.open(store)
  const rulebook = await Rulebook.open(store, processes.current)
  const staffing = await Staffing.open(store)
  const edits = new Edits({ store, now: () => 0, observer: undefined })
  return {
    rulebook,
    async deploy(what: string | JsonObject) {
      const prepare = (stamp: Parameters<typeof deploy>[2]) => deploy(what, { processes, rulebook, staffing }, stamp)
      return accepted(await edits.ask({ act: {}, request: undefined, prepare }))
    },
  }
}
