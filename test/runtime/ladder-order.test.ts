import fc from "fast-check"
import { describe, expect, test } from "vitest"
import { accepted, asFamilyId, type Json, type JsonObject } from "../../src/main.ts"
import { seed } from "../seed.ts"
import { House } from "./house.ts"
import { itemOf } from "./workplace.ts"

/** Where the event is raised: at a task ann has, at one nobody has yet, at one beside the activities, at the case. */
const places = ["ann's", "nobody's", "beside", "case"] as const
type Where = (typeof places)[number]

/** A rule somewhere: a tree of its own, or a handler that is bound. */
interface Bound {
  readonly on: string
  readonly at: string
  readonly kind: "tree" | "handler" | "mandatory"
  readonly holds: boolean
}

interface Row {
  /** Of each class the one it is. */
  readonly classes: Readonly<Record<string, string>>
  readonly bound: readonly Bound[]
  readonly raised: string
  readonly where: Where
}

/** Who is told in which order, and which rules were asked after what is mandatory, by their number in the row. */
interface Order {
  readonly told: readonly number[]
  readonly asked: readonly number[]
}

/** Concepts §6 in a few lines: the scopes of each place, inner to outer. */
const scopesOf: Readonly<Record<Where, readonly string[]>> = {
  "ann's": [
    ...["order/check", "order/inner", "order/outer", "order"],
    ...["agent:ann", "role:senior", "role:clerk", "unit:sales", "unit:acme"],
    ...["object:order/buyer", "class:Customer", "everywhere"],
  ],
  "nobody's": [
    ...["order/check", "order/inner", "order/outer", "order"],
    ...["object:order/buyer", "class:Customer", "everywhere"],
  ],
  beside: ["order/file", "order", "object:order/part", "class:Part", "everywhere"],
  case: ["order", "object:order/buyer", "object:order/part", "class:Customer", "class:Part", "everywhere"],
}
const anyScope = [...new Set([...Object.values(scopesOf).flat(), "agent:bob", "role:boss", "unit:stores", "other"])]

/** In a scope the class, then its superclasses; of one class the tree, then handlers as they were bound. All that is mandatory, then the first. */
function rightOrder({ classes, bound, raised, where }: Row): Order {
  const lineage: string[] = []
  for (let name: string | undefined = raised; name; name = classes[name]) lineage.push(name)
  if (!lineage.includes("Exception")) lineage.push("Exception")
  const inOrder = (kinds: readonly Bound["kind"][]) =>
    scopesOf[where].flatMap((at) =>
      lineage.flatMap((on) =>
        kinds.flatMap((kind) =>
          bound.flatMap((each, number) => (each.at === at && each.on === on && each.kind === kind ? [number] : [])),
        ),
      ),
    )
  const holds = (number: number) => bound[number]?.holds === true
  const rules = inOrder(["tree", "handler"])
  const first = rules.findIndex(holds)
  return {
    told: [...inOrder(["mandatory"]).filter(holds), ...(first < 0 ? [] : rules.slice(first, first + 1))],
    asked: first < 0 ? rules : rules.slice(0, first + 1),
  }
}

const world = `
process: order
data: { buyer: { object: { name: string }, class: Customer }, part: { object: { name: string }, class: Part } }
flow:
  - parallel:
    branches:
      - - activity: outer
          do: [ { activity: inner, do: [ { task: check, needs: { role: clerk }, reads: [buyer], writes: [] } ] } ]
      - [ { task: file, reads: [part], writes: [] } ]
---
process: other
flow: [ { task: idle } ]
---
organisation:
  roles: { clerk: {}, senior: { is: [clerk] }, boss: {} }
  units: { acme: {}, sales: { in: acme }, stores: { in: acme } }
  agents: { ann: { roles: [senior], unit: sales }, bob: { roles: [boss], unit: stores } }
`

async function foundOrder({ classes, bound, raised, where }: Row): Promise<Order> {
  const house = await House.open(`${world}---\n${JSON.stringify(bundleOf(classes, bound))}`)
  const { engine } = house
  const id = await house.start("order")
  const task = { "ann's": "check", "nobody's": "check", beside: "file", case: undefined }[where]
  const item = task && (await itemOf(engine, id, task)).id
  if (item && where === "ann's") accepted(await engine.acceptItem(item, { by: "ann" }))
  accepted(await engine.raise({ class: raised, case: id, ...(item && { item }) }))
  await engine.idle()
  const events = (await engine.entries({ family: asFamilyId(id) })).flatMap((entry) => entry.events)
  const numbers = new Map(bound.map((each, number) => [keyOf(each, number), number]))
  return {
    told: events.flatMap((event) => (event.type === "Notified" ? [Number(event.text)] : [])),
    asked: events.flatMap((event) =>
      event.type === "DecisionMade" && event.stage !== "mandatory"
        ? event.walks.map(({ tree }) => numbers.get(tree) ?? -1)
        : [],
    ),
  }
}

const keyOf = ({ on, at, kind }: Bound, number: number) => (kind === "tree" ? `${on} ${at}` : `${on} ${at}#h${number}`)

function bundleOf(classes: Row["classes"], bound: readonly Bound[]): JsonObject {
  const rules: Json[] = []
  const handlers: Record<string, Json> = {}
  const bind: Json[] = []
  for (const [number, { on, at, kind, holds }] of bound.entries()) {
    const rule = { if: String(holds), then: [{ notify: "ann", text: String(number) }] }
    if (kind === "tree") rules.push({ on, at: written(at), tree: [rule] })
    else {
      handlers[`h${number}`] = { on, ...rule, mandatory: kind === "mandatory" }
      bind.push({ handler: `h${number}`, at: written(at) })
    }
  }
  const exceptions = Object.fromEntries(Object.entries(classes).map(([name, is]) => [name, { is }]))
  return { exceptions, rules, handlers, bind }
}

function written(at: string): Json {
  const [kind = "", name] = at.split(":")
  return name === undefined ? at : { [kind]: name }
}

/** Two rules on one class in one place would be one tree. */
const isPossible = (bound: readonly Bound[]) => {
  const trees = bound.filter(({ kind }) => kind === "tree").map(({ on, at }) => `${on} ${at}`)
  return new Set(trees).size === trees.length
}

const names = ["A", "B", "C", "D"]
const rows: fc.Arbitrary<Row> = fc
  .record({
    parents: fc.tuple(...names.map((_, index) => fc.constantFrom("Exception", ...names.slice(0, index)))),
    bound: fc.array(
      fc.record({
        on: fc.constantFrom("Exception", ...names),
        at: fc.constantFrom(...anyScope),
        kind: fc.constantFrom("tree" as const, "handler" as const, "mandatory" as const),
        holds: fc.boolean(),
      }),
      { minLength: 8, maxLength: 40 },
    ),
    raised: fc.constantFrom(...names),
    where: fc.constantFrom(...places),
  })
  .filter(({ bound }) => isPossible(bound))
  .map(({ parents, ...row }) => ({
    ...row,
    classes: Object.fromEntries(names.map((name, index) => [name, parents[index] ?? "Exception"])),
  }))

/** `mandatory D at order/check` or `handler C at everywhere, which does not hold`. */
function parsed(line: string): Bound {
  const [, kind, on = "", at = "", not] = /^(tree|handler|mandatory) (\w+) at (\S+?)(, not)?$/.exec(line) ?? []
  if (kind === undefined) throw new Error(`not a line: ${line}`)
  return { kind: kind as Bound["kind"], on, at, holds: not === undefined }
}

const chain = { A: "Exception", B: "A", C: "B", D: "C" }
const fork = { A: "Exception", B: "A", C: "A", D: "Exception" }

type ByHand = readonly [why: string, row: Omit<Row, "bound"> & { readonly bound: readonly string[] }, order: Order]
const at = (where: Where, raised: string, classes: Row["classes"], ...bound: string[]) => ({
  ...{ where, raised, classes, bound },
})

const byHand: readonly ByHand[] = [
  ["nothing is bound", at("ann's", "D", chain), { told: [], asked: [] }],
  [
    "mandatory ones all run, inner first",
    at("ann's", "A", chain, "mandatory A at everywhere", "mandatory A at order", "mandatory A at order/check"),
    { told: [2, 1, 0], asked: [] },
  ],
  [
    "activities from inside to outside",
    at("ann's", "A", chain, "mandatory A at order/outer", "mandatory A at order/inner"),
    { told: [1, 0], asked: [] },
  ],
  [
    "the class before its superclasses",
    at(
      "ann's",
      "C",
      chain,
      "mandatory Exception at order",
      "mandatory A at order",
      "mandatory B at order",
      "mandatory C at order",
    ),
    { told: [3, 2, 1, 0], asked: [] },
  ],
  [
    "an inner scope comes before a nearer class",
    at("ann's", "D", chain, "mandatory D at order", "mandatory Exception at order/check"),
    { told: [1, 0], asked: [] },
  ],
  [
    "of one class in one place as they were bound",
    at("ann's", "A", chain, "mandatory A at order", "mandatory A at order", "mandatory A at order"),
    { told: [0, 1, 2], asked: [] },
  ],
  [
    "a subclass is not the class",
    at("ann's", "A", chain, "mandatory B at order", "tree B at order"),
    { told: [], asked: [] },
  ],
  [
    "nor is a sister",
    at("ann's", "B", fork, "mandatory C at order", "handler C at everywhere"),
    { told: [], asked: [] },
  ],
  [
    "what does not hold is left out",
    at("ann's", "A", chain, "mandatory A at order, not", "mandatory A at everywhere"),
    { told: [1], asked: [] },
  ],
  [
    "of rules only the first that concludes",
    at("ann's", "A", chain, "handler A at everywhere", "handler A at order", "handler A at order/inner"),
    { told: [2], asked: [2] },
  ],
  [
    "one that concludes nothing is no answer",
    at("ann's", "A", chain, "handler A at everywhere", "tree A at order, not", "handler A at order/check, not"),
    { told: [0], asked: [2, 1, 0] },
  ],
  [
    "the tree before what is bound",
    at("ann's", "A", chain, "handler A at order", "tree A at order"),
    { told: [1], asked: [1] },
  ],
  [
    "but a handler for the class before the tree for a superclass",
    at("ann's", "B", chain, "tree A at order", "handler B at order"),
    { told: [1], asked: [1] },
  ],
  [
    "what is mandatory outside comes before a rule inside",
    at("ann's", "A", chain, "tree A at order/check", "mandatory Exception at everywhere"),
    { told: [1, 0], asked: [0] },
  ],
  [
    "people after places: agent, roles, units",
    at(
      "ann's",
      "A",
      chain,
      ...["unit:acme", "unit:sales", "role:clerk", "role:senior", "agent:ann", "order"].map(
        (s) => `mandatory A at ${s}`,
      ),
    ),
    { told: [5, 4, 3, 2, 1, 0], asked: [] },
  ],
  [
    "data after people, objects before classes, everywhere last",
    at(
      "ann's",
      "A",
      chain,
      ...["everywhere", "class:Customer", "object:order/buyer", "unit:acme"].map((s) => `mandatory A at ${s}`),
    ),
    { told: [3, 2, 1, 0], asked: [] },
  ],
  [
    "where nobody has it no people are concerned",
    at(
      "nobody's",
      "A",
      chain,
      "mandatory A at agent:ann",
      "mandatory A at role:clerk",
      "mandatory A at class:Customer",
    ),
    { told: [2], asked: [] },
  ],
  [
    "others, their roles and units are not concerned",
    at("ann's", "A", chain, "mandatory A at agent:bob", "mandatory A at role:boss", "mandatory A at unit:stores"),
    { told: [], asked: [] },
  ],
  [
    "nor is data the task neither reads nor writes",
    at(
      "ann's",
      "A",
      chain,
      "mandatory A at object:order/part",
      "mandatory A at class:Part",
      "mandatory A at class:Customer",
    ),
    { told: [2], asked: [] },
  ],
  [
    "nor is what is beside it",
    at("beside", "A", chain, "mandatory A at order/outer", "mandatory A at order/check", "mandatory A at order/file"),
    { told: [2], asked: [] },
  ],
  [
    "of a case its process and all its data",
    at(
      "case",
      "A",
      chain,
      ...["everywhere", "class:Part", "class:Customer", "object:order/buyer", "order/check", "order"].map(
        (s) => `mandatory A at ${s}`,
      ),
    ),
    { told: [5, 3, 2, 1, 0], asked: [] },
  ],
]

describe("the order in which handlers are asked", () => {
  test.each(byHand)("[LADDER2] [LADDER7] %s", async (_, { bound, ...rest }, order) => {
    const row = { ...rest, bound: bound.map(parsed) }
    expect(rightOrder(row)).toEqual(order)
    expect(await foundOrder(row)).toEqual(order)
  })

  test.each(fc.sample(rows, { numRuns: 120, seed }).map((row, number) => [number, row] as const))(
    "[LADDER2] [LADDER7] whatever the classes and bindings, row %i",
    async (_, row) => {
      expect(await foundOrder(row)).toEqual(rightOrder(row))
    },
  )
})
