import { expect } from "vitest"
import type { StepCounts } from "../../src/store/port.ts"
import type { storeTests } from "./store-home.ts"
import {
  aBatch,
  aBroadcast,
  aCase,
  anException,
  anIntervention,
  anItem,
  aProgram,
  aQuarantine,
  caseId,
  family,
  itemId,
  timerId,
} from "./store-rows.ts"

const sumOf = (rows: readonly { readonly count: number }[]): number => rows.reduce((sum, { count }) => sum + count, 0)

export function countsContract(storeTest: ReturnType<typeof storeTests>): void {
  storeTest(
    "[STORE97] what is open is grouped, with how many, since when, and when the first is due",
    async (store) => {
      await store.commit(
        aBatch({
          exceptions: [
            anException("a", 1, { raisedAt: 30 }),
            anException("b", 1, { raisedAt: 20, state: "handling" }),
            anException("b", 2, { raisedAt: 10, state: "resolved" }),
            anException("c", 1, { raisedAt: 40, at: "sell" }),
            anException("c", 2, { raisedAt: 50, class: "Strike" }),
          ],
          interventions: [
            anIntervention("a", 2, { class: "Timeout", at: "doShow", openedAt: 15, dueAt: 90 }),
            anIntervention("b", 3, { class: "Timeout", at: "doShow", openedAt: 35, dueAt: 80 }),
            anIntervention("b", 4, { class: "Timeout", at: "doShow", openedAt: 5, dueAt: 6, open: false }),
            anIntervention("d", 1, { at: "doShow", openedAt: 60 }),
          ],
        }),
      )
      const concert = { process: "concert", at: "doShow" }
      expect(new Set(await store.openGroups())).toEqual(
        new Set([
          { ...concert, class: "Timeout", exceptions: 2, interventions: 2, since: 15, dueAt: 80 },
          { ...concert, at: "sell", class: "Timeout", exceptions: 1, interventions: 0, since: 40 },
          { ...concert, class: "Strike", exceptions: 1, interventions: 0, since: 50 },
          { ...concert, exceptions: 0, interventions: 1, since: 60 },
        ]),
      )
    },
  )

  storeTest("[STORE101] what is live and open is counted by step, of all versions or of one", async (store) => {
    await store.commit(
      aBatch({
        cases: [aCase("a"), aCase("b", { version: 2 }), aCase("c", { process: "laptop" })],
        items: [
          anItem("a", 1),
          anItem("a", 2, { live: false, status: "completed" }),
          anItem("b", 1),
          anItem("b", 2, { task: "pay", status: "started", held: true }),
          anItem("c", 1, { process: "laptop" }),
        ],
        exceptions: [
          anException("a", 3),
          anException("b", 3, { state: "handling" }),
          anException("b", 4, { state: "resolved" }),
        ],
      }),
    )
    const { items, exceptions } = await store.stepCounts("concert")
    expect(new Set(items)).toEqual(
      new Set([
        { task: "bookStadium", status: "enabled", held: false, version: 1, count: 1 },
        { task: "bookStadium", status: "enabled", held: false, version: 2, count: 1 },
        { task: "pay", status: "started", held: true, version: 2, count: 1 },
      ]),
    )
    expect(new Set(exceptions)).toEqual(
      new Set([
        { at: "doShow", class: "Timeout", version: 1, count: 1 },
        { at: "doShow", class: "Timeout", version: 2, count: 1 },
      ]),
    )
    expect(await store.stepCounts("concert", 1)).toEqual({
      items: [{ task: "bookStadium", status: "enabled", held: false, version: 1, count: 1 }],
      exceptions: [{ at: "doShow", class: "Timeout", version: 1, count: 1 }],
    })
    expect(await store.stepCounts("concert", [caseId("a"), caseId("c")])).toEqual(await store.stepCounts("concert", 1))
    expect(await store.stepCounts("concert", [caseId("a"), caseId("b")])).toSatisfy(
      (both: StepCounts) => sumOf(both.items) === 3 && sumOf(both.exceptions) === 2,
    )
    expect(await store.stepCounts("concert", [])).toEqual({ items: [], exceptions: [] })
    expect(await store.stepCounts("nothing")).toEqual({ items: [], exceptions: [] })
  })

  storeTest(
    "[STORE101] exceptions of whole cases are told from those at a step that has the process's name",
    async (store) => {
      await store.commit(
        aBatch({
          cases: [aCase("a"), aCase("b", { version: 2 })],
          exceptions: [
            anException("a", 3, { at: "concert" }),
            anException("a", 4, { at: "concert", item: itemId("a", 1) }),
            anException("b", 3, { at: "concert", class: "Deadlock", state: "handling" }),
            anException("b", 4, { at: "concert", state: "resolved" }),
            anException("b", 5),
          ],
        }),
      )
      const [first, second] = [
        { class: "Timeout", version: 1, count: 1 },
        { class: "Deadlock", version: 2, count: 1 },
      ]
      expect(new Set(await store.caseExceptionCounts("concert"))).toEqual(new Set([first, second]))
      expect(await store.caseExceptionCounts("concert", 2)).toEqual([second])
      expect(await store.caseExceptionCounts("concert", [caseId("a")])).toEqual([first])
      expect(await store.caseExceptionCounts("concert", [])).toEqual([])
    },
  )

  storeTest("[STORE102] how cases stand is counted by process, and what has ended since a moment", async (store) => {
    await store.commit(
      aBatch({
        cases: [
          aCase("a"),
          aCase("b", { held: true }),
          aCase("c", { state: "completed", endedAt: 50 }),
          aCase("d", { state: "failed", endedAt: 60 }),
          aCase("e", { state: "completed", endedAt: 49 }),
          aCase("f", { process: "laptop", state: "completed", endedAt: 10 }),
        ],
        exceptions: [anException("a", 1), anException("a", 2)],
        interventions: [
          anIntervention("a", 1, { dueAt: 70 }),
          anIntervention("b", 1, { dueAt: 71 }),
          anIntervention("b", 2, { open: false, dueAt: 1 }),
        ],
      }),
    )
    const cases = { running: 2, held: 1, trouble: 2, ended: 2, completed: 1 }
    expect(await store.standings(50, 70)).toEqual([{ process: "concert", ...cases, interventions: 2, overdue: 1 }])
  })

  storeTest("[STORE103] exceptions raised are counted by stretch of time, process and class", async (store) => {
    const at = (number: number, raisedAt: number, name = "Timeout") =>
      anException("a", number, { raisedAt, class: name, state: "resolved" })
    await store.commit(
      aBatch({ exceptions: [at(1, 9), at(2, 10), at(3, 19), at(4, 20), at(5, 20, "Strike"), at(6, 30)] }),
    )
    const row = { process: "concert", class: "Timeout" }
    expect(new Set(await store.raised(10, 30, 10))).toEqual(
      new Set([
        { ...row, stretch: 0, count: 2 },
        { ...row, stretch: 1, count: 1 },
        { ...row, class: "Strike", stretch: 1, count: 1 },
      ]),
    )
  })

  storeTest("[STORE93] what is going on is counted, and what has ended is not", async (store) => {
    const timer = (name: string, dueAt: number) => ({
      family: family(name),
      id: timerId(name, 1),
      kind: "timer" as const,
      dueAt,
    })
    await store.commit(
      aBatch({
        cases: [aCase("a"), aCase("b"), aCase("c", { held: true }), aCase("d", { state: "completed" })],
        items: [
          anItem("a", 1),
          anItem("b", 1),
          anItem("b", 2, { status: "completed", live: false }),
          aProgram("c", 1, { held: true }),
          aProgram("c", 2),
          aProgram("c", 3, { status: "allocated" }),
        ],
        exceptions: [anException("a", 1), anException("b", 1), anException("b", 2, { state: "resolved" })],
        interventions: [anIntervention("a", 1), anIntervention("b", 1, { open: false })],
        alarms: [timer("a", 10), timer("b", 20), timer("c", 30)],
        broadcasts: [aBroadcast("a", 1)],
        quarantines: [aQuarantine("a"), aQuarantine("b")],
      }),
    )
    const { casesByState, itemsByStatus, ...rest } = await store.counts(20)
    const cases = { process: "concert", state: "running" }
    expect(new Set(casesByState)).toEqual(
      new Set([
        { ...cases, held: false, count: 2 },
        { ...cases, held: true, count: 1 },
      ]),
    )
    const items = (kind: string, status: string, held: boolean, count: number) => ({
      process: "concert",
      kind,
      status,
      held,
      count,
    })
    expect(new Set(itemsByStatus)).toEqual(
      new Set([
        items("work", "enabled", false, 2),
        items("program", "enabled", true, 1),
        items("program", "enabled", false, 1),
        items("program", "allocated", false, 1),
      ]),
    )
    expect(rest).toEqual({
      deliveries: [],
      exceptions: [{ process: "concert", at: "doShow", class: "Timeout", count: 2 }],
      interventions: 1,
      readyItems: [{ worker: "mailer", count: 2 }],
      alarmsDue: 2,
      broadcasts: 1,
      quarantined: 2,
    })
  })
}
