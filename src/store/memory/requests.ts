import type { AgentId } from "../../messages/ids.ts"
import type { Batch, RequestRow } from "../port.ts"
import { compareText } from "./selection.ts"

/** By agent and key. */
export type Requests = Map<string, RequestRow>

export function requestOf(requests: Requests, agent: AgentId, key: string): RequestRow | undefined {
  return requests.get(nameOf({ agent, key }))
}

export function recordRequests(
  requests: Requests,
  { requests: rows, forgetting }: Pick<Batch, "requests" | "forgetting">,
): void {
  if (forgetting) {
    const old = [...requests.values()].filter(({ at }) => at < forgetting.before).sort(byAge)
    for (const row of old.slice(0, forgetting.limit)) requests.delete(nameOf(row))
  }
  for (const row of rows) requests.set(nameOf(row), row)
}

const nameOf = ({ agent, key }: Pick<RequestRow, "agent" | "key">): string => JSON.stringify([agent, key])

const byAge = (one: RequestRow, other: RequestRow): number =>
  one.at - other.at || compareText(one.agent, other.agent) || compareText(one.key, other.key)
