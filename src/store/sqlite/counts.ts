import type { DatabaseSync } from "node:sqlite"
import type { Counted, Counts } from "../port.ts"
import { reading, readingOne } from "./statements.ts"

/** Each from an index that holds nothing but what is live, and all that is counted by: neither rows nor what has ended are read. */
export function countsOf(database: DatabaseSync): (now: number) => Counts {
  const cases = reading<Held<Counts["casesByState"][number]>>(
    database,
    `SELECT process, 'running' AS state, held, count(*) AS count FROM cases INDEXED BY cases_live
     WHERE state = 'running' GROUP BY process, version, held`,
  )
  const items = reading<Held<Counts["itemsByStatus"][number]> & { readonly worker: string | null }>(
    database,
    `SELECT process, kind, status, held, worker, count(*) AS count FROM items INDEXED BY items_live
     WHERE live = 1 GROUP BY process, task, kind, status, held, worker`,
  )
  const exceptions = reading<Counts["exceptions"][number]>(
    database,
    `SELECT process, at, class, count(*) AS count FROM exceptions INDEXED BY exceptions_open_alike
     WHERE state IN ('open', 'handling') GROUP BY process, class, at`,
  )
  const interventions = readingOne<Counted>(database, "SELECT count(*) AS count FROM interventions WHERE open = 1")
  const due = readingOne<Counted>(database, "SELECT count(*) AS count FROM alarms WHERE due_at <= ?")
  const broadcasts = readingOne<Counted>(database, "SELECT count(*) AS count FROM broadcasts")
  const quarantined = readingOne<Counted>(database, "SELECT count(*) AS count FROM quarantine")

  const deliveries = reading<{ channel: string; given_up: number } & Counted>(
    database,
    `SELECT channel, due_at IS NULL AS given_up, count(*) AS count FROM deliveries INDEXED BY deliveries_of_channels
     GROUP BY channel, due_at IS NULL`,
  )

  return (now) => {
    const live = items().map(withHeld)
    const ready = live.filter(({ status, held }) => !held && (status === "enabled" || status === "allocated"))
    return {
      casesByState: summed(cases().map(withHeld)),
      itemsByStatus: summed(live.map(({ worker: _, ...kind }) => kind)),
      exceptions: exceptions().map((row) => ({ ...row })),
      interventions: interventions()?.count ?? 0,
      readyItems: summed(ready.flatMap(({ worker, count }) => (worker === null ? [] : { worker, count }))),
      alarmsDue: due(now)?.count ?? 0,
      broadcasts: broadcasts()?.count ?? 0,
      quarantined: quarantined()?.count ?? 0,
      deliveries: deliveries().map(({ channel, given_up, count }) => ({ channel, givenUp: given_up === 1, count })),
    }
  }
}

/** What differs in nothing but the count, counted together. */
function summed<Row extends Counted>(rows: readonly Row[]): readonly Row[] {
  const sums = new Map<string, Row>()
  for (const row of rows) {
    const { count, ...kind } = row
    const name = JSON.stringify(kind)
    sums.set(name, { ...row, count: count + (sums.get(name)?.count ?? 0) })
  }
  return [...sums.values()]
}

type Held<Row> = Omit<Row, "held"> & { readonly held: number }

function withHeld<Row extends { readonly held: number }>(row: Row): Omit<Row, "held"> & { readonly held: boolean } {
  return { ...row, held: row.held === 1 }
}
