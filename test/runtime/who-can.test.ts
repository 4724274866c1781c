import { expect, test } from "vitest"
import { accepted } from "../../src/main.ts"
import { House } from "./house.ts"

const office = `
process: claim
data: { amount: { type: number, default: 10 }, place: string }
flow:
  - task: take
  - activity: decide
    do:
      - task: check
        needs: { capability: law, when: agent.attributes.grade >= 3 }
      - task: sign
        needs: { unit: place, whoDid: take, when: agent.attributes.grade * 100 > amount, order: "agent.attributes.grade - amount" }
  - program: pay
    worker: bank
    needs: { capability: law }
---
organisation:
  units: { north: {} }
  agents:
    ann: { capabilities: [law], attributes: { grade: 4 } }
    bob: { capabilities: [law], attributes: { grade: 2 } }
    cy: { capabilities: [law], attributes: { grade: 5 }, away: { from: "2026-01-01", to: "2026-02-01" } }
`

test("[VIEW10] who could do a task is told by what agents are and whether they are there", async () => {
  const { engine } = await House.open(office)
  expect(engine.whoCan("claim", "check")).toEqual({
    rows: [
      { agent: "ann", reason: "has the capability law and meets `agent.attributes.grade >= 3`" },
      { agent: "cy", obstacle: "absent", reason: "is absent until 2026-02-02T00:00:00Z" },
      { agent: "bob", obstacle: "unqualified", reason: "`agent.attributes.grade >= 3` does not hold" },
    ],
    needsCase: [],
  })
})

test("[VIEW10] what only a case can tell is named, and does not keep anybody", async () => {
  const { engine } = await House.open(office)
  const found = engine.whoCan("claim", "sign")
  expect(found?.rows.filter(({ obstacle }) => obstacle === undefined).map(({ agent }) => agent)).toEqual(["ann", "bob"])
  expect(found?.needsCase).toEqual([
    { part: "unit", says: "place" },
    { part: "whoDid", says: "take" },
    { part: "when", says: "agent.attributes.grade * 100 > amount" },
    { part: "order", says: "agent.attributes.grade - amount" },
  ])
})

test("[VIEW10] what rules ask besides counts, also around the task", async () => {
  const { engine } = await House.open(office)
  accepted(
    await engine.deploy(`
constraints:
  - { at: claim/decide, qualification: agent.attributes.grade < 5 }
  - { at: claim, qualification: amount < 100 }`),
  )
  const { rows, needsCase } = engine.whoCan("claim", "check") ?? {}
  expect(rows?.find(({ agent }) => agent === "cy")).toEqual({
    agent: "cy",
    obstacle: "unqualified",
    reason: "`agent.attributes.grade < 5` does not hold",
  })
  expect(needsCase).toEqual([{ part: "qualification", says: "amount < 100" }])
})

test("[VIEW10] a program's task is for programs, a task without needs for anybody, and a block for nobody", async () => {
  const { engine } = await House.open(office)
  const able = (task: string) =>
    engine.whoCan("claim", task)?.rows.flatMap(({ agent, obstacle }) => (obstacle ? [] : agent))
  expect(able("pay")).toEqual([])
  expect(able("take")).toEqual(["ann", "bob"])
  expect(["decide", "nothing"].map(able)).toEqual([undefined, undefined])
  expect(engine.whoCan("nothing", "take")).toBeUndefined()
})
