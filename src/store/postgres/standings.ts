import { type CaseId, familyOf } from "../../messages/ids.ts"
import type { CaseExceptionCount, RaisedCount, Standing, StepCounts } from "../port.ts"
import type { Database, Value } from "./database.ts"

/** How things stand, for those who look at all of it: each counted from an index that holds all it is counted by. */
export interface Standings {
  stepCounts(process: string, of?: number | readonly CaseId[]): Promise<StepCounts>
  caseExceptionCounts(process: string, of?: number | readonly CaseId[]): Promise<readonly CaseExceptionCount[]>
  standings(since: number, now: number): Promise<readonly Standing[]>
  raised(from: number, to: number, stretch: number): Promise<readonly RaisedCount[]>
}

export function standingsOf(database: Database): Standings {
  return {
    async stepCounts(process, of) {
      const [which, ...values] = whichCases(of)
      const [items, exceptions] = await Promise.all([
        database.read<StepCounts["items"][number]>(
          `SELECT task, status, held, version, count(*) AS count FROM items
           WHERE live AND process = $1 AND ${which} GROUP BY task, status, held, version`,
          [process, ...values],
        ),
        database.read<StepCounts["exceptions"][number]>(
          `SELECT at, class, version, count(*) AS count FROM exceptions
           WHERE state IN ('open', 'handling') AND process = $1 AND ${which} GROUP BY class, at, version`,
          [process, ...values],
        ),
      ])
      return { items, exceptions }
    },
    caseExceptionCounts(process, of) {
      const [which, ...values] = whichCases(of)
      return database.read<CaseExceptionCount>(
        `SELECT class, version, count(*) AS count FROM exceptions
         WHERE state IN ('open', 'handling') AND process = $1 AND at = $1 AND item_id IS NULL AND ${which}
         GROUP BY class, version`,
        [process, ...values],
      )
    },
    standings: (since, now) => database.read(allStandings, [since, now]),
    raised: (from, to, stretch) =>
      database.read(
        `SELECT (raised_at - $1) / $3::bigint AS stretch, process, class, count(*) AS count FROM exceptions
         WHERE raised_at >= $1 AND raised_at < $2 GROUP BY 1, 2, 3`,
        [from, to, stretch],
      ),
  }
}

/** With the family of a case only those parts of a spread table are looked at where it is. */
function whichCases(of: number | readonly CaseId[] | undefined): readonly [sql: string, ...values: Value[]] {
  if (typeof of !== "object") return ["($2::bigint IS NULL OR version = $2)", of ?? null]
  return ["family_id = ANY($2) AND case_id = ANY($3)", [...new Set(of.map(familyOf))], of]
}

/** Of one moment. */
const allStandings = `
  SELECT process, sum(running)::bigint AS running, sum(held)::bigint AS held, sum(trouble)::bigint AS trouble,
    sum(ended)::bigint AS ended, sum(completed)::bigint AS completed,
    sum(interventions)::bigint AS interventions, sum(overdue)::bigint AS overdue
  FROM (
    SELECT process, count(*) AS running, count(*) FILTER (WHERE held) AS held, 0 AS trouble, 0 AS ended, 0 AS completed,
      0 AS interventions, 0 AS overdue
    FROM cases WHERE state = 'running' GROUP BY process
    UNION ALL
    SELECT process, 0, 0, count(*), 0, 0, 0, 0 FROM cases WHERE trouble GROUP BY process
    UNION ALL
    SELECT process, 0, 0, 0, count(*), count(*) FILTER (WHERE state = 'completed'), 0, 0
    FROM cases WHERE ended_at >= $1 GROUP BY process
    UNION ALL
    SELECT process, 0, 0, 0, 0, 0, count(*), count(*) FILTER (WHERE due_at <= $2)
    FROM interventions WHERE open GROUP BY process
  ) AS counted
  GROUP BY process`
