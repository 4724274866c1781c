import { fork } from "node:child_process"
import { join } from "node:path"
import { accepted, administrator, openEngine } from "../src/main.ts"
import { openServer } from "../src/server.ts"
import { type Benchmark, comparison, quantile, type Result, rounded } from "./result.ts"
import { itemsPerSecond } from "./three.ts"
import { inFolder } from "./workplace.ts"

const process = "process: three\ndata: { n: integer }\nflow: [ { task: a }, { task: b }, { task: c } ]"
const casesPerRound = 2000
/** A door has more code to warm up than an engine: it is at its speed after some 30,000 requests. */
const warmUps = 5
const rounds = 9
const connections = 100

/**
 * Completed items per second over HTTP: 100 connections from another process, each signed in with a key, one request at a time.
 * The reference are 100 clients in process, in the same run.
 */
export const http: Benchmark = {
  name: "http",
  run: () =>
    inFolder(async (folder): Promise<readonly Result[]> => {
      const server = await openServer({ store: join(folder, "server.db"), mode: "production", limits: { rate: 0 } })
      const engine = await openEngine({ store: join(folder, "engine.db") })
      for (const each of [server.engine, engine]) accepted(await each.deploy(process))
      const { secret } = accepted(await server.keys.createKey({ agent: "ann" }, administrator))
      const { url, stop } = await server.listen({ port: 0 })
      const load = fork(join(import.meta.dirname, "http-load.ts"), [new URL(url).port, secret, String(connections)])

      const measured: { value: number; reference: number }[] = []
      const times: number[] = []
      for (let round = 0; round < warmUps + rounds; round++) {
        const reference = await itemsPerSecond(engine, casesPerRound)
        const told = await new Promise<{ seconds: number; times: number[] }>((resolve) => {
          load.once("message", (message) => resolve(message as { seconds: number; times: number[] }))
          load.send({ cases: casesPerRound })
        })
        if (round < warmUps) continue
        measured.push({ value: (casesPerRound * 3) / told.seconds, reference })
        times.push(...told.times)
      }
      load.kill()
      await stop()
      await engine.stop()
      return [
        comparison("http", "items/s", measured),
        { name: "http.p50", value: rounded(quantile(times, 0.5)), unit: "ms" },
        { name: "http.p99", value: rounded(quantile(times, 0.99)), unit: "ms" },
      ]
    }),
}
