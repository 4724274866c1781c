import { afterAll, beforeAll, expect, test } from "vitest"
import { answersAreDocumented } from "../http/documented.ts"
import { codeOf, openWorld, told, type World } from "../http/world.ts"

const bundle = `
process: loan
data:
  customer: { type: string, required: true, shared: true }
  score: { type: integer, shared: true }
  officer: string
flow: [ { task: check, writes: [score] } ]
---
process: hardship
data: { customer: { type: string, shared: true }, score: { type: integer, shared: true } }
flow: [ { task: review, reads: [customer, score], writes: [score] } ]
---
process: letter
data: { customer: { type: string, shared: true } }
flow: [ { task: print } ]
---
organisation:
  agents: { banker: {}, printer: {}, teacher: {} }
  permissions:
    banker: [ see, do, intervene ]
    teacher: [ see, teach ]
    printer: { see: [letter], do: [letter], intervene: [letter] }
`

let world: World
beforeAll(async () => {
  world = await openWorld({
    development: false,
    bundles: [bundle],
    keys: { banker: { agent: "banker" }, printer: { agent: "printer" }, teacher: { agent: "teacher" } },
  })
})
afterAll(() => world.close())

test("[SHARE1] [SHARE2] over HTTP cases under one number share data, and initial values are given once", async () => {
  const banker = world.client("banker")
  const loan = told(
    await banker.start({ process: "loan", number: "L-1", data: { customer: "Eva", officer: "Jo" } }),
  ).case
  const hardship = told(await banker.start({ process: "hardship", number: "L-1" })).case
  told(await banker.setData({ case: hardship, data: { score: 12 } }))
  const seen = told(await banker.case({ case: loan }))
  expect([seen.data, seen.shares]).toEqual([{ customer: "Eva", score: 12, officer: "Jo" }, ["customer", "score"]])
  const [item] = told(await banker.case({ case: hardship })).items
  expect(told(await banker.item({ item: item?.id ?? "" })).data).toEqual({ customer: "Eva", score: 12 })
  const refused = await banker.start({ process: "letter", number: "L-1", data: { customer: "Ina" } })
  expect([codeOf(refused), JSON.stringify(refused)]).toEqual(["DATA_INVALID", expect.not.stringContaining("Eva")])
})

test("[SHARE4] who may see a case sees what it shares and nothing else of the family", async () => {
  const [banker, printer] = [world.client("banker"), world.client("printer")]
  const loan = told(await banker.start({ process: "loan", number: "L-2", data: { customer: "Eva" } })).case
  const letter = told(await banker.start({ process: "letter", number: "L-2" })).case
  told(await banker.setData({ case: loan, data: { score: 3, customer: "Ada" } }))
  const { data, shares } = told(await printer.case({ case: letter }))
  expect([data, shares]).toEqual([{ customer: "Ada" }, ["customer"]])
  expect(codeOf(await printer.case({ case: loan }))).toBe("CASE_NOT_FOUND")
  expect(codeOf(await printer.setData({ case: letter, data: { score: 4 } }))).toBe("DATA_INVALID")
  told(await printer.setData({ case: letter, data: { customer: "Ann" } }))
  expect(told(await banker.case({ case: loan })).data).toEqual({ customer: "Ann", score: 3 })
})

answersAreDocumented(() => world)

test("[SEE1] [SHARE4] a rule of theirs on shared data does not tell who wrote it in which hidden process", async () => {
  const [banker, printer] = [world.client("banker"), world.client("printer")]
  const letter = told(await banker.start({ process: "letter", number: "L-origin", data: { customer: "Eva" } })).case
  const loan = told(await banker.start({ process: "loan", number: "L-origin" })).case
  const rule = { on: "written(customer)", at: "letter", if: "true", then: [{ suspend: "case" }] }
  told(await world.client("teacher").learn({ ...rule, from: { case: letter } }))
  told(await banker.setData({ case: loan, data: { customer: "Ada" } }))
  const seen = [
    await printer.entries({ family: letter, limit: 1000 }),
    await printer.log({ family: letter }),
    await printer.runs({ family: letter }),
    await printer.case({ case: letter }),
  ]
  expect(JSON.stringify(seen)).toContain("RunStarted")
  expect(JSON.stringify(seen)).not.toContain("loan")
  expect(JSON.stringify(seen)).not.toContain(loan)
  expect(JSON.stringify(await banker.entries({ family: letter, limit: 1000 }))).toContain(`"from":{"case":"${loan}"`)
})
