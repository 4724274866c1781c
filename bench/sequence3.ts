import { join } from "node:path"
import { accepted, asItemId, type Engine, openEngine, openSqliteStore } from "../src/main.ts"
import type { Batch } from "../src/store/port.ts"
import { openFloor, prepareBatch } from "./floor.ts"
import { type Benchmark, median, type Result, rounded } from "./result.ts"
import { inFolder } from "./workplace.ts"

const clients = 100
const casesPerRound = 4000
const rounds = 5

/** Completed items per second: three tasks in a row, 100 clients in process, every acknowledgement durable. */
export const sequence3: Benchmark = {
  name: "sequence3",
  run: () =>
    inFolder(async (folder): Promise<readonly Result[]> => {
      const store = await openSqliteStore(join(folder, "engine.db"))
      let recorded: Batch[] | undefined
      const recording = {
        ...store,
        commit(batch: Batch) {
          recorded?.push(batch)
          return store.commit(batch)
        },
      }
      const engine = await openEngine({ store: recording })
      accepted(
        await engine.deploy("process: three\ndata: { n: integer }\nflow: [ { task: a }, { task: b }, { task: c } ]"),
      )
      const floor = await openFloor(join(folder, "floor.db"))

      const measured: { engine: number; floor: number }[] = []
      for (let round = 0; round <= rounds; round++) {
        const seconds = await timed(() => work(engine))
        // Rows to write again are taken from a pass of their own: keeping them would cost the one that is measured.
        recorded = []
        await work(engine)
        const prepared = recorded.map((batch) => prepareBatch(batch, `${round}`))
        recorded = undefined
        const floorSeconds = await timed(async () => floor.write(prepared))
        // The first round warms both up.
        if (round > 0)
          measured.push({ engine: (casesPerRound * 3) / seconds, floor: (casesPerRound * 3) / floorSeconds })
      }
      await engine.stop()
      floor.close()
      const value = median(measured.map((one) => one.engine))
      const reference = median(measured.map((one) => one.floor))
      const ratio = median(measured.map((one) => one.engine / one.floor))
      return [
        {
          name: "sequence3",
          value: rounded(value),
          unit: "items/s",
          reference: rounded(reference),
          ratio: rounded(ratio),
        },
      ]
    }),
}

async function work(engine: Engine): Promise<void> {
  let left = casesPerRound
  const client = async () => {
    while (left-- > 0) {
      const { case: id } = accepted(await engine.start("three"))
      // Items are numbered as they come: no look-up is measured here.
      for (let number = 1; number <= 3; number++)
        accepted(await engine.completeItem(asItemId(`${id}.i${number}`), { n: number }))
    }
  }
  await Promise.all(Array.from({ length: clients }, client))
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const start = performance.now()
  await work()
  return (performance.now() - start) / 1000
}
