import { describe, expect, onTestFinished, test } from "vitest"
import { accepted, type Engine, openEngine, VirtualClock } from "../../src/main.ts"
import { familyOf } from "../../src/messages/ids.ts"
import { copyStore } from "../../src/runtime/copying.ts"
import { openMemoryStore } from "../../src/store/memory/store.ts"
import { openPostgresStore } from "../../src/store/postgres/store.ts"
import { recordsIn } from "../archiving/changed-record.ts"
import { commitProxy } from "../contracts/commit-proxy.ts"
import { likeCitus } from "../contracts/like-citus.ts"
import { postgresServer } from "../contracts/postgres-server.ts"
import { said } from "../contracts/start-postgres.ts"
import { aBatch, aCase, aCredential, aNotification, anEntry, ann } from "../contracts/store-rows.ts"
import { itemOf } from "./cluster.ts"

const server = postgresServer()

/** On one machine the connection breaks; where spread, the coordinator answers with an error of Citus. */
const kinds = [
  { isSpread: false, isCut: true },
  { isSpread: true, isCut: true },
  { isSpread: true, isCut: false },
] as const
type Kind = (typeof kinds)[number]

async function losing({ isSpread }: Kind) {
  const address = await server().newStore()
  if (isSpread) await said(address, likeCitus)
  const proxy = await commitProxy(address)
  onTestFinished(() => proxy.close())
  const store = await openPostgresStore(proxy.address, { connections: 4, patience: 1500 })
  onTestFinished(() => store.close())
  return { store, proxy, address }
}

async function nodeOn(kind: Kind) {
  const { store, proxy, address } = await losing(kind)
  const node = await openEngine({ store, clock: new VirtualClock("2026-03-02T09:00:00Z"), watchdog: false })
  onTestFinished(() => node.stop({ grace: 0 }))
  return { node, store, proxy, address }
}

const orders = "process: order\nflow: [ { task: pack } ]\n"

async function endedOrder(node: Engine) {
  accepted(await node.deploy(orders))
  const { case: id } = accepted(await node.start("order"))
  accepted(await node.completeItem((await itemOf(node, id as never, "pack")).id))
  await node.idle()
  return id
}

describe.each(kinds)("the answer to a COMMIT is lost (%o)", (kind) => {
  const { isCut } = kind

  test("[PG28] a deployment that was written is acknowledged, and is there once", async () => {
    const { node, proxy, store } = await nodeOn(kind)
    proxy.loseNext("committed", { of: "INSERT INTO processes", isCut })
    accepted(await node.deploy(orders))
    expect(proxy.hasLost).toBe(true)
    expect((await store.processes()).map(({ version }) => version)).toEqual([1])
    accepted(await node.start("order"))
  })

  test("[PG28] a deployment that was not written is refused, and works the next time", async () => {
    const { node, proxy, store } = await nodeOn(kind)
    proxy.loseNext("rolled back", { of: "INSERT INTO processes", isCut })
    expect(await node.deploy(orders)).toMatchObject({ rejection: { code: "STORE_FAILED" } })
    expect(await store.processes()).toEqual([])
    accepted(await node.deploy(orders))
  })

  test("[PG28] families that were forgotten are said to be, and nobody goes on with them", async () => {
    const { node, proxy } = await nodeOn(kind)
    const id = await endedOrder(node)
    const records = await recordsIn(node)
    proxy.loseNext("committed", { of: "DELETE FROM entries", isCut })
    const forgotten = accepted(await node.forgetFamilies(records))
    expect([proxy.hasLost, forgotten]).toEqual([true, [{ family: familyOf(id as never), outcome: "forgotten" }]])
    expect(await node.setData(id, { a: 1 })).toMatchObject({ rejection: { code: "CASE_NOT_FOUND" } })
  })

  test("[PG28] families that were not forgotten are still there, and can be", async () => {
    const { node, proxy } = await nodeOn(kind)
    const id = await endedOrder(node)
    const records = await recordsIn(node)
    proxy.loseNext("rolled back", { of: "DELETE FROM entries", isCut })
    expect(await node.forgetFamilies(records)).toMatchObject({ rejection: { code: "STORE_FAILED" } })
    expect(await node.case(id)).toMatchObject({ state: "completed" })
    expect(accepted(await node.forgetFamilies(records))).toMatchObject([{ outcome: "forgotten" }])
  })

  test.each(["committed", "rolled back"] as const)("[PG28] families are brought back (%s)", async (outcome) => {
    const { node, proxy } = await nodeOn(kind)
    const id = await endedOrder(node)
    const records = await recordsIn(node)
    accepted(await node.forgetFamilies(records))
    proxy.loseNext(outcome, { of: "INSERT INTO entries", isCut })
    const answer = await node.adoptRecords(records)
    expect(proxy.hasLost).toBe(true)
    if (outcome === "committed") expect(accepted(answer)).toMatchObject([{ outcome: "adopted" }])
    else expect(answer).toMatchObject({ rejection: { code: "STORE_FAILED" } })
    const again = accepted(await node.adoptRecords(records))
    expect(again).toMatchObject([{ outcome: outcome === "committed" ? "there" : "adopted" }])
    expect(await node.case(id)).toMatchObject({ state: "completed" })
  })

  test.each(["committed", "rolled back"] as const)("[PG28] [COPY4] a copy goes on (%s)", async (outcome) => {
    const from = await openMemoryStore()
    await from.commit(aBatch({ entries: [anEntry("f", 1), anEntry("g", 1)], cases: [aCase("f"), aCase("g")] }))
    for (const of of ["INSERT INTO entries", "INSERT INTO cases", "INSERT INTO notes", "DELETE FROM notes"]) {
      const { store: to, proxy } = await losing(kind)
      proxy.loseNext(outcome, { of, isCut })
      const copied = await copyStore(from, to, { source: "here", pause: 1 }).catch((error: unknown) => error)
      expect(proxy.hasLost).toBe(true)
      // The first and the last mark are written outside of what is tried again.
      if (copied instanceof Error) expect([of, copied]).toMatchObject([/notes/, { code: "STORE_FAILED" }])
      const again = copied instanceof Error ? await copyStore(from, to, { source: "here" }) : copied
      expect(again).toMatchObject({ ok: true, rows: { entries: 2, cases: 2 } })
    }
  })

  test.each(["committed", "rolled back"] as const)("[PG28] a credential is written or not (%s)", async (outcome) => {
    const { store, proxy } = await losing(kind)
    proxy.loseNext(outcome, { of: "INSERT INTO credentials", isCut })
    const put = store.putCredentials([aCredential("k1")])
    if (outcome === "committed") await put
    else await expect(put).rejects.toMatchObject({ code: "STORE_FAILED" })
    expect(await store.credentials("key")).toHaveLength(outcome === "committed" ? 1 : 0)
  })

  test.each(["committed", "rolled back"] as const)("[PG28] a family is released or not (%s)", async (outcome) => {
    const { node, store, proxy } = await nodeOn(kind)
    accepted(await node.deploy(orders))
    const id = familyOf(accepted(await node.start("order")).case as never)
    await store.commit(aBatch({ quarantines: [{ family: id, at: 1, command: "SetData", error: "a bug" }] }))
    proxy.loseNext(outcome, { of: "DELETE FROM quarantine", isCut })
    const answer = await node.release(id)
    expect([proxy.hasLost, answer.ok]).toEqual([true, outcome === "committed"])
    if (!answer.ok) expect(answer.rejection.code).toBe("STORE_FAILED")
    expect(await store.quarantined()).toHaveLength(outcome === "committed" ? 0 : 1)
  })

  test("[PG28] what leaves nothing to look for stays unknown", async () => {
    const { store, proxy } = await losing(kind)
    await store.commit(aBatch({ notifications: [aNotification("f", 1)] }))
    proxy.cutAfter("UPDATE notifications")
    await expect(store.markRead(ann, "all", 7)).rejects.toMatchObject({ code: "OUTCOME_UNKNOWN" })
    expect(await store.markRead(ann, "all", 8)).toBe(0)
  })

  test("[PG28] what is only read has changed nothing, however it fails", async () => {
    const { store, proxy } = await losing(kind)
    proxy.loseNext("committed", { of: "SELECT definitions FROM head", isCut })
    await expect(store.nodes?.definedAfter(0)).rejects.toMatchObject({ code: "STORE_FAILED" })
  })
})
