import type { DatabaseSync } from "node:sqlite"
import { type CaseId, familyOf } from "../../messages/ids.ts"
import type { CaseExceptionCount, Counted, RaisedCount, Standing, StepCounts } from "../port.ts"
import { reading } from "./statements.ts"

/** How things stand, for those who look at all of it: counted from indexes, never from rows. */
export interface Standings {
  steps(process: string, of?: number | readonly CaseId[]): StepCounts
  ofCases(process: string, of?: number | readonly CaseId[]): readonly CaseExceptionCount[]
  all(since: number, now: number): readonly Standing[]
  raised(from: number, to: number, stretch: number): readonly RaisedCount[]
}

export function standingsOf(database: DatabaseSync): Standings {
  const items = reading<ItemsAt>(
    database,
    `SELECT task, status, held, version, count(*) AS count FROM items INDEXED BY items_live
     WHERE live = 1 AND process = ?1 AND (?2 IS NULL OR version = ?2) GROUP BY task, kind, status, held, worker, version`,
  )
  const itemsIn = reading<ItemsAt>(
    database,
    // Items are one stretch of ids for each family; those of its own case do not repeat which that is.
    `SELECT task, status, held, version, 1 AS count FROM json_each(?3)
     CROSS JOIN items ON items.id > json_each.value || '.' AND items.id < json_each.value || '/'
     WHERE coalesce(items.case_id, json_each.value) IN (SELECT value FROM json_each(?2)) AND live = 1 AND process = ?1`,
  )
  const exceptions = reading<ExceptionsAt>(
    database,
    `SELECT at, class, version, count(*) AS count FROM exceptions INDEXED BY exceptions_open_alike
     WHERE state IN ('open', 'handling') AND process = ?1 AND (?2 IS NULL OR version = ?2)
     GROUP BY class, at, raised_at, state, version`,
  )
  const exceptionsIn = reading<ExceptionsAt>(
    database,
    `SELECT at, class, version, 1 AS count FROM exceptions
     WHERE family_id IN (SELECT value FROM json_each(?3)) AND case_id IN (SELECT value FROM json_each(?2))
       AND state IN ('open', 'handling') AND process = ?1`,
  )
  const ofCases = reading<ExceptionsAt>(
    database,
    `SELECT at, class, version, count(*) AS count FROM exceptions INDEXED BY exceptions_open_alike
     WHERE state IN ('open', 'handling') AND process = ?1 AND at = ?1 AND item_id IS NULL AND (?2 IS NULL OR version = ?2)
     GROUP BY class, at, raised_at, state, version`,
  )
  const ofCasesIn = reading<ExceptionsAt>(
    database,
    `SELECT at, class, version, 1 AS count FROM exceptions
     WHERE family_id IN (SELECT value FROM json_each(?3)) AND case_id IN (SELECT value FROM json_each(?2))
       AND state IN ('open', 'handling') AND process = ?1 AND at = ?1 AND item_id IS NULL`,
  )
  const running = reading<{ process: string; held: number } & Counted>(
    database,
    `SELECT process, held, count(*) AS count FROM cases INDEXED BY cases_live
     WHERE state = 'running' GROUP BY process, version, held`,
  )
  const trouble = reading<{ process: string } & Counted>(
    database,
    `SELECT process, count(*) AS count FROM cases INDEXED BY cases_in_trouble
     WHERE trouble = 1 GROUP BY process`,
  )
  const ended = reading<{ process: string; state: string } & Counted>(
    database,
    `SELECT process, state, count(*) AS count FROM cases INDEXED BY cases_ended
     WHERE ended_at >= ? GROUP BY process, state`,
  )
  const interventions = reading<{ process: string; overdue: number } & Counted>(
    database,
    `SELECT process, sum(coalesce(due_at, 9e15) <= ?) AS overdue, count(*) AS count FROM interventions INDEXED BY interventions_open_alike
     WHERE open = 1 GROUP BY process`,
  )
  const raised = reading<RaisedCount>(
    database,
    `SELECT CAST((raised_at - ?1) / ?3 AS INTEGER) AS stretch, process, class, count(*) AS count FROM exceptions INDEXED BY exceptions_by_time
     WHERE raised_at >= ?1 AND raised_at < ?2 GROUP BY 1, 2, 3`,
  )

  return {
    steps(process, of) {
      if (typeof of !== "object")
        return { items: summed(items(process, of ?? null)), exceptions: together(exceptions(process, of ?? null)) }
      const [cases, families] = [JSON.stringify(of), JSON.stringify([...new Set(of.map(familyOf))])]
      return {
        items: summed(itemsIn(process, cases, families)),
        exceptions: together(exceptionsIn(process, cases, families)),
      }
    },

    ofCases(process, of) {
      const families = (all: readonly CaseId[]) => JSON.stringify([...new Set(all.map(familyOf))])
      const rows =
        typeof of === "object" ? ofCasesIn(process, JSON.stringify(of), families(of)) : ofCases(process, of ?? null)
      return together(rows).map(({ class: name, version, count }) => ({ class: name, version, count }))
    },

    all(since, now) {
      const standings = new Map<string, Mutable<Standing>>()
      const of = (process: string) => {
        const known = standings.get(process) ?? { process, ...nothing }
        standings.set(process, known)
        return known
      }
      for (const { process, held, count } of running()) {
        of(process).running += count
        if (held === 1) of(process).held += count
      }
      for (const { process, count } of trouble()) of(process).trouble += count
      for (const { process, state, count } of ended(since)) {
        of(process).ended += count
        if (state === "completed") of(process).completed += count
      }
      for (const { process, count, overdue } of interventions(now)) {
        of(process).interventions += count
        of(process).overdue += overdue
      }
      return [...standings.values()]
    },

    raised: (from, to, stretch) => raised(from, to, stretch).map((row) => ({ ...row })),
  }
}

type ItemsAt = {
  readonly task: string
  readonly status: string
  readonly held: number
  readonly version: number
} & Counted
type ExceptionsAt = StepCounts["exceptions"][number]
type Mutable<Row> = { -readonly [Name in keyof Row]: Row[Name] }

const nothing = { running: 0, held: 0, trouble: 0, ended: 0, completed: 0, interventions: 0, overdue: 0 }

/** A name may belong to tasks of different kinds in different versions. */
function summed(rows: readonly ItemsAt[]): StepCounts["items"] {
  const sums = new Map<string, StepCounts["items"][number]>()
  for (const { task, status, held, version, count } of rows) {
    const name = JSON.stringify([task, status, held, version])
    sums.set(name, { task, status, held: held === 1, version, count: count + (sums.get(name)?.count ?? 0) })
  }
  return [...sums.values()]
}

/** The index has them by time as well. */
function together(rows: readonly ExceptionsAt[]): StepCounts["exceptions"] {
  const sums = new Map<string, ExceptionsAt>()
  for (const { at, class: name, version, count } of rows) {
    const key = JSON.stringify([at, name, version])
    sums.set(key, { at, class: name, version, count: count + (sums.get(key)?.count ?? 0) })
  }
  return [...sums.values()]
}
