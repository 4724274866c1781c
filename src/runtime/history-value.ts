import type { Family } from "../engine/family.ts"
import type { Entry, Event } from "../messages/events.ts"
import type { CaseId, ItemId } from "../messages/ids.ts"
import type { JsonObject } from "../messages/json.ts"

/** What one command did, when, and by whom. */
export type Told = Pick<Entry, "at" | "by" | "events">

/**
 * A family's past as conditions see it under `history`: what was started, done, aborted, raised and run, oldest first. `family`
 * tells what items and cases are called that were begun before the first entry.
 */
export function historyValue(entries: Iterable<Told>, family?: Pick<Family, "items" | "cases">): readonly JsonObject[] {
  const items = new Map<ItemId, Named>()
  const processes = new Map<CaseId, string>()
  const itemOf = (id: ItemId) => items.get(id) ?? family?.items.get(id)
  const processOf = (id: CaseId) => processes.get(id) ?? family?.cases.get(id)?.process ?? ""
  const past: JsonObject[] = []
  for (const { at, by, events } of entries) {
    for (const event of events) {
      if (event.type === "ItemEnabled") items.set(event.item, event)
      if (event.type === "CaseStarted") processes.set(event.case, event.process)
      const told = tell(event, itemOf, processOf)
      if (told) past.push({ ...told, at: new Date(at).toISOString(), by })
    }
  }
  return past
}

interface Named {
  readonly task: string
  readonly case: CaseId
}

function tell(
  event: Event,
  itemOf: (id: ItemId) => Named | undefined,
  processOf: (id: CaseId) => string,
): JsonObject | undefined {
  const ofItem = (word: string, id: ItemId) => {
    const item = itemOf(id)
    return item && { event: word, name: item.task, case: item.case }
  }
  const ofCase = (word: string, id: CaseId) => ({ event: word, name: processOf(id), case: id })
  switch (event.type) {
    case "CaseStarted":
      return ofCase("started", event.case)
    case "CaseCompleted":
    case "CaseExhausted":
      return ofCase("done", event.case)
    case "CaseRemoved":
    case "CaseFailed":
      return ofCase("aborted", event.case)
    case "ItemStarted":
      return ofItem("started", event.item)
    case "ItemCompleted":
    case "ItemForceCompleted":
    case "ItemFailed":
    case "ItemSkipped":
      return ofItem("done", event.item)
    case "ItemRemoved":
      return ofItem("aborted", event.item)
    case "ExceptionRaised":
      return { event: "raised", name: event.class, case: event.case }
    case "EventRaised":
      return { event: "raised", name: event.name, case: event.case }
    case "RunStarted":
      return { event: "run", name: event.exlet, case: event.case }
    default:
      return undefined
  }
}
