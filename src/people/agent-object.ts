import type { JsonObject } from "../messages/json.ts"
import type { Roles } from "./roles.ts"
import type { Agent } from "./roster.ts"
import type { Units } from "./units.ts"

export interface Trees {
  readonly roles: Roles
  readonly units: Units
}

/** An agent as expressions see him: his attributes, and over them what the organisation says. */
export function agentObject({ id, definition }: Agent, trees: Trees): JsonObject {
  const { name, unit, cost, isProgram, attributes } = definition
  return {
    ...attributes,
    attributes,
    id,
    name: name ?? id,
    ...(unit !== undefined && { unit }),
    units: unit === undefined ? [] : trees.units.above(unit),
    roles: rolesOf(definition.roles, trees),
    ...(cost !== undefined && { cost }),
    program: isProgram,
  }
}

/** The roles named and all that follow from them, each once, nearer ones first. */
export function rolesOf(named: readonly string[], { roles }: Trees): readonly string[] {
  return roles.aboveAll(named)
}
