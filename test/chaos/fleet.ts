import { createServer } from "node:net"
import { setTimeout as pause } from "node:timers/promises"
import type { Chance } from "./chance.ts"
import { Guardian } from "./guardian.ts"
import { NodeProcess } from "./node-process.ts"

export interface FleetOptions {
  readonly store: string
  readonly size: number
  readonly webhook: string
  /** By how many milliseconds each clock is ahead; those that are right are `exlet serve` itself. */
  readonly clocks: readonly number[]
  readonly onDeath: (last: string) => void
}

/** Nodes on one database, each at its own address for good. */
export class Fleet {
  readonly nodes: readonly NodeProcess[]
  readonly #guardian: Guardian
  #isOver = false

  private constructor(nodes: readonly NodeProcess[], guardian: Guardian) {
    this.nodes = nodes
    this.#guardian = guardian
  }

  static async start({ store, size, webhook, clocks, onDeath }: FleetOptions): Promise<Fleet> {
    const ports = await freePorts(size)
    const guardian = new Guardian()
    const nodes: NodeProcess[] = ports.map((port, index) => {
      return new NodeProcess({ store, webhook, port, ahead: clocks[index] ?? 0 }, guardian, (last) => {
        onDeath(last)
        void fleet.up(nodes[index] as NodeProcess)
      })
    })
    const fleet = new Fleet(nodes, guardian)
    await Promise.all(nodes.map((node) => fleet.up(node)))
    return fleet
  }

  get urls(): readonly string[] {
    return this.nodes.map(({ url }) => url)
  }

  /** Tries until it stands, as whoever looks after it would. */
  async up(node: NodeProcess): Promise<void> {
    while (!this.#isOver && (await node.start()) === "failed") await pause(300)
  }

  any(chance: Chance): NodeProcess {
    const node = chance.pick(this.nodes)
    if (node === undefined) throw new Error("there are no nodes")
    return node
  }

  async stop(): Promise<void> {
    this.#isOver = true
    await Promise.all(this.nodes.map((node) => node.kill()))
    this.#guardian.end()
  }
}

async function freePorts(count: number): Promise<readonly number[]> {
  const servers = await Promise.all(
    Array.from({ length: count }, async () => {
      const server = createServer()
      await new Promise<void>((done) => server.listen(0, "127.0.0.1", done))
      return server
    }),
  )
  const ports = servers.map((server) => (server.address() as { readonly port: number }).port)
  await Promise.all(servers.map((server) => new Promise((done) => server.close(done))))
  return ports
}
