import { join } from "node:path"
import { accepted, openEngine, openMemoryStore } from "../src/main.ts"
import type { Batch } from "../src/store/port.ts"
import { openFloor, prepareBatch } from "./floor.ts"
import { type Benchmark, comparison, type Result } from "./result.ts"
import { itemsPerSecond } from "./three.ts"
import { inFolder } from "./workplace.ts"

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

      const measured: { value: number; reference: number }[] = []
      for (let round = 0; round <= rounds; round++) {
        const value = await itemsPerSecond(engine, casesPerRound)
        await itemsPerSecond(recorder, casesPerRound)
        const prepared = batches.map((batch) => prepareBatch(batch, `${round}`))
        batches = []
        const start = performance.now()
        floor.write(prepared)
        const reference = (casesPerRound * 3) / ((performance.now() - start) / 1000)
        // The first round warms both up.
        if (round > 0) measured.push({ value, reference })
      }
      await recorder.stop()
      await engine.stop()
      floor.close()
      return [comparison("sequence3", "items/s", measured)]
    }),
}
