import { done } from "./doing.ts"
import { requesters, seller, wanted } from "./requisition-data.ts"
import type { Course, Pause, Scene } from "./scene.ts"

/** What becomes of requests to buy something, and how often. */
export const requisitions: readonly (readonly [weight: number, course: Course])[] = [
  [48, requisition({})],
  [6, requisition({ isUnknown: true })],
  [7, requisition({ refusals: 1 })],
  [3, requisition({ refusals: 3, checking: given })],
  [5, requisition({ approving: declined })],
  [4, requisition({ approving: refused })],
  [4, requisition({ approving: controllerAway, least: 2050 })],
  [3, requisition({ approving: controllerAway })],
  [6, requisition({ ordering: nobodySells })],
  [5, requisition({ ordering: pcFails })],
  [4, requisition({ ordering: documentLost })],
  [6, requisition({ paying: wrongGoods })],
  [4, requisition({ paying: invoiceLost })],
  [3, requisition({ ordering: notNeeded })],
]

export interface RequisitionPlan {
  readonly isUnknown?: boolean
  /** How often there is no budget for it. */
  readonly refusals?: number
  /** It costs at least this. */
  readonly least?: number
  /** Who sells it. */
  readonly supplier?: string
  /** What comes between: when the budget was refused for the last time, at the approval, before a supplier is found, before the papers are compared. */
  readonly checking?: Course
  readonly approving?: Course
  readonly ordering?: Course
  readonly paying?: Course
}

/** From the wish to the payment. */
export function requisition(plan: RequisitionPlan): Course {
  const { isUnknown = false, refusals = 0, least = 0, supplier, checking, approving, ordering, paying } = plan
  return async function* (scene) {
    const { chance } = scene
    const by = chance.pick(requesters)
    const { product, amount } = wanted(chance, least)
    await scene.start("requisition", { product, amount, budget: 6000 }, by)
    for (let round = 0; round < refusals; round++) {
      yield* requested(scene, by, false)
      yield scene.hours(0.5, 6)
      await scene.raise("OverBudget", "dora", { at: "budgetCheck" })
    }
    if (checking) yield* checking(scene)
    if (refusals > 2) return
    yield* requested(scene, by, isUnknown)
    yield* done(scene, "budgetCheck", { by: "dora", hours: [1, 9] })
    if (approving) yield* approving(scene)
    if (!(await scene.has("prApproval"))) return
    yield* done(scene, "prApproval", { by: "dora", hours: [1, 12], data: { approved: true } })
    if (ordering) yield* ordering(scene)
    if (!(await scene.has("findSupplier"))) return
    yield* done(scene, "findSupplier", { by: "pete", hours: [1, 10], data: { supplier: supplier ?? seller(chance) } })
    yield* ordered(scene, product)
    if (paying) yield* paying(scene)
    if (!(await scene.has("matchDocuments"))) return
    yield* done(scene, "matchDocuments", { by: "fred", hours: [1, 10], data: { matched: true } })
    yield scene.hours(0.2, 1)
    if (await scene.has("cashOnDelivery"))
      yield* done(scene, "cashOnDelivery", { by: "fred", hours: [1, 8], data: { terms: "cash on delivery" } })
    if (await scene.has("pay")) yield* done(scene, "pay", { by: "fred", hours: [2, 20], data: { paid: amount } })
  }
}

async function* requested(scene: Scene, by: string, isUnknown: boolean): AsyncGenerator<Pause> {
  yield scene.hours(0.2, 3)
  if (isUnknown) await scene.raise("ProductUnknown", by, { at: "getProductInfo" })
  else await scene.complete("getProductInfo", { info: `page ${scene.chance.whole(4, 480)}` }, by)
  yield* done(scene, "fillRequest", { by, hours: [0.2, 4] })
}

/** The order is written and answered. Now and then nobody writes it in time. */
async function* ordered(scene: Scene, product: string): AsyncGenerator<Pause> {
  const { chance } = scene
  const number = chance.whole(1000, 9999)
  yield* done(scene, "issuePO", {
    by: "pete",
    hours: chance.next() < 0.12 ? [22, 30] : [1, 8],
    data: { po: `po-${number}` },
  })
  yield* done(scene, "receiveGoods", { by: "paula", hours: [8, 45], data: { goods: product, invoice: `i-${number}` } })
}

/** Three times there was no budget: the request is given up. */
export async function* given(scene: Scene): AsyncGenerator<Pause> {
  yield scene.hours(2, 8)
  await scene.answer({ do: "propagate" }, "dora", "there will be none this year")
}

async function* declined(scene: Scene): AsyncGenerator<Pause> {
  yield scene.hours(0.5, 3)
  await scene.decline("prApproval", "I know the supplier too well")
}

async function* refused(scene: Scene): AsyncGenerator<Pause> {
  yield scene.hours(1, 6)
  await scene.raise("RequestRefused", "carl", { at: "prApproval" })
  yield* requested(scene, scene.chance.pick(requesters), false)
  yield* done(scene, "budgetCheck", { by: "dora", hours: [1, 9] })
}

/** Below 2000 the department manager approves, from then on somebody is asked. */
export async function* controllerAway(scene: Scene): AsyncGenerator<Pause> {
  yield scene.hours(0.5, 4)
  await scene.raise("FinancialControllerUnavailable", "dora", { at: "prApproval" })
  const asked = await scene.engine.interventions({ case: scene.case })
  if (asked.length === 0) return
  yield scene.hours(1, 6)
  await scene.answer({ do: "reassign", to: "walt" }, "dora", "he signs what cannot wait")
}

export async function* nobodySells(scene: Scene): AsyncGenerator<Pause> {
  yield scene.hours(2, 9)
  await scene.raise("supplierNotFound", "pete", { at: "findSupplier" })
  yield* done(scene, "tellRequester", { by: "pete", hours: [0.5, 6] })
}

export async function* pcFails(scene: Scene): AsyncGenerator<Pause> {
  yield scene.hours(0.5, 3)
  await scene.begin("findSupplier", "pete")
  await scene.raise("PcFailure", "pete", { at: "findSupplier", with: { computer: `pc-${scene.chance.whole(1, 14)}` } })
}

async function* documentLost(scene: Scene): AsyncGenerator<Pause> {
  yield scene.hours(0.5, 3)
  const lost = { document: "the request", issuer: scene.chance.pick(requesters) }
  await scene.raise("DocumentLost", "pete", { at: "findSupplier", with: lost })
}

/** In payment people decide: back to the order, the goods go back, and it is ordered again. */
export async function* wrongGoods(scene: Scene): AsyncGenerator<Pause> {
  yield scene.hours(1, 6)
  await scene.raise("WrongGoods", "fred", { at: "matchDocuments" })
  yield scene.hours(1, 6)
  if (scene.chance.next() < 0.4) {
    const asked = await scene.answer({ do: "dismiss" }, "fred", "it will do")
    await scene.takeBack(asked, "fred", "it will not do, says assembly")
    yield scene.hours(0.2, 2)
  }
  await scene.answer({ do: "rollback", to: "issuePO" }, "fred", "it is ordered again")
  yield* done(scene, "sendBack", { by: "pete", hours: [2, 12], data: { goods: "none" } })
  yield* ordered(scene, "the right thing")
}

async function* invoiceLost(scene: Scene): AsyncGenerator<Pause> {
  yield scene.hours(1, 5)
  await scene.raise("DocumentLost", "fred", {
    at: "matchDocuments",
    with: { document: "the invoice", issuer: "pete" },
  })
  yield scene.hours(0.5, 5)
  await scene.answer({ do: "run", exlet: "ask-issuer-again" }, "fred", "he has a copy")
}

async function* notNeeded(scene: Scene): AsyncGenerator<Pause> {
  yield scene.hours(1, 5)
  await scene.remove("dora", "it was found in the cellar")
}
