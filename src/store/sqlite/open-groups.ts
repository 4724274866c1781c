import type { DatabaseSync } from "node:sqlite"
import { openGroups } from "../open-groups.ts"
import type { OpenGroup } from "../port.ts"
import { reading } from "./statements.ts"

interface Record {
  readonly process: string
  readonly class: string | null
  readonly at: string
  readonly count: number
  readonly since: number
  readonly due: number | null
}

/** Both are counted along an index that holds what is open, and nothing else. */
export function openGroupsOf(database: DatabaseSync): () => readonly OpenGroup[] {
  const exceptions = reading<Record>(
    database,
    `SELECT process, class, at, min(raised_at) AS since, NULL AS due,
       count(*) AS count FROM exceptions INDEXED BY exceptions_open_alike
     WHERE state IN ('open', 'handling') GROUP BY process, class, at`,
  )
  const interventions = reading<Record>(
    database,
    `SELECT process, class, at, min(opened_at) AS since, min(due_at) AS due,
       count(*) AS count FROM interventions INDEXED BY interventions_open_alike
     WHERE open = 1 GROUP BY process, class, at`,
  )
  return () => openGroups(exceptions().map(alikeOf), interventions().map(alikeOf))
}

function alikeOf({ process, class: name, at, count, since, due }: Record) {
  return { process, at, count, since, ...(name !== null && { class: name }), ...(due !== null && { dueAt: due }) }
}
