import { accepted, type Engine, openEngine, openMemoryStore } from "../src/main.ts"
import type { Batch, Store } from "../src/store/port.ts"
import { openPostgresStore } from "../src/store/postgres/store.ts"
import { type PostgresServer, startPostgres } from "../test/contracts/start-postgres.ts"
import { openFloor, prepareBatch } from "./postgres-floor.ts"
import { type Benchmark, comparison, type Result } from "./result.ts"

const steps = 3
const rounds = 3
const process = `process: three
flow: [ { program: a, worker: step }, { program: b, worker: step }, { program: c, worker: last } ]`

/** Steps per second that programs in process do, with so many cases at once, on a PostgreSQL that syncs its log. */
export const programs: Benchmark = {
  name: "programs",
  async run() {
    const server = await startPostgres({ isDurable: true })
    try {
      const results: Result[] = []
      for (const atOnce of [10, 100]) results.push(await measured(server, atOnce))
      return results
    } finally {
      await server.stop()
    }
  },
}

async function measured(server: PostgresServer, atOnce: number): Promise<Result> {
  const cases = 10 * atOnce
  const [address, floorAddress] = [await server.newStore(), await server.newStore()]
  const play = await playing(await openPostgresStore(address), atOnce)
  const floor = await openFloor(floorAddress)
  const pairs: { value: number; reference: number }[] = []
  for (let round = 0; round <= rounds; round++) {
    const batches = (await recorded(cases, atOnce)).map((batch) => prepareBatch(batch, `${round}-`))
    const value = await perSecond(cases, () => play.cases(cases))
    const reference = await perSecond(cases, () => floor.write(batches))
    // The first round warms both up.
    if (round > 0) pairs.push({ value, reference })
  }
  await floor.close()
  await play.engine.stop()
  return comparison(`programs.${atOnce}`, "steps/s", pairs)
}

async function perSecond(cases: number, work: () => Promise<unknown>): Promise<number> {
  const start = performance.now()
  await work()
  return (cases * steps) / ((performance.now() - start) / 1000)
}

/** An engine whose programs do nothing; a case begins when another has ended. */
async function playing(
  store: Store,
  atOnce: number,
): Promise<{ readonly engine: Engine; cases(count: number): Promise<void> }> {
  const engine = await openEngine({ store })
  accepted(await engine.deploy(process))
  let ended = (): void => undefined
  engine.worker("step", () => ({}), { concurrency: atOnce })
  engine.worker(
    "last",
    () => {
      ended()
      return {}
    },
    { concurrency: atOnce },
  )
  return {
    engine,
    async cases(count) {
      const { promise: allEnded, resolve } = Promise.withResolvers<void>()
      const progress = { begun: 0, ended: 0 }
      const begin = async () => {
        if (progress.begun++ < count) accepted(await engine.start("three"))
      }
      ended = () => {
        if (++progress.ended === count) resolve()
        else void begin()
      }
      await Promise.all(Array.from({ length: atOnce }, begin))
      await allEnded
      await engine.idle()
    },
  }
}

/** What an engine would write. */
async function recorded(cases: number, atOnce: number): Promise<readonly Batch[]> {
  const memory = openMemoryStore()
  const batches: Batch[] = []
  const recorder = await playing(
    {
      ...memory,
      commit(batch) {
        if (batch.entries.length > 0) batches.push(batch)
        return memory.commit(batch)
      },
    },
    atOnce,
  )
  await recorder.cases(cases)
  await recorder.engine.stop()
  return batches
}
