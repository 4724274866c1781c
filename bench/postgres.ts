import { type ChildProcess, fork } from "node:child_process"
import { once } from "node:events"
import { join } from "node:path"
import { accepted, openEngine, openMemoryStore } from "../src/main.ts"
import type { Batch } from "../src/store/port.ts"
import { type PostgresServer, startPostgres } from "../test/contracts/start-postgres.ts"
import { openFloor, prepareBatch } from "./postgres-floor.ts"
import { type Benchmark, comparison, type Result } from "./result.ts"
import { itemsPerSecond } from "./three.ts"

const casesPerRound = 800
const rounds = 3
const clients = 100
const three = "process: three\ndata: { n: integer }\nflow: [ { task: a }, { task: b }, { task: c } ]"

/** Completed items per second: 100 clients spread over so many nodes, each a process, on one PostgreSQL that syncs its log. */
export const postgres: Benchmark = {
  name: "postgres",
  async run() {
    const server = await startPostgres({ isDurable: true })
    try {
      const results: Result[] = []
      for (const nodes of [1, 2, 4]) results.push(await measured(server, nodes))
      return results
    } finally {
      await server.stop()
    }
  },
}

async function measured(server: PostgresServer, size: number): Promise<Result> {
  const [address, floorAddress] = [await server.newStore(), await server.newStore()]
  const first = await openEngine({ store: address })
  accepted(await first.deploy(three))
  await first.stop()
  const nodes = await Promise.all(Array.from({ length: size }, () => aNode(address, clients / size)))
  const floors = await Promise.all(Array.from({ length: size }, () => openFloor(floorAddress)))
  const pairs: { value: number; reference: number }[] = []
  for (let round = 0; round <= rounds; round++) {
    const batches = await Promise.all(
      floors.map(async (_, index) =>
        (await recorded(casesPerRound / size, clients / size)).map((batch) =>
          prepareBatch(batch, `${round}-${index}-`),
        ),
      ),
    )
    // The first round warms both up, each node as one by itself would be.
    const cases = round === 0 ? casesPerRound : casesPerRound / size
    const value = await perSecond(() => Promise.all(nodes.map((node) => told(node, cases))))
    const reference = await perSecond(() =>
      Promise.all(floors.map((floor, index) => floor.write(batches[index] ?? []))),
    )
    if (round > 0) pairs.push({ value, reference })
  }
  for (const floor of floors) await floor.close()
  for (const node of nodes) node.send({ cases: 0 })
  await Promise.all(nodes.map((node) => once(node, "exit")))
  return comparison(`postgres.${size}`, "items/s", pairs)
}

async function aNode(address: string, ownClients: number): Promise<ChildProcess> {
  const node = fork(join(import.meta.dirname, "postgres-node.ts"), [address, String(ownClients)])
  await once(node, "message")
  return node
}

async function told(node: ChildProcess, cases: number): Promise<void> {
  const done = once(node, "message")
  node.send({ cases })
  await done
}

async function perSecond(work: () => Promise<unknown>): Promise<number> {
  const start = performance.now()
  await work()
  return (casesPerRound * 3) / ((performance.now() - start) / 1000)
}

/** What a node would write. */
async function recorded(cases: number, ownClients: number): Promise<readonly Batch[]> {
  const memory = openMemoryStore()
  const batches: Batch[] = []
  const recorder = await openEngine({
    store: {
      ...memory,
      commit(batch) {
        if (batch.entries.length > 0) batches.push(batch)
        return memory.commit(batch)
      },
    },
  })
  accepted(await recorder.deploy(three))
  await itemsPerSecond(recorder, cases, undefined, ownClients)
  await recorder.stop()
  return batches
}
