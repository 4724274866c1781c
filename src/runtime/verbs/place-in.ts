import { familyOf, type InterventionId, type ItemId } from "../../messages/ids.ts"
import type { Machinery } from "../machinery.ts"
import { type PlacedId, placeOf, type Whereabouts } from "../permitting.ts"

/** Where something stands, for those who ask what may be done there; undefined: there is no such thing, or no longer. */
export async function placeIn(machinery: Machinery, id: PlacedId | string): Promise<Whereabouts | undefined> {
  const { organisation } = machinery.staffing
  const family = await machinery.look(familyOf(id as PlacedId))
  const place = family && placeOf(organisation, family, id as PlacedId)
  if (place || !family) return place
  const row = (await machinery.store.item(id as ItemId)) ?? (await machinery.store.intervention(id as InterventionId))
  const unit = row && "agent" in row && row.agent ? organisation.agent(row.agent)?.unit : undefined
  return row && { process: row.process, ...(unit !== undefined && { unit }) }
}
