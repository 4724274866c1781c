import { administrator, type CaseId, engineAgent, type ItemId } from "../messages/ids.ts"
import { noParameters } from "./asking.ts"
import { nameOf } from "./evaluating.ts"
import type { Looking } from "./port.ts"

/**
 * Whose business it is what becomes of a case or one of its items, as the name of an agent, role or unit: the owner said there
 * or further out; the manager of the unit the item asks for, or its agent is in; the agent's supervisor; an administrator. An
 * owner whose expression gives nobody is none.
 */
export function responsibleFor(
  port: Looking,
  place: { readonly case: CaseId; readonly item?: ItemId | undefined },
): string {
  return ownerAt(port, place) ?? superiorAt(port, place.item) ?? administrator
}

/** The first above the ones it has been with that it has not been with yet; at last an administrator. */
export function nextAbove(port: Looking, from: string, been: readonly string[]): string {
  const above = port.people?.managersAbove(from) ?? []
  return above.find((manager) => manager !== from && !been.includes(manager)) ?? administrator
}

function ownerAt(port: Looking, { case: id, item }: Parameters<typeof responsibleFor>[1]): string | undefined {
  const found = port.case(id)
  const owner = found && port.place({ case: id, item }).owner
  if (!found || owner === undefined) return undefined
  const standing = { on: "", case: id, at: found.process, parameters: noParameters, by: engineAgent, depth: 0 }
  const named = nameOf(port, { ...standing, ...(item && { item }) }, owner)
  return named.ok ? named.name : undefined
}

function superiorAt(port: Looking, id: ItemId | undefined): string | undefined {
  const { people } = port
  const item = id && port.item(id)
  if (!people || !item) return undefined
  const asked = item.unit === undefined ? undefined : people.nearestManager(item.unit)
  if (asked !== undefined || item.agent === undefined) return asked
  const [own] = people.belongings(item.agent).units
  return (own === undefined ? undefined : people.managerOf(own)) ?? people.supervisorOf(item.agent)
}
