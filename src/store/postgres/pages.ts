import type { NewFamily } from "../../messages/handling.ts"
import { type CaseId, type FamilyId, familyOf } from "../../messages/ids.ts"
import type { Json } from "../../messages/json.ts"
import type { AlarmChange, BroadcastRow, DecisionRow, ExpectationChange, RequestRow } from "../port.ts"
import type { Cursor, Page, RowCounts, RowKind, RowOf } from "../whole-store.ts"
import { credentialOf } from "./credentials.ts"
import type { Database } from "./database.ts"
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
import { treeNumbers } from "./tree-numbers.ts"
import { changeOf } from "./trees.ts"
import { experienceOf } from "./worklists.ts"

/** The rows of a kind after a cursor. */
export function pageIn<Kind extends RowKind>(
  database: Database,
  kind: Kind,
  after: Cursor | undefined,
  limit: number,
): Promise<Page<RowOf[Kind]>> {
  const read: Reader<RowOf[Kind]> = readers[kind]
  return read(database, after, limit)
}

/** In one question, as of one moment; where tables are spread, in one for each. */
export async function countRows(database: Database): Promise<RowCounts> {
  const questions = database.shards
    ? counted.map(({ kind, what, from }) => `SELECT count(${what}) AS "${kind}" FROM ${from}`)
    : [
        `SELECT ${counted.map(({ kind, what, from }) => `(SELECT count(${what}) FROM ${from}) AS "${kind}"`).join(", ")}`,
      ]
  const answers = await Promise.all(questions.map((sql) => database.readOne<Partial<RowCounts>>(sql)))
  return Object.assign({}, ...answers) as RowCounts
}

type Reader<Row> = (database: Database, after: Cursor | undefined, limit: number) => Promise<Page<Row>>
type Readers = { readonly [Kind in RowKind]: Reader<RowOf[Kind]> }
type Plain = Exclude<RowKind, "decisions" | "expectations">

/** Rows that have a key of their own, by which they come; `rowOf` takes what the table holds. */
interface Source<Row> {
  readonly from: string
  readonly key: readonly string[]
  readonly rowOf: (record: never) => Row
}

const summedExperience = `(SELECT agent, task, sum(done)::bigint AS done, sum(spent)::bigint AS spent,
  max(given_at) AS given_at, max(ended_at) AS ended_at FROM experience GROUP BY agent, task) AS summed`

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
  treeChanges: { from: "tree_changes", key: ["tree", "version"], rowOf: changeOf },
  cases: { from: "cases", key: ["id", "family_id"], rowOf: caseRowOf },
  items: { from: "items", key: ["id", "family_id"], rowOf: itemRowOf },
  alarms: { from: "alarms", key: ["id", "family_id"], rowOf: alarmChangeOf },
  exceptions: { from: "exceptions", key: ["family_id", "number"], rowOf: exceptionOf },
  interventions: { from: "interventions", key: ["id", "family_id"], rowOf: interventionOf },
  experience: { from: summedExperience, key: ["agent", "task"], rowOf: experienceOf },
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

const counted: readonly { readonly kind: string; readonly what: string; readonly from: string }[] = [
  ...Object.entries(sources)
    .filter(([kind]) => kind !== "histories")
    .map(([kind, { from }]) => ({ kind, what: "*", from })),
  { kind: "decisions", what: "*", from: "decisions" },
  { kind: "expectations", what: "DISTINCT case_id", from: "expectations" },
]

function readingPages<Row>({ from, key, rowOf }: Source<Row>): Reader<Row> {
  const order = key.join(", ")
  const first = `SELECT * FROM ${from} ORDER BY ${order} LIMIT $1`
  const next = `SELECT * FROM ${from} WHERE (${order}) > (${key.map((_, index) => `$${index + 2}`).join(", ")})
    ORDER BY ${order} LIMIT $1`
  return async (database, after, limit) => {
    const records = await database.read<Record<string, string | number>>(
      after ? next : first,
      after ? [limit, ...after] : [limit],
    )
    const last = records.at(-1)
    return {
      rows: records.map((record) => rowOf(record as never)),
      ...(last && records.length >= limit && { next: key.map((column) => last[column] ?? "") }),
    }
  }
}

/** Tree by tree, by name: their numbers are this database's alone. A page ends with its tree. */
const readDecisions: Reader<DecisionRow> = async (database, after, limit) => {
  const [tree, family, version] = after ?? [await treeAfter(database, "")]
  if (tree === undefined) return { rows: [] }
  const records = await database.read<{ family_id: FamilyId; version: number; failed: boolean }>(
    `SELECT family_id, version, failed FROM decisions WHERE tree_id = $1
       AND (family_id, version) > ($2, $3) ORDER BY family_id, version LIMIT $4`,
    [(await treeNumbers(database, [String(tree)])).get(String(tree)) ?? 0, family ?? "", version ?? -1, limit],
  )
  const rows = records.map(({ family_id, version, failed }) => ({
    tree: String(tree),
    family: family_id,
    version,
    failed,
  }))
  const last = rows.length >= limit ? rows.at(-1) : undefined
  if (last) return { rows, next: [last.tree, last.family, last.version] }
  const other = await treeAfter(database, String(tree))
  return { rows, ...(other !== undefined && { next: [other] }) }
}

/** The next that anything was decided with. */
async function treeAfter(database: Database, tree: string): Promise<string | undefined> {
  const next = "SELECT id, name FROM trees WHERE name > $1 ORDER BY name LIMIT 1"
  for (let name = tree; ; ) {
    const row = await database.readOne<{ id: number; name: string }>(next, [name])
    if (row === undefined) return undefined
    if (await database.readOne("SELECT 1 FROM decisions WHERE tree_id = $1 LIMIT 1", [row.id])) return row.name
    name = row.name
  }
}

/** All of a case at once, as they are written. */
const readExpectations: Reader<ExpectationChange> = async (database, after, limit) => {
  const records = await database.read<ExpectationRecord>(
    `SELECT * FROM expectations WHERE case_id IN
       (SELECT DISTINCT case_id FROM expectations WHERE case_id > $1 ORDER BY case_id LIMIT $2) ORDER BY case_id, number`,
    [after?.[0] ?? "", limit],
  )
  const cases = Map.groupBy(records, ({ case_id }) => case_id)
  const rows = [...cases].map(([id, expected]) => ({
    family: familyOf(id),
    case: id,
    rows: expected.map(expectationRowOf),
  }))
  const last: CaseId | undefined = rows.length >= limit ? rows.at(-1)?.case : undefined
  return { rows, ...(last !== undefined && { next: [last] }) }
}

const readers: Readers = {
  ...(Object.fromEntries(
    Object.entries(sources).map(([kind, source]) => [kind, readingPages<unknown>(source)]),
  ) as unknown as Readers),
  decisions: readDecisions,
  expectations: readExpectations,
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
