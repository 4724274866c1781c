import type { DatabaseSync } from "node:sqlite"
import type { AgentId } from "../../messages/ids.ts"
import type { Json } from "../../messages/json.ts"
import type { Batch, RequestRow } from "../port.ts"
import { limited } from "./selection.ts"
import { readingOne, writing } from "./statements.ts"

export function requestsOf(database: DatabaseSync): (agent: AgentId, key: string) => RequestRow | undefined {
  const one = readingOne<Omit<RequestRow, "answer"> & { readonly answer: string }>(
    database,
    "SELECT agent, key, digest, at, answer FROM requests WHERE agent = ? AND key = ?",
  )
  return (agent, key) => {
    const record = one(agent, key)
    return record && { ...record, answer: JSON.parse(record.answer) as Json }
  }
}

export function recordingRequests(database: DatabaseSync): (batch: Pick<Batch, "requests" | "forgetting">) => void {
  const write = writing(
    database,
    "INSERT OR REPLACE INTO requests (agent, key, digest, at, answer) VALUES (?, ?, ?, ?, ?)",
  )
  const forget = writing(
    database,
    `DELETE FROM requests WHERE rowid IN
     (SELECT rowid FROM requests WHERE at < ? ORDER BY at, agent, key LIMIT ?)`,
  )
  return ({ requests, forgetting }) => {
    if (forgetting) forget(forgetting.before, limited(forgetting.limit))
    for (const { agent, key, digest, at, answer } of requests) write(agent, key, digest, at, JSON.stringify(answer))
  }
}
