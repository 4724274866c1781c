import { type AgentId, asAgentId } from "../messages/ids.ts"
import type { Organisation } from "./organisation.ts"

/**
 * Who is in charge above an agent, a unit or those who play a role, nearest first, never those the name itself means. Above
 * somebody who manages units are the managers of the units around these; above anybody else those of the units he is in.
 */
export function managersAbove(organisation: Organisation, name: string): readonly AgentId[] {
  const meant = new Set(organisation.namedAgents(name))
  const units = unitsFrom(organisation, name, [...meant])
  const managers = units.flatMap((unit) => organisation.managerOf(unit) ?? [])
  return [...new Set(managers)].filter((manager) => !meant.has(manager))
}

/** The manager of a unit, or of the nearest one around it that has one. */
export function nearestManager(organisation: Organisation, unit: string): AgentId | undefined {
  for (const each of organisation.units.above(unit)) {
    const manager = organisation.managerOf(each)
    if (manager !== undefined) return manager
  }
  return undefined
}

function unitsFrom(organisation: Organisation, name: string, meant: readonly AgentId[]): readonly string[] {
  const { units, roster } = organisation
  if (!roster.byId.has(asAgentId(name)) && units.definitions.has(name)) return units.above(name)
  return meant.flatMap((agent) => {
    const managed = [...units.definitions.keys()].filter((unit) => organisation.managerOf(unit) === agent)
    return managed.length > 0 ? managed.flatMap((unit) => units.above(unit)) : organisation.unitsOf(agent)
  })
}
