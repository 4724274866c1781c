import type { AgentId } from "../../messages/ids.ts"
import type { Json } from "../../messages/json.ts"
import { StoreError } from "../error.ts"
import type { Batch, RequestRow } from "../port.ts"
import type { Database, Statement } from "./database.ts"
import { limited } from "./selection.ts"
import { inserting, lastOfEach, text, upserting, whole } from "./statements.ts"
import { isUnconfirmed } from "./unconfirmed-commits.ts"

export async function requestIn(database: Database, agent: AgentId, key: string): Promise<RequestRow | undefined> {
  const record = await database.readOne<Omit<RequestRow, "answer"> & { readonly answer: string }>(
    "SELECT agent, key, digest, at, answer FROM requests WHERE agent = $1 AND key = $2",
    [agent, key],
  )
  if (record !== undefined && database.shards !== undefined && (await isUnconfirmed(database, agent, key)))
    throw new StoreError(
      "OUTCOME_UNKNOWN",
      `The store ${database.name} has an answer for that key, and what was done cannot be read yet at every worker.`,
    )
  return record && { ...record, answer: JSON.parse(record.answer) as Json }
}

/** Two nodes may forget at once: each takes what the other has not. Of a node, what is there and need not be forgotten is a conflict. */
export function recordRequests({
  requests,
  forgetting,
  knows,
}: Pick<Batch, "requests" | "forgetting" | "knows">): readonly Statement[] {
  const rows = lastOfEach(requests, ({ agent, key }) => JSON.stringify([agent, key]))
  const forget = {
    sql: `DELETE FROM requests WHERE (agent, key) IN
      (SELECT agent, key FROM requests WHERE at < $1 ORDER BY at, agent, key LIMIT $2 FOR UPDATE SKIP LOCKED)`,
    values: [forgetting?.before ?? 0, limited(forgetting?.limit ?? 0)],
  }
  return [
    ...(forgetting ? [forget] : []),
    ...(knows === undefined || forgetting === undefined ? replace(rows) : replaceIfOlder(rows, forgetting.before)),
  ]
}

const key = [text<RequestRow>("agent", ({ agent }) => agent), text<RequestRow>("key", (row) => row.key)]
const others = [
  text<RequestRow>("digest", ({ digest }) => digest),
  whole<RequestRow>("at", ({ at }) => at),
  text<RequestRow>("answer", ({ answer }) => JSON.stringify(answer)),
]
const replace = upserting("requests", key, others)

/** The value after those of the columns is the time. */
const ifOlder = inserting(
  "requests",
  [...key, ...others],
  `(agent, key) DO UPDATE SET digest = excluded.digest, at = excluded.at, answer = excluded.answer
     WHERE requests.at < $${key.length + others.length + 1}::bigint`,
)

/** What is still another's answer after that was given meanwhile. */
function replaceIfOlder(rows: readonly RequestRow[], before: number): readonly Statement[] {
  if (rows.length === 0) return []
  const check = `SELECT exlet_conflict('request') FROM unnest($1::text[], $2::text[], $3::bigint[], $4::text[]) AS given (agent, key, at, answer)
    JOIN requests ON requests.agent = given.agent AND requests.key = given.key
    WHERE requests.at <> given.at OR requests.answer <> given.answer`
  return [
    ...ifOlder(rows).map(({ sql, values }) => ({ sql, values: [...values, before] })),
    {
      sql: check,
      values: [
        rows.map(({ agent }) => agent),
        rows.map((row) => row.key),
        rows.map(({ at }) => at),
        rows.map(({ answer }) => JSON.stringify(answer)),
      ],
    },
  ]
}
