import { openGroups } from "../open-groups.ts"
import type { OpenGroup } from "../port.ts"
import type { Database } from "./database.ts"

interface Record {
  readonly process: string
  readonly class: string | null
  readonly at: string
  readonly count: number
  readonly since: number
  readonly due: number | null
}

/** Both are counted along an index that holds what is open, and nothing else. */
export async function openGroupsIn(database: Database): Promise<readonly OpenGroup[]> {
  const [exceptions, interventions] = await Promise.all([
    database.read<Record>(
      `SELECT process, class, at, min(raised_at) AS since, NULL::bigint AS due, count(*) AS count FROM exceptions
       WHERE state IN ('open', 'handling') GROUP BY process, class, at`,
    ),
    database.read<Record>(
      `SELECT process, class, at, min(opened_at) AS since, min(due_at) AS due, count(*) AS count FROM interventions
       WHERE open GROUP BY process, class, at`,
    ),
  ])
  return openGroups(exceptions.map(alikeOf), interventions.map(alikeOf))
}

function alikeOf({ process, class: name, at, count, since, due }: Record) {
  return { process, at, count, since, ...(name !== null && { class: name }), ...(due !== null && { dueAt: due }) }
}
