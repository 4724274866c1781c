import type { DatabaseSync } from "node:sqlite"
import type { NewFamily } from "../../messages/handling.ts"
import { type CaseId, type FamilyId, familyOf } from "../../messages/ids.ts"
import type { Json } from "../../messages/json.ts"
import type { AlarmChange, BroadcastRow, DecisionRow, ExpectationChange, RequestRow } from "../port.ts"
import type { Cursor, Page, RowCounts, RowKind, RowOf } from "../whole-store.ts"
import { credentialOf } from "./credentials.ts"
import { definitionOf } from "./definitions.ts"
import { exceptionOf } from "./exceptions.ts"
import { storedProcessOf } from "./history.ts"
import { interventionOf } from "./interventions.ts"
import { deliveryOf, notificationOf } from "./outbox.ts"
import {
  type AlarmRecord,
  caseRowOf,
  type ExpectationRecord,
  expectationRowOf,
  itemRowOf,
  recordedEntryOf,
} from "./rows.ts"
import { type Read, reading, readingOne } from "./statements.ts"
import { changeOf } from "./trees.ts"
import { experienceOf } from "./worklists.ts"

/** Everything there is, page by page. */
export interface Pages {
  of<Kind extends RowKind>(kind: Kind, after: Cursor | undefined, limit: number): Page<RowOf[Kind]>
  count(): RowCounts
}

export function pagesOf(database: DatabaseSync): Pages {
  const read: Readers = {
    ...(Object.fromEntries(
      Object.entries(sources).map(([kind, source]) => [kind, readingPages<unknown>(database, source)]),
    ) as unknown as Readers),
    decisions: readingDecisions(database),
    expectations: readingExpectations(database),
  }
  return {
    of: (kind, after, limit) => (read[kind] as Reader<RowOf[typeof kind]>)(after, limit),
    count: () => readingOne<RowCounts>(database, countAll)() as RowCounts,
  }
}

type Reader<Row> = (after: Cursor | undefined, limit: number) => Page<Row>
type Readers = { readonly [Kind in RowKind]: Reader<RowOf[Kind]> }
type Plain = Exclude<RowKind, "decisions" | "expectations">

/** Rows that have a key of their own, by which they come; `rowOf` takes what the table holds. */
interface Source<Row> {
  readonly from: string
  readonly key: readonly string[]
  readonly rowOf: (record: never) => Row
}

/** What agents were told is in an order for each agent only. */
const sources: { readonly [Kind in Plain]: Source<RowOf[Kind]> } = {
  entries: { from: "entries", key: ["position"], rowOf: recordedEntryOf },
  histories: { from: "entries", key: ["family_id", "version"], rowOf: recordedEntryOf },
  snapshots: {
    from: "snapshots",
    key: ["family_id"],
    rowOf: ({ family_id, version, state }: { family_id: FamilyId; version: number; state: string }) => ({
      family: family_id,
      version,
      state,
    }),
  },
  processes: { from: "processes", key: ["name", "version"], rowOf: storedProcessOf },
  definitions: { from: "definitions", key: ["number"], rowOf: definitionOf },
  treeChanges: {
    from: '(SELECT name AS tree, version, change, at, "by", reason FROM trees JOIN tree_changes ON tree_id = id)',
    key: ["tree", "version"],
    rowOf: changeOf,
  },
  cases: { from: "cases", key: ["id"], rowOf: caseRowOf },
  items: { from: "items", key: ["id"], rowOf: itemRowOf },
  alarms: { from: "alarms", key: ["id"], rowOf: alarmChangeOf },
  exceptions: { from: "exceptions", key: ["family_id", "number"], rowOf: exceptionOf },
  interventions: { from: "interventions", key: ["id"], rowOf: interventionOf },
  experience: { from: "experience", key: ["agent", "task"], rowOf: experienceOf },
  broadcasts: { from: "broadcasts", key: ["family_id", "version"], rowOf: broadcastOf },
  quarantines: {
    from: "quarantine",
    key: ["family_id"],
    rowOf: ({
      family_id,
      at,
      command,
      error,
    }: {
      family_id: FamilyId
      at: number
      command: string
      error: string
    }) => ({
      family: family_id,
      at,
      command,
      error,
    }),
  },
  requests: { from: "requests", key: ["agent", "key"], rowOf: requestOf },
  credentials: { from: "credentials", key: ["id"], rowOf: credentialOf },
  notifications: { from: "notifications", key: ["agent", "number"], rowOf: notificationOf },
  deliveries: { from: "deliveries", key: ["number"], rowOf: deliveryOf },
}

const countAll = `SELECT ${[
  ...Object.entries(sources)
    .filter(([kind]) => kind !== "histories")
    .map(([kind, { from }]) => `(SELECT count(*) FROM ${from}) AS "${kind}"`),
  "(SELECT count(*) FROM decisions) AS decisions",
  "(SELECT count(DISTINCT case_id) FROM expectations) AS expectations",
].join(", ")}`

function readingPages<Row>(database: DatabaseSync, { from, key, rowOf }: Source<Row>): Reader<Row> {
  const order = key.join(", ")
  let first: Read<Record<string, string | number>> | undefined
  let next: Read<Record<string, string | number>> | undefined
  return (after, limit) => {
    first ??= reading(database, `SELECT * FROM ${from} ORDER BY ${order} LIMIT ?`)
    next ??= reading(
      database,
      `SELECT * FROM ${from} WHERE (${order}) > (${key.map(() => "?").join(", ")}) ORDER BY ${order} LIMIT ?`,
    )
    const records = after ? next(...after, limit) : first(limit)
    const last = records.at(-1)
    return {
      rows: records.map((record) => rowOf(record as never)),
      ...(last && records.length >= limit && { next: key.map((column) => last[column] ?? "") }),
    }
  }
}

/** Tree by tree, by name: their numbers are this file's alone. A page ends with its tree. */
function readingDecisions(database: DatabaseSync): Reader<DecisionRow> {
  const nextTree = readingOne<{ name: string }>(
    database,
    `SELECT name FROM trees WHERE name > ? AND EXISTS (SELECT 1 FROM decisions WHERE tree_id = id)
     ORDER BY name LIMIT 1`,
  )
  const read = reading<{ family_id: FamilyId; version: number; failed: number }>(
    database,
    `SELECT family_id, version, failed FROM decisions WHERE tree_id = (SELECT id FROM trees WHERE name = ?)
       AND (family_id, version) > (?, ?) ORDER BY family_id, version LIMIT ?`,
  )
  return (after, limit) => {
    const [tree, family, version] = after ?? [nextTree("")?.name]
    if (tree === undefined) return { rows: [] }
    const records = read(tree, family ?? "", version ?? -1, limit)
    const rows = records.map(({ family_id, version, failed }) => ({
      tree: String(tree),
      family: family_id,
      version,
      failed: failed === 1,
    }))
    const last = rows.length >= limit ? rows.at(-1) : undefined
    const other = last ? undefined : nextTree(tree)?.name
    if (last) return { rows, next: [last.tree, last.family, last.version] }
    return { rows, ...(other !== undefined && { next: [other] }) }
  }
}

/** All of a case at once, as they are written. */
function readingExpectations(database: DatabaseSync): Reader<ExpectationChange> {
  const read = reading<ExpectationRecord>(
    database,
    `SELECT * FROM expectations WHERE case_id IN
       (SELECT DISTINCT case_id FROM expectations WHERE case_id > ? ORDER BY case_id LIMIT ?) ORDER BY case_id, number`,
  )
  return (after, limit) => {
    const cases = Map.groupBy(read(after?.[0] ?? "", limit), ({ case_id }) => case_id)
    const rows = [...cases].map(([id, records]) => ({
      family: familyOf(id),
      case: id,
      rows: records.map(expectationRowOf),
    }))
    const last: CaseId | undefined = rows.length >= limit ? rows.at(-1)?.case : undefined
    return { rows, ...(last !== undefined && { next: [last] }) }
  }
}

function alarmChangeOf(record: AlarmRecord): AlarmChange {
  const { id, kind, due_at } = record
  return { family: familyOf(id), id, kind, dueAt: due_at, ...(kind === "lease" && { attempt: record.attempt }) }
}

type BroadcastRecord = Omit<BroadcastRow, "family" | "run" | "start"> & {
  readonly family_id: FamilyId
  readonly run_id: BroadcastRow["run"]
  readonly start: string | null
}

function broadcastOf({ family_id, version, run_id, verb, process, reason, by, at, start }: BroadcastRecord) {
  const row = { family: family_id, version, run: run_id, verb, process, reason, by, at }
  return start === null ? row : { ...row, start: JSON.parse(start) as NewFamily }
}

function requestOf({ agent, key, digest, at, answer }: Omit<RequestRow, "answer"> & { answer: string }): RequestRow {
  return { agent, key, digest, at, answer: JSON.parse(answer) as Json }
}
