import { expect, test } from "vitest"
import { accepted, asAgentId, asCaseId, type CaseId, type Engine, StoreError } from "../../src/main.ts"
import { postgresServer } from "../contracts/postgres-server.ts"
import { Cluster, itemOf } from "./cluster.ts"

const server = postgresServer()

const ward = `
process: stay
data:
  weight: { type: number, shared: true, default: 70 }
  marks: { list: string, shared: true, default: [] }
  ward: { type: string, default: none }
flow: [ { task: admit, writes: [weight, marks] }, { task: discharge, writes: [weight] } ]
---
process: surgery
data:
  weight: { type: number, shared: true }
  marks: { list: string, shared: true }
  dose: { type: number, default: 1 }
flow:
  - { task: prepare, reads: [weight], writes: [dose] }
  - { task: operate, needs: { role: surgeon, when: "agent.attributes.lifts >= weight" } }
---
organisation:
  roles: { surgeon: {} }
  agents:
    hal: { roles: [surgeon], attributes: { lifts: 150.0 } }
    lea: { roles: [surgeon], attributes: { lifts: 90.0 } }
`

/** Two nodes, and a stay and a surgery of one patient begun at one each. */
async function patient(number = "P-9", options = {}) {
  const cluster = await Cluster.open(server(), 2, {}, options)
  const [one, other] = [cluster.node(0), cluster.node(1)]
  accepted(await one.deploy(ward))
  await cluster.quiet()
  const stay = asCaseId(accepted(await one.start("stay", { number, data: { weight: 82 } })).case)
  const surgery = asCaseId(accepted(await other.start("surgery", { number })).case)
  return { cluster, one, other, stay, surgery }
}

const weights = (nodes: readonly Engine[], cases: readonly CaseId[]) =>
  Promise.all(nodes.flatMap((node) => cases.map(async (id) => (await node.case(id))?.data.weight)))

test.each([{}, { shards: 4 }])(
  "[SHARE1] [NODE1] what a case writes at one node a case of the same number reads at the other (%o)",
  async (options) => {
    const { cluster, one, other, stay, surgery } = await patient("P-9", options)
    expect(await weights([one, other], [stay, surgery])).toEqual([82, 82, 82, 82])
    accepted(await one.completeItem((await itemOf(one, stay, "admit")).id, { weight: 85.5 }))
    expect(await weights([other, one], [surgery, stay])).toEqual([85.5, 85.5, 85.5, 85.5])
    accepted(await other.setData(surgery, { weight: 84 }))
    expect(await weights([one, other], [stay, surgery])).toEqual([84, 84, 84, 84])
    await cluster.kill(one)
    const again = await cluster.join()
    expect(await weights([again, other], [stay, surgery])).toEqual([84, 84, 84, 84])
  },
)

test("[SHARE1] [NODE3] cases of one number that write at both nodes at once lose nothing", async () => {
  const { cluster, one, other, stay, surgery } = await patient()
  const rounds = [1, 2, 3, 4, 5, 6, 7, 8]
  const written = await Promise.all(
    rounds.flatMap((round) => [
      one.setData(stay, { weight: 100 + round, ward: `w${round}` }),
      other.setData(surgery, { weight: 200 + round, dose: round }),
    ]),
  )
  expect(written.every(({ ok }) => ok)).toBe(true)
  await cluster.quiet()
  const entries = await one.entries({ limit: 1000 })
  const events = entries.flatMap((entry) => entry.events)
  const writes = events.flatMap((event) => (event.type === "DataWritten" ? [event.data.weight] : []))
  expect(new Set(writes)).toEqual(new Set(rounds.flatMap((round) => [100 + round, 200 + round])))
  const last = writes.at(-1)
  expect(await weights([one, other], [stay, surgery])).toEqual([last, last, last, last])
})

test("[SHARE1] [NODE1] a restarted item reads what it read at its start, whatever the other node's case wrote since", async () => {
  const { one, other, stay, surgery } = await patient()
  const { id } = await itemOf(other, surgery, "prepare")
  accepted(await other.startItem(id, { by: "lea" }))
  expect((await other.item(id))?.data).toEqual({ weight: 82 })
  accepted(await one.setData(stay, { weight: 60 }))
  expect((await one.item(id))?.data).toEqual({ weight: 82 })
  accepted(await one.restartItem(id))
  expect((await other.item(id))?.data).toEqual({ weight: 82 })
  accepted(await other.completeItem(id, { dose: 2 }))
  expect((await one.case(surgery))?.data).toEqual({ weight: 60, marks: [], dose: 2 })
})

test("[SHARE8] [NODE1] needs that depend on what is shared are looked at again when a case at the other node writes it", async () => {
  const { cluster, one, other, stay, surgery } = await patient()
  accepted(await other.completeItem((await itemOf(other, surgery, "prepare")).id))
  await cluster.quiet()
  const offered = async (node: Engine) => {
    const lists = await Promise.all(["hal", "lea"].map((agent) => node.worklist(asAgentId(agent))))
    return lists.map((rows) => rows.filter(({ task }) => task === "operate").length)
  }
  expect([await offered(one), await offered(other)]).toEqual([
    [1, 1],
    [1, 1],
  ])
  accepted(await one.setData(stay, { weight: 140 }))
  await cluster.quiet()
  expect([await offered(one), await offered(other)]).toEqual([
    [1, 0],
    [1, 0],
  ])
})

test("[DUR13] a deployment a node has written and cannot read is acknowledged, and is in force before anything else", async () => {
  const cluster = await Cluster.open(server(), 0)
  let isDown = false
  const node = await cluster.join({}, (store) => {
    const { nodes } = store
    if (nodes === undefined) throw new Error("the store is not one of nodes")
    return {
      ...store,
      commit: async (batch) => {
        const written = await store.commit(batch)
        isDown = batch.processes.length > 0
        return written
      },
      nodes: {
        ...nodes,
        lastEdit: async () => {
          if (isDown) throw new StoreError("STORE_FAILED", "the line is cut")
          return nodes.lastEdit()
        },
      },
    }
  })
  accepted(await node.deploy(ward))
  isDown = false
  accepted(await node.start("stay"))
})
