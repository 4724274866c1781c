import type { Event } from "../../messages/events.ts"
import { familyOf, rootCase } from "../../messages/ids.ts"
import type { Act, Answer } from "../answer.ts"
import type { Asking } from "../asking.ts"
import type { Machinery } from "../machinery.ts"
import type { Request } from "../requests.ts"
import type { Rechecked } from "./asked.ts"

export interface RecheckAsked {
  readonly at: Rechecked
  readonly act: Act
  readonly request: Request | undefined
}

/** Asks the trees again about what waits at a case, or about an item. */
export async function recheck(
  machinery: Machinery,
  asking: Asking,
  { at, act, request }: RecheckAsked,
): Promise<Answer<readonly Event[]>> {
  const item = "item" in at ? await machinery.itemAt(at.item) : undefined
  const id = "case" in at ? at.case : (item?.case ?? rootCase(familyOf(at.item)))
  const command = { type: "Recheck", case: id, ...("item" in at && { item: at.item }) } as const
  return asking.do(familyOf(id), command, act, { request })
}
