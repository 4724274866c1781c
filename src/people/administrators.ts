import { type AgentId, administrator, asAgentId } from "../messages/ids.ts"
import type { Organisation } from "./organisation.ts"
import { permits } from "./permissions.ts"

/** Those who may administer everything, where the organisation says who may; each time the same organisation is asked, the same list. */
export function administratorsOf(organisation: Organisation): readonly AgentId[] {
  const known = lists.get(organisation)
  if (known) return known
  const named = new Set<AgentId>()
  for (const [name, { rights }] of organisation.permissions)
    if (rights.has("administer")) for (const id of bearersOf(organisation, name)) named.add(id)
  named.delete(administrator)
  const list = [...named].filter((id) => permits(organisation, id, "administer", {}))
  lists.set(organisation, list)
  return list
}

/** Whoever is that agent, plays that role or is in that unit. */
function bearersOf(organisation: Organisation, name: string): readonly AgentId[] {
  const id = asAgentId(name)
  if (organisation.roster.byId.has(id)) return [id]
  const { closures } = organisation
  return [...organisation.idsOf(closures.players(name)), ...organisation.idsOf(closures.members(name))]
}

const lists = new WeakMap<Organisation, readonly AgentId[]>()
