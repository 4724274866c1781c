import { expect, expectTypeOf, test } from "vitest"
import {
  activity,
  choice,
  type DataOf,
  first,
  forEach,
  otherwise,
  parallel,
  process,
  program,
  repeatUntil,
  sequence,
  some,
  task,
  wait,
  waitFor,
  waitUntil,
  when,
  whileDo,
} from "./builder.ts"
import { any, boolean, date, datetime, duration, integer, list, number, object, string } from "./builder-data.ts"
import { readBundle, readBundleValues } from "./bundle.ts"

const then = "inner"

const concert = process("organise-concert", {
  title: "Organise a concert",
  data: {
    seating: integer({ default: 25000, min: 0 }),
    venueName: string(),
    owner: string({ required: true }),
    kind: string({ enum: ["rock", "folk"] }),
    seats: integer({ required: true, default: 5 }),
    lines: list({ sku: string({ required: true }), qty: integer() }),
    tags: list(string()),
    buyer: object({ name: string() }, { class: "Customer" }),
    price: number(),
    isOpen: boolean(),
    day: date(),
    at: datetime(),
    length: duration(),
    extra: any(),
  },
  deadline: "P30D",
  flow: [
    task("book", { needs: { role: "promoter" }, cost: 100, on: { full: "tell" } }),
    program("charge", { worker: "charge-card" }),
    parallel("approvals", [[task("b1")], [task("b2")]]),
    parallel([[task("b3")]]),
    choice("pick", [when("isOpen", [task("a1")]), otherwise([task("a2")])]),
    some([when("price > 3", [])]),
    first("answer", [[wait("P1D")], [waitUntil("at")], [waitFor({ message: "paid", key: "owner" })]]),
    whileDo("loop", "!isOpen", [task("l1")]),
    whileDo("!isOpen", [task("l2")]),
    repeatUntil("again", "isOpen", [task("l3")]),
    activity("procurement", { budget: 500, aside: [task("rescue", { then })] }, [task("inner")]),
    activity("drawn", {}, { start: { to: "N" }, N: { to: { end: "otherwise" }, split: "xor" } }),
    forEach("reviews", { in: "lines", as: "line", collect: { tags: "line.sku" } }, [task("review")]),
    forEach({ in: "tags", as: "tag" }, [[task("t1"), task("t2")]]),
    sequence("tail", [task("s1")], { title: "Tail" }),
  ],
  aside: [task("tell")],
  result: "seating",
})

const sameInYaml = `
process: organise-concert
title: Organise a concert
data:
  seating: { type: integer, default: 25000, min: 0 }
  venueName: { type: string }
  owner: { type: string, required: true }
  kind: { type: string, enum: [rock, folk] }
  seats: { type: integer, required: true, default: 5 }
  lines: { list: { object: { sku: { type: string, required: true }, qty: { type: integer } } } }
  tags: { list: { type: string } }
  buyer: { object: { name: { type: string } }, class: Customer }
  price: { type: number }
  isOpen: { type: boolean }
  day: { type: date }
  at: { type: datetime }
  length: { type: duration }
  extra: { type: any }
deadline: P30D
flow:
  - { task: book, needs: { role: promoter }, cost: 100, on: { full: tell } }
  - { program: charge, worker: charge-card }
  - { parallel: approvals, branches: [[{ task: b1 }], [{ task: b2 }]] }
  - { parallel: null, branches: [[{ task: b3 }]] }
  - { choice: pick, cases: [{ when: isOpen, do: [{ task: a1 }] }, { otherwise: [{ task: a2 }] }] }
  - { some: null, cases: [{ when: price > 3, do: [] }] }
  - first: answer
    branches: [[{ wait: P1D }], [{ wait: { until: at } }], [{ wait: { message: paid, key: owner } }]]
  - { while: loop, when: "!isOpen", do: [{ task: l1 }] }
  - { while: null, when: "!isOpen", do: [{ task: l2 }] }
  - { while: again, until: isOpen, do: [{ task: l3 }] }
  - { activity: procurement, budget: 500, aside: [{ task: rescue, then: inner }], do: [{ task: inner }] }
  - { activity: drawn, net: { start: { to: N }, N: { to: { end: otherwise }, split: xor } } }
  - { forEach: reviews, in: lines, as: line, collect: { tags: line.sku }, do: [{ task: review }] }
  - { forEach: null, in: tags, as: tag, do: [[{ task: t1 }, { task: t2 }]] }
  - { sequence: tail, do: [{ task: s1 }], title: Tail }
aside: [{ task: tell }]
result: seating
`

test("[BUILD1] the builder makes exactly what the language writes", () => {
  expect(concert).toEqual(readBundle([{ name: "concert.yaml", text: sameInYaml }]).definitions[0]?.source)
})

test("[BUILD2] what the builder makes is read like everything else", () => {
  const fromBuilder = readBundleValues([concert])
  const fromText = readBundle([{ name: "concert.yaml", text: sameInYaml }])
  expect([fromBuilder.findings, fromText.findings]).toEqual([[], []])
  expect(fromBuilder.definitions[0]?.definition).toEqual(fromText.definitions[0]?.definition)
})

test("[BUILD3] the data of a process is known to TypeScript, what must be given is not optional", () => {
  expectTypeOf<DataOf<typeof concert>>().toEqualTypeOf<{
    readonly owner: string
    readonly seating?: number
    readonly venueName?: string
    readonly kind?: "rock" | "folk"
    readonly seats?: number
    readonly lines?: readonly { readonly sku: string; readonly qty?: number }[]
    readonly tags?: readonly string[]
    readonly buyer?: { readonly name?: string }
    readonly price?: number
    readonly isOpen?: boolean
    readonly day?: string
    readonly at?: string
    readonly length?: string
    readonly extra?: import("../messages/json.ts").Json
  }>()
})

test("[BUILD4] a mistake made with the builder is found by the readers, at its path", () => {
  const wrong = process("p", { flow: [task("a b"), wait("soon")] })
  expect(readBundleValues([wrong]).findings.map(({ code, place }) => `${place.path} ${code}`)).toEqual([
    "flow[0].task BAD_NAME",
    "flow[1].wait BAD_DURATION",
  ])
})
