import { join } from "node:path"
import { accepted, asFamilyId, type CaseId, type Engine, openEngine } from "../src/main.ts"
import { type Benchmark, median, rounded } from "./result.ts"
import { inFolder } from "./workplace.ts"

/** What a step costs a case with 10,000 events behind it, over a fresh one. */
export const history: Benchmark = {
  name: "history",
  run: () =>
    inFolder(async (folder) => {
      const engine = await openEngine({ store: join(folder, "engine.db") })
      accepted(
        await engine.deploy(
          "process: loop\nloopLimit: 1000000\ndata: { over: { type: boolean, default: false } }\nflow: [ { while: again, when: '!over', do: [ { task: a }, { task: b } ] } ]",
        ),
      )
      const start = async () => accepted(await engine.start("loop")).case
      const old = await start()
      for (let events = 0; events < 10_000; ) events += await step(engine, old)
      const ratios: number[] = []
      const times: number[] = []
      for (let round = 0; round < 12; round++) {
        const fresh = await start()
        const freshTime = await timeOf(engine, fresh)
        const oldTime = await timeOf(engine, old)
        if (round < 2) continue
        ratios.push(oldTime / freshTime)
        times.push(oldTime)
      }
      await engine.stop()
      const ratio = median(ratios)
      const value = median(times)
      return [
        {
          name: "history",
          value: rounded(value),
          unit: "ms/step",
          reference: rounded(value / ratio),
          ratio: rounded(ratio),
        },
      ]
    }),
}

const liveItem = new Map<CaseId, number>()

async function step(engine: Engine, id: CaseId): Promise<number> {
  const number = liveItem.get(id) ?? 1
  const events = accepted(
    await engine.execute(asFamilyId(id), { type: "CompleteItem", item: `${id}.i${number}` as never, data: {} }),
  )
  liveItem.set(id, number + 1)
  return events.length
}

async function timeOf(engine: Engine, id: CaseId): Promise<number> {
  const steps = 60
  const start = performance.now()
  for (let index = 0; index < steps; index++) await step(engine, id)
  return (performance.now() - start) / steps
}
