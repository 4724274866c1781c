import { join } from "node:path"
import { accepted, asItemId, type Engine, openEngine } from "../src/main.ts"
import { type Benchmark, quantile, type Result, rounded } from "./result.ts"
import { inFolder } from "./workplace.ts"

/** How long one command takes: alone, and while 100 clients keep the engine busy. */
export const command: Benchmark = {
  name: "command",
  run: () =>
    inFolder(async (folder) => {
      const engine = await openEngine({ store: join(folder, "engine.db") })
      accepted(await engine.deploy("process: three\nflow: [ { task: a }, { task: b }, { task: c } ]"))
      await clients(engine, 1, 300)
      const alone = await clients(engine, 1, 1500)
      await clients(engine, 100, 3000)
      const loaded = await clients(engine, 100, 30_000)
      await engine.stop()
      return [...quantiles("command.alone", alone), ...quantiles("command.loaded", loaded)]
    }),
}

/** Milliseconds of each of `commands` completions, by so many clients. */
async function clients(engine: Engine, count: number, commands: number): Promise<readonly number[]> {
  const times: number[] = []
  const client = async () => {
    while (times.length < commands) {
      const { case: id } = accepted(await engine.start("three"))
      for (let number = 1; number <= 3; number++) {
        const start = performance.now()
        accepted(await engine.completeItem(asItemId(`${id}.i${number}`)))
        times.push(performance.now() - start)
      }
    }
  }
  await Promise.all(Array.from({ length: count }, client))
  return times
}

function quantiles(name: string, times: readonly number[]): readonly Result[] {
  return [
    { name: `${name}.p50`, value: rounded(quantile(times, 0.5)), unit: "ms" },
    { name: `${name}.p99`, value: rounded(quantile(times, 0.99)), unit: "ms" },
  ]
}
