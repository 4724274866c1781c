import { nearest } from "../expressions/nearest.ts"
import { asAgentId } from "../messages/ids.ts"
import type { ReadonlyAgentSet } from "./agent-set.ts"
import { listed } from "./in-words.ts"
import type { Organisation } from "./organisation.ts"
import { meeting, type StaticDemand } from "./qualification.ts"

/**
 * Why nobody in the organisation could ever meet a demand, whoever is there, busy or excluded; undefined if somebody could. What is
 * granted only for a time does not count.
 */
export function whyNobody(organisation: Organisation, demand: StaticDemand): string | undefined {
  if (organisation.isEmpty) return "there are no agents"
  if (meeting(organisation, demand).size > 0) return undefined
  const parts = partsOf(organisation, demand)
  const unknown = parts.flatMap(({ unknown }) => unknown ?? [])
  if (unknown.length > 0) return unknown.join("; ").replaceAll("?; ", "? ")
  const unmet = parts.flatMap(({ found, nobody }) => (found.size === 0 ? nobody : []))
  if (unmet.length > 0) return listed(unmet)
  return `${listed(parts.map(({ some }) => some))}, but nobody ${parts.length === 2 ? "both" : "all of it"}`
}

interface Part {
  readonly found: ReadonlyAgentSet
  /** What is asked for does not even exist. */
  readonly unknown: string | undefined
  readonly nobody: string
  readonly some: string
}

function partsOf(organisation: Organisation, demand: StaticDemand): readonly Part[] {
  const { closures, roster } = organisation
  const part = (
    of: StaticDemand,
    unknown: string | undefined,
    nobody: string,
    words: readonly [string, string],
  ): Part => {
    const found = meeting(organisation, of)
    return { found, unknown, nobody, some: `${found.size} ${words[found.size === 1 ? 0 : 1]}` }
  }
  const parts: Part[] = []
  for (const role of demand.roles ?? []) {
    const isKnown = closures.players(role).size > 0 || organisation.roles.definitions.has(role)
    const unknown = isKnown ? undefined : unknownName("role", role, organisation.roles.definitions.keys())
    parts.push(
      part({ roles: [role] }, unknown, `nobody plays the role '${role}'`, [`plays '${role}'`, `play '${role}'`]),
    )
  }
  for (const token of demand.capabilities ?? []) {
    const known = capabilitiesOf(organisation)
    const unknown = known.has(token) ? undefined : unknownName("capability", token, known)
    const nobody = `nobody has the capability '${token}'`
    parts.push(part({ capabilities: [token] }, unknown, nobody, [`has '${token}'`, `have '${token}'`]))
  }
  const { unit, agents } = demand
  if (unit !== undefined) {
    const isKnown = closures.members(unit).size > 0 || organisation.units.definitions.has(unit)
    const unknown = isKnown ? undefined : unknownName("unit", unit, organisation.units.definitions.keys())
    parts.push(part({ unit }, unknown, `nobody is in the unit '${unit}'`, [`is in '${unit}'`, `are in '${unit}'`]))
  }
  if (agents) {
    const isKnown = agents.length === 0 || agents.some((id) => roster.byId.has(id))
    const unknown = isKnown ? undefined : listed(agents.map((id) => unknownName("agent", id, roster.ids)))
    const names = listed(
      agents.map((id) => `'${id}'`),
      "or",
    )
    parts.push(part({ agents: agents.map(asAgentId) }, unknown, "no agent is named", [`is ${names}`, `are ${names}`]))
  }
  return parts
}

function unknownName(kind: string, name: string, known: Iterable<string>): string {
  const near = nearest(name, known)
  return `no ${kind} '${name}'${near === undefined ? "" : `; did you mean '${near}'?`}`
}

/** All that are defined, that somebody has, or that a role brings. */
function capabilitiesOf({ derivations, roster, roles }: Organisation): ReadonlySet<string> {
  const brought = [...roles.definitions.values()].flatMap(({ has }) => has)
  return new Set([...derivations.definitions.keys(), ...roster.held.names(), ...brought])
}
