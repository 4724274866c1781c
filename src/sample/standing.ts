import { cancelled, concert, dinnerLearnt, roof, storm } from "./concerts.ts"
import { cancel, change, order, threeWishes, tooLate } from "./laptops.ts"
import { controllerAway, given, nobodySells, pcFails, requisition, wrongGoods } from "./requisitions.ts"
import type { Course, Scene } from "./scene.ts"
import {
  answerTakenBack,
  audition,
  brokenLights,
  changeWhileReceiving,
  dropped,
  instrumentsMissed,
  kept,
  noController,
  stormUnanswered,
  wrongUnanswered,
} from "./stuck.ts"

/** A course that is there whatever chance says: so many hours before the end it begins. */
export interface Standing {
  readonly hours: number
  readonly course: Course
  /** It takes minutes where others take hours, so that it stands where it should in the end. */
  readonly isBrisk: boolean
}

const good: readonly [number, number] = [0.82, 0.98]
const days = (number: number) => number * 24

/** What was learnt in the course of the days, and what came again and again. */
const learnt: readonly Standing[] = [
  inTime(days(28), concert({ sold: good, selling: roof(true), days: [8, 8] })),
  ...[19, 16, 12, 9, 7, 5].map((ago) => inTime(days(ago), concert({ sold: good, selling: roof(false), days: [6, 9] }))),
  inTime(days(24), concert({ sold: good, selling: dinnerLearnt, days: [6, 8], details: { ticketCost: 120 } })),
  ...[13, 12.5, 12, 11.5, 11, 10, 9].map((ago) =>
    inTime(days(ago), concert({ sold: good, selling: storm, days: [5, 8] })),
  ),
  ...[17, 16.8, 16.5, 16.2, 15.9, 15.5, 15.2, 15].map((ago) => inTime(days(ago), requisition({ ordering: pcFails }))),
]

/** Concerts, each at another point, and in another kind of trouble. */
const concerts: readonly Standing[] = [
  standing(2, upTo("bookStadium", concert({ sold: good }))),
  standing(6, upTo("bookStadium", concert({ sold: good }), begun("olga"))),
  standing(9, upTo("sellTickets", concert({ sold: good }), taken("nils"))),
  standing(30, upTo("sellTickets", concert({ sold: good }), begun("gina"))),
  standing(26, upTo("doShow", concert({ sold: good }), taken("hugo"))),
  standing(5, upTo("doShow", concert({ sold: good }), begun("ivy"))),
  // Three quarters are sold, and a little more: nothing is done about it.
  ...[20, 44, 70].map((ago) => standing(ago, upTo("doShow", concert({ sold: [0.751, 0.79] })))),
  // Nobody books another venue: a reminder is under way, and two days later the whole show is given up.
  standing(days(4), upTo("bookMidVenue", concert({ sold: [0.55, 0.7] }))),
  standing(days(3.5), upTo("bookMidVenue", concert({ sold: [0.55, 0.7] }))),
  standing(days(6), upTo("bookMidVenue", concert({ sold: [0.55, 0.7] }))),
  standing(7, upTo("refundTickets", concert({ sold: [0.3, 0.45] }))),
  standing(12, upTo("cancelVenue", concert({ sold: [0.05, 0.15] }))),
  standing(11, upTo("signContract", concert({ sold: good, selling: audition }))),
  standing(10, upTo("replaceLamps", concert({ sold: [0.55, 0.7], aside: brokenLights }))),
  standing(22, concert({ sold: good, selling: instrumentsMissed })),
  standing(40, concert({ sold: good, selling: cancelled("band-broken-up") })),
  standing(20, concert({ sold: good, selling: kept })),
  ...[75, 31, 3].map((ago) => standing(ago, concert({ sold: good, selling: stormUnanswered }))),
  standing(50, upTo("findDate", concert({ sold: good, selling: storm }))),
]

/** Orders of laptops. */
const orders: readonly Standing[] = [
  standing(1, upTo("A1", order({}))),
  standing(8, upTo("A1", order({}), begun("ben"))),
  standing(7, upTo("B3", order({}))),
  standing(29, upTo("B12", order({}))),
  standing(28, upTo("A2", order({ rejections: 1 }))),
  standing(27, upTo("vpFinance", order({ costs: [3100, 3900] }))),
  standing(52, upTo("president", order({ costs: [3100, 3900] }), taken("percy"))),
  standing(12, upTo("D", order({}), taken("bert"))),
  standing(9, upTo("F", order({}), begun("tom"))),
  standing(14, upTo("F", order({}), changeWhileReceiving)),
  standing(30, upTo("returnOldParts", order({ ordered: change("okay") }))),
  standing(33, upTo("tellCancelled", order({ ordered: change("cancel") }))),
  standing(16, upTo("tellRefused", order({ assembling: tooLate }))),
  standing(18, upTo("receiveConfirmations", order({ ordering: cancel }))),
  standing(25, upTo("H", order({ assembling: threeWishes }))),
  standing(35, upTo("G", order({}))),
  standing(49, upTo("H", order({}), taken("lena"))),
  standing(21, order({ ordering: dropped })),
]

/** Purchases. */
const purchases: readonly Standing[] = [
  standing(1, upTo("getProductInfo", requisition({}))),
  ...[2, 4].map((ago) => standing(ago, upTo("fillRequest", requisition({})))),
  ...[3, 8, 20].map((ago) => standing(ago, upTo("budgetCheck", requisition({})))),
  ...[5, 9].map((ago) => standing(ago, upTo("prApproval", requisition({})))),
  ...[6, 10].map((ago) => standing(ago, upTo("findSupplier", requisition({})))),
  standing(29, upTo("findSupplier", requisition({}), begun("paula"))),
  // Nobody has written the order in time, which is told.
  standing(60, upTo("issuePO", requisition({}))),
  ...[11, 31].map((ago) => standing(ago, upTo("receiveGoods", requisition({})))),
  standing(13, upTo("tellRequester", requisition({ ordering: nobodySells }))),
  standing(26, upTo("matchDocuments", requisition({}))),
  ...[28, 34].map((ago) => standing(ago, upTo("pay", requisition({ supplier: "Nordwerk" })))),
  standing(32, upTo("cashOnDelivery", requisition({ supplier: "Grimm Brothers" }))),
  // Three times there was no budget: people are asked, one has answered.
  ...[80, 27, 6].map((ago) => standing(ago, requisition({ refusals: 3 }))),
  standing(100, requisition({ refusals: 3, checking: given })),
  // No controller is there.
  ...[54, 30, 4].map((ago) => standing(ago, requisition({ least: 2050, approving: noController }))),
  standing(90, upTo("findSupplier", requisition({ least: 2050, approving: controllerAway }))),
  // The wrong goods came.
  ...[46, 22, 7].map((ago) => standing(ago, requisition({ paying: wrongUnanswered }))),
  standing(36, requisition({ paying: answerTakenBack })),
  standing(44, upTo("sendBack", requisition({ paying: wrongGoods }))),
  // The program that asks for credit does not run any more.
  standing(3, requisition({ supplier: "Nordwerk" })),
  standing(3.3, requisition({ supplier: "Bolt & Co" })),
]

export const standings: readonly Standing[] = [...learnt, ...concerts, ...orders, ...purchases]

function standing(hours: number, course: Course): Standing {
  return { hours, course, isBrisk: true }
}

function inTime(hours: number, course: Course): Standing {
  return { hours, course, isBrisk: false }
}

/** A course that ends as soon as a task is there, with something done to it. */
function upTo(
  task: string,
  course: Course,
  last: (scene: Scene, task: string) => Promise<void> = async () => {},
): Course {
  return async function* (scene) {
    for await (const pause of course(scene)) {
      if (await scene.has(task)) return last(scene, task)
      yield pause
    }
  }
}

function taken(by: string) {
  return (scene: Scene, task: string) => scene.take(task, by)
}

function begun(by: string) {
  return (scene: Scene, task: string) => scene.begin(task, by)
}
