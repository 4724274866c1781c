import { join } from "node:path"
import { accepted, asItemId, openEngine } from "../src/main.ts"
import { type Benchmark, rounded } from "./result.ts"
import { itemsPerSecond } from "./three.ts"
import { inFolder } from "./workplace.ts"

const process = `
process: three
data: { n: integer, amount: { type: number, default: 0 } }
flow: [ { task: a }, { task: b }, { task: c } ]`

const rules = {
  exlets: { note: [{ notify: "bob", text: "have a look" }] },
  rules: [
    {
      on: "itemPre",
      at: "three",
      tree: [1100, 1200, 1300].map((limit) => ({ if: `amount > ${limit}`, then: "note" })),
    },
  ],
}

/**
 * Recorded checkpoints looked at per second, in a file: three in each case, one before each item, and a proposed rule that would
 * have answered one in a hundred.
 */
export const backtest: Benchmark = {
  name: "backtest",
  run: ({ million }) =>
    inFolder(async (folder) => {
      const checkpoints = million ? 1_000_000 : 200_000
      const engine = await openEngine({ store: join(folder, "engine.db") })
      accepted(await engine.deploy(process))
      accepted(await engine.deploy(rules))
      await itemsPerSecond(engine, Math.ceil(checkpoints / 3), (number) => ({ amount: number % 1000 }))
      const { case: id } = accepted(await engine.start("three", { data: { amount: 999 } }))
      const from = { case: id, item: asItemId(`${id}.i1`) }

      const start = performance.now()
      const { checked, changed } = accepted(
        await engine.backtest({ on: "itemPre", at: "three", if: "amount >= 990", then: "note", from }),
      )
      const seconds = (performance.now() - start) / 1000
      if (checked < checkpoints || changed < checkpoints / 200) throw new Error(`only ${changed} of ${checked} changed`)
      await engine.stop()
      return [{ name: "backtest", value: rounded(checked / seconds), unit: "checks/s" }]
    }),
}
