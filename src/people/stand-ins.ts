import type { AgentId } from "../messages/ids.ts"
import type { Organisation } from "./organisation.ts"

/** An agent, and all whose place he may ever be asked to take, directly or through others. */
export function mayTakePlaceOf(organisation: Organisation, agent: AgentId): readonly AgentId[] {
  const found = new Set<AgentId>([agent])
  const named = namedStandIns(organisation)
  // A set visits what is added to it on the way.
  for (const each of found) for (const absent of named.get(each) ?? []) found.add(absent)
  return [...found]
}

const standIns = new WeakMap<Organisation, ReadonlyMap<string, readonly AgentId[]>>()

function namedStandIns(organisation: Organisation): ReadonlyMap<string, readonly AgentId[]> {
  const known = standIns.get(organisation)
  if (known) return known
  const named = new Map<string, AgentId[]>()
  for (const id of organisation.agents())
    for (const { standIn } of organisation.agent(id)?.away ?? [])
      if (standIn !== undefined) named.set(standIn, [...(named.get(standIn) ?? []), id])
  standIns.set(organisation, named)
  return named
}
