import type { DatabaseSync } from "node:sqlite"
import type { Counted, Counts } from "../port.ts"
import { reading, readingOne } from "./statements.ts"

/** Each from an index that holds nothing but what is live, so what has ended costs nothing. */
export function countsOf(database: DatabaseSync): (now: number) => Counts {
  const cases = reading<Held<Counts["casesByState"][number]>>(
    database,
    `SELECT process, 'running' AS state, held, count(*) AS count FROM cases INDEXED BY cases_live
     WHERE state = 'running' GROUP BY process, held`,
  )
  const items = reading<Held<Counts["itemsByStatus"][number]>>(
    database,
    `SELECT process, kind, status, held, count(*) AS count FROM items INDEXED BY items_live
     WHERE live = 1 GROUP BY process, kind, status, held`,
  )
  const exceptions = reading<Counts["exceptions"][number]>(
    database,
    `SELECT process, at, class, count(*) AS count FROM exceptions INDEXED BY exceptions_open_by_process
     WHERE state = 'open' GROUP BY process, at, class`,
  )
  const ready = reading<Counts["readyItems"][number]>(
    database,
    `SELECT worker, count(*) AS count FROM items INDEXED BY items_ready
     WHERE live = 1 AND worker IS NOT NULL AND status IN ('enabled', 'allocated') AND held = 0 GROUP BY worker`,
  )
  const interventions = readingOne<Counted>(database, "SELECT count(*) AS count FROM interventions WHERE open = 1")
  const due = readingOne<Counted>(database, "SELECT count(*) AS count FROM alarms WHERE due_at <= ?")
  const broadcasts = readingOne<Counted>(database, "SELECT count(*) AS count FROM broadcasts")
  const quarantined = readingOne<Counted>(database, "SELECT count(*) AS count FROM quarantine")

  return (now) => ({
    casesByState: cases().map(withHeld),
    itemsByStatus: items().map(withHeld),
    exceptions: exceptions().map((row) => ({ ...row })),
    interventions: interventions()?.count ?? 0,
    readyItems: ready().map((row) => ({ ...row })),
    alarmsDue: due(now)?.count ?? 0,
    broadcasts: broadcasts()?.count ?? 0,
    quarantined: quarantined()?.count ?? 0,
  })
}

type Held<Row> = Omit<Row, "held"> & { readonly held: number }

function withHeld<Row extends { readonly held: number }>(row: Row): Omit<Row, "held"> & { readonly held: boolean } {
  return { ...row, held: row.held === 1 }
}
