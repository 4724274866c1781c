import type { Batch } from "../port.ts"
import type { Statement } from "./database.ts"
import { lastOfEach } from "./statements.ts"

/** Nobody else gives anything to these agents until this transaction is over. */
export function holdAgents({ loads = [] }: Batch): readonly Statement[] {
  const agents = lastOfEach(loads, ({ agent }) => agent).map(({ agent }) => agent)
  if (agents.length === 0) return []
  const sql = `SELECT pg_advisory_xact_lock(hashtextextended('exlet agent ' || current_schema() || ' ' || agent, 0))
    FROM unnest($1::text[]) AS given (agent)`
  return [{ sql, values: [agents] }]
}

/** After the items of the batch are written: whether others have given them something that was not known. */
export function checkLoads({ loads = [] }: Batch): readonly Statement[] {
  if (loads.length === 0) return []
  const sql = `SELECT exlet_conflict('loads') FROM unnest($1::text[], $2::bigint[]) AS given (agent, load)
    JOIN (SELECT agent, count(*) AS load FROM items
      WHERE live AND agent IS NOT NULL AND agent = ANY($1::text[]) AND status IN ('offered', 'allocated', 'started')
      GROUP BY agent) AS held ON held.agent = given.agent
    WHERE held.load > given.load`
  return [{ sql, values: [loads.map(({ agent }) => agent), loads.map(({ load }) => load)] }]
}
