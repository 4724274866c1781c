import { describe, expect, test } from "vitest"
import { type AgentId, accepted, type Store } from "../../src/main.ts"
import { refusal } from "./house.ts"
import { keepers, Office } from "./office.ts"
import { itemOf } from "./workplace.ts"

describe.each(keepers)("programs elsewhere, with %s", (keeper) => {
  test("[REMOTE1] a program elsewhere claims its oldest items, and what it reports is written", async () => {
    const office = await Office.open(keeper)
    const { engine, clock } = office
    const [first, second, third] = await office.orders(3)
    const now = clock.now()
    const place = { process: "order", task: "charge", attempt: 1, data: { amount: 5 } }
    const until = { lease: 30_000, leaseUntil: now + 30_000 }
    const claimed = await office.claim({ limit: 2, lease: 30_000 })
    expect(claimed).toEqual([
      { id: "case1.i1", key: "case1.i1", case: first, ...place, ...until },
      { id: "case2.i1", key: "case2.i1", case: second, ...place, ...until },
    ])
    expect((await office.claim({ limit: 2 })).map((item) => item.case)).toEqual([third])
    expect(await office.claim()).toEqual([])
    for (const { id, attempt } of claimed) accepted(await engine.reportOutput(id, attempt, { receipt: `r ${id}` }))
    const { state, data, items } = (await engine.case(first as never)) ?? {}
    expect([state, data, items?.map(({ agent }) => agent)]).toEqual([
      "completed",
      { amount: 5, receipt: "r case1.i1" },
      ["charge-card"],
    ])
  })

  test("[REMOTE1] how many, how long and what else is asked for is bounded", async () => {
    const office = await Office.open(keeper)
    await office.orders(3)
    const leases = []
    for (const lease of [1, 10 ** 9, Number.NaN]) leases.push((await office.claimOne({ limit: 0, lease })).lease)
    expect(leases).toEqual([1000, 86_400_000, 60_000])
  })

  test("[REMOTE13] who asked is named where it is not the program itself", async () => {
    const office = await Office.open(keeper)
    const { engine } = office
    await office.orders(2)
    const mine = await office.claimOne({ by: "charge-card" })
    const his = await office.claimOne({ by: "carl" })
    accepted(await engine.reportOutput(mine.id, 1, {}, { by: "charge-card" }))
    accepted(await engine.reportFailure(his.id, 1, "no", { by: "carl" }))
    const told = (await engine.entries()).filter(({ command }) => /Claim|Report/.test(command))
    expect(told.map(({ command, by, reason }) => [command, by, reason])).toEqual([
      ["ClaimItem", "charge-card", undefined],
      ["ClaimItem", "charge-card", "asked by carl"],
      ["ReportOutput", "charge-card", undefined],
      ["ReportFailure", "charge-card", "asked by carl"],
    ])
  })

  test("[REMOTE2] a failure that is reported is a failed attempt, and its retry another one", async () => {
    const office = await Office.open(keeper)
    const { engine } = office
    const [id] = (await office.orders(1)) as [never]
    const item = await office.claimOne()
    accepted(await engine.reportFailure(item.id, 1, "card expired"))
    const [raised] = (await engine.case(id))?.exceptions ?? []
    expect([raised?.class, raised?.parameters, await office.charge(id)]).toEqual([
      "ItemAbort",
      { message: "card expired", attempt: 1 },
      "held enabled 1",
    ])
    expect(await office.claim()).toEqual([])
    accepted(await engine.retryItem(item.id))
    expect((await office.claimOne()).attempt).toBe(2)
  })

  test("[REMOTE3] a claim that waits is answered as soon as something is ready, also once more", async () => {
    const office = await Office.open(keeper)
    const { engine, clock } = office
    const first = office.waiting()
    await clock.advance("PT10S")
    expect(first.got).toBeUndefined()
    const { case: id } = accepted(await engine.start("order"))
    await engine.idle()
    expect(first.got).toEqual(["case1 1"])

    const { id: item } = await itemOf(engine, id, "charge")
    const restarted = office.waiting()
    accepted(await engine.restartItem(item))
    await engine.idle()
    expect(restarted.got).toEqual(["case1 2"])

    const retried = office.waiting()
    accepted(await engine.reportFailure(item, 2, "no"))
    await engine.idle()
    expect(retried.got).toBeUndefined()
    accepted(await engine.retryItem(item))
    await engine.idle()
    expect(retried.got).toEqual(["case1 3"])

    const continued = office.waiting()
    accepted(await engine.suspend({ kind: "item", item }))
    accepted(await engine.restartItem(item))
    await engine.idle()
    expect(continued.got).toBeUndefined()
    accepted(await engine.continue({ kind: "item", item }))
    await engine.idle()
    expect(continued.got).toEqual(["case1 4"])
  })

  test("[REMOTE3] those who wait are served in the order they came", async () => {
    const office = await Office.open(keeper)
    const [first, second, third] = [office.waiting({ limit: 2 }), office.waiting(), office.waiting()]
    await office.engine.idle()
    await Promise.all([1, 2, 3].map(() => office.engine.start("order")))
    await office.engine.idle()
    expect([first.got, second.got, third.got]).toEqual([["case1 1", "case2 1"], ["case3 1"], undefined])
    await office.orders(1)
    expect(third.got).toEqual(["case4 1"])
  })

  test("[REMOTE4] a wait that is over is answered with nothing, and what comes then waits for the next", async () => {
    const office = await Office.open(keeper)
    const waiting = office.waiting({ wait: 20_000 })
    await office.clock.advance("PT19S")
    expect(waiting.got).toBeUndefined()
    await office.clock.advance("PT1S")
    expect(waiting.got).toEqual([])
    const [id] = (await office.orders(1)) as [never]
    expect([await office.charge(id), (await office.claim()).length]).toEqual(["enabled 0", 1])
  })

  test("[REMOTE4] a wait that is aborted takes nothing and loses nothing", async () => {
    const office = await Office.open(keeper)
    const { engine } = office
    const abort = new AbortController()
    const [aborted, other] = [office.waiting({ signal: abort.signal }), office.waiting()]
    await engine.idle()
    abort.abort()
    await engine.idle()
    const [id] = (await office.orders(1)) as [never]
    expect([aborted.got, other.got, await office.charge(id)]).toEqual([[], ["case1 1"], "started 1"])
  })

  test("[REMOTE4] nor does one that is aborted while it is being served, at any moment", async () => {
    for (let turns = 0; turns < 8; turns++) {
      const office = await Office.open(keeper)
      const [id] = (await office.orders(1)) as [never]
      const abort = new AbortController()
      const asked = office.claim({ signal: abort.signal })
      for (let turn = 0; turn < turns; turn++) await new Promise((resolve) => setImmediate(resolve))
      abort.abort()
      const got = await asked
      await office.engine.idle()
      const next = await office.claim()
      expect([turns, got.length + next.length, await office.exceptions(id)]).toEqual([turns, 1, []])
    }
  })

  test("[REMOTE5] a heartbeat prolongs the lease from now on, which a crash does not forget", async () => {
    const office = await Office.open(keeper)
    const { clock } = office
    await office.claim()
    const [id] = (await office.orders(1)) as [never]
    const { id: item } = await office.claimOne({ lease: 30_000 })
    await clock.advance("PT20S")
    expect(accepted(await office.engine.heartbeat(item, 1))).toEqual({ leaseUntil: clock.now() + 30_000 })
    await clock.advance("PT20S")
    expect(accepted(await office.engine.heartbeat(item, 1, { lease: 100_000 }))).toEqual({
      leaseUntil: clock.now() + 100_000,
    })
    await office.crash()
    await clock.advance("PT99S")
    expect(await office.charge(id)).toBe("started 1")
    accepted(await office.engine.reportOutput(item, 1, { receipt: "r" }))
    expect((await office.engine.case(id))?.state).toBe("completed")
    const commands = (await office.engine.entries()).map(({ command }) => command)
    expect(commands).toEqual(["StartCase", "ClaimItem", "ReportOutput"])
  })

  test("[REMOTE6] a lease that runs out without a heartbeat is an ItemAbort, and the late result is dropped", async () => {
    const office = await Office.open(keeper)
    const { engine, clock } = office
    const [id] = (await office.orders(1)) as [never]
    const { id: item } = await office.claimOne({ lease: 30_000 })
    await clock.advance("PT29S")
    expect(await office.charge(id)).toBe("started 1")
    await clock.advance("PT1S")
    const [raised] = (await engine.case(id))?.exceptions ?? []
    expect([await office.charge(id), raised?.class, raised?.parameters]).toEqual([
      "held enabled 1",
      "ItemAbort",
      { message: "the program charge-card has vanished: its lease ran out", attempt: 1 },
    ])
    const late = [await engine.heartbeat(item, 1), await engine.reportOutput(item, 1, { receipt: "late" })]
    expect(late.map((answer) => refusal(answer).code)).toEqual(["ATTEMPT_OVER", "ATTEMPT_OVER"])
  })

  test("[REMOTE6] an alarm that rings already does not end what a heartbeat has prolonged", async () => {
    let ringing = async () => {}
    const slow = (store: Store): Store => ({
      ...store,
      async dueAlarms(now, limit) {
        const due = await store.dueAlarms(now, limit)
        if (due.length > 0) await ringing()
        return due
      },
    })
    const office = await Office.open(keeper, { over: slow })
    const [id] = (await office.orders(1)) as [never]
    const { id: item } = await office.claimOne({ lease: 30_000 })
    ringing = async () => {
      ringing = async () => {}
      accepted(await office.engine.heartbeat(item, 1))
    }
    await office.clock.advance("PT45S")
    expect(await office.charge(id)).toBe("started 1")
    await office.clock.advance("PT15S")
    expect(await office.charge(id)).toBe("held enabled 1")
  })

  test("[REMOTE7] who does what is no longer wanted is told so when it says anything", async () => {
    const office = await Office.open(keeper)
    const { engine } = office
    const [restarted, removed, byHand, twice] = await office.orders(4)
    const items = await office.claim({ limit: 4 })
    const [first, second, third, fourth] = items.map((item) => item.id) as [never, never, never, never]
    accepted(await engine.restartItem(first))
    accepted(await engine.removeCase(removed as never))
    accepted(await engine.completeItem(third, { receipt: "by hand" }))
    accepted(await engine.reportOutput(fourth, 1, { receipt: "once" }))
    const told = []
    for (const item of [first, second, third, fourth]) {
      const beat = refusal(await engine.heartbeat(item, 1)).code
      const output = refusal(await engine.reportOutput(item, 1, { receipt: "late" })).code
      told.push([beat, output, refusal(await engine.reportFailure(item, 1, "late")).code])
    }
    const over = ["ATTEMPT_OVER", "ATTEMPT_OVER", "ATTEMPT_OVER"]
    const ended = ["ITEM_NOT_LIVE", "ITEM_NOT_LIVE", "ITEM_NOT_LIVE"]
    expect(told).toEqual([over, ended, ended, ended])
    const receipts = [byHand, twice].map(async (id) => (await engine.case(id as never))?.data.receipt)
    expect(await Promise.all(receipts)).toEqual(["by hand", "once"])
    expect(await office.charge(restarted as never)).toBe("enabled 1")
    expect(refusal(await engine.heartbeat("case9.i1" as never, 1)).code).toBe("ITEM_NOT_FOUND")
  })

  test("[REMOTE7] a report that is repeated under its key is answered as before", async () => {
    const office = await Office.open(keeper)
    await office.orders(1)
    const { id } = await office.claimOne()
    const report = (receipt: string) => office.engine.reportOutput(id, 1, { receipt }, { key: "k1" })
    const first = await report("r")
    expect(first.ok).toBe(true)
    await office.crash()
    expect(await report("r")).toEqual(first)
    expect(refusal(await report("other")).code).toBe("KEY_REUSED")
  })

  test("[REMOTE7] what is held meanwhile may go on: its output is kept", async () => {
    const office = await Office.open(keeper)
    const { engine } = office
    const [id] = (await office.orders(1)) as [never]
    const { id: item } = await office.claimOne()
    accepted(await engine.suspend({ kind: "case", case: id }))
    accepted(await engine.heartbeat(item, 1))
    accepted(await engine.reportOutput(item, 1, { receipt: "kept" }))
    expect(refusal(await engine.heartbeat(item, 1)).code).toBe("ATTEMPT_OVER")
    await office.clock.advance("PT1H")
    accepted(await engine.continue({ kind: "case", case: id }))
    const { state, data } = (await engine.case(id)) ?? {}
    expect([state, data?.receipt]).toEqual(["completed", "kept"])
  })

  test("[REMOTE8] what it has is its own while its lease lasts, also when the engine goes down and a worker comes", async () => {
    const office = await Office.open(keeper)
    const [id, next] = (await office.orders(2)) as [never, never]
    const { id: item } = await office.claimOne({ lease: 120_000 })
    await office.crash()
    const called: string[] = []
    office.engine.worker("charge-card", async ({ case: of, attempt }) => {
      called.push(`${of} ${attempt}`)
      return { receipt: "called" }
    })
    await office.clock.advance("PT1M")
    expect([called, await office.charge(id)]).toEqual([["case2 1"], "started 1"])
    accepted(await office.engine.reportOutput(item, 1, { receipt: "claimed" }))
    const receipts = [id, next].map(async (of) => (await office.engine.case(of))?.data.receipt)
    expect(await Promise.all(receipts)).toEqual(["claimed", "called"])
  })

  test("[REMOTE8] and if it runs out while the engine is away, that is known when it is back", async () => {
    const office = await Office.open(keeper)
    const [id] = (await office.orders(1)) as [never]
    await office.claimOne({ lease: 30_000 })
    await office.engine.kill()
    await office.clock.advance("PT1M")
    await office.crash()
    expect([await office.charge(id), await office.exceptions(id)]).toEqual(["held enabled 1", ["ItemAbort"]])
  })

  test("[REMOTE8] where the read models are written anew it has its whole lease again", async () => {
    let isOld = false
    const upgraded = (store: Store): Store => ({ ...store, needsRebuild: async () => isOld })
    const office = await Office.open(keeper, { over: upgraded })
    const [id] = (await office.orders(1)) as [never]
    const { id: item } = await office.claimOne({ lease: 30_000 })
    await office.clock.advance("PT20S")
    accepted(await office.engine.heartbeat(item, 1))
    await office.clock.advance("PT20S")
    isOld = true
    await office.crash()
    await office.clock.advance("PT29S")
    expect(await office.charge(id)).toBe("started 1")
    await office.clock.advance("PT1S")
    expect(await office.charge(id)).toBe("held enabled 1")
  })

  test("[REMOTE8] a worker that comes is not called for what a person has begun", async () => {
    const office = await Office.open(keeper)
    const [id] = (await office.orders(1)) as [never]
    accepted(await office.engine.startItem((await itemOf(office.engine, id, "charge")).id))
    await office.crash()
    let calls = 0
    office.engine.worker("charge-card", async () => ({ receipt: `${++calls}` }))
    await office.engine.idle()
    expect([calls, await office.charge(id)]).toEqual([0, "started 1"])
  })

  test("[REMOTE9] whoever asks has the effect of a worker that is registered", async () => {
    const office = await Office.open(keeper, { workerGrace: 60_000 })
    const { engine, clock } = office
    const [id] = (await office.orders(1)) as [never]
    await clock.advance("PT1M")
    expect(await office.exceptions(id)).toEqual(["ResourceUnavailable"])
    expect(accepted(await engine.claim("other"))).toEqual({ rows: [] })
    expect(await office.exceptions(id)).toEqual(["ResourceUnavailable"])
    expect((await office.claim()).map((item) => item.case)).toEqual([id])
    expect([await office.exceptions(id), await engine.interventions()]).toEqual([[], []])
  })

  test("[REMOTE9] it counts as there while it waits, and a grace after it has asked", async () => {
    const office = await Office.open(keeper, { workerGrace: 60_000 })
    const { clock } = office
    const waiting = office.waiting({ wait: 60_000, mayHave: () => false })
    const [id] = (await office.orders(1)) as [never]
    await clock.advance("PT1M")
    expect(waiting.got).toEqual([])
    await clock.advance("PT58S")
    expect(await office.exceptions(id)).toEqual([])
    await clock.advance("PT1S")
    expect(await office.exceptions(id)).toEqual(["ResourceUnavailable"])
  })

  test("[REMOTE9] it counts as there while it has a lease, also after a crash", async () => {
    const office = await Office.open(keeper, { workerGrace: 60_000 })
    const { clock } = office
    await office.orders(1)
    const { id: item } = await office.claimOne({ lease: 3_600_000 })
    await clock.advance("PT10M")
    const [second] = (await office.orders(1)) as [never]
    await clock.advance("PT10M")
    expect(await office.exceptions(second)).toEqual([])
    await office.crash()
    const [third] = (await office.orders(1)) as [never]
    await clock.advance("PT10M")
    expect([await office.exceptions(second), await office.exceptions(third)]).toEqual([[], []])
    accepted(await office.engine.reportOutput(item, 1, { receipt: "r" }))
    await clock.advance("PT1M")
    const nobody = ["ResourceUnavailable"]
    expect([await office.exceptions(second), await office.exceptions(third)]).toEqual([nobody, nobody])
    expect((await office.claim({ limit: 9 })).map((found) => found.case)).toEqual([second, third])
  })

  test("[REMOTE10] programs here and elsewhere share the work", async () => {
    const office = await Office.open(keeper)
    const { engine } = office
    const called: string[] = []
    engine.worker(
      "charge-card",
      ({ case: of }) => {
        called.push(of)
        return new Promise(() => {})
      },
      { concurrency: 2 },
    )
    const ids = await office.orders(5)
    const claimed = (await office.claim({ limit: 9 })).map((item) => item.case)
    expect([called, claimed]).toEqual([ids.slice(0, 2), ids.slice(2)])
  })

  test("[REMOTE11] when the engine stops, those who wait are answered with nothing, and others refused", async () => {
    const office = await Office.open(keeper)
    const waiting = office.waiting()
    await office.engine.idle()
    await office.engine.stop()
    expect(waiting.got).toEqual([])
    const refused = [
      await office.engine.claim("charge-card"),
      await office.engine.heartbeat("case1.i1" as never, 1),
      await office.engine.reportOutput("case1.i1" as never, 1),
    ]
    expect(refused.map((answer) => refusal(answer).code)).toEqual([
      "ENGINE_STOPPED",
      "ENGINE_STOPPED",
      "ENGINE_STOPPED",
    ])
  })

  test("[REMOTE12] nobody is given what he may not have, nor waits for it", async () => {
    const office = await Office.open(keeper)
    const [first, second] = await office.orders(2)
    const choosy = office.waiting({ mayHave: (item) => item.case === second })
    const never = office.waiting({ mayHave: () => false })
    await office.engine.idle()
    expect([choosy.got, never.got]).toEqual([["case2 1"], undefined])
    expect((await office.claim()).map((item) => item.case)).toEqual([first])
  })

  test("[REMOTE12] who gains the right while he waits is given what waits for it, and who loses it is not", async () => {
    const permitted = (roles: string) => `
process: order
data: { receipt: string }
flow: [ { program: charge, worker: charge-card, writes: [receipt] } ]
---
organisation:
  roles: { teller: {} }
  agents: { till: { roles: [${roles}] }, mop: {} }
  permissions: { teller: { do: [order] } }
`
    const office = await Office.open(keeper, { bundle: permitted("") })
    const { engine } = office
    const [first] = await office.orders(1)
    const till = office.waiting({ by: "till" })
    await engine.idle()
    expect(till.got).toBeUndefined()
    accepted(await engine.deploy(permitted("teller")))
    await engine.idle()
    expect(till.got).toEqual([`${first} 1`])
    const again = office.waiting({ by: "till" })
    accepted(await engine.deploy(permitted("")))
    await office.orders(1)
    await engine.idle()
    expect(again.got).toBeUndefined()
  })

  test("[REMOTE12] who is not welcome any more is given nothing, and the next in turn is", async () => {
    const office = await Office.open(keeper)
    let isWelcome = true
    const guest = office.waiting({ isWelcome: async () => isWelcome })
    const next = office.waiting()
    isWelcome = false
    await office.orders(1)
    await office.engine.idle()
    expect([guest.got, next.got]).toEqual([[], ["case1 1"]])
  })

  test("[REMOTE10] what is given back is given to the next, and what was reported meanwhile is not", async () => {
    const office = await Office.open(keeper)
    const [first, second] = await office.orders(2)
    const [lost, done] = await office.claim({ limit: 2 })
    if (lost === undefined || done === undefined) throw new Error("two should be there")
    accepted(await office.engine.reportOutput(done.id, 1, { receipt: "r" }))
    await office.engine.returnItems([lost, done])
    expect((await office.claim({ limit: 2 })).map((item) => item.case)).toEqual([first])
    expect((await office.engine.case(second as never))?.state).toBe("completed")
  })

  test("[REMOTE12] where it is said who may do what, only who may do such things asks and reports", async () => {
    const bundle = `
process: order
data: { receipt: string }
flow: [ { program: charge, worker: charge-card, writes: [receipt] } ]
---
organisation:
  roles: { teller: {} }
  agents: { till: { roles: [teller] }, mop: {} }
  permissions: { teller: { do: [order] } }
`
    const office = await Office.open(keeper, { bundle })
    const { engine } = office
    await office.orders(1)
    expect(await office.claim({ by: "mop" })).toEqual([])
    const { id } = await office.claimOne({ by: "till" })
    const refused = [
      await engine.heartbeat(id, 1, { by: "mop" }),
      await engine.reportOutput(id, 1, {}, { by: "mop" }),
      await engine.reportFailure(id, 1, "no", { by: "mop" }),
    ]
    expect(refused.map((answer) => refusal(answer).code)).toEqual(["NOT_PERMITTED", "NOT_PERMITTED", "NOT_PERMITTED"])
    accepted(await engine.heartbeat(id, 1, { by: "till" }))
    accepted(await engine.reportOutput(id, 1, { receipt: "r" }, { by: "till" }))
    const entry = (await engine.entries()).at(-1)
    expect([entry?.command, entry?.by]).toEqual(["ReportOutput", "charge-card" as AgentId])
  })
})
