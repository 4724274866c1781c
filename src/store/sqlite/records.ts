import type { DatabaseSync } from "node:sqlite"
import { type CaseId, type FamilyId, familyOf } from "../../messages/ids.ts"
import type { EndedFamily, EndedQuery, Forgetting, KeptFamily } from "../records.ts"
import { type ExceptionRecord, exceptionOf } from "./exceptions.ts"
import type { FamilyStandings } from "./family-standings.ts"
import { type InterventionRecord, interventionOf } from "./interventions.ts"
import { advancingPosition, lastPosition } from "./last-position.ts"
import { type NotificationRecord, notificationOf } from "./outbox.ts"
import { type CaseRecord, caseRowOf, type EntryRecord, type ItemRecord, itemRowOf, recordedEntryOf } from "./rows.ts"
import { Conditions, limited } from "./selection.ts"
import { reading, readingAny, readingOne, writing } from "./statements.ts"

/** Families that are over. */
export interface Records {
  ended(query: EndedQuery): readonly EndedFamily[]
  of(families: readonly FamilyId[]): readonly KeptFamily[]
  forget(families: readonly Forgetting[]): readonly FamilyId[]
}

export function recordsOf(database: DatabaseSync, standings: FamilyStandings): Records {
  const readEnded = readingAny<{ id: CaseId; ended_at: number }>(database)
  const readOne = readingKept(database)
  return {
    ended(query) {
      const where = endedConditions(query)
      const sql = `SELECT id, ended_at FROM cases INDEXED BY cases_ended${where.text()} ORDER BY ended_at, id LIMIT ?`
      const rows = readEnded(sql, [...where.values, limited(query.limit)])
      return rows.map(({ id, ended_at }) => ({ family: familyOf(id), endedAt: ended_at, last: id }))
    },
    of: (families) => families.flatMap((family) => readOne(family) ?? []),
    forget: forgetting(database, standings),
  }
}

const familyOfCase = "substr(cases.id, 1, instr(cases.id || '.', '.') - 1)"

/** No case of the family is running, or has ended later. */
function endedConditions({ endedBefore, process, after }: EndedQuery): Conditions {
  const where = new Conditions()
  where.add("ended_at IS NOT NULL AND ended_at < ?", endedBefore)
  if (after) where.add("ended_at >= ? AND (ended_at, id) > (?, ?)", after.endedAt, after.endedAt, after.last)
  where.add(`NOT EXISTS (SELECT 1 FROM cases AS other
    WHERE other.id >= ${familyOfCase} AND other.id < ${familyOfCase} || '/'
      AND (other.id = ${familyOfCase} OR other.id > ${familyOfCase} || '.')
      AND (other.ended_at IS NULL OR (other.ended_at, other.id) > (cases.ended_at, cases.id)))`)
  if (process !== undefined)
    where.add(`EXISTS (SELECT 1 FROM cases AS root WHERE root.id = ${familyOfCase} AND root.process = ?)`, process)
  return where
}

/** The ids of a family are one stretch of a key. `?1` is its own, `?2` and `?3` where those that go on with a dot begin and end. */
const inFamily = (key: string): string => `${key} >= ?1 AND ${key} < ?3 AND (${key} = ?1 OR ${key} > ?2)`
const stretch = (family: FamilyId) => [family, `${family}.`, `${family}/`] as const

function readingKept(database: DatabaseSync): (family: FamilyId) => KeptFamily | undefined {
  const entries = reading<EntryRecord>(database, "SELECT * FROM entries WHERE family_id = ? ORDER BY version")
  const cases = reading<CaseRecord>(database, `SELECT * FROM cases WHERE ${inFamily("id")} ORDER BY id`)
  const items = reading<ItemRecord>(database, `SELECT * FROM items WHERE ${inFamily("id")} ORDER BY id`)
  const exceptions = reading<ExceptionRecord>(database, "SELECT * FROM exceptions WHERE family_id = ? ORDER BY number")
  const interventions = reading<InterventionRecord>(
    database,
    "SELECT * FROM interventions INDEXED BY interventions_by_family WHERE family_id = ?",
  )
  const notifications = reading<NotificationRecord & { readonly number: number }>(
    database,
    `SELECT * FROM notifications INDEXED BY notifications_by_case WHERE ${inFamily("case_id")}`,
  )
  const waiting = readingOne<{ waits: number }>(
    database,
    `SELECT EXISTS (SELECT 1 FROM alarms WHERE ${inFamily("id")})
       OR EXISTS (SELECT 1 FROM expectations WHERE ${inFamily("case_id")})
       OR EXISTS (SELECT 1 FROM broadcasts WHERE family_id = ?1)
       OR EXISTS (SELECT 1 FROM quarantine WHERE family_id = ?1) AS waits`,
  )
  return (family) => {
    const history = entries(family)
    if (history.length === 0) return undefined
    const own = stretch(family)
    return {
      family,
      entries: history.map(recordedEntryOf),
      cases: cases(...own).map(caseRowOf),
      items: items(...own).map(itemRowOf),
      exceptions: exceptions(family).map(exceptionOf),
      // A family has few of both.
      interventions: interventions(family)
        .toSorted((one, other) => (one.id < other.id ? -1 : 1))
        .map(interventionOf),
      notifications: notifications(...own)
        .toSorted((one, other) => one.number - other.number)
        .map(notificationOf),
      isWaiting: waiting(...own)?.waits === 1,
    }
  }
}

/** Whoever takes the newest entry away notes first how far positions were given. */
function forgetting(
  database: DatabaseSync,
  standings: FamilyStandings,
): (families: readonly Forgetting[]) => readonly FamilyId[] {
  const last = lastPosition(database)
  const advance = advancingPosition(database)
  const isSetAside = readingOne(database, "SELECT 1 FROM quarantine WHERE family_id = ?")
  const dropDecisions = writing(
    database,
    "DELETE FROM decisions WHERE tree_id = (SELECT id FROM trees WHERE name = ?) AND family_id = ?",
  )
  const byFamily = ["entries", "snapshots", "exceptions", "interventions", "broadcasts"].map((table) =>
    writing(database, `DELETE FROM ${table} WHERE family_id = ?`),
  )
  const byKey = [
    ["items", "id"],
    ["alarms", "id"],
    ["expectations", "case_id"],
    ["notifications", "case_id"],
    ["cases", "id"],
  ].map(([table, key = ""]) => writing(database, `DELETE FROM ${table} WHERE ${inFamily(key)}`))

  return (families) => {
    database.exec("BEGIN IMMEDIATE")
    try {
      advance(last())
      const gone = families.filter(
        ({ family, version }) => version > 0 && standings.of(family) === version && !isSetAside(family),
      )
      for (const { family, trees } of gone) {
        for (const tree of trees) dropDecisions(tree, family)
        for (const drop of byFamily) drop(family)
        for (const drop of byKey) drop(...stretch(family))
      }
      database.exec("COMMIT")
      const forgotten = gone.map(({ family }) => family)
      standings.forget(forgotten)
      return forgotten
    } catch (error) {
      if (database.isTransaction) database.exec("ROLLBACK")
      throw error
    }
  }
}
