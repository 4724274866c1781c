import { expect, test } from "vitest"
import { accepted, type CaseId } from "../../src/main.ts"
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
