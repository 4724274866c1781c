import { expect, test } from "vitest"
import { accepted, type Engine, openEngine, openMemoryStore, type Store } from "../../src/main.ts"
import { postgresServer } from "../contracts/postgres-server.ts"
import { Cluster } from "./cluster.ts"

const server = postgresServer()

const delivery = `
process: delivery
data: { weight: integer, label: string }
flow:
  - { program: weigh, worker: robot, writes: [weight] }
  - { program: print, worker: robot, writes: [label] }
  - { program: send, worker: robot }
`

/** What is read of items and families one by one. */
function counted(store: Store): { readonly store: Store; readonly reads: string[] } {
  const reads: string[] = []
  const { nodes } = store
  const counting: Store = {
    ...store,
    item(id) {
      reads.push(`item ${id}`)
      return store.item(id)
    },
    load(family) {
      reads.push(`load ${family}`)
      return store.load(family)
    },
    ...(nodes && {
      nodes: {
        ...nodes,
        standings(families) {
          reads.push(`standings ${families}`)
          return nodes.standings(families)
        },
      },
    }),
  }
  return { store: counting, reads }
}

/** A program in process does all of it, and is given what it wrote before. */
async function robotDoes(engine: Engine): Promise<unknown> {
  const seen: unknown[] = []
  const sent = Promise.withResolvers<void>()
  const robot = engine.worker("robot", ({ task, data }) => {
    seen.push([task, data])
    if (task === "send") sent.resolve()
    return task === "weigh" ? { weight: 7 } : task === "print" ? { label: "L-7" } : {}
  })
  // A program that has just come looks for what waits: that is over before there is anything.
  await engine.idle()
  accepted(await engine.start("delivery"))
  await sent.promise
  await robot.stop()
  return seen
}

const expected = [
  ["weigh", {}],
  ["print", { weight: 7 }],
  ["send", { weight: 7, label: "L-7" }],
]

test("[WORK12] a program is given what the commit of its claim has shown: nothing is read for it", async () => {
  const { store, reads } = counted(openMemoryStore())
  const engine = await openEngine({ store })
  accepted(await engine.deploy(delivery))
  expect(await robotDoes(engine)).toEqual(expected)
  expect(reads).toEqual([])
  await engine.stop()
})

test("[WORK12] nor are other nodes asked where there are some", async () => {
  const cluster = await Cluster.open(server(), 0)
  let reads: readonly string[] = []
  const node = await cluster.join({}, (store) => {
    const counting = counted(store)
    reads = counting.reads
    return counting.store
  })
  accepted(await node.deploy(delivery))
  expect(await robotDoes(node)).toEqual(expected)
  expect(reads).toEqual([])
})
