import { expect, test } from "vitest"
import { accepted, asCaseId, asFamilyId, openMemoryStore, type Store } from "../../src/main.ts"
import { House } from "./house.ts"
import { anEngine } from "./workplace.ts"

const orders = `
process: order
data: { customer: { type: string, default: ann }, amount: { type: integer, default: 5 }, parts: { type: any, default: 1 } }
flow: [ { task: enter }, { task: deliver } ]
---
process: complaint
data: { customer: { type: string, required: true }, amount: integer, text: string }
flow: [ { task: listen } ]
---
process: echo
flow: [ { task: hear } ]
---
process: spare-part
data: { parts: { type: integer, required: true } }
flow: [ { task: fetch } ]
---
exlets:
  complain: [ { start: complaint, case: new }, { notify: bob, text: 'Somebody will listen' } ]
  complain-by-mapping: [ { start: complaint, with: { customer: event.who, text: '"of " + customer' }, case: new } ]
  need-part: [ { start: spare-part, case: new }, { notify: bob, text: 'It comes' } ]
  shout: [ { start: echo, case: new } ]
rules:
  - { on: complain, at: order, then: complain }
  - { on: complain-by-mapping, at: order, then: complain-by-mapping }
  - { on: need-part, at: order, then: need-part }
  - { on: started(echo), at: echo, then: shout }
  - { on: done(listen), at: order, then: [ { notify: bob, text: never } ] }
`

test("[META13] a family of its own is begun with what the step gave it, and the run goes on without it", async () => {
  const house = await House.open(orders)
  const id = await house.start("order", { customer: "eve" })
  accepted(await house.engine.raise({ class: "complain", case: id }))
  accepted(await house.engine.raise({ class: "complain-by-mapping", case: id, with: { who: "zoe" } }))
  await house.engine.idle()
  const begun = await house.engine.cases({ process: "complaint" })
  const views = (await Promise.all(begun.map((row) => house.engine.case(row.id)))).toSorted((one, other) =>
    String(one?.data.customer).localeCompare(String(other?.data.customer)),
  )
  expect(
    views.map((view) => [view?.id === asCaseId(String(view?.family)), view?.parent, view?.data, view?.sentBy]),
  ).toEqual([
    [true, undefined, { customer: "eve", amount: 5 }, { run: expect.stringMatching(/^case1\.r/), depth: 1 }],
    [true, undefined, { customer: "zoe", text: "of eve" }, { run: expect.stringMatching(/^case1\.r/), depth: 1 }],
  ])
  expect((await house.engine.cases({ family: asFamilyId(id) })).map(({ process }) => process)).toEqual(["order"])
  // What happens there is none of the old family's business, nor the other way round.
  await house.complete(begun[0]?.id ?? id, "listen")
  accepted(await house.engine.removeCase(id))
  const states = (await house.engine.cases({ process: "complaint" })).map(({ state }) => state)
  expect(states.toSorted()).toEqual(["completed", "running"])
})

test("[META13] data that does not fit is a failure of the step, and nothing is begun", async () => {
  const house = await House.open(orders)
  const id = await house.start("order", { parts: "many" })
  accepted(await house.engine.raise({ class: "need-part", case: id }))
  await house.engine.idle()
  expect(await house.engine.cases({ process: "spare-part" })).toEqual([])
  const [asked] = await house.engine.interventions({ case: id })
  expect([asked?.class, (await house.engine.case(id))?.exceptions[0]?.parameters.message]).toEqual([
    "HandlerFailed",
    expect.stringContaining("parts"),
  ])
})

test("[META13] an engine killed before it has begun the family begins it when it comes back", async () => {
  const house = await House.open(orders)
  const id = await house.start("order")
  accepted(await house.engine.raise({ class: "complain", case: id }))
  await house.crash()
  await house.engine.idle()
  await house.crash()
  expect((await house.engine.cases({ process: "complaint" })).map(({ state }) => state)).toEqual(["running"])
})

test("[META13] carried twice it is begun once", async () => {
  const store = openMemoryStore()
  let isForgetful = true
  const forgetting: Store = {
    ...store,
    commit: (batch) => store.commit(isForgetful ? { ...batch, delivered: [] } : batch),
  }
  const { engine } = await anEngine(orders, { store: forgetting })
  const id = accepted(await engine.start("order")).case
  accepted(await engine.raise({ class: "complain", case: id }))
  await engine.idle()
  isForgetful = false
  accepted(await engine.raise({ class: "complain", case: id }))
  await engine.idle()
  expect([(await engine.cases({ process: "complaint" })).length, await store.broadcasts()]).toEqual([2, []])
})

test("[META14] families that begin each other without end are a cascade, and somebody is asked", async () => {
  const house = await House.open(orders)
  await house.start("echo")
  await house.engine.idle()
  const begun = await house.engine.cases({ process: "echo", limit: 100 })
  const asked = await house.engine.interventions({})
  expect([begun.length, asked.map((each) => [each.class, each.process])]).toEqual([9, [["HandlerFailed", "echo"]]])
})
