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
