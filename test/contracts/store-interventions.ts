import { expect } from "vitest"
import type { storeTests } from "./store-home.ts"
import { aBatch, anIntervention, caseId, family, idsOf, interventionId } from "./store-rows.ts"

export function interventionsContract(storeTest: ReturnType<typeof storeTests>): void {
  storeTest("[STORE72] open interventions come in the order they were opened, and all when asked", async (store) => {
    const early = anIntervention("g", 1, { openedAt: 5, class: "PcFailure", to: "role:manager" })
    const [second, tenth] = [anIntervention("f", 2), anIntervention("f", 10)]
    await store.commit(aBatch({ interventions: [second, tenth, early, anIntervention("a", 1)] }))
    const answered = anIntervention("a", 1, { open: false, text: "ž\u0000'" })
    await store.commit(aBatch({ interventions: [answered] }))
    expect(await store.interventions({ limit: 10 })).toEqual([early, tenth, second])
    expect(await store.interventions({ open: true, limit: 2 })).toEqual([early, tenth])
    expect(await store.interventions({ open: false, limit: 10 })).toEqual([early, answered, tenth, second])
    expect(await store.interventions({ open: false, limit: 2 })).toEqual([early, answered])
    const newest = { open: false, order: "newest" as const }
    expect(await store.interventions({ ...newest, limit: 10 })).toEqual([second, tenth, answered, early])
    expect(await store.interventions({ ...newest, after: tenth.id, limit: 1 })).toEqual([answered])
    expect(await store.intervention(answered.id)).toEqual(answered)
    expect(await store.intervention(interventionId("nobody", 1))).toBeUndefined()
  })

  storeTest("[STORE73] interventions are selected by all that the query says", async (store) => {
    const [root, child, elsewhere, alike] = [
      anIntervention("f", 1),
      anIntervention("f", 2, { case: caseId("f", 1), process: "laptop", open: false }),
      anIntervention("g", 1, { process: "laptop" }),
      anIntervention("f-1", 1),
    ]
    await store.commit(aBatch({ interventions: [root, child, elsewhere, alike] }))
    expect(await store.interventions({ family: family("f"), limit: 10 })).toEqual([root])
    expect(await store.interventions({ family: family("f"), open: false, limit: 10 })).toEqual([root, child])
    expect(await store.interventions({ case: caseId("f"), open: false, limit: 10 })).toEqual([root])
    expect(await store.interventions({ case: caseId("f", 1), open: false, limit: 10 })).toEqual([child])
    expect(await store.interventions({ case: caseId("f", 1), limit: 10 })).toEqual([])
    expect(await store.interventions({ process: "laptop", limit: 10 })).toEqual([elsewhere])
    expect(await store.interventions({ process: "laptop", open: false, limit: 10 })).toEqual([child, elsewhere])
    expect(await store.interventions({ process: "laptop", family: family("f"), open: false, limit: 9 })).toEqual([
      child,
    ])
    expect(await store.interventions({ case: caseId("f"), family: family("g"), limit: 9 })).toEqual([])
  })

  storeTest("[STORE74] interventions go on after any the store knows, else from the beginning", async (store) => {
    const [first, second, third] = [
      anIntervention("f", 1, { openedAt: 30, open: false }),
      anIntervention("g", 1, { openedAt: 40 }),
      anIntervention("e", 1, { openedAt: 40, process: "laptop" }),
    ]
    await store.commit(aBatch({ interventions: [first, second, third] }))
    const open = { limit: 10 }
    expect(await store.interventions({ ...open, after: interventionId("f", 1) })).toEqual([third, second])
    expect(await store.interventions({ ...open, after: interventionId("e", 1) })).toEqual([second])
    expect(await store.interventions({ ...open, after: interventionId("nobody", 1) })).toEqual([third, second])
    const concerts = await store.interventions({ process: "concert", open: false, after: first.id, limit: 10 })
    expect(idsOf(concerts)).toEqual(["g.q1"])
  })

  storeTest(
    "[PERSON9] what is due first comes first where that is asked for, what is never due last",
    async (store) => {
      const [never, late, soon, over] = [
        anIntervention("a", 1, { openedAt: 1 }),
        anIntervention("b", 1, { openedAt: 2, dueAt: 90 }),
        anIntervention("c", 1, { openedAt: 3, dueAt: 20, to: "ann", class: "Timeout" }),
        anIntervention("d", 1, { openedAt: 0, dueAt: 10, open: false }),
      ]
      await store.commit(aBatch({ interventions: [never, late, soon, over] }))
      const due = { order: "due", limit: 10 } as const
      expect(await store.interventions(due)).toEqual([soon, late, never])
      expect(await store.interventions({ ...due, open: false })).toEqual([over, soon, late, never])
      expect(await store.interventions({ ...due, after: soon.id })).toEqual([late, never])
      expect(await store.interventions({ ...due, after: over.id, limit: 1 })).toEqual([soon])
      expect(await store.interventions({ ...due, dueBy: 20 })).toEqual([soon])
      await store.commit(aBatch({ interventions: [{ ...soon, dueAt: 91 }] }))
      expect(await store.interventions(due)).toEqual([late, { ...soon, dueAt: 91 }, never])
    },
  )

  storeTest("[PERSON10] interventions are found by those they are with, and by what they are about", async (store) => {
    const [anns, hers, bobs, nobodys] = [
      anIntervention("a", 1, { to: "ann", class: "Timeout", dueAt: 5 }),
      anIntervention("b", 1, { to: "clerk", dueAt: 4 }),
      anIntervention("c", 1, { to: "bob", class: "Timeout", dueAt: 3 }),
      anIntervention("d", 1, { dueAt: 2 }),
    ]
    await store.commit(aBatch({ interventions: [anns, hers, bobs, nobodys] }))
    expect(await store.interventions({ to: ["ann", "clerk"], order: "due", limit: 10 })).toEqual([hers, anns])
    expect(await store.interventions({ to: ["ann", "clerk"], class: "Timeout", limit: 10 })).toEqual([anns])
    expect(await store.interventions({ class: "Timeout", limit: 10 })).toEqual([anns, bobs])
    expect(await store.interventions({ to: [], limit: 10 })).toEqual([])
    expect(await store.interventions({ to: ["ann", "clerk"], open: false, after: hers.id, limit: 10 })).toEqual([])
  })
}
