import { join } from "node:path"
import { accepted, asItemId, openEngine } from "../src/main.ts"
import { type Benchmark, quantile, rounded } from "./result.ts"
import { inFolder } from "./workplace.ts"

const bundle = `
process: plant
flow: [ { task: watch } ]
---
process: office
flow: [ { task: a }, { task: b }, { task: c } ]
---
exceptions: { Outage: { is: CaseTrigger } }
`
const cases = 2000
const outages = 100_000

/** 100,000 exceptions of one class, all for people to answer: how many a second, and what a command elsewhere takes meanwhile. */
export const storm: Benchmark = {
  name: "storm",
  run: () =>
    inFolder(async (folder) => {
      const engine = await openEngine({ store: join(folder, "engine.db") })
      accepted(await engine.deploy(bundle))
      const plants = await Promise.all(Array.from({ length: cases }, () => engine.start("plant")))
      const ids = plants.map((plant) => accepted(plant).case)
      const start = performance.now()
      let isOver = false
      const raising = (async () => {
        for (let raised = 0; raised < outages; raised += 500)
          await Promise.all(
            Array.from({ length: 500 }, async (_, number) => {
              const id = ids[(raised + number) % cases]
              if (id) accepted(await engine.raise({ class: "Outage", case: id }))
            }),
          )
        isOver = true
      })()
      const elsewhere: number[] = []
      while (!isOver) {
        const { case: id } = accepted(await engine.start("office"))
        for (let number = 1; number <= 3 && !isOver; number++) {
          const began = performance.now()
          accepted(await engine.completeItem(asItemId(`${id}.i${number}`)))
          elsewhere.push(performance.now() - began)
        }
      }
      await raising
      const seconds = (performance.now() - start) / 1000
      await engine.stop()
      return [
        { name: "storm", value: rounded(outages / seconds), unit: "exceptions/s" },
        { name: "storm.elsewhere.p50", value: rounded(quantile(elsewhere, 0.5)), unit: "ms" },
        { name: "storm.elsewhere.p99", value: rounded(quantile(elsewhere, 0.99)), unit: "ms" },
      ]
    }),
}
