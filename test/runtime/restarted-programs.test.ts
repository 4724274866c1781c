import { expect, test } from "vitest"
import { accepted, type CaseId, type JsonObject } from "../../src/main.ts"
import { House } from "./house.ts"

const flight = `
process: flight
data:
  fare: { type: number, shared: true, default: 100 }
  seats: { list: string, default: [1A, 2B] }
  paid: { list: string, default: [] }
  tax: { type: number, default: 7 }
flow:
  - forEach: seat
    in: seats
    as: place
    do: [ { program: charge, worker: bank, reads: { total: fare + tax, of: place }, writes: [tax] } ]
  - { program: print, worker: printer, reads: [fare, tax] }
  - { program: mail, worker: post }
---
process: season
data: { fare: { type: number, shared: true } }
flow: [ { task: price, writes: [fare] } ]
`

/** A flight whose programs fail as often as they are told to; what each was given is noted. */
async function airport(first = 0) {
  const house = await House.open(flight)
  const given: JsonObject[] = []
  let failures = first
  const employ = () => {
    for (const name of ["bank", "printer", "post"])
      house.engine.worker(name, ({ task, data }) => {
        given.push({ task, ...data })
        if (failures-- > 0) throw new Error("out of order")
        return {}
      })
  }
  const fail = (times: number) => {
    failures = times
  }
  employ()
  const flightCase = await house.engine.start("flight", { number: "LH1", data: { seats: ["1A"] } })
  const id: CaseId = accepted(flightCase).case
  const season = accepted(await house.engine.start("season", { number: "LH1" })).case
  return { house, given, fail, employ, id, season }
}

async function answer(house: House, told: string | JsonObject) {
  await house.engine.idle()
  const [open] = await house.engine.interventions()
  if (open === undefined) throw new Error("nobody is asked")
  accepted(await house.engine.answer(open.id, told))
  await house.engine.idle()
}

test("[STEP22] a failed program in an instance that is restarted reads the values of its start, though another case has written since", async () => {
  const { house, given, id, season } = await airport(2)
  await house.engine.idle()
  expect(given).toEqual([{ task: "charge", total: 107, of: "1A", place: "1A" }])
  accepted(await house.engine.setData(season, { fare: 300 }))
  accepted(await house.engine.setData(id, { tax: 9, seats: ["9Z"] }))
  await answer(house, "restart")
  expect(given.at(-1)).toEqual(given[0])
  await answer(house, "retry")
  expect(given[2]).toEqual({ task: "charge", total: 309, of: "1A", place: "1A" })
})

test("[STEP22] that also holds after a crash, for names read and for all the case's data, and after a second failure", async () => {
  const { house, given, fail, employ, id, season } = await airport()
  await house.engine.idle()
  expect(given.map(({ task }) => task)).toEqual(["charge", "print", "mail"])
  given.splice(0)
  fail(1)
  const other = accepted(await house.engine.start("flight", { number: "LH2", data: { seats: [] } })).case
  await house.engine.idle()
  expect(given).toEqual([{ task: "print", fare: 100, tax: 7 }])
  accepted(await house.engine.setData(other, { fare: 5, tax: 5 }))
  await house.crash()
  employ()
  fail(1)
  await answer(house, "restart")
  accepted(await house.engine.setData(other, { tax: 6 }))
  await answer(house, { do: "restart", data: { tax: 8 } })
  expect(given.slice(1, 3)).toEqual([
    { task: "print", fare: 100, tax: 7 },
    { task: "print", fare: 100, tax: 8 },
  ])
  expect(given[3]).toMatchObject({ task: "mail", fare: 5, tax: 8, seats: [] })
  expect([(await house.engine.case(id))?.state, (await house.engine.case(season))?.state]).toEqual([
    "completed",
    "running",
  ])
})
