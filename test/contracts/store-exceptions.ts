import { expect } from "vitest"
import type { ExceptionRow } from "../../src/store/port.ts"
import type { storeTests } from "./store-home.ts"
import {
  aBatch,
  aCase,
  anException,
  anIntervention,
  ann,
  caseId,
  exceptionId,
  family,
  idsOf,
  interventionId,
  itemId,
} from "./store-rows.ts"

export function exceptionsContract(storeTest: ReturnType<typeof storeTests>): void {
  storeTest(
    "[STORE90] exceptions are as last written and come as they were raised: open ones, or all",
    async (store) => {
      const early = anException("g", 1, { raisedAt: 5, item: itemId("g", 3) })
      const [second, tenth] = [anException("f", 2), anException("f", 10)]
      await store.commit(aBatch({ exceptions: [tenth, second, early, anException("a", 1)] }))
      const answered = anException("a", 1, { state: "dismissed", endedAt: 2000, at: "ž\u0000'" })
      await store.commit(aBatch({ exceptions: [answered] }))
      expect(await store.exceptions({ limit: 10 })).toEqual([early, second, tenth])
      expect(await store.exceptions({ open: true, limit: 2 })).toEqual([early, second])
      expect(await store.exceptions({ open: false, limit: 10 })).toEqual([early, answered, second, tenth])
    },
  )

  storeTest("[STORE91] exceptions are selected by all that the query says", async (store) => {
    const [root, child, elsewhere, alike] = [
      anException("f", 1),
      anException("f", 2, { case: caseId("f", 1), process: "laptop", state: "resolved" }),
      anException("g", 1, { process: "laptop", class: "Strike" }),
      anException("f-1", 1),
    ]
    await store.commit(aBatch({ exceptions: [root, child, elsewhere, alike] }))
    const found = async (query: Parameters<typeof store.exceptions>[0]) => idsOf(await store.exceptions(query))
    const limit = 10
    expect(await found({ family: family("f"), limit })).toEqual(["f.x1"])
    expect(await found({ family: family("f"), open: false, limit })).toEqual(["f.x1", "f.x2"])
    expect(await found({ case: caseId("f", 1), open: false, limit })).toEqual(["f.x2"])
    expect(await found({ case: caseId("f"), open: false, limit })).toEqual(["f.x1"])
    expect(await found({ process: "laptop", limit })).toEqual(["g.x1"])
    expect(await found({ process: "laptop", class: "Timeout", open: false, limit })).toEqual(["f.x2"])
    expect(await found({ class: "Strike", limit })).toEqual(["g.x1"])
    expect(await found({ case: caseId("f"), family: family("g"), limit })).toEqual([])
  })

  storeTest("[STORE92] exceptions go on after any the store knows, else from the beginning", async (store) => {
    const [first, second, third] = [
      anException("f", 1, { raisedAt: 30, state: "resolved" }),
      anException("g", 1, { raisedAt: 40 }),
      anException("g", 12, { raisedAt: 40 }),
    ]
    await store.commit(aBatch({ exceptions: [first, second, third] }))
    expect(await store.exceptions({ limit: 10, after: exceptionId("f", 1) })).toEqual([second, third])
    expect(await store.exceptions({ limit: 10, after: exceptionId("g", 1) })).toEqual([third])
    expect(await store.exceptions({ limit: 1, after: exceptionId("nobody", 1) })).toEqual([second])
  })

  storeTest("[PERSON16] an exception keeps the answer it was given until it is given another", async (store) => {
    const answer = { stage: "rules", says: "send-reminder", at: 7 }
    const open = anException("f", 1)
    await store.commit(aBatch({ exceptions: [{ ...open, answer }] }))
    await store.commit(aBatch({ exceptions: [{ ...open, state: "resolved", endedAt: 9 }] }))
    expect(await store.exceptions({ open: false, limit: 1 })).toEqual([
      { ...open, state: "resolved", endedAt: 9, answer },
    ])
    const other = { stage: "person", says: "skip", by: ann, at: 12 }
    await store.commit(aBatch({ exceptions: [{ ...open, answer: other }] }))
    expect(await store.exceptions({ limit: 1 })).toEqual([{ ...open, answer: other }])
  })

  storeTest("[PERSON17] what was done about the like comes newest first, open ones left out", async (store) => {
    const answered = (name: string, number: number, at: number, more: Partial<ExceptionRow> = {}) =>
      anException(name, number, { state: "resolved", answer: { stage: "person", says: "skip", at }, ...more })
    const rows = [
      answered("f", 1, 10),
      answered("g", 1, 30, { state: "recurred" }),
      answered("g", 2, 20, { at: "sellTickets" }),
      answered("g", 3, 40, { state: "open" }),
      answered("g", 4, 50, { process: "laptop" }),
      answered("g", 5, 60, { class: "Strike" }),
      answered("g", 10, 10),
      anException("g", 11, { state: "resolved" }),
    ]
    await store.commit(aBatch({ exceptions: rows }))
    const found = async (more: { readonly at?: string; readonly limit: number }) =>
      idsOf(await store.answered({ process: "concert", class: "Timeout", ...more }))
    expect(await found({ limit: 10 })).toEqual(["g.x1", "g.x2", "g.x10", "f.x1"])
    expect(await found({ at: "doShow", limit: 10 })).toEqual(["g.x1", "g.x10", "f.x1"])
    expect(await found({ limit: 1 })).toEqual(["g.x1"])
  })

  storeTest("[PERSON18] what was taken back has never been: cases, exceptions and interventions", async (store) => {
    const [root, child] = [aCase("f"), aCase("f", { id: caseId("f", 2) })]
    await store.commit(
      aBatch({
        cases: [root, child],
        exceptions: [anException("f", 3), anException("f", 4)],
        interventions: [anIntervention("f", 5), anIntervention("f", 6)],
      }),
    )
    const undone = [child.id, exceptionId("f", 4), interventionId("f", 6), interventionId("f", 7)]
    await store.commit(aBatch({ interventions: [anIntervention("f", 7)], undone }))
    expect(idsOf(await store.cases({ limit: 9 }))).toEqual(["f"])
    expect(idsOf(await store.exceptions({ limit: 9 }))).toEqual(["f.x3"])
    expect(idsOf(await store.interventions({ limit: 9 }))).toEqual(["f.q5"])
  })
}
