import { expect, onTestFinished, test } from "vitest"
import { accepted, asCaseId, type CaseId, type Engine, type Store } from "../../src/main.ts"
import { familyOf } from "../../src/messages/ids.ts"
import { openPostgresStore } from "../../src/store/postgres/store.ts"
import { postgresServer } from "../contracts/postgres-server.ts"
import { aBatch, aCase, anEntry, family } from "../contracts/store-rows.ts"
import { Cluster, itemOf, nodesAreMissed } from "../nodes/cluster.ts"
import { recordsIn } from "./changed-record.ts"

const server = postgresServer()

const orders = `
process: order
flow: [ { task: pack } ]
---
process: complaint
flow: [ { task: listen } ]
---
exlets: { complain: [ { start: complaint, case: new } ] }
rules: [ { on: complain, at: order, then: complain } ]
`

async function ended(node: Engine, id: CaseId, task: string): Promise<void> {
  accepted(await node.completeItem((await itemOf(node, id, task)).id))
}

test("[ARCHIVE18] a node that has a family in memory does not go on with it once another has forgotten it", async () => {
  const cluster = await Cluster.open(server(), 2)
  const [one, other] = cluster.nodes as [Engine, Engine]
  accepted(await one.deploy(orders))
  const [first, second] = [await cluster.start("order"), await cluster.start("order")]
  await ended(one, first, "pack")
  // Refused, and so it is in memory afterwards.
  expect(await other.setData(first, { a: 1 })).toMatchObject({ rejection: { code: "CASE_NOT_LIVE" } })
  expect(await other.case(first)).toMatchObject({ state: "completed" })
  const records = await recordsIn(one)
  expect(records.map((record) => record.family)).toEqual([familyOf(first)])
  accepted(await one.forgetFamilies(records))
  for (const node of [one, other]) {
    expect(await node.setData(first, { a: 1 })).toMatchObject({ rejection: { code: "CASE_NOT_FOUND" } })
    expect(await node.case(first)).toBeUndefined()
    expect(await recordsIn(node)).toEqual([])
  }
  await ended(other, second, "pack")
  expect(accepted(await other.adoptRecords(records))).toMatchObject([{ outcome: "adopted" }])
  expect(await one.case(first)).toMatchObject({ state: "completed" })
  expect(await one.setData(first, { a: 1 })).toMatchObject({ rejection: { code: "CASE_NOT_LIVE" } })
})

test.each([{}, { shards: 4 }])(
  "[ARCHIVE18] of one who commits and one who forgets at the same time one is told (%o)",
  async (options) => {
    const address = await server().newStore()
    const [one, other] = [await openPostgresStore(address, options), await openPostgresStore(address, options)]
    onTestFinished(async () => void (await Promise.all([one.close(), other.close()])))
    const outcomes = new Set<string>()
    for (let round = 0; round < 60; round++) {
      const names = [`a${round}`, `b${round}`]
      await one.commit(
        aBatch({
          entries: names.map((name) => anEntry(name, 1)),
          cases: names.map((name) => aCase(name, { state: "completed", endedAt: 5 })),
        }),
      )
      const name = names[0] ?? ""
      const knows = (await other.nodes?.lastEdit()) ?? 0
      const asked = names.map((each) => ({ family: family(each), version: 1, trees: [] }))
      const [committed, forgotten] = await Promise.all([
        other.commit(aBatch({ entries: [anEntry(name, 2)], cases: [aCase(name)], knows })),
        one.records.forget(asked),
      ])
      const left = await one.entriesAfter(0, 9, family(name))
      const rows = (await one.records.of([family(name)])).map(({ cases }) => cases.length)
      outcomes.add(JSON.stringify([committed.ok, forgotten.length, left.map(({ version }) => version), rows]))
      if (committed.ok) await one.records.forget([{ family: family(name), version: 2, trees: [] }])
    }
    for (const outcome of outcomes) expect(["[true,1,[1,2],[1]]", "[false,2,[],[]]"]).toContain(outcome)
  },
  60_000,
)

test("[ARCHIVE18] whoever defines something gets through, however often families are forgotten meanwhile", async () => {
  const cluster = await Cluster.open(server(), 1)
  const [other] = cluster.nodes as [Engine]
  accepted(await other.deploy(orders))
  for (let count = 0; count < 25; count++) await ended(other, await cluster.start("order"), "pack")
  const records = [...(await recordsIn(other))]
  const overtaken = (store: Store): Store => ({
    ...store,
    async commit(batch) {
      const next = batch.definitions.length > 0 ? records.shift() : undefined
      if (next) accepted(await other.forgetFamilies([next]))
      return store.commit(batch)
    },
  })
  const slow = await cluster.join({}, overtaken)
  accepted(await slow.deploy("exlets: { calm: [ { notify: administrator, text: all is well } ] }"))
  expect([records, slow.exlets().map(({ name }) => name)]).toEqual([[], expect.arrayContaining(["calm"])])
  await cluster.quiet()
  expect(other.exlets().map(({ name }) => name)).toContain("calm")
}, 60_000)

test("[ARCHIVE9] a node that stood still does not start a family again that was archived meanwhile", async () => {
  const cluster = await Cluster.open(server(), 0, {}, nodesAreMissed)
  const { promise: awake, resolve: wake } = Promise.withResolvers<void>()
  const { promise: standing, resolve: stand } = Promise.withResolvers<void>()
  const sleepy = (store: Store): Store => ({
    ...store,
    async case(id) {
      const row = await store.case(id)
      if (row === undefined) {
        stand()
        await awake
      }
      return row
    },
  })
  const zombie = await cluster.join({}, sleepy)
  accepted(await zombie.deploy(orders))
  const id = await cluster.start("order")
  accepted(await zombie.raise({ class: "complain", case: id }))
  await standing
  cluster.nodes.splice(0, 1)
  const next = await cluster.join()
  const complaints = () => next.cases({ process: "complaint" })
  await expect.poll(async () => (await complaints()).length, { timeout: 20_000, interval: 100 }).toBe(1)
  const [complaint] = await complaints()
  await ended(next, asCaseId(String(complaint?.id)), "listen")
  await expect
    .poll(async () => accepted(await next.forgetFamilies(await recordsIn(next))), { timeout: 20_000, interval: 100 })
    .toEqual([{ family: complaint?.family, outcome: "forgotten" }])
  wake()
  cluster.nodes.push(zombie)
  await cluster.quiet()
  expect(await complaints()).toEqual([])
}, 60_000)
