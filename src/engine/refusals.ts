import { type AgentId, administrator, type CaseId, type ItemId, numberOf } from "../messages/ids.ts"
import type { FieldProblem, Rejection, RejectionCode } from "../messages/rejections.ts"
import type { Deciding } from "./deciding.ts"
import { type Case, type Item, isLive } from "./family.ts"
import { holdsOn } from "./holds.ts"

export function reject(code: RejectionCode, message: string, remedy: string): Rejection {
  return { code, message, remedy }
}

export function invalidData(what: string, fields: readonly FieldProblem[]): Rejection {
  const reasons = fields.map(({ field, message }) => `${field}: ${message}`).join("; ")
  return {
    code: "DATA_INVALID",
    message: `${what} cannot take this data: ${reasons}`,
    remedy: "Correct the fields named and send it again",
    fields,
  }
}

export const isRejection = (value: object): value is Rejection => "remedy" in value

export function runningCase(deciding: Deciding, id: CaseId): Case | Rejection {
  const found = deciding.draft.cases.get(id)
  if (found === undefined)
    return reject("CASE_NOT_FOUND", `there is no case ${id}`, "Look the id up in the list of cases")
  if (found.state !== "running")
    return reject(
      "CASE_NOT_LIVE",
      `case ${id} is ${found.state}`,
      "Nothing more can be done with a case that has ended",
    )
  return found
}

export function liveItem(deciding: Deciding, id: ItemId): Item | Rejection {
  const item = deciding.draft.items.get(id)
  if (item && isLive(item)) return item
  if (item)
    return reject(
      "ITEM_NOT_LIVE",
      `item ${id} (${item.task}) is ${item.status}`,
      "Look at the case to see what is live now",
    )
  const number = numberOf(id)
  if (number > 0 && number <= deciding.draft.lastId) {
    return reject("ITEM_NOT_LIVE", `item ${id} has ended`, "Look at the case to see what is live now")
  }
  return reject("ITEM_NOT_FOUND", `there is no item ${id}`, "Look the id up in the worklist")
}

/** A live item that nobody holds. */
export function freeItem(deciding: Deciding, id: ItemId): Item | Rejection {
  const item = liveItem(deciding, id)
  if (isRejection(item)) return item
  const [hold] = holdsOn(deciding.draft, item, deciding.process(item.case))
  return hold ? held(item, hold.reason) : item
}

export function held(item: Item, reason: string): Rejection {
  return reject(
    "ITEM_HELD",
    `item ${item.id} (${item.task}) is held: ${reason}`,
    "Continue it, or wait until what holds it is resolved",
  )
}

/** Work that people do; a program's items may be done by hand. */
export function notWork(item: Item): Rejection | undefined {
  if (item.kind === "work" || item.kind === "program") return undefined
  return reject(
    "ITEM_NOT_WORK",
    `item ${item.id} (${item.task}) is ${kinds[item.kind]}: nobody does it`,
    "Use retry, skip, force-complete or remove where it is stuck",
  )
}

const kinds = { activity: "an activity", wait: "a wait", route: "a decision of the flow" } as const

/** Somebody else's item is nobody's business but the administrator's. */
export function notYours(deciding: Deciding, item: Item): Rejection | undefined {
  const { by } = deciding.facts
  const whose = item.agent ?? item.offer?.to
  if (whose === undefined || whose === by || by === administrator || item.kind === "program") return undefined
  return reject(
    "ITEM_NOT_YOURS",
    `item ${item.id} (${item.task}) is ${item.agent ? "with" : "offered to"} ${whose}`,
    `Ask ${whose} to ${item.agent ? "hand it back" : "decline it"}, or an operator to reassign it`,
  )
}

export function notStarted(item: Item, agent?: AgentId): Rejection | undefined {
  if (item.status === "started") return undefined
  return reject(
    "ITEM_NOT_STARTED",
    `item ${item.id} (${item.task}) is ${item.status}${agent ? `, not started by ${agent}` : ""}`,
    "Start it first",
  )
}
