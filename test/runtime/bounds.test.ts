import { expect, test } from "vitest"
import { accepted } from "../../src/main.ts"
import { House } from "./house.ts"
import { itemOf } from "./workplace.ts"

const trip = `
process: trip
budget: 500
deadline: P9D
data: { price: { type: number, default: 100 } }
flow:
  - activity: booking
    budget: 150
    deadline: P2D
    do: [ { task: flight, cost: price, writes: [price], deadline: P1D } ]
  - task: thank
---
constraints:
  - { at: trip/flight, budget: price * 2 }
  - { at: everywhere, deadline: P5D }
organisation: { agents: { ann: { attributes: { grade: 1 } }, bob: { attributes: { grade: 5 } } } }
`
const opened = Date.parse("2026-01-05T09:00:00Z")
const day = 86_400_000

test("[BOUND11] whoever looks at an item or a case sees what it has cost and all bounds that hold there, inner first", async () => {
  const house = await House.open(trip)
  const { engine } = house
  const id = await house.start("trip")
  const { id: flight } = await itemOf(engine, id, "flight")
  accepted(await engine.startItem(flight))
  const item = await engine.item(flight)
  expect({ cost: item?.cost, spent: item?.spent, bounds: item?.bounds }).toEqual({
    cost: 100,
    spent: 100,
    bounds: [
      { kind: "budget", scope: "trip/flight", limit: 200, spent: 100, left: 100 },
      { kind: "budget", scope: "trip/booking", limit: 150, spent: 100, left: 50 },
      { kind: "budget", scope: "trip", limit: 500, spent: 100, left: 400 },
      { kind: "deadline", scope: "trip/flight", dueAt: opened + day },
      { kind: "deadline", scope: "trip/booking", dueAt: opened + 2 * day },
      { kind: "deadline", scope: "trip", dueAt: opened + 9 * day },
      { kind: "deadline", scope: "everywhere", dueAt: opened + 5 * day },
    ],
  })
  const found = await engine.case(id)
  expect({ spent: found?.spent, bounds: found?.bounds }).toEqual({
    spent: 100,
    bounds: [
      { kind: "budget", scope: "trip", limit: 500, spent: 100, left: 400 },
      { kind: "deadline", scope: "trip", dueAt: opened + 9 * day },
      { kind: "deadline", scope: "everywhere", dueAt: opened + 5 * day },
    ],
  })
})

test("[BOUND7] a broken budget is told with its figures", async () => {
  const house = await House.open(trip)
  const { engine } = house
  const id = await house.start("trip", { price: 170 })
  const { id: flight } = await itemOf(engine, id, "flight")
  accepted(await engine.startItem(flight))
  const [raised] = (await engine.case(id))?.exceptions ?? []
  expect(raised).toEqual({
    id: raised?.id,
    class: "BudgetExceeded",
    case: id,
    item: flight,
    at: "flight",
    raisedAt: opened,
    parameters: {
      budget: 150,
      spent: 170,
      scope: "trip/booking",
      over: 20,
      message: "trip/booking cost 170, which is 20 more than the budget of 150",
    },
  })
})

test("[BOUND12] a deadline set from outside is told with its figures", async () => {
  const house = await House.open(trip)
  const { engine, clock } = house
  const id = await house.start("trip")
  await clock.advance("P5D")
  const exceptions = (await engine.case(id))?.exceptions ?? []
  expect(
    exceptions.filter(({ class: name }) => name === "DeadlineExceeded").map(({ at, parameters }) => [at, parameters]),
  ).toEqual([
    [
      "trip",
      {
        deadline: "2026-01-10T09:00:00Z",
        scope: "everywhere",
        message: "trip should have been done by 2026-01-10T09:00:00Z",
      },
    ],
  ])
})

test("[BOUND19] whoever is not qualified is told why", async () => {
  const house = await House.open(trip)
  const { engine } = house
  accepted(await engine.deploy("constraints: [ { at: trip, qualification: agent.attributes.grade > 3 } ]"))
  const id = await house.start("trip")
  const { id: flight } = await itemOf(engine, id, "flight")
  expect(await engine.candidates(flight)).toEqual([
    { agent: "bob", reason: "meets `agent.attributes.grade > 3`" },
    { agent: "ann", obstacle: "unqualified", reason: "`agent.attributes.grade > 3` does not hold" },
  ])
})
