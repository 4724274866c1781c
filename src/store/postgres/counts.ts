import type { Counted, Counts } from "../port.ts"
import type { Database, Value } from "./database.ts"

/** Each from an index that holds nothing but what is live, and all that is counted by. */
export async function countsIn(database: Database, now: number): Promise<Counts> {
  const [cases, live, exceptions, interventions, alarmsDue, broadcasts, quarantined, deliveries] = await Promise.all([
    database.read<Counts["casesByState"][number]>(
      `SELECT process, 'running' AS state, held, count(*) AS count FROM cases
       WHERE state = 'running' GROUP BY process, held`,
    ),
    database.read<Counts["itemsByStatus"][number] & { readonly worker: string | null }>(
      `SELECT process, kind, status, held, worker, count(*) AS count FROM items
       WHERE live GROUP BY process, kind, status, held, worker`,
    ),
    database.read<Counts["exceptions"][number]>(
      `SELECT process, at, class, count(*) AS count FROM exceptions
       WHERE state IN ('open', 'handling') GROUP BY process, class, at`,
    ),
    count(database, "interventions WHERE open"),
    count(database, "alarms WHERE due_at <= $1", now),
    count(database, "broadcasts"),
    count(database, "quarantine"),
    database.read<Counts["deliveries"][number]>(
      `SELECT channel, due_at IS NULL AS "givenUp", count(*) AS count FROM deliveries GROUP BY channel, due_at IS NULL`,
    ),
  ])
  const ready = live.filter(({ status, held }) => !held && (status === "enabled" || status === "allocated"))
  return {
    casesByState: cases,
    itemsByStatus: summed(live.map(({ worker: _, ...kind }) => kind)),
    exceptions,
    interventions,
    readyItems: summed(ready.flatMap(({ worker, count }) => (worker === null ? [] : { worker, count }))),
    alarmsDue,
    broadcasts,
    quarantined,
    deliveries,
  }
}

async function count(database: Database, what: string, ...values: readonly Value[]): Promise<number> {
  return (await database.readOne<Counted>(`SELECT count(*) AS count FROM ${what}`, values))?.count ?? 0
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
