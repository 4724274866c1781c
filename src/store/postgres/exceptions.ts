import { type CaseId, type FamilyId, familyOf, type ItemId, localId, numberOf } from "../../messages/ids.ts"
import type { AnsweredQuery, AnswerGiven, ExceptionQuery, ExceptionRow } from "../port.ts"
import type { Database, Statement, Value } from "./database.ts"
import { Conditions } from "./selection.ts"
import { inserting, lastOfEach, ofTheCase, text, whole } from "./statements.ts"

export async function exceptionsIn(database: Database, query: ExceptionQuery): Promise<readonly ExceptionRow[]> {
  const where = conditionsOn(query)
  where.add("(raised_at, family_id, number) > (?, ?, ?)", ...(await placeAfter(database, query.after)))
  const { sql, values } = where.select("*", "exceptions", "raised_at, family_id, number", query.limit)
  return (await database.read<ExceptionRecord>(sql, values)).map(exceptionOf)
}

async function placeAfter(database: Database, after: ExceptionQuery["after"]): Promise<readonly Value[]> {
  const key = after === undefined ? undefined : ([familyOf(after), numberOf(after)] as const)
  const last =
    key &&
    (await database.readOne<{ raised_at: number }>(
      "SELECT raised_at FROM exceptions WHERE family_id = $1 AND number = $2",
      key,
    ))
  return key && last ? [last.raised_at, ...key] : [Number.MIN_SAFE_INTEGER, "", 0]
}

/** Those answered last come last in their indexes, so these are read backwards. */
export async function answeredIn(database: Database, query: AnsweredQuery): Promise<readonly ExceptionRow[]> {
  const where = new Conditions()
  where.add("answered_at IS NOT NULL AND state NOT IN ('open', 'handling')")
  where.add("process = ? AND class = ?", query.process, query.class)
  if (query.at !== undefined) where.add("at = ?", query.at)
  const order = "answered_at DESC, family_id DESC, number DESC"
  const { sql, values } = where.select("*", "exceptions", order, query.limit)
  return (await database.read<ExceptionRecord>(sql, values)).map(exceptionOf)
}

/** An exception written without an answer has the one it had. */
export function recordExceptions(rows: readonly ExceptionRow[]): readonly Statement[] {
  const answers = new Map<string, AnswerGiven>()
  const told = rows.map((row) => {
    if (row.answer) answers.set(row.id, row.answer)
    const answer = answers.get(row.id)
    return answer ? { ...row, answer } : row
  })
  return write(lastOfEach(told, ({ id }) => id))
}

const write = inserting<ExceptionRow>(
  "exceptions",
  [
    text("family_id", ({ family }) => family),
    whole("number", ({ id }) => numberOf(id)),
    text("case_id", (row) => row.case),
    text("process", ({ process }) => process),
    text("at", ({ at }) => at),
    text("class", (row) => row.class),
    text("item_id", ({ item }) => item),
    text("state", ({ state }) => state),
    whole("raised_at", ({ raisedAt }) => raisedAt),
    whole("ended_at", ({ endedAt }) => endedAt),
    text("answer", ({ answer }) => answer && JSON.stringify(answer)),
    whole("answered_at", ({ answer }) => answer?.at),
  ],
  `(family_id, number) DO UPDATE SET case_id = excluded.case_id, process = excluded.process, at = excluded.at,
     class = excluded.class, item_id = excluded.item_id, state = excluded.state, raised_at = excluded.raised_at,
     ended_at = excluded.ended_at, answer = coalesce(excluded.answer, exceptions.answer),
     answered_at = coalesce(excluded.answered_at, exceptions.answered_at),
     version = excluded.version, case_started_at = excluded.case_started_at`,
  [ofTheCase("version", "version"), ofTheCase("case_started_at", "started_at")],
)

/** The condition on the state repeats that of the partial indexes: only then does PostgreSQL use them. */
function conditionsOn({ family, process, open, ...query }: ExceptionQuery): Conditions {
  const where = new Conditions()
  if (open !== false) where.add("state IN ('open', 'handling')")
  if (family !== undefined) where.add("family_id = ?", family)
  if (query.case !== undefined) where.add("family_id = ? AND case_id = ?", familyOf(query.case), query.case)
  if (process !== undefined) where.add("process = ?", process)
  if (query.class !== undefined) where.add("class = ?", query.class)
  return where
}

export interface ExceptionRecord {
  readonly family_id: FamilyId
  readonly number: number
  readonly case_id: CaseId
  readonly process: string
  readonly at: string
  readonly class: string
  readonly item_id: ItemId | null
  readonly state: ExceptionRow["state"]
  readonly raised_at: number
  readonly ended_at: number | null
  readonly answer: string | null
}

export function exceptionOf(record: ExceptionRecord): ExceptionRow {
  const family = record.family_id
  return {
    id: localId(family, "exception", record.number),
    family,
    case: record.case_id,
    process: record.process,
    at: record.at,
    class: record.class,
    state: record.state,
    raisedAt: record.raised_at,
    ...(record.item_id !== null && { item: record.item_id }),
    ...(record.ended_at !== null && { endedAt: record.ended_at }),
    ...(record.answer !== null && { answer: JSON.parse(record.answer) as AnswerGiven }),
  }
}
