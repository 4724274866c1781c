import type { JsonObject } from "../messages/json.ts"
import type { Organisation } from "./organisation.ts"

/**
 * The organisation as expressions see it: `org.agents.ann.roles`, `org.units.purchasing.manager`, `org.roles.clerk` (who plays it).
 * Put together as far as it is looked at.
 */
export function orgObject(organisation: Organisation): JsonObject {
  const known = objects.get(organisation)
  if (known) return known
  const { roster, units, roles, closures } = organisation
  const object: JsonObject = {
    get agents() {
      return lazily(roster.ids, (id) => {
        const agent = roster.byId.get(id)
        return agent ? organisation.objectOf(agent) : {}
      })
    },
    get units() {
      return lazily([...units.definitions.keys()], (unit) => {
        const [, ...outer] = units.above(unit)
        const manager = organisation.managerOf(unit)
        return {
          name: unit,
          within: outer,
          ...(manager && { manager }),
          members: organisation.idsOf(closures.members(unit)),
        }
      })
    },
    get roles() {
      return lazily([...roles.definitions.keys()], (role) => organisation.idsOf(closures.players(role)))
    },
  }
  objects.set(organisation, object)
  return object
}

const objects = new WeakMap<Organisation, JsonObject>()

function lazily<Name extends string>(names: readonly Name[], find: (name: Name) => JsonObject[string]): JsonObject {
  const object = {}
  for (const name of names) Object.defineProperty(object, name, { enumerable: true, get: () => find(name) })
  return object
}
