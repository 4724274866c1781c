import type { Entry, Event } from "../messages/events.ts"
import type { CaseId, ItemId } from "../messages/ids.ts"
import type { Json } from "../messages/json.ts"

/** A family's past as conditions see it under `history`: what was started, done, aborted, raised and run, oldest first. */
export function historyValue(entries: Iterable<Entry>): Json {
  const items = new Map<ItemId, { readonly task: string; readonly case: CaseId }>()
  const processes = new Map<CaseId, string>()
  const past: Json[] = []
  for (const { at, by, events } of entries) {
    for (const event of events) {
      if (event.type === "ItemEnabled") items.set(event.item, event)
      if (event.type === "CaseStarted") processes.set(event.case, event.process)
      const told = tell(event, items, processes)
      if (told) past.push({ ...told, at: new Date(at).toISOString(), by })
    }
  }
  return past
}

function tell(
  event: Event,
  items: ReadonlyMap<ItemId, { readonly task: string; readonly case: CaseId }>,
  processes: ReadonlyMap<CaseId, string>,
): { readonly event: string; readonly name: string; readonly case: string } | undefined {
  const item = "item" in event && event.item !== undefined ? items.get(event.item) : undefined
  const ofItem = (word: string) => item && { event: word, name: item.task, case: item.case }
  const ofCase = (word: string, id: CaseId) => ({ event: word, name: processes.get(id) ?? "", case: id })
  switch (event.type) {
    case "CaseStarted":
      return ofCase("started", event.case)
    case "CaseCompleted":
    case "CaseExhausted":
      return ofCase("done", event.case)
    case "CaseRemoved":
      return ofCase("aborted", event.case)
    case "ItemStarted":
      return ofItem("started")
    case "ItemCompleted":
    case "ItemForceCompleted":
    case "ItemFailed":
    case "ItemSkipped":
      return ofItem("done")
    case "ItemRemoved":
      return ofItem("aborted")
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
