import { type AgentId, administrator } from "../messages/ids.ts"
import { type PermissionPlace, RIGHTS, type Right } from "../model/organisation.ts"
import { listed } from "./in-words.ts"
import type { Organisation } from "./organisation.ts"

/** Where something is to be done. */
export interface Where {
  readonly process?: string
  readonly unit?: string
}

export interface PermissionExplanation {
  readonly permits: boolean
  /** In words: which entry allows it, or why none does. */
  readonly reason: string
  /** The entry that allows it, by name, and what that name is of the agent. */
  readonly entry?: { readonly name: string; readonly as: "agent" | "role" | "unit"; readonly right: Right }
}

/**
 * Whether an agent may do something there. Without any permissions everything is allowed; otherwise what no entry allows is not.
 * An entry is for the agent, role or unit of its name: for all who play the role, for all in the unit and below.
 */
export function permits(organisation: Organisation, agent: AgentId, right: Right, where: Where): boolean {
  return explainPermission(organisation, agent, right, where).permits
}

/** Whether there is any place at all, or any in a process, where the agent may do it. */
export function permitsSomewhere(organisation: Organisation, agent: AgentId, right: Right, process?: string): boolean {
  const isThere = (place: PermissionPlace) =>
    process === undefined || place.process === undefined || place.process === process
  return explained(organisation, agent, right, isThere).permits
}

export function explainPermission(
  organisation: Organisation,
  agent: AgentId,
  right: Right,
  where: Where,
): PermissionExplanation {
  return explained(organisation, agent, right, (place) => fits(organisation, place, where))
}

function explained(
  organisation: Organisation,
  agent: AgentId,
  right: Right,
  isThere: (place: PermissionPlace) => boolean,
): PermissionExplanation {
  if (!RIGHTS.includes(right)) return { permits: false, reason: `there is no right ${right}` }
  if (agent === administrator) return { permits: true, reason: "the administrator may do everything" }
  const { permissions } = organisation
  if (permissions.size === 0) return { permits: true, reason: "there are no permissions, so everything is allowed" }
  const elsewhere: string[] = []
  for (const { name, as } of namesOf(organisation, agent)) {
    const rights = permissions.get(name)?.rights
    for (const allowing of right === "administer" ? [right] : ([right, "administer"] as const)) {
      const places = rights?.get(allowing)
      const because = as === "agent" ? `${name} may ${allowing}` : `the ${as} ${name} may ${allowing}`
      if (places?.some(isThere)) return { permits: true, reason: because, entry: { name, as, right: allowing } }
      if (places !== undefined) elsewhere.push(`${because} only elsewhere`)
    }
  }
  const reason = elsewhere.length > 0 ? listed(elsewhere) : `nothing that ${agent} is may ${right}`
  return { permits: false, reason }
}

/**
 * Everything an entry may call an agent, himself first. Whoever is called like a role or unit and is no agent of the organisation is
 * not meant by what is allowed to them: a key or a token may be for any name.
 */
function namesOf(organisation: Organisation, agent: AgentId) {
  const isOthers = organisation.roles.definitions.has(agent) || organisation.units.definitions.has(agent)
  const isMeant = !isOthers || organisation.agent(agent) !== undefined
  return [
    ...(isMeant ? [{ name: agent as string, as: "agent" as const }] : []),
    ...organisation.rolesOf(agent).map((name) => ({ name, as: "role" as const })),
    ...organisation.unitsOf(agent).map((name) => ({ name, as: "unit" as const })),
  ]
}

function fits({ units }: Organisation, place: PermissionPlace, where: Where): boolean {
  if (place.process !== undefined && place.process !== where.process) return false
  return place.unit === undefined || (where.unit !== undefined && units.isWithin(where.unit, place.unit))
}
