import { type AgentId, numberOf } from "../../messages/ids.ts"
import { isOpen } from "../open-exceptions.ts"
import type {
  Alarm,
  AnsweredQuery,
  BroadcastRow,
  CaseQuery,
  CaseRow,
  ExceptionQuery,
  ExceptionRow,
  InterventionQuery,
  InterventionRow,
  ItemQuery,
  ItemRow,
  WorklistQuery,
} from "../port.ts"
import type { ArmedAlarm, Expectation } from "./disk.ts"

/** Which rows a query means, and in which order: the words of the port, one by one. */

export function isCaseOf(query: CaseQuery, row: CaseRow): boolean {
  return (
    (query.process === undefined || row.process === query.process) &&
    (query.version === undefined || row.version === query.version) &&
    (query.state === undefined || row.state === query.state) &&
    (query.held === undefined || row.held === query.held) &&
    (query.family === undefined || row.family === query.family) &&
    (query.startedBefore === undefined || row.startedAt < query.startedBefore) &&
    (query.startedAfter === undefined || row.startedAt >= query.startedAfter) &&
    (query.endedBefore === undefined || (row.endedAt ?? Infinity) < query.endedBefore) &&
    (query.endedAfter === undefined || (row.endedAt ?? -Infinity) >= query.endedAfter) &&
    isAfter(query, row)
  )
}

function isAfter({ after, afterStartedAt: startedAt = 0, order = "id" }: CaseQuery, row: CaseRow): boolean {
  return after === undefined || byCaseOrder(order)(row, { id: after, startedAt }) > 0
}

type CasePlace = Pick<CaseRow, "id" | "startedAt">

export function byCaseOrder(order: CaseQuery["order"] = "id"): (one: CasePlace, other: CasePlace) => number {
  if (order === "id") return byId
  const byStart = (one: CasePlace, other: CasePlace) => one.startedAt - other.startedAt || byId(one, other)
  return order === "oldest" ? byStart : (one, other) => byStart(other, one)
}

export function isItemOf(query: ItemQuery, row: ItemRow): boolean {
  return (
    (query.case === undefined || row.case === query.case) &&
    (query.family === undefined || row.family === query.family) &&
    (query.process === undefined || row.process === query.process) &&
    (query.task === undefined || row.task === query.task) &&
    (query.live === undefined || row.live === query.live) &&
    (query.after === undefined || compareText(row.id, query.after) > 0)
  )
}

export function isExceptionOf(query: ExceptionQuery, row: ExceptionRow): boolean {
  return (
    (query.family === undefined || row.family === query.family) &&
    (query.case === undefined || row.case === query.case) &&
    (query.process === undefined || row.process === query.process) &&
    (query.class === undefined || row.class === query.class) &&
    (query.open === false || isOpen(row.state))
  )
}

export function isAnsweredOf(query: AnsweredQuery, row: ExceptionRow): boolean {
  const isThere = row.process === query.process && (query.at === undefined || row.at === query.at)
  return isThere && row.class === query.class && row.answer !== undefined && !isOpen(row.state)
}

export function isInterventionOf(query: InterventionQuery, row: InterventionRow): boolean {
  return (
    (query.family === undefined || row.family === query.family) &&
    (query.case === undefined || row.case === query.case) &&
    (query.process === undefined || row.process === query.process) &&
    (query.class === undefined || row.class === query.class) &&
    (query.to === undefined || (row.to !== undefined && query.to.includes(row.to))) &&
    (query.dueBy === undefined || (row.dueAt !== undefined && row.dueAt <= query.dueBy)) &&
    (query.open === false || row.open)
  )
}

export function isReady(worker: string, row: ItemRow): boolean {
  const isReady = row.status === "enabled" || row.status === "allocated"
  return row.live && row.worker === worker && isReady && !row.held
}

export function isLeased(worker: string, row: ItemRow): boolean {
  return row.live && row.worker === worker && row.status === "started"
}

export function alarmOf({ family, id, kind, dueAt, attempt }: ArmedAlarm): Alarm {
  return kind === "timer"
    ? { family, dueAt, kind, timer: id as Extract<Alarm, { kind: "timer" }>["timer"] }
    : { family, dueAt, kind, item: id as Extract<Alarm, { kind: "lease" }>["item"], attempt: attempt ?? 0 }
}

export const byId = (one: { readonly id: string }, other: { readonly id: string }): number =>
  compareText(one.id, other.id)

export const byAge = (one: ItemRow, other: ItemRow): number => one.enabledAt - other.enabledAt || byId(one, other)

export const byOpening = (one: InterventionRow, other: InterventionRow): number =>
  one.openedAt - other.openedAt || byId(one, other)

export const byNewestOpening = (one: InterventionRow, other: InterventionRow): number => byOpening(other, one)

export const byDueAnswer = (one: InterventionRow, other: InterventionRow): number =>
  (one.dueAt ?? never) - (other.dueAt ?? never) || byOpening(one, other)

const never = 9e15

export const byRaising = (one: ExceptionRow, other: ExceptionRow): number =>
  one.raisedAt - other.raisedAt || compareText(one.family, other.family) || numberOf(one.id) - numberOf(other.id)

export const byAnswering = (one: ExceptionRow, other: ExceptionRow): number =>
  (other.answer?.at ?? 0) - (one.answer?.at ?? 0) ||
  compareText(other.family, one.family) ||
  numberOf(other.id) - numberOf(one.id)

type Place = Pick<BroadcastRow, "family" | "version">

export const byPlace = (one: Place, other: Place): number =>
  compareText(one.family, other.family) || one.version - other.version

export const bySending = (one: BroadcastRow, other: BroadcastRow): number => one.at - other.at || byPlace(one, other)

export const byDueTime = (one: ArmedAlarm, other: ArmedAlarm): number => one.dueAt - other.dueAt || byId(one, other)

export const byWaiting = (one: Expectation, other: Expectation): number =>
  Number(one.row.item === undefined) - Number(other.row.item === undefined) ||
  one.since - other.since ||
  compareText(one.row.case, other.row.case)

/** By code points, as databases do; `<` goes by UTF-16 units and differs beyond the basic plane. */
export function compareText(one: string, other: string): number {
  return Buffer.compare(Buffer.from(one), Buffer.from(other))
}

export function isOnWorklist(query: WorklistQuery, row: ItemRow): boolean {
  const { agent, offers, as, process, task, dueBefore, priority } = query
  if (!row.live || row.kind !== "work" || !(isOwn(agent, row) || isOffered(agent, offers, as, row))) return false
  return (
    (process === undefined || row.process === process) &&
    (task === undefined || row.task === task) &&
    (dueBefore === undefined || (row.dueAt !== undefined && row.dueAt < dueBefore)) &&
    (priority === undefined || row.priority >= priority)
  )
}

const isOwn = (agent: AgentId, row: ItemRow): boolean => row.agent === agent

function isOffered(agent: AgentId, offers: readonly string[], as: readonly AgentId[], row: ItemRow): boolean {
  if (row.agent || row.offer === undefined || !offers.includes(row.offer) || row.declined?.includes(agent)) return false
  const { only, excluded } = row.terms ?? {}
  return !excluded?.includes(agent) && (only === undefined || only.some((each) => as.includes(each)))
}

/** By priority, then by age. */
export const byWanting = (one: ItemRow, other: ItemRow): number => other.priority - one.priority || byAge(one, other)
