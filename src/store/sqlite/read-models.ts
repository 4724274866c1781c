import type { DatabaseSync } from "node:sqlite"
import type { CaseId } from "../../messages/ids.ts"
import { canonicalJson } from "../canonical.ts"
import { endedAttempts } from "../ended-attempts.ts"
import type { AlarmChange, Batch, CaseRow, ExpectationChange, Experience, ItemRow } from "../port.ts"
import { type ReadOne, readingOne, writing } from "./statements.ts"

/** Writes what a batch says of cases, items, alarms and expectations; of one id, the last word counts. */
export function readModels(database: DatabaseSync): (batch: Batch) => void {
  const versions = new Versions(database)
  const writeCase = cases(database)
  const writeItem = items(database, versions)
  const withdraw = writing(database, "DELETE FROM items WHERE id = ?")
  const setAlarm = alarms(database)
  const endAttempt = writing(database, "DELETE FROM alarms WHERE id = ? AND attempt = ?")
  const expect = expectations(database)
  const gather = experience(database)

  return (batch) => {
    for (const row of batch.cases) writeCase(row)
    versions.note(batch.cases)
    for (const row of batch.items) writeItem(row)
    for (const id of batch.withdrawn) withdraw(id)
    const { ended, others } = endedAttempts(batch.alarms)
    for (const { id, attempt } of ended) endAttempt(id, attempt ?? 0)
    for (const change of others) setAlarm(change)
    for (const change of batch.expectations) expect(change)
    for (const row of batch.experience) gather(row)
  }
}

function cases(database: DatabaseSync): (row: CaseRow) => void {
  const write = upserting(database, "cases", [
    "id",
    "process",
    "version",
    "state",
    "held",
    "started_at",
    "started_by",
    "ended_at",
    "parent_id",
    "number",
  ])
  return (row) =>
    write(
      row.id,
      row.process,
      row.version,
      row.state,
      Number(row.held),
      row.startedAt,
      row.startedBy,
      row.endedAt ?? null,
      row.parent ?? null,
      row.number ?? null,
    )
}

/** The versions cases run, which they keep. Most items are of a case that was written not long ago: it need not be looked up. */
class Versions {
  readonly #known = new Map<CaseId, number>()
  readonly #read: ReadOne<{ version: number }>

  constructor(database: DatabaseSync) {
    this.#read = readingOne(database, "SELECT version FROM cases WHERE id = ?")
  }

  of(id: CaseId): number | undefined {
    return this.#known.get(id) ?? this.#read(id)?.version
  }

  note(rows: readonly CaseRow[]): void {
    if (this.#known.size > mostKnown) this.#known.clear()
    for (const { id, version } of rows) this.#known.set(id, version)
  }
}

const mostKnown = 20_000

function items(database: DatabaseSync, versions: Versions): (row: ItemRow) => void {
  const write = upserting(database, "items", [
    "id",
    "case_id",
    "process",
    "task",
    "kind",
    "status",
    "held",
    "live",
    "enabled_at",
    "ended_at",
    "agent",
    "declined",
    "due_at",
    "priority",
    "worker",
    "attempt",
    "instance",
    "offer_key",
    "offer",
    "wanted",
    "version",
  ])
  return (row) =>
    write(
      row.id,
      (row.case as string) === row.family ? null : row.case,
      row.process,
      row.task,
      row.kind,
      row.status,
      Number(row.held),
      Number(row.live),
      row.enabledAt,
      row.endedAt ?? null,
      row.agent ?? null,
      row.declined === undefined ? null : JSON.stringify(row.declined),
      row.dueAt ?? null,
      row.priority,
      row.worker ?? null,
      row.attempt,
      row.instance ?? null,
      row.offer ?? null,
      row.terms === undefined ? null : JSON.stringify(row.terms),
      row.wanted ?? null,
      versions.of(row.case) ?? null,
    )
}

function alarms(database: DatabaseSync): (change: AlarmChange) => void {
  const set = upserting(database, "alarms", ["id", "kind", "due_at", "attempt"])
  const unset = writing(database, "DELETE FROM alarms WHERE id = ?")
  return ({ id, kind, dueAt, attempt }) => {
    if (dueAt === undefined) unset(id)
    else set(id, kind, dueAt, kind === "timer" ? null : (attempt ?? 0))
  }
}

function expectations(database: DatabaseSync): (change: ExpectationChange) => void {
  const clear = writing(database, "DELETE FROM expectations WHERE case_id = ?")
  const insert = writing(
    database,
    `INSERT INTO expectations (case_id, number, message, key, item_id, since)
     VALUES (?1, ?2, ?3, ?4, ?5, coalesce((SELECT started_at FROM cases WHERE id = ?1), 0))`,
  )
  return (change) => {
    clear(change.case)
    for (const [number, row] of change.rows.entries()) {
      insert(change.case, number, row.message, canonicalJson(row.key), row.item ?? null)
    }
  }
}

function experience(database: DatabaseSync): (row: Experience) => void {
  const add = writing(
    database,
    `INSERT INTO experience (agent, task, done, spent, given_at, ended_at) VALUES (?, ?, ?, ?, ?, ?)
     ON CONFLICT DO UPDATE SET done = done + excluded.done, spent = spent + excluded.spent,
       given_at = coalesce(excluded.given_at, given_at), ended_at = coalesce(excluded.ended_at, ended_at)`,
  )
  return ({ agent, task, done, spent, givenAt, endedAt }) =>
    add(agent, task, done, spent, givenAt ?? null, endedAt ?? null)
}

function upserting(database: DatabaseSync, table: string, columns: readonly string[]) {
  const places = columns.map(() => "?").join(", ")
  const changes = columns.slice(1).map((column) => `${column} = excluded.${column}`)
  return writing(
    database,
    `INSERT INTO ${table} (${columns.join(", ")}) VALUES (${places}) ON CONFLICT DO UPDATE SET ${changes.join(", ")}`,
  )
}
