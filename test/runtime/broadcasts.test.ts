import { expect, test } from "vitest"
import { accepted, asFamilyId, asItemId, type CaseId, openMemoryStore, type Store } from "../../src/main.ts"
import { asInterventionId } from "../../src/messages/ids.ts"
import { StoreError } from "../../src/store/error.ts"
import { House } from "./house.ts"
import { anEngine } from "./workplace.ts"

const flights = `
process: flight
data: { n: { type: integer, default: 0 } }
flow: [ { task: board }, { task: fly } ]
---
process: clear-up
flow: [ { task: sweep } ]
---
exlets:
  close-airport: [ { suspend: allCases }, { compensate: clear-up }, { continue: allCases } ]
  close-for-good: [ { remove: allCases } ]
  close-by-mistake: [ { suspend: allCases }, { ask: 'Really?' } ]
exceptions: { Snow: { is: CaseTrigger }, Flood: { is: CaseTrigger }, Joke: { is: CaseTrigger } }
rules:
  - { on: Snow, at: flight, then: close-airport }
  - { on: Flood, at: flight, then: close-for-good }
  - { on: Joke, at: flight, then: close-by-mistake }
`

const heldFlights = async (house: House): Promise<readonly string[]> => {
  const rows = await house.engine.cases({ process: "flight", limit: 1000 })
  return rows.filter(({ held }) => held).map(({ id }) => id)
}

test("[BROAD1] a step on all cases reaches every family that has one, and what it held is let go in all of them", async () => {
  const house = await House.open(flights)
  const ids = await Promise.all(Array.from({ length: 30 }, () => house.start("flight")))
  const other = await house.start("clear-up")
  const [first = "" as CaseId] = ids
  accepted(await house.engine.raise({ class: "Snow", case: first }))
  await house.engine.idle()
  expect([(await heldFlights(house)).toSorted(), (await house.engine.case(other))?.held]).toEqual([
    [...ids].toSorted(),
    false,
  ])
  const worklet = (await house.engine.cases({ family: asFamilyId(first), process: "clear-up" }))[0]?.id ?? first
  await house.complete(worklet, "sweep")
  expect(await heldFlights(house)).toEqual([])
})

test("[BROAD2] a case that starts afterwards is not meant", async () => {
  const house = await House.open(flights)
  const [first, second] = [await house.start("flight"), await house.start("flight")]
  accepted(await house.engine.raise({ class: "Snow", case: first }))
  await house.clock.advance("PT1S")
  const later = await house.start("flight")
  await house.engine.idle()
  expect((await heldFlights(house)).toSorted()).toEqual([first, second])
  expect((await house.engine.case(later))?.held).toBe(false)
})

test("[BROAD3] an engine killed before its broadcast was carried carries it when it comes back", async () => {
  const house = await House.open(flights)
  const ids = await Promise.all(Array.from({ length: 20 }, () => house.start("flight")))
  const [first = "" as CaseId] = ids
  accepted(await house.engine.raise({ class: "Flood", case: first }))
  await house.crash()
  const states = (await house.engine.cases({ process: "flight" })).map(({ state }) => state)
  expect(new Set(states)).toEqual(new Set(["removed"]))
})

test("[BROAD4] carried twice it has the effect of once", async () => {
  const store = openMemoryStore()
  let isForgetful = true
  const forgetting: Store = {
    ...store,
    commit: (batch) => store.commit(isForgetful ? { ...batch, delivered: [] } : batch),
  }
  const { engine } = await anEngine(flights, { store: forgetting })
  const ids = await Promise.all(Array.from({ length: 5 }, async () => accepted(await engine.start("flight")).case))
  const [first = "" as CaseId, second = "" as CaseId] = ids
  accepted(await engine.raise({ class: "Joke", case: first }))
  await engine.idle()
  isForgetful = false
  accepted(await engine.raise({ class: "Joke", case: second }))
  await engine.idle()
  const holds = await Promise.all(ids.map(async (id) => (await engine.case(id))?.holds.length))
  expect(holds).toEqual([2, 2, 2, 2, 2])
  const [open] = await engine.interventions()
  accepted(await engine.answer(open?.id ?? asInterventionId(""), { do: "confirm" }))
})

test("[BROAD5] when the run's case is removed, what the run held elsewhere is let go", async () => {
  const house = await House.open(flights)
  const [first, second] = [await house.start("flight"), await house.start("flight")]
  accepted(await house.engine.raise({ class: "Joke", case: first }))
  await house.engine.idle()
  expect((await house.engine.case(second))?.held).toBe(true)
  accepted(await house.engine.removeCase(first))
  await house.engine.idle()
  expect((await house.engine.case(second))?.held).toBe(false)
  expect((await house.engine.startItem(asItemId(`${second}.i1`))).ok).toBe(true)
})

test("[BROAD6] a case that has ended meanwhile does not keep the others from being reached", async () => {
  const house = await House.open(flights)
  const ids = [await house.start("flight"), await house.start("flight"), await house.start("flight")]
  const [first = "" as CaseId, gone = first, last = first] = ids
  accepted(await house.engine.raise({ class: "Snow", case: first }))
  accepted(await house.engine.removeCase(gone))
  await house.engine.idle()
  expect((await heldFlights(house)).toSorted()).toEqual([first, last])
})

test("[BROAD7] when the run fails and that is answered, nothing stays held elsewhere", async () => {
  const house = await House.open(flights)
  const [first, second] = [await house.start("flight"), await house.start("flight")]
  accepted(await house.engine.raise({ class: "Snow", case: first }))
  await house.engine.idle()
  const worklet = (await house.engine.cases({ family: asFamilyId(first), process: "clear-up" }))[0]?.id ?? first
  accepted(await house.engine.removeCase(worklet))
  await house.engine.idle()
  for (const { id } of await house.engine.interventions()) accepted(await house.engine.answer(id, "dismiss"))
  await house.engine.idle()
  expect([(await house.engine.case(first))?.holds, (await house.engine.case(second))?.holds]).toEqual([[], []])
})

test("[BROAD8] a store that fails while something is carried is asked again, and nothing else stops", async () => {
  const store = openMemoryStore()
  let failures = 0
  const failing: Store = {
    ...store,
    async broadcasts() {
      if (failures-- > 0) throw new StoreError("STORE_FAILED", "no room")
      return store.broadcasts()
    },
    async commit(batch) {
      if (batch.entries.some(({ command }) => command === "ReceiveBroadcast") && failures-- > 0)
        throw new StoreError("STORE_FAILED", "no room")
      return store.commit(batch)
    },
  }
  const { engine, clock } = await anEngine(flights, { store: failing })
  const ids = await Promise.all(Array.from({ length: 3 }, async () => accepted(await engine.start("flight")).case))
  const [first = "" as CaseId] = ids
  failures = 3
  accepted(await engine.raise({ class: "Flood", case: first }))
  await engine.idle()
  expect((await engine.cases({ process: "flight", state: "running" })).length).toBe(2)
  await clock.advance("PT10S")
  expect(await engine.cases({ process: "flight", state: "running" })).toEqual([])
})
