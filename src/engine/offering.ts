import type { Demand } from "../messages/people.ts"
import type { Deciding } from "./deciding.ts"
import type { Item } from "./family.ts"

/** As it is offered already, but to whoever meets this. */
export function offerAnew(deciding: Deciding, { id, offer }: Item, demand: Demand): void {
  const { to, isWaived } = offer ?? {}
  deciding.emit({ type: "ItemOffered", item: id, demand, ...(to && { to }), ...(isWaived && { isWaived }) })
}
