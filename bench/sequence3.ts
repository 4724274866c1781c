import { join } from "node:path"
import { accepted, asItemId, type Engine, openEngine, openMemoryStore } from "../src/main.ts"
import type { Batch } from "../src/store/port.ts"
import { openFloor, prepareBatch } from "./floor.ts"
import { type Benchmark, median, type Result, rounded } from "./result.ts"
import { inFolder } from "./workplace.ts"

const clients = 100
const casesPerRound = 4000
const rounds = 7
const process = "process: three\ndata: { n: integer }\nflow: [ { task: a }, { task: b }, { task: c } ]"

/** Completed items per second: three tasks in a row, 100 clients in process, every acknowledgement durable. */
export const sequence3: Benchmark = {
  name: "sequence3",
  run: () =>
    inFolder(async (folder): Promise<readonly Result[]> => {
      const engine = await openEngine({ store: join(folder, "engine.db") })
      const floor = await openFloor(join(folder, "floor.db"))
      // What there is to write is recorded from an engine of its own that keeps nothing else: a large heap would cost the one
      // that is measured.
      const memory = openMemoryStore()
      let batches: Batch[] = []
      const recorder = await openEngine({
        store: {
          ...memory,
          commit(batch) {
            if (batch.processes.length > 0) return memory.commit(batch)
            batches.push(batch)
            return Promise.resolve({ ok: true, positions: batch.entries.map((_, index) => index) })
          },
        },
      })
      for (const each of [engine, recorder]) accepted(await each.deploy(process))

      const measured: { engine: number; floor: number }[] = []
      for (let round = 0; round <= rounds; round++) {
        const seconds = await timed(() => work(engine))
        await work(recorder)
        const prepared = batches.map((batch) => prepareBatch(batch, `${round}`))
        batches = []
        const floorSeconds = await timed(async () => floor.write(prepared))
        // The first round warms both up.
        if (round > 0)
          measured.push({ engine: (casesPerRound * 3) / seconds, floor: (casesPerRound * 3) / floorSeconds })
      }
      await recorder.stop()
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
