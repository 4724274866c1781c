import { onTestFinished } from "vitest"
import {
  accepted,
  asCaseId,
  type CaseId,
  type Engine,
  type EngineOptions,
  openEngine,
  type Store,
  VirtualClock,
} from "../../src/main.ts"
import { openPostgresStore, type PostgresOptions } from "../../src/store/postgres/store.ts"
import type { PostgresServer } from "../contracts/start-postgres.ts"

/** A node counts as gone, and loses what it was at, when it has said nothing for so many milliseconds. */
export const nodesAreMissed = { patience: 1500 }

/** Several engines on one database, in one virtual time. What one of them has committed the others have heard of after `quiet`. */
export class Cluster {
  readonly clock = new VirtualClock()
  readonly nodes: Engine[] = []
  readonly address: string
  readonly #store: PostgresOptions

  private constructor(address: string, store: PostgresOptions) {
    this.address = address
    this.#store = store
  }

  static async open(
    server: PostgresServer,
    size: number,
    options: EngineOptions = {},
    store: PostgresOptions = {},
  ): Promise<Cluster> {
    const cluster = new Cluster(await server.newStore(), store)
    for (let number = 0; number < size; number++) await cluster.join(options)
    onTestFinished(async () => {
      for (const node of cluster.nodes) await node.stop({ grace: 0 })
    })
    return cluster
  }

  /**
   * One more node. A machine may have much else to do, so no node counts as gone that is only slow; where nodes are to be missed,
   * say `nodesAreMissed`.
   */
  async join(options: EngineOptions = {}, over = (store: Store) => store): Promise<Engine> {
    const store = await openPostgresStore(this.address, { connections: 4, patience: 30_000, ...this.#store })
    const node = await openEngine({ clock: this.clock, ...options, store: over(store) })
    this.nodes.push(node)
    return node
  }

  node(index: number): Engine {
    const node = this.nodes[index % this.nodes.length]
    if (node === undefined) throw new Error("there are no nodes")
    return node
  }

  /** As a crash would. */
  async kill(node: Engine): Promise<void> {
    this.nodes.splice(this.nodes.indexOf(node), 1)
    await node.kill()
  }

  /** Twice, as what one hears may give another something to do. */
  async quiet(): Promise<void> {
    for (const node of [...this.nodes, ...this.nodes]) await node.idle()
  }

  async start(process: string, data: Record<string, number | string> = {}, by = 0): Promise<CaseId> {
    return asCaseId(accepted(await this.node(by).start(process, { data })).case)
  }
}

/** The one live item of a task. */
export async function itemOf(node: Engine, of: CaseId, task: string) {
  const [item] = (await node.items({ case: of, live: true })).filter((row) => row.task === task)
  if (item === undefined) throw new Error(`there is no ${task} in ${of}`)
  return item
}
