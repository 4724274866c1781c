import type { Entry, Event } from "../../src/messages/events.ts"
import type { ItemId } from "../../src/messages/ids.ts"

/** Events as a reader tells them: `A enabled`, `join fired → >C`, `p completed`. */
export function eventLines(events: readonly Event[], entries: readonly Entry[]): readonly string[] {
  const tasks = new Map<ItemId, string>()
  for (const event of [...entries.flatMap((entry) => entry.events), ...events])
    if (event.type === "ItemEnabled") tasks.set(event.item, event.task)
  return events.map((event) => eventLine(event, (item) => tasks.get(item) ?? item))
}

function eventLine(event: Event, task: (item: ItemId) => string): string {
  switch (event.type) {
    case "RouteFired":
      return `${event.route} fired → ${event.produced.join(", ")}${event.round ? ` (round ${event.round.number})` : ""}`
    case "Jumped":
      return `jumped to ${event.to}${event.isBack ? ", back" : ""} → ${event.produced.join(", ")}`
    case "FrameOpened":
      return `${event.net}[${event.instance}] opened`
    case "FrameClosed":
      return `frame ${event.as}`
    case "CaseStarted":
    case "CaseCompleted":
    case "CaseExhausted":
    case "CaseRemoved":
      return `case ${event.type.slice(4).toLowerCase()}`
    case "DataWritten":
      return `data ${JSON.stringify(event.data)}`
    case "HoldPlaced":
      return `hold placed: ${event.hold.reason}`
    case "HoldLifted":
      return "hold lifted"
    case "ExceptionRaised":
      return `${event.class} raised at ${event.at}`
    case "ExceptionResolved":
      return "exception resolved"
    case "TimerArmed":
      return `${event.purpose} armed for ${new Date(event.dueAt).toISOString()}`
    case "TimerResumed":
      return `timer resumed, due ${new Date(event.dueAt).toISOString()}`
    case "TimerPaused":
      return `timer paused with ${event.left} ms left`
    case "TimerFired":
      return "timer fired"
    case "MessageReceived":
      return `message ${event.name} received`
    case "MessageAwaited":
      return `${task(event.item)} awaits ${event.name} ${JSON.stringify(event.key)}`
    case "MessageTaken":
      return `${task(event.item)} took a message`
    case "OutputKept":
      return `${task(event.item)} output kept ${JSON.stringify(event.data)}`
    case "ItemCompleted":
    case "ItemForceCompleted":
      return `${task(event.item)} ${event.type.slice(4).toLowerCase()}${event.writes ? ` ${JSON.stringify(event.writes)}` : ""}${event.cancelled ? `, cancelling ${event.cancelled.join(", ")}` : ""}`
    case "ItemAllocated":
      return `${task(event.item)} allocated to ${event.to}`
    case "ItemStarted":
      return `${task(event.item)} started by ${event.agent}`
    case "AttemptFailed":
      return `${task(event.item)} attempt ${event.attempt} failed: ${event.message}`
    case "ItemFailed":
      return `${task(event.item)} failed${event.cancelled ? `, cancelling ${event.cancelled.join(", ")}` : ""}`
    case "ActivityEmptied":
      return `${task(event.item)} emptied`
    case "ItemRestarted":
      return `${task(event.item)} restarted, attempt ${event.attempt}`
    default:
      if (!("item" in event) || event.item === undefined) return event.type
      return `${task(event.item)} ${event.type.slice(4).toLowerCase()}`
  }
}
