import { asAgentId } from "../messages/ids.ts"
import { looks, mixesAlphabets } from "../model/look-alikes.ts"
import type { Organisation } from "./organisation.ts"
import type { Roster } from "./roster.ts"

/** Returns whether a name is nobody's in the organisation, but looks like that of one of its agents, or could look like any name. */
export function looksLikeAgent(organisation: Organisation, name: string): boolean {
  if (organisation.agent(asAgentId(name))) return false
  return mixesAlphabets(name) || looksOf(organisation.roster).has(looks(name))
}

/** Tokens come by the thousand, and agents change rarely. */
const known = new WeakMap<Roster, ReadonlySet<string>>()

function looksOf(roster: Roster): ReadonlySet<string> {
  const found = known.get(roster) ?? new Set(roster.ids.map((id) => looks(id)))
  known.set(roster, found)
  return found
}
