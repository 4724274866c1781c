import { expect, test } from "vitest"
import { accepted } from "../../src/main.ts"
import { anEngine } from "./workplace.ts"

test("[WORKLIST3] cases begun in the same millisecond are listed and worked in the order they were begun", async () => {
  const { engine } = await anEngine("process: order\nflow: [ { task: pack } ]")
  const begun: string[] = []
  for (let count = 0; count < 300; count++) begun.push(accepted(await engine.start("order")).case)
  const together = await Promise.all(Array.from({ length: 50 }, () => engine.start("order")))
  begun.push(...together.map((told) => accepted(told).case))
  expect((await engine.worklist("ann", { limit: 1000 })).map((row) => row.case)).toEqual(begun)
  expect((await engine.cases({ limit: 1000 })).map(({ id }) => id)).toEqual(begun)
})
