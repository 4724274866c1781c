import type { JsonObject } from "../messages/json.ts"
import type { Chance } from "./chance.ts"
import { done, inTurn, together } from "./doing.ts"
import type { Course, Pause, Scene } from "./scene.ts"

/** What becomes of orders of laptops, and how often. */
export const laptops: readonly (readonly [weight: number, course: Course])[] = [
  [50, order({})],
  [12, order({ rejections: 1 })],
  [3, order({ rejections: 3 })],
  [12, order({ costs: [3010, 4200] })],
  [7, order({ ordering: cancel })],
  [6, order({ ordered: change("okay") })],
  [4, order({ ordered: change("cancel") })],
  [5, order({ assembling: tooLate })],
  [3, order({ ordering: kept })],
]

export interface OrderPlan {
  /** How often the vice president says no before he says yes. */
  readonly rejections?: number
  readonly costs?: readonly [number, number]
  /** What comes between: while it is being ordered, when everything is, while it is assembled. */
  readonly ordering?: Course
  readonly ordered?: Course
  readonly assembling?: Course
}

/** From entering an order to delivering it. */
export function order({ rejections = 0, costs = [780, 2400], ordering, ordered, assembling }: OrderPlan): Course {
  return async function* (scene) {
    const { chance } = scene
    const customer = chance.pick(customers)
    await scene.start("laptop-order", {}, customer)
    for (let round = 0; round <= rejections; round++) {
      yield scene.hours(0.2, 4)
      await scene.complete(round === 0 ? "A1" : "A2", wish(chance, costs), customer)
      yield* approvals(scene, round === rejections)
    }
    yield* together(scene, ["C", "D"], { by: chance.pick(buyers), hours: [1, 9] })
    if (ordering) yield* ordering(scene)
    if (!(await scene.has("E"))) return
    yield* done(scene, "E", { by: chance.pick(buyers), hours: [1, 9] })
    if (ordered) yield* ordered(scene)
    if (!(await scene.has("F"))) return
    yield* done(scene, "F", { by: "tom", hours: [8, 40] })
    yield scene.hours(0.5, 5)
    await scene.begin("G", chance.pick(technicians))
    if (assembling) yield* assembling(scene)
    yield* done(scene, "G", { by: "tom", hours: [2, 9] })
    yield* done(scene, "H", { by: chance.pick(buyers), hours: [3, 16] })
  }
}

const customers = ["ann", "ben", "pete", "cleo", "nils", "rita"] as const
const buyers = ["bert", "lena"] as const
const technicians = ["tom", "tara"] as const
const models = [
  "ThinLeaf 13",
  "ThinLeaf 15",
  "Workhorse 16",
  "Workhorse 17 Pro",
  "Aero 14",
  "Studio 16",
  "Fieldbook, rugged",
  "the lightest there is",
  "the usual",
] as const

function wish(chance: Chance, costs: readonly [number, number]): JsonObject {
  const amount = Math.round(chance.between(...costs))
  return { model: chance.pick(models), amount, budget: Math.ceil(amount / 100) * 100 }
}

/** Both checks and both approvals; what costs too much waits for those further up. */
async function* approvals(scene: Scene, isApproved: boolean): AsyncGenerator<Pause> {
  const { chance } = scene
  if (scene.isLate && chance.next() < 0.8) {
    yield scene.hours(0.2, 2)
    await scene.take("B2", chance.pick(technicians))
    await scene.take("B3", "viola")
    await scene.take("B11", "mona")
  }
  yield* done(scene, "B2", { by: "tom", hours: [1, 6], data: { result: "okay" } })
  yield* done(scene, "B3", { by: "viola", hours: [1, 6], data: { result: "okay" } })
  if (await scene.has("vpFinance")) {
    yield* done(scene, "vpFinance", { by: "viola", hours: [3, 12] })
    yield* done(scene, "president", { by: "percy", hours: [6, 30] })
  }
  yield* done(scene, "B11", { by: "mona", hours: [1, 8] })
  yield* done(scene, "B12", { by: "viktor", hours: [2, 12], data: { approved: isApproved } })
}

export async function* cancel(scene: Scene): AsyncGenerator<Pause> {
  await scene.raise("Cancel", "mia")
  yield* together(scene, ["cancelLaptop", "cancelCard", "cancelCase"], { by: "lena", hours: [1, 6] })
  const charge = scene.chance.pick([0, 0, 40, 75, 120])
  yield* done(scene, "receiveConfirmations", { by: "bert", hours: [5, 20], data: { charge } })
  if (charge > 0) yield* done(scene, "chargeEmployee", { by: "viola", hours: [2, 9] })
  yield* done(scene, "notifyEmployee", { by: "mia", hours: [1, 5] })
}

/** Everything is ordered, and something else is wanted. */
export function change(result: "okay" | "cancel"): Course {
  return async function* (scene) {
    yield scene.hours(0.5, 6)
    await scene.raise("change_request", "mia")
    const amount = Number((await scene.engine.case(scene.case))?.data.amount ?? 0)
    const newAmount = result === "okay" ? amount - scene.chance.whole(20, 200) : amount + scene.chance.whole(20, 900)
    yield* done(scene, "computeAmount", { by: "lena", hours: [1, 6], data: { newAmount } })
    if (result === "okay") {
      yield* inTurn(scene, ["orderNewParts", "returnOldParts"], { by: "bert", hours: [1, 7] })
      yield* done(scene, "tellConfirmed", { by: "mia", hours: [0.5, 4] })
      return
    }
    yield* together(scene, ["cancelLaptop", "cancelCard", "cancelCase"], { by: "lena", hours: [1, 6] })
    yield* done(scene, "receiveConfirmations", { by: "bert", hours: [5, 20], data: { charge: 0 } })
    yield* done(scene, "notifyEmployee", { by: "mia", hours: [1, 5] })
    yield* done(scene, "tellCancelled", { by: "mia", hours: [0.5, 4] })
  }
}

export async function* tooLate(scene: Scene): AsyncGenerator<Pause> {
  yield scene.hours(0.3, 2)
  await scene.raise("change_request", "mia")
  yield* done(scene, "tellRefused", { by: "mia", hours: [0.5, 6] })
}

async function* kept(scene: Scene): AsyncGenerator<Pause> {
  await scene.suspend("mona", "the customer may leave the company")
  yield scene.hours(5, 40)
  await scene.continue("mona")
}

/** Three wishes within a day, of an order that is being assembled: the account manager is told. */
export async function* threeWishes(scene: Scene): AsyncGenerator<Pause> {
  for (let wish = 0; wish < 3; wish++) {
    yield { until: scene.now + 20 * 60_000 }
    await scene.raise("change_request", "mia")
  }
}
