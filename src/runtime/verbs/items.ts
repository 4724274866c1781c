import { asAgentId, type ItemId } from "../../messages/ids.ts"
import type { Json, JsonObject } from "../../messages/json.ts"
import type { Act } from "../answer.ts"
import type { Asking } from "../asking.ts"

/** What is done with items. */
export function itemVerbs(asking: Asking) {
  return {
    acceptItem: (id: ItemId, act?: Act) => asking.item({ type: "AcceptItem", item: id }, act),
    /** The next one who can have it is asked; `reason` says why. */
    declineItem: (id: ItemId, act?: Act) => asking.item({ type: "DeclineItem", item: id }, act),
    delegateItem: (id: ItemId, to: string, act?: Act) =>
      asking.item({ type: "DelegateItem", item: id, to: asAgentId(to) }, act),
    handBackItem: (id: ItemId, act?: Act) => asking.item({ type: "HandBackItem", item: id }, act),
    reassignItem: (id: ItemId, to: string, act?: Act) =>
      asking.item({ type: "ReassignItem", item: id, to: asAgentId(to) }, act),
    startItem: (id: ItemId, act?: Act) => asking.item({ type: "StartItem", item: id }, act),
    updateItem: (id: ItemId, data: JsonObject, act?: Act) => asking.item({ type: "UpdateItem", item: id, data }, act),
    /** Starts it first if nobody has. Wrong data is refused with a reason per field. */
    completeItem: (id: ItemId, data: JsonObject = {}, act?: Act) =>
      asking.item({ type: "CompleteItem", item: id, data }, act),
    forceCompleteItem: (id: ItemId, data: JsonObject = {}, act?: Act) =>
      asking.item({ type: "ForceCompleteItem", item: id, data }, act),
    failItem: (id: ItemId, act?: Act) => asking.item({ type: "FailItem", item: id }, act),
    skipItem: (id: ItemId, act?: Act) => asking.item({ type: "SkipItem", item: id }, act),
    removeItem: (id: ItemId, act?: Act) => asking.item({ type: "RemoveItem", item: id }, act),
    restartItem: (id: ItemId, act?: Act) => asking.item({ type: "RestartItem", item: id }, act),
    /** The answer to an exception at an item: once more, now that something is different; by the same agent first, or by the next. */
    retryItem: (id: ItemId, act: Act & { readonly with?: "same" | "next" } = {}) =>
      asking.item({ type: "RetryItem", item: id, ...(act.with && { with: act.with }) }, act),
    /** It needs somebody else than its task says. `needs` as in the process. */
    amendItem: (id: ItemId, needs: JsonObject, act?: Act) => asking.item({ type: "AmendItem", item: id, needs }, act),
    /** The answer to nobody being there: it waits until somebody is. */
    awaitAgent: (id: ItemId, act?: Act) => asking.item({ type: "AwaitAgent", item: id }, act),
    /** One more instance of a dynamic `forEach`. */
    addInstance: (id: ItemId, element: Json, act?: Act) => asking.item({ type: "AddInstance", item: id, element }, act),
  }
}
