import type { Known } from "./check-names.ts"
import { classesAndAbove, classesIn } from "./data-classes.ts"
import { activitiesAround, netWith } from "./fixed-bounds.ts"
import { EVERYWHERE, parseScope } from "./scope-text.ts"

/** The scopes around a scope, inner first: what is bound there holds here as well. */
export function outerScopes(
  at: string,
  known: Pick<Known, "process" | "organisation" | "dataClasses">,
): readonly string[] {
  const scope = parseScope(at)
  switch (scope.kind) {
    case "everywhere":
      return []
    case "place": {
      const process = known.process(scope.process)
      const net = process && scope.task !== undefined ? netWith(process, scope.task) : undefined
      const around = process && net !== undefined ? activitiesAround(process, net) : []
      const places = around.map(({ name }) => `${scope.process}/${name}`)
      return [...places, ...(scope.task === undefined ? [] : [scope.process]), EVERYWHERE]
    }
    case "object": {
      const type = known.process(scope.process)?.variables.get(scope.variable)
      return [...classesAround(type ? classesIn(type) : [], known), EVERYWHERE]
    }
    case "class":
      return [...classesAround([scope.name], known).slice(1), EVERYWHERE]
    case "role":
      return [...rolesAbove([scope.name], known).map((name) => `role:${name}`), EVERYWHERE]
    case "unit":
      return [...unitsAbove(scope.name, known).map((name) => `unit:${name}`), EVERYWHERE]
    case "agent": {
      const { roles = [], unit } = known.organisation.definition("agent", scope.name) ?? {}
      const units = unit === undefined ? [] : [unit, ...unitsAbove(unit, known)]
      const played = [...roles, ...rolesAbove(roles, known)]
      return [...played.map((name) => `role:${name}`), ...units.map((name) => `unit:${name}`), EVERYWHERE]
    }
    default:
      return [EVERYWHERE]
  }
}

function classesAround(names: readonly string[], { dataClasses }: Pick<Known, "dataClasses">): readonly string[] {
  return classesAndAbove(names, dataClasses).map((name) => `class:${name}`)
}

function rolesAbove(roles: readonly string[], { organisation }: Pick<Known, "organisation">): readonly string[] {
  const found = new Set<string>(roles)
  // A set visits what is added to it on the way.
  for (const role of found) for (const above of organisation.definition("role", role)?.is ?? []) found.add(above)
  return [...found].filter((role) => !roles.includes(role))
}

function unitsAbove(unit: string, { organisation }: Pick<Known, "organisation">): readonly string[] {
  const found = new Set<string>()
  for (let above = organisation.definition("unit", unit)?.in; above !== undefined && !found.has(above); ) {
    found.add(above)
    above = organisation.definition("unit", above)?.in
  }
  return [...found]
}
