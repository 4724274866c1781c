import type { Entry, Event, RecordedEntry } from "../../messages/events.ts"
import type { AgentId, CaseId, FamilyId, ItemId, TimerId } from "../../messages/ids.ts"
import type { Json } from "../../messages/json.ts"
import type { Alarm, CaseRow, ExpectationRow, ItemRow, ListedCase, Terms } from "../port.ts"

/** What the tables hold, and the values of the port made from it. */

export interface EntryRecord {
  readonly position: number
  readonly family_id: FamilyId
  readonly version: number
  readonly at: number
  readonly by: AgentId
  readonly command: string
  readonly reason: string | null
  readonly events: string
}

export function entryOf(record: EntryRecord): Entry {
  const { version, at, by, command, reason } = record
  const events = JSON.parse(record.events) as readonly Event[]
  return { family: record.family_id, version, at, by, command, events, ...(reason !== null && { reason }) }
}

export function recordedEntryOf(record: EntryRecord): RecordedEntry {
  return { position: record.position, ...entryOf(record) }
}

export interface CaseRecord {
  readonly id: CaseId
  readonly family_id: FamilyId
  readonly process: string
  readonly version: number
  readonly state: string
  readonly held: boolean
  readonly started_at: number
  readonly started_by: AgentId
  readonly ended_at: number | null
  readonly parent_id: CaseId | null
  readonly number: string | null
}

export function caseRowOf(record: CaseRecord): CaseRow {
  return {
    id: record.id,
    family: record.family_id,
    process: record.process,
    version: record.version,
    state: record.state,
    held: record.held,
    startedAt: record.started_at,
    startedBy: record.started_by,
    ...(record.ended_at !== null && { endedAt: record.ended_at }),
    ...(record.parent_id !== null && { parent: record.parent_id }),
    ...(record.number !== null && { number: record.number }),
  }
}

export interface ListedCaseRecord extends CaseRecord {
  readonly exceptions: number
  readonly interventions: number
}

/** All of it but what is there for the database alone. */
export const caseColumns: readonly (keyof ListedCaseRecord)[] = [
  "id",
  "family_id",
  "process",
  "version",
  "state",
  "held",
  "started_at",
  "started_by",
  "ended_at",
  "parent_id",
  "number",
  "exceptions",
  "interventions",
]

export function listedCaseOf(record: ListedCaseRecord): ListedCase {
  return { ...caseRowOf(record), exceptions: record.exceptions, interventions: record.interventions }
}

export interface ItemRecord {
  readonly id: ItemId
  readonly family_id: FamilyId
  readonly case_id: CaseId
  readonly process: string
  readonly task: string
  readonly kind: string
  readonly status: string
  readonly held: boolean
  readonly live: boolean
  readonly enabled_at: number
  readonly ended_at: number | null
  readonly agent: AgentId | null
  readonly declined: string | null
  readonly due_at: number | null
  readonly priority: number
  readonly worker: string | null
  readonly attempt: number
  readonly instance: number | null
  readonly offer_key: string | null
  readonly offer: string | null
  readonly wanted: string | null
}

/** All of it but what is there for the database alone. */
export const itemColumns = `id, family_id, case_id, process, task, kind, status, held, live, enabled_at, ended_at, agent,
  declined, due_at, priority, worker, attempt, instance, offer_key, offer, wanted`

export function itemRowOf(record: ItemRecord): ItemRow {
  return {
    id: record.id,
    family: record.family_id,
    case: record.case_id,
    process: record.process,
    task: record.task,
    kind: record.kind,
    status: record.status,
    held: record.held,
    live: record.live,
    enabledAt: record.enabled_at,
    priority: record.priority,
    attempt: record.attempt,
    ...(record.ended_at !== null && { endedAt: record.ended_at }),
    ...(record.agent !== null && { agent: record.agent }),
    ...(record.declined !== null && { declined: JSON.parse(record.declined) as readonly AgentId[] }),
    ...(record.offer_key !== null && { offer: record.offer_key }),
    ...(record.offer !== null && { terms: JSON.parse(record.offer) as Terms }),
    ...(record.wanted !== null && { wanted: record.wanted }),
    ...(record.due_at !== null && { dueAt: record.due_at }),
    ...(record.worker !== null && { worker: record.worker }),
    ...(record.instance !== null && { instance: record.instance }),
  }
}

export type AlarmRecord = { readonly family_id: FamilyId; readonly due_at: number } & (
  | { readonly kind: "timer"; readonly id: TimerId }
  | { readonly kind: "lease"; readonly id: ItemId; readonly attempt: number }
)

export function alarmOf(record: AlarmRecord): Alarm {
  const place = { family: record.family_id, dueAt: record.due_at }
  return record.kind === "timer"
    ? { ...place, kind: "timer", timer: record.id }
    : { ...place, kind: "lease", item: record.id, attempt: record.attempt }
}

export interface ExpectationRecord {
  readonly case_id: CaseId
  readonly family_id: FamilyId
  readonly message: string
  readonly key: string
  readonly item_id: ItemId | null
}

export function expectationRowOf(record: ExpectationRecord): ExpectationRow {
  return {
    family: record.family_id,
    case: record.case_id,
    message: record.message,
    key: JSON.parse(record.key) as Json,
    ...(record.item_id !== null && { item: record.item_id }),
  }
}
