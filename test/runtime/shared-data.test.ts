import { expect, test } from "vitest"
import { apply } from "../../src/engine/apply.ts"
import { emptyFamily } from "../../src/engine/draft.ts"
import { dataOf } from "../../src/engine/shared-data.ts"
import { decodeFamily, encodeFamily } from "../../src/engine/snapshot.ts"
import { accepted, asCaseId, asFamilyId, type CaseId, type InterventionId } from "../../src/main.ts"
import { asAgentId } from "../../src/messages/ids.ts"
import { House, refusal } from "./house.ts"

const cars = `
process: fabrication
data:
  vin: { type: string, required: true, shared: true }
  price: { type: number, min: 0, shared: true }
  bay: integer
flow: [ { task: weld, reads: [vin], writes: [price, bay] }, { task: paint, writes: [price] } ]
---
process: recall
data:
  vin: { type: string, required: true, shared: true }
  price: { type: number, min: 0, shared: true, default: 100 }
  bay: { type: integer, default: 7 }
flow: [ { task: inspect, writes: [price] }, { task: refund } ]
`

async function data(house: House, id: CaseId) {
  return (await house.engine.case(id))?.data
}

test("[SHARE1] cases under one number work on the same shared data; the rest is each case's own", async () => {
  const house = await House.open(cars)
  const { engine } = house
  const car = accepted(await engine.start("fabrication", { number: "XYZ345", data: { vin: "XYZ345" } })).case
  await house.complete(car, "weld", { price: 20_000, bay: 3 })
  const recall = accepted(await engine.start("recall", { number: "XYZ345" })).case
  expect(await data(house, recall)).toEqual({ vin: "XYZ345", price: 20_000, bay: 7 })
  expect((await engine.case(recall))?.shares).toEqual(["vin", "price"])
  await house.complete(recall, "inspect", { price: 18_000 })
  expect([await data(house, car), await data(house, recall)]).toEqual([
    { vin: "XYZ345", price: 18_000, bay: 3 },
    { vin: "XYZ345", price: 18_000, bay: 7 },
  ])
  accepted(await engine.setData(car, { price: 17_000, bay: 4 }))
  expect((await data(house, recall))?.price).toBe(17_000)
  await house.crash()
  expect([await data(house, car), await data(house, recall)]).toEqual([
    { vin: "XYZ345", price: 17_000, bay: 4 },
    { vin: "XYZ345", price: 17_000, bay: 7 },
  ])
  const other = accepted(await house.engine.start("fabrication", { number: "ABC", data: { vin: "ABC" } })).case
  expect(await data(house, other)).toEqual({ vin: "ABC" })
})

test("[SHARE2] initial values are given once: another one is refused, the same or none is not", async () => {
  const house = await House.open(cars)
  const { engine } = house
  accepted(await engine.start("fabrication", { number: "1", data: { vin: "a" } }))
  const { code, fields } = refusal(await engine.start("recall", { number: "1", data: { vin: "b" } }))
  expect([code, fields?.map(({ field, code: why }) => [field, why])]).toEqual([
    "DATA_INVALID",
    [["vin", "ALREADY_GIVEN"]],
  ])
  const joined = accepted(await engine.start("recall", { number: "1", data: { vin: "a" } })).case
  expect(await data(house, joined)).toEqual({ vin: "a", price: 100, bay: 7 })
  expect(await data(house, accepted(await engine.start("recall", { number: "1" })).case)).toMatchObject({ vin: "a" })
  const missing = refusal(await engine.start("recall", { number: "2" }))
  expect(missing.fields?.map(({ field, code: why }) => [field, why])).toEqual([["vin", "REQUIRED"]])
})

test("[SHARE3] a process that declares a shared variable otherwise cannot join", async () => {
  const house = await House.open(`${cars}
---
process: audit
data: { price: { type: integer, shared: true } }
flow: [ { task: look } ]
---
process: note
data: { price: string }
flow: [ { task: write } ]
`)
  const { engine } = house
  accepted(await engine.start("fabrication", { number: "1", data: { vin: "a" } }))
  const { code, fields } = refusal(await engine.start("audit", { number: "1" }))
  expect([code, fields?.map(({ field, code: why }) => [field, why])]).toEqual([
    "DATA_INVALID",
    [["price", "SHARED_DIFFERENTLY"]],
  ])
  accepted(await engine.start("audit", { number: "2" }))
  accepted(await engine.start("note", { number: "1", data: { price: "its own" } }))
})

const worklets = (price: string, then: string) => `
process: sale
data: { price: { type: number, min: 0, shared: true }, note: { type: string, default: ours } }
flow: [ { task: sell, writes: [price] } ]
---
process: credit
data: { price: ${price}, note: string }
flow: [ { task: approve, writes: [price, note] } ]
---
rules: [ { on: itemPost, at: sale/sell, then: [ ${then} ] } ]
`

test("[SHARE5] what cannot be shared is found at deployment: an error where a rule starts one for the other", async () => {
  const found = async (source: string) => {
    const answer = await (await House.open("")).engine.deploy(source)
    const findings = answer.ok ? answer.value.findings : (answer.rejection.findings ?? [])
    return findings.map(({ severity, code, place }) => `${severity} ${code} ${place.path}`)
  }
  const same = "{ type: number, max: 90, shared: true, title: What it costs }"
  const other = "{ type: integer, shared: true }"
  expect(await found(worklets(same, "{ compensate: credit }"))).toEqual([])
  expect(await found(worklets(other, "{ compensate: credit }"))).toEqual([
    "warning SHARED_DIFFERENTLY data.price",
    "error SHARED_DIFFERENTLY rules[0].then[0].compensate",
  ])
  expect(await found(worklets(other, "{ start: credit, case: new }"))).toEqual([
    "warning SHARED_DIFFERENTLY data.price",
  ])
  expect(await found(worklets(same, "{ compensate: { worklet: credit, with: { price: '1' } } }"))).toEqual([
    "warning SHARED_GIVEN rules[0].then[0].compensate.with.price",
  ])
  expect(
    await found("process: p\ndata: { o: { object: { a: { type: string, shared: true } } } }\nflow: [ { task: a } ]"),
  ).toEqual(["error NOT_ALLOWED data.o.object.a.shared"])
  expect(
    await found("exceptions: { E: { is: CaseTrigger, parameters: { a: { type: string, shared: true } } } }"),
  ).toEqual(["error NOT_ALLOWED exceptions.E.parameters.a.shared"])
})

test("[SHARE6] a worklet sees what both share and what it writes is there at once; nothing is brought back over it", async () => {
  const house = await House.open(
    worklets("{ type: number, min: 0, shared: true }", "{ suspend: case }, { compensate: credit }, { continue: case }"),
  )
  const { engine } = house
  const sale = accepted(await engine.start("sale", { number: "S" })).case
  await house.complete(sale, "sell", { price: 10 })
  const [, worklet] = await engine.cases({ number: "S" })
  const credit = worklet?.id as CaseId
  expect(await data(house, credit)).toEqual({ price: 10, note: "ours" })
  const joined = accepted(await engine.start("credit", { number: "S" })).case
  accepted(await engine.setData(joined, { price: 12 }))
  await house.complete(credit, "approve", { note: "theirs" })
  expect(await data(house, sale)).toEqual({ price: 12, note: "theirs" })
})

const shop = `
process: order
data: { price: { type: number, shared: true }, place: string }
flow: [ { task: quote, writes: [price, place] }, { task: pack, select: true }, { task: send } ]
---
process: claim
data: { price: { type: number, shared: true } }
flow: [ { task: settle, writes: [price] } ]
---
process: pack-well
data: { price: { type: number, shared: true }, place: { type: string, default: cellar } }
flow: [ { task: wrap, writes: [price, place] } ]
---
rules: [ { on: select, at: order/pack, then: [ pack-well ] } ]
`

for (const isWritten of [false, true])
  test(`[SHARE7] a rollback puts back what is shared${isWritten ? ", but for what another case has written since" : " for all"}`, async () => {
    const house = await House.open(shop)
    const { engine } = house
    const order = accepted(await engine.start("order", { number: "1", data: { price: 1 } })).case
    const claim = accepted(await engine.start("claim", { number: "1" })).case
    await house.complete(order, "quote", { price: 2, place: "hall" })
    expect(await data(house, claim)).toEqual({ price: 2 })
    if (isWritten) accepted(await engine.setData(claim, { price: 5 }))
    accepted(await engine.rollback({ case: order, to: "quote" }))
    await engine.idle()
    expect([await data(house, order), await data(house, claim)]).toEqual(
      isWritten ? [{ price: 5 }, { price: 5 }] : [{ price: 1 }, { price: 1 }],
    )
    await house.crash()
    expect(await data(house, claim)).toEqual({ price: isWritten ? 5 : 1 })
  })

test("[SHARE7] a rollback puts back what a worklet wrote in place of an item; its own data goes with it", async () => {
  const house = await House.open(shop)
  const { engine } = house
  const order = accepted(await engine.start("order", { data: { price: 1 } })).case
  await house.complete(order, "quote", { price: 2, place: "hall" })
  const worklet = (await engine.cases({ process: "pack-well" }))[0]?.id as CaseId
  expect(await data(house, worklet)).toEqual({ price: 2, place: "hall" })
  await house.complete(worklet, "wrap", { price: 3, place: "attic" })
  expect((await data(house, order))?.price).toBe(3)
  accepted(await engine.rollback({ case: order, to: "pack" }))
  await engine.idle()
  expect((await data(house, order))?.price).toBe(2)
  accepted(await engine.rollback({ case: order, to: "quote" }))
  await engine.idle()
  expect(await data(house, order)).toEqual({ price: 1 })
})

test("[SHARE8] a write wakes every case that shares it: invariants, expected messages and rules", async () => {
  const house = await House.open(`
process: build
data: { limit: { type: number, shared: true }, cost: { type: number, default: 50 } }
invariant: limit == 0.0 || cost <= limit
flow: [ { task: weld } ]
---
process: ship
data: { limit: { type: number, shared: true }, order: { type: string, shared: true }, note: string, memo: string }
flow: [ { wait: { message: ready, key: order } } ]
---
process: office
data: { limit: { type: number, shared: true }, order: { type: string, shared: true }, note: { type: string, default: mine } }
flow: [ { task: file, writes: [limit, order, note] } ]
---
constraints: [ { at: build, invariant: 'limit != 77.0' } ]
rules:
  - { on: written(limit), at: ship, if: event.value == 200.0, then: [ { set: { memo: "'limit is ' + string(event.value)" } } ] }
  - { on: written(note), at: ship, then: [ { set: { memo: "'not mine'" } } ] }
`)
  const { engine } = house
  const build = accepted(await engine.start("build", { number: "1", data: { limit: 60 } })).case
  const ship = accepted(await engine.start("ship", { number: "1" })).case
  const office = accepted(await engine.start("office", { number: "1" })).case
  const raised = async () =>
    (await engine.case(build))?.exceptions.map(({ class: name, parameters }) => [name, parameters.invariant])
  accepted(await engine.setData(office, { limit: 40 }))
  expect(await raised()).toEqual([["InvariantBroken", "limit == 0.0 || cost <= limit"]])
  accepted(await engine.setData(office, { limit: 200, order: "o-7" }))
  await engine.idle()
  expect((await data(house, ship))?.memo).toBe("limit is 200")
  expect(await engine.expecting({ name: "ready", key: "o-7" })).toBe(ship)
  await house.crash()
  expect(await house.engine.expecting({ name: "ready", key: "o-7" })).toBe(ship)
  accepted(await house.engine.setData(office, { limit: 77, note: "still" }))
  expect((await house.engine.case(build))?.exceptions.map(({ parameters }) => parameters.invariant)).toContain(
    "limit != 77.0",
  )
  expect((await data(house, ship))?.memo).toBe("limit is 200")
})

test("[SHARE9] a family of its own begins with what is shared; under a number only what is said is passed", async () => {
  const house = await House.open(`
process: car
data: { owner: { type: string, shared: true }, town: { type: string, shared: true }, note: { type: string, default: n } }
flow: [ { task: drive } ]
---
process: insurance
data: { owner: { type: string, shared: true, required: true }, town: { type: string, shared: true }, note: string }
flow: [ { task: insure } ]
---
rules:
  - { on: alone, at: car, then: [ { start: insurance, case: new } ] }
  - { on: under, at: car, then: [ { start: insurance, case: event.number } ] }
  - { on: with, at: car, then: [ { start: insurance, case: event.number, with: { owner: owner, town: "'Rome'" } } ] }
`)
  const { engine } = house
  const car = accepted(await engine.start("car", { number: "1", data: { owner: "Eva", town: "Bonn" } })).case
  accepted(await engine.start("car", { number: "2", data: { owner: "Ada" } }))
  const started = async (on: string, number?: string) => {
    accepted(await engine.raise({ class: on, case: car, with: number === undefined ? {} : { number } }))
    await engine.idle()
    const [found] = await engine.cases({ process: "insurance", ...(number !== undefined && { number }) })
    return found && data(house, found.id)
  }
  expect(await started("alone")).toEqual({ owner: "Eva", town: "Bonn", note: "n" })
  expect(await started("under", "2")).toEqual({ owner: "Ada", note: "n" })
  expect(await started("with", "3")).toEqual({ owner: "Eva", town: "Rome" })
  expect((await engine.case(car))?.exceptions).toEqual([])
  // What the other family has already, or nobody gives, is refused there and raised here.
  await started("with", "2")
  await started("under", "4")
  expect((await engine.case(car))?.exceptions.map(({ class: name }) => name)).toEqual([
    "HandlerFailed",
    "HandlerFailed",
  ])
})

test("[SHARE7] an answer that is taken back leaves what is shared as it was before", async () => {
  const house = await House.open(shop)
  const { engine } = house
  const order = accepted(await engine.start("order", { number: "1", data: { price: 1 } })).case
  const claim = accepted(await engine.start("claim", { number: "1" })).case
  accepted(await engine.report({ case: order, title: "odd", text: "?" }))
  const [open] = await engine.interventions({ case: order })
  const id = open?.id as InterventionId
  accepted(await engine.answer(id, { do: "set", data: { price: 9 } }))
  expect(await data(house, claim)).toEqual({ price: 9 })
  accepted(await engine.takeBack(id))
  expect([await data(house, claim), await data(house, order)]).toEqual([{ price: 1 }, { price: 1 }])
  await house.crash()
  expect(await data(house, claim)).toEqual({ price: 1 })
})

test("[SHARE1] what is shared is kept in snapshots", () => {
  const family = emptyFamily(asFamilyId("f"))
  const stamp = { at: 0, by: asAgentId("ann") }
  for (const [index, own] of [1, 2].entries()) {
    const id = asCaseId(index === 0 ? "f" : `f.${index}c`)
    const event = {
      type: "CaseStarted",
      case: id,
      process: "p",
      version: 1,
      data: { own, price: 7 },
      shares: ["price"],
      start: "s",
    }
    apply(family, event as never, stamp)
  }
  const again = decodeFamily(encodeFamily(family))
  expect(again).toEqual(family)
  expect([...family.cases.values()].map((found) => again && dataOf(again, found))).toEqual([
    { own: 1, price: 7 },
    { own: 2, price: 7 },
  ])
})
