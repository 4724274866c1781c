import { expect } from "vitest"
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
  family,
  timerId,
} from "./store-rows.ts"

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
