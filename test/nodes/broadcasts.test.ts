import { expect, onTestFinished, test } from "vitest"
import { accepted, asCaseId, asFamilyId, type CaseId, type Engine, type Store, VirtualClock } from "../../src/main.ts"
import { asAgentId } from "../../src/messages/ids.ts"
import { emptyBatch } from "../../src/store/empty-batch.ts"
import { openPostgresStore } from "../../src/store/postgres/store.ts"
import { postgresServer } from "../contracts/postgres-server.ts"
import { Cluster, itemOf, nodesAreMissed } from "./cluster.ts"

const server = postgresServer()

const flights = `
process: flight
flow: [ { task: board }, { task: fly } ]
---
process: clear-up
flow: [ { task: sweep } ]
---
exlets: { close-airport: [ { suspend: allCases }, { compensate: clear-up }, { continue: allCases } ] }
exceptions: { Snow: { is: CaseTrigger } }
rules: [ { on: Snow, at: flight, then: close-airport } ]
`

test("[NODE23] a step on all cases reaches those that had begun, and lets them go again, whatever the clocks of nodes say", async () => {
  const cluster = await Cluster.open(server(), 1)
  const slow = await cluster.join({ clock: new VirtualClock("2026-01-05T08:59:50Z") })
  const [quick] = cluster.nodes as [Engine]
  accepted(await quick.deploy(flights))
  const [troubled, other] = [await cluster.start("flight"), await cluster.start("flight")]
  accepted(await slow.raise({ class: "Snow", case: troubled }))
  const later = await cluster.start("flight")
  await cluster.quiet()
  expect(await heldAmong(quick, [troubled, other, later])).toEqual([true, true, false])
  await sweep(slow, troubled)
  await cluster.quiet()
  expect(await heldAmong(quick, [troubled, other, later])).toEqual([false, false, false])

  accepted(await quick.raise({ class: "Snow", case: troubled }))
  // Sent by a clock that says it was before the first step of the same run.
  await sweep(slow, troubled)
  await cluster.quiet()
  expect(await heldAmong(quick, [troubled, other, later])).toEqual([false, false, false])
})

test("[NODE24] what a node that stood still brings to a family after it has reached everybody has no effect", async () => {
  const cluster = await Cluster.open(server(), 0, {}, nodesAreMissed)
  const { promise: awake, resolve: wake } = Promise.withResolvers<void>()
  const { promise: standing, resolve: stand } = Promise.withResolvers<void>()
  const sleepy = (store: Store): Store => ({
    ...store,
    async cases(query) {
      const rows = await store.cases(query)
      if (query.process === "flight") {
        stand()
        await awake
      }
      return rows
    },
  })
  const zombie = await cluster.join({}, sleepy)
  accepted(await zombie.deploy(flights))
  const [troubled, other] = [await cluster.start("flight"), await cluster.start("flight")]
  accepted(await zombie.raise({ class: "Snow", case: troubled }))
  await standing
  cluster.nodes.splice(0, 1)
  const next = await cluster.join()
  await expect.poll(() => heldAmong(next, [other]), { timeout: 20_000, interval: 100 }).toEqual([true])
  await sweep(next, troubled)
  await expect.poll(() => heldAmong(next, [troubled, other]), { timeout: 20_000 }).toEqual([false, false])
  wake()
  cluster.nodes.push(zombie)
  await cluster.quiet()
  expect(await heldAmong(next, [troubled, other])).toEqual([false, false])
})

test("[NODE24] a commit that carries what has reached everybody is a conflict", async () => {
  const store = await openPostgresStore(await server().newStore())
  onTestFinished(() => store.close())
  const family = asFamilyId("f")
  const carried = [{ family: asFamilyId("g"), version: 1 }]
  const event = { type: "CaseRemoved", case: asCaseId("f") } as const
  const entry = { family, version: 1, at: 1, by: asAgentId("ann"), command: "ReceiveBroadcast", events: [event] }
  const batch = { ...emptyBatch, knows: 0, entries: [entry], carried }
  expect(await store.commit(batch)).toEqual({ ok: false, conflicts: ["broadcasts"] })
})

async function heldAmong(node: Engine, ids: readonly CaseId[]): Promise<readonly (boolean | undefined)[]> {
  return Promise.all(ids.map(async (id) => (await node.case(id))?.held))
}

async function sweep(node: Engine, troubled: CaseId): Promise<void> {
  const worklets = await node.cases({ process: "clear-up", state: "running" })
  const worklet = worklets.find(({ id }) => id.startsWith(troubled))
  if (worklet === undefined) throw new Error("nobody clears up")
  accepted(await node.completeItem((await itemOf(node, worklet.id, "sweep")).id))
}
