import { afterAll, beforeAll, describe, expect, test } from "vitest"
import type { CaseRow, Engine, ExceptionRow, ItemRow, RecordedEntry } from "../../src/main.ts"
import { different, played } from "./played.ts"

const wednesday = "2026-11-18T15:00:00Z"
const most = { limit: 100_000 }
const mainProcesses = ["laptop-order", "organise-concert", "requisition"]

describe("thirty days of the examples", () => {
  let engine: Engine
  let cases: readonly CaseRow[]
  let live: readonly ItemRow[]
  let exceptions: readonly ExceptionRow[]
  let entries: readonly RecordedEntry[]

  beforeAll(async () => {
    engine = await played(wednesday)
    cases = await engine.cases(most)
    live = await engine.items({ ...most, live: true })
    exceptions = await engine.exceptions({ ...most, open: false })
    entries = await engine.entries(most)
  }, 120_000)
  afterAll(() => engine.stop())

  test("[SAMPLE1] some hundred cases were started in them, and have ended in every way there is, or run", () => {
    const own = cases.filter(({ parent }) => parent === undefined)
    expect(own.length).toBeGreaterThan(300)
    expect(own.length).toBeLessThan(400)
    expect(different(own.map(({ process, state }) => `${process} ${state}`))).toEqual([
      "laptop-order completed",
      "laptop-order removed",
      "laptop-order running",
      "organise-concert completed",
      "organise-concert removed",
      "organise-concert running",
      "requisition completed",
      "requisition failed",
      "requisition removed",
      "requisition running",
    ])
    expect(new Set(own.map(({ startedBy }) => startedBy)).size).toBeGreaterThan(6)
  })

  test("[SAMPLE1] there is a case at every task, and an item in every state", () => {
    const at = (process: string) => different(live.filter((item) => item.process === process).map(({ task }) => task))
    expect(at("organise-concert")).toEqual(["bookStadium", "doShow", "sellTickets"])
    expect(at("laptop-order")).toEqual(["A1", "A2", "B11", "B12", "B2", "B3", "C", "D", "E", "F", "G", "H"])
    expect(at("requisition").filter((task) => !["payment", "procurement", "purchase-request"].includes(task))).toEqual([
      ...["budgetCheck", "cashOnDelivery", "credit", "fillRequest", "findSupplier", "getProductInfo", "issuePO"],
      ...["matchDocuments", "pay", "prApproval", "receiveGoods", "tellRequester"],
    ])
    const work = live.filter(({ kind }) => kind === "work")
    expect(different(work.map(({ status }) => status))).toEqual(["allocated", "enabled", "offered", "started"])
    expect(different(live.map(({ kind }) => kind))).toContain("activity")
    expect(live.filter(({ instance }) => instance !== undefined).length).toBeGreaterThan(1)
    expect(live.filter(({ dueAt = 0 }) => dueAt > engine.clock.now()).length).toBeGreaterThan(20)
  })

  test("[SAMPLE1] a case waits for a message", async () => {
    const id = await engine.expecting({ name: "insurer-decides", key: "c-4711" })
    expect(cases.find((row) => row.id === id)?.process).toBe("claim-insurance")
  })

  test("[SAMPLE1] persons, exceptions and runs hold something, and worklets have worklets", async () => {
    const views = await Promise.all(cases.filter(({ state }) => state === "running").map(({ id }) => engine.case(id)))
    expect(different(views.flatMap((view) => view?.holds ?? []).map(({ owner }) => owner.kind))).toEqual([
      "exception",
      "person",
      "run",
    ])
    const byId = new Map(cases.map((row) => [row.id, row]))
    const tiers = cases
      .filter(({ process, state }) => process === "send-reminder" && state === "running")
      .map(({ parent }) => parent && byId.get(parent))
      .map((worklet) => [worklet?.process, worklet?.parent && byId.get(worklet.parent)?.process])
    expect(tiers).toContainEqual(["change-to-mid-venue", "organise-concert"])
    expect(views.flatMap((view) => view?.runs ?? []).length).toBeGreaterThan(8)
  })

  test("[SAMPLE1] exceptions of many classes are open, several of a kind, and came on most days", async () => {
    const open = exceptions.filter(({ endedAt }) => endedAt === undefined)
    expect(different(open.map((raised) => raised.class)).length).toBeGreaterThan(7)
    const groups = await engine.openGroups()
    expect(groups.filter((group) => group.exceptions > 2).length).toBeGreaterThan(3)
    const perDay = new Map<string, number>()
    for (const { raisedAt } of exceptions) {
      const day = new Date(raisedAt).toISOString().slice(0, 10)
      perDay.set(day, (perDay.get(day) ?? 0) + 1)
    }
    expect(perDay.size).toBeGreaterThan(18)
  })

  test("[SAMPLE1] people are asked, some too late, about what others have answered before; one answer was taken back", async () => {
    const asked = await engine.interventions(most)
    expect(different(asked.map((one) => one.class ?? ""))).toEqual([
      ...["FinancialControllerUnavailable", "ResourceUnavailable", "SubactivityFailed", "Unforeseen", "WrongGoods"],
    ])
    expect((await engine.interventions({ ...most, overdue: true })).length).toBeGreaterThan(1)
    const known = await Promise.all(asked.map(({ id }) => engine.similar(id)))
    expect(known.filter((similar) => (similar?.cases.length ?? 0) > 2).length).toBeGreaterThan(3)
    const happened = new Set(entries.flatMap((entry) => entry.events.map(({ type }) => type)))
    for (const type of ["AnswerTakenBack", "RolledBack", "InterventionEscalated", "MessageAwaited"])
      expect(happened, type).toContain(type)
  })

  test("[SAMPLE1] rules were learnt on the way, others are asked often, and a lesson is left to be taught", async () => {
    const learnt = engine.trees().filter(({ version }) => version > 1)
    expect(learnt.map(({ key }) => key)).toEqual(["band-requests-backstage-refreshments organise-concert"])
    expect(engine.trees().map(({ key }) => key)).toContain("Unforeseen organise-concert")
    const tree = "itemPre organise-concert/doShow"
    // The README shows its first version.
    expect(engine.tree(tree)?.version).toBe(1)
    expect((await engine.decisions({ tree, ...most })).length).toBeGreaterThan(50)
    const lesson = { on: "itemPre", at: "organise-concert/doShow", if: "ticketsSold < seating * 0.8" }
    const tested = await Promise.all(
      live
        .filter(({ task, held }) => task === "doShow" && !held)
        .map(({ case: id, id: item }) => ({ case: id, item }))
        .map((from) => engine.backtest({ ...lesson, then: "move-to-mid-venue", from })),
    )
    const fitting = tested.flatMap((answer) => (answer.ok ? [answer.value.changed] : []))
    expect(fitting.length).toBeGreaterThan(2)
    expect(fitting[0]).toBeGreaterThan(5)
  })

  test("[SAMPLE1] everybody has something to do, somebody something to read, and nothing stands still", async () => {
    const people = engine.organisation().filter(({ kind }) => kind === "agent")
    expect(people.length).toBe(25)
    // Whoever tries the README sees her whole list, with what she has just made to do at its end.
    expect((await engine.worklist("ann")).length).toBeLessThan(95)
    const has = different(live.flatMap(({ agent }) => agent ?? []))
    expect(has.length).toBeGreaterThan(12)
    const unread = await Promise.all(people.map(({ name }) => engine.notifications(name, { unread: true })))
    expect(unread.filter((notifications) => notifications.length > 0).length).toBeGreaterThan(5)
    expect(await engine.stalled({ limit: 1000 })).toEqual({ rows: [] })
    expect(await engine.quarantined()).toEqual([])
  })

  test("[SAMPLE2] the same seed and the same end give the same days", async () => {
    const again = await played(wednesday)
    expect(await again.entries(most)).toEqual(entries)
    await again.stop()
  }, 120_000)
})

test("[SAMPLE2] another end and another seed, a night at a weekend, and they are played as well", async () => {
  const engine = await played("2026-03-30T01:30:00Z", 99)
  const cases = await engine.cases({ ...most, state: "running" })
  expect(different(cases.map(({ process }) => process))).toEqual(expect.arrayContaining(mainProcesses))
  await engine.stop()
}, 120_000)
