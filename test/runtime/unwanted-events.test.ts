import { expect, test } from "vitest"
import type { NamedPattern } from "../../src/exceptions/pattern.ts"
import { accepted, asFamilyId } from "../../src/main.ts"
import { WantedEvents } from "../../src/runtime/wanted-events.ts"
import { House } from "./house.ts"

const order = `
process: order
data: { n: { type: integer, default: 0 }, names: { type: any, default: [x, y] } }
flow:
  - while: laps
    when: n < 2
    do: [ { task: lap, writes: [n] } ]
  - parallel: both
    branches: [ [ { task: a }, { task: b } ], [ { program: charge } ] ]
  - activity: rest
    do: [ { choice: way, cases: [ { when: n > 5, do: [ { task: never } ] }, { otherwise: [] } ] }, { task: sit } ]
`

/** A thousand event-state rules, on a hundred events that do not happen. */
const waiting = `
---
exlets: { note: [ { notify: bob, text: never } ] }
rules:
  - at: order
    first:
${Array.from({ length: 1000 }, (_, index) => {
  const on = ["done(never)", "aborted(both)", "started(never)", "Flood", `event-${index % 97}`][index % 5]
  return `      - { on: ${on}, if: '"a" in done && n == ${index}', then: note }`
}).join("\n")}
`

/** Everything is looked at step by step: a check elsewhere has to be asked for. */
const looking = `
---
process: other
flow: [ { task: look } ]
---
rules: [ { on: itemPre, at: other/look, if: 'false', then: nothing } ]
`

async function through(bundle: string) {
  const house = await House.open(bundle)
  house.engine.worker("charge", async () => ({}))
  const id = await house.start("order")
  for (const [task, data] of [
    ["lap", { n: 1 }],
    ["lap", { n: 2 }],
    ["a", {}],
    ["b", {}],
    ["sit", {}],
  ] as const) {
    await house.engine.idle()
    await house.complete(id, task, data)
  }
  await house.engine.idle()
  return (await house.engine.entries({ family: asFamilyId(id) })).map(({ command, by, events }) => ({
    command,
    by,
    events,
  }))
}

test("[ESP13] what happens is the same with a thousand rules on other events as without any, and nothing is decided on", async () => {
  const alone = await through(order)
  expect(alone.at(-1)?.events.at(-1)?.type).toBe("CaseCompleted")
  expect(await through(order + waiting)).toEqual(alone)
  expect(await through(order + waiting + looking)).toEqual(alone)
})

test("[ESP13] what is wanted is found by its kind and name, in whatever process, and by patterns", () => {
  const patterns = new Map<string, NamedPattern>()
  const wanted = new WantedEvents(() => true, patterns)
  expect(wanted.hears).toBe(undefined)
  wanted.note({ on: "change_request", at: "order" })
  wanted.note({ on: "every(PT1H)", at: "order" })
  expect(wanted.hears).toBe(undefined)
  wanted.note({ on: "done(order/a)", at: "other" })
  wanted.note({ on: "written(n)", at: "order" })
  const path: readonly string[] = []
  const two = {
    sequence: [
      { event: "done(b)", path },
      { event: "poke", path },
    ],
  }
  patterns.set("two", { name: "two", pattern: two })
  wanted.patternsChanged()
  const { hears } = wanted
  const asked = [hears?.("done", "a"), hears?.("done", "b"), hears?.("written", "n"), hears?.("done")]
  expect([asked, hears?.("done", "n"), hears?.("started", "a"), hears?.("started")]).toEqual([
    [true, true, true, true],
    false,
    false,
    false,
  ])
  patterns.delete("two")
  wanted.patternsChanged()
  expect(hears?.("done", "b")).toBe(false)
})

test("[ESP13] what one of a thousand rules wants is answered, and what is learnt is wanted from then on", async () => {
  const house = await House.open(order + waiting)
  const id = await house.start("order", { n: 2 })
  await house.complete(id, "a")
  const then = [{ notify: "ann", text: "b is done" }]
  accepted(await house.engine.learn({ on: "done(b)", at: "order", if: "n == 2", then, from: { case: id } }))
  await house.complete(id, "b")
  const events = (await house.engine.entries({ family: asFamilyId(id) })).flatMap((entry) => entry.events)
  expect(events.flatMap((event) => (event.type === "Notified" ? event.text : []))).toEqual(["b is done"])
  accepted(await house.engine.raise({ class: "event-1", case: id }))
  const decided = (await house.engine.entries({ family: asFamilyId(id) })).flatMap((entry) => entry.events)
  expect(decided.filter((event) => event.type === "DecisionMade").map((event) => event.on)).toEqual([
    "done(b)",
    "event-1",
  ])
})
