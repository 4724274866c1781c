import { expect, test } from "vitest"
import { accepted } from "../../src/main.ts"
import { House } from "./house.ts"

const repair = `
process: repair
flow: [ { task: repair }, { task: return } ]
---
process: paint
flow: [ { task: coat } ]
---
exceptions: { Rain: { is: CaseTrigger }, Rust: { is: ItemTrigger } }
`

test("[VIEW6] an exception of a whole case is not one of a step that has the process's name", async () => {
  const { engine } = await House.open(repair)
  const counts = async (process: string, of?: number) =>
    (await engine.taskCounts(process, of)).rows.map(({ task, exceptions }) => [task, exceptions])
  const first = accepted(await engine.start("repair")).case
  const second = accepted(await engine.start("repair")).case
  const paint = accepted(await engine.start("paint")).case
  accepted(await engine.raise({ class: "Rain", case: first }))
  accepted(await engine.raise({ class: "Rain", case: paint }))
  expect(await counts("repair")).toEqual([
    ["", 1],
    ["repair", 0],
  ])
  const item = (await engine.case(second))?.items[0]?.id
  accepted(await engine.raise({ class: "Rust", case: second, ...(item && { item }) }))
  expect(await counts("repair", 1)).toEqual([
    ["", 1],
    ["repair", 1],
  ])
  expect(await counts("paint")).toEqual([
    ["", 1],
    ["coat", 0],
  ])
  expect((await engine.taskCounts("repair", [first, second])).rows).toEqual((await engine.taskCounts("repair")).rows)
})
