import { expect, onTestFinished, test } from "vitest"
import { accepted, type Engine, type Store } from "../../src/main.ts"
import type { FamilyId } from "../../src/messages/ids.ts"
import { asFamilyId } from "../../src/messages/ids.ts"
import { StoreError } from "../../src/store/error.ts"
import { openPostgresStore } from "../../src/store/postgres/store.ts"
import { likeCitus } from "../contracts/like-citus.ts"
import { postgresServer } from "../contracts/postgres-server.ts"
import { said } from "../contracts/start-postgres.ts"
import { aBatch, anEntry } from "../contracts/store-rows.ts"
import { Cluster, itemOf } from "./cluster.ts"

const server = postgresServer()

test("[NODE24] [PG23] where tables are spread, a commit that carries what has reached everybody is a conflict", async () => {
  const address = await server().newStore()
  await said(address, likeCitus)
  const store = await openPostgresStore(address)
  onTestFinished(() => store.close())
  const sent = { family: asFamilyId("g"), version: 1 }
  const row = { ...sent, run: "r", verb: "suspend", process: "p", reason: "snow", by: "ann", at: 1 }
  const broadcasts = [row] as unknown as ReturnType<typeof aBatch>["broadcasts"]
  await store.commit(aBatch({ entries: [anEntry("g", 1)], broadcasts }))
  const arriving = (name: string) => ({ ...aBatch({ entries: [anEntry(name, 1)] }), knows: 0, carried: [sent] })
  expect(await store.commit(arriving("f"))).toMatchObject({ ok: true })
  await store.commit(aBatch({ entries: [anEntry("g", 2)], delivered: [sent] }))
  expect(await store.commit(arriving("h"))).toEqual({ ok: false, conflicts: ["broadcasts"] })
})

const errands = `
process: errand
flow: [ { task: go }, { task: come } ]
`

/** One of four machines is down: nothing that asks all of them is answered, and nothing is written there. */
function withMachineDown(isDown: { now: boolean }, isThere: (store: Store, family: FamilyId) => boolean) {
  const down = () => Promise.reject(new StoreError("STORE_FAILED", "connection to the remote node failed"))
  return (store: Store): Store => ({
    ...store,
    commit: (batch) =>
      isDown.now && batch.entries.some(({ family }) => isThere(store, family)) ? down() : store.commit(batch),
    load: (family) => (isDown.now && isThere(store, family) ? down() : store.load(family)),
    loads: () => (isDown.now ? down() : store.loads()),
    experience: () => (isDown.now ? down() : store.experience()),
  })
}

test("[PG27] if a worker is down, cases on the other machines begin and go on", async () => {
  const cluster = await Cluster.open(server(), 0, {}, { shards: 4 })
  const isDown = { now: false }
  const isThere = (store: Store, family: FamilyId) => store.nodes?.shardOf(family) === 0
  const node = await cluster.join({}, withMachineDown(isDown, isThere))
  accepted(await node.deploy(errands))
  const before = await Promise.all(Array.from({ length: 12 }, () => cluster.start("errand")))
  isDown.now = true
  const shards = await openPostgresStore(cluster.address, { shards: 4 })
  onTestFinished(() => shards.close())
  const isLost = (id: string) => isThere(shards, asFamilyId(id))
  for (const id of before) {
    if (isLost(id)) continue
    const done = await node.completeItem((await itemOf(node, id, "go")).id)
    expect(done).toMatchObject({ ok: true })
  }
  const begun = await startedBy(node, 40)
  expect(begun.filter((id) => id !== undefined && isLost(id))).toEqual([])
  expect(begun.filter((id) => id !== undefined).length).toBeGreaterThan(20)
  isDown.now = false
  expect((await startedBy(node, 5)).every((id) => id !== undefined)).toBe(true)
})

async function startedBy(node: Engine, many: number): Promise<readonly (string | undefined)[]> {
  const started: (string | undefined)[] = []
  for (let number = 0; number < many; number++) {
    const answer = await node.start("errand")
    started.push(answer.ok ? answer.value.case : undefined)
  }
  return started
}
