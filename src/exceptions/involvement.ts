import type { CaseId, ItemId } from "../messages/ids.ts"
import type { Looking, PlaceFacts } from "./port.ts"

/** How much people have to do with it where it stands. What has failed stands at what is around it. */
export function involvementIn(
  port: Looking,
  {
    class: name,
    case: id,
    item,
  }: { readonly class: string; readonly case: CaseId; readonly item?: ItemId | undefined },
): PlaceFacts["involvement"] {
  const isFailed = item !== undefined && port.rules.classes.is(name, "SubactivityFailed")
  return port.place({ case: id, item: isFailed ? port.item(item)?.within : item }).involvement
}
