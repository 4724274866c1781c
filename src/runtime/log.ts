import { formatMoment } from "../expressions/time.ts"
import type { Entry, Event } from "../messages/events.ts"
import type { HandlingEvent } from "../messages/handling.ts"
import type { HoldTarget } from "../messages/holds.ts"
import type { ItemId } from "../messages/ids.ts"
import type { Demand } from "../messages/people.ts"
import { undoneText, undoText } from "./undo-text.ts"

/**
 * History for people: one line per record, with who, when and what caused it. Whoever follows it piece by piece keeps
 * `tasks`, the names of the items' tasks, from one piece to the next.
 */
export function logLines(entries: Iterable<Entry>, tasks = new Map<ItemId, string>()): readonly string[] {
  const lines: string[] = []
  for (const entry of entries) {
    entry.events.forEach((event, index) => {
      if (event.type === "ItemEnabled") tasks.set(event.item, event.task)
      const version = entry.version + index
      const cause = event.causedBy === undefined ? `${entry.command} by ${entry.by}` : `#${event.causedBy}`
      const reason = event.causedBy === undefined && entry.reason ? ` (${entry.reason})` : ""
      lines.push(`#${version} ${formatMoment(entry.at)} ${eventText(event, tasks)} ← ${cause}${reason}`)
    })
  }
  return lines
}

/** The same by cause: under each record what it led to. */
export function causeLines(entries: Iterable<Entry>): readonly string[] {
  const all = [...entries]
  const lines = logLines(all)
  const children = new Map<number | undefined, number[]>()
  const versions = all.flatMap(({ version, events }) =>
    events.map((event, index) => ({ version: version + index, event })),
  )
  const texts = new Map(versions.map(({ version }, index) => [version, lines[index] ?? ""]))
  for (const { version, event } of versions) {
    const siblings = children.get(event.causedBy)
    if (siblings) siblings.push(version)
    else children.set(event.causedBy, [version])
  }
  const told: string[] = []
  const waiting = (children.get(undefined) ?? []).map((version) => ({ version, depth: 0 })).toReversed()
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    const { version, depth } = next
    told.push(`${"  ".repeat(depth)}${texts.get(version)}`)
    for (const child of (children.get(version) ?? []).toReversed()) waiting.push({ version: child, depth: depth + 1 })
  }
  return told
}

/** What happened, in a few words: what a line of the log says of it besides who and when. */
export function eventText(event: Event, tasks: ReadonlyMap<ItemId, string>): string {
  return `${event.type} ${describe(event, tasks)}`
}

function describe(event: Event, tasks: ReadonlyMap<ItemId, string>): string {
  const item = (id: ItemId) => `${tasks.get(id) ?? "?"} ${short(id)}`
  switch (event.type) {
    case "CaseStarted":
      return `${event.process} v${event.version} ${event.case} ${JSON.stringify(event.data)}`
    case "DataWritten":
      return JSON.stringify(event.data)
    case "CaseCompleted":
    case "CaseExhausted":
    case "CaseRemoved":
    case "CaseFailed":
      return event.case
    case "FrameOpened":
      return `${event.net}[${event.instance}]`
    case "FrameClosed":
      return `${short(event.frame)} ${event.as}`
    case "RouteFired":
      return `${event.route} → ${event.produced.join(", ")}${event.round ? ` round ${event.round.number}` : ""}`
    case "ItemOffered":
      return `${item(event.item)} to ${event.to ?? demandText(event.demand)}`
    case "AgentAwaited":
      return `${item(event.item)}: ${demandText(event.demand)}`
    case "ItemAllocated":
      return `${item(event.item)} to ${event.to}`
    case "ItemEscalated":
      return `${item(event.item)} to ${event.to.join(", ")}`
    case "NeedsAmended":
      return `${item(event.item)} ${JSON.stringify(event.needs)}`
    case "CapabilitiesGranted":
      return `${event.agent} ${event.capabilities.join(", ")}${event.until === undefined ? "" : ` until ${formatMoment(event.until)}`}`
    case "ItemDeclined":
    case "ItemStarted":
      return `${item(event.item)} by ${event.agent}`
    case "ItemUpdated":
    case "OutputKept":
      return `${item(event.item)} ${JSON.stringify(event.data)}`
    case "ItemCompleted":
    case "ItemForceCompleted":
    case "ItemFailed":
    case "ItemSkipped":
      return `${item(event.item)}${event.writes ? ` ${JSON.stringify(event.writes)}` : ""}`
    case "ItemEnabled":
    case "ItemWithdrawn":
    case "ItemHandedBack":
    case "ItemRemoved":
    case "ItemRestarted":
    case "ActivityEmptied":
      return item(event.item)
    case "Jumped":
      return `${event.item ? `${item(event.item)} ` : ""}→ ${event.to}${event.isBack ? " (back)" : ""}`
    case "AttemptFailed":
      return `${item(event.item)} attempt ${event.attempt}: ${event.message}`
    case "HoldPlaced":
      return `${target(event.hold.target, item)}: ${event.hold.reason}`
    case "HoldLifted":
      return short(event.hold)
    case "TimerArmed":
      return `${short(event.timer)} ${event.purpose} ${formatMoment(event.dueAt)}`
    case "TimerResumed":
      return `${short(event.timer)} ${formatMoment(event.dueAt)}`
    case "TimerFired":
    case "TimerDisarmed":
    case "TimerPaused":
      return short(event.timer)
    case "ExceptionRaised":
      return `${event.class} at ${event.at} ${JSON.stringify(event.parameters)}`
    case "ExceptionResolved":
      return `${short(event.exception)}${event.as === undefined ? "" : ` ${event.as}`}`
    case "InvariantRestored":
      return short(event.of)
    case "MessageReceived":
      return `${event.name} ${JSON.stringify(event.key)} ${JSON.stringify(event.data)}`
    case "MessageAwaited":
      return `${item(event.item)} ${event.name} ${JSON.stringify(event.key)}`
    case "MessageTaken":
      return item(event.item)
    case "FlowRewound":
      return `${short(event.frame)} → ${event.given.map(({ place }) => place).join(", ")}`
    case "ItemUndone":
      return undoneText(event)
    default:
      return describeHandling(event)
  }
}

function describeHandling(event: HandlingEvent): string {
  switch (event.type) {
    case "DecisionMade": {
      const path = event.walks.map(
        ({ tree, version, held, failed }) =>
          `${tree} v${version}: ${held.join(" → ") || "none held"}${failed ? `, could not evaluate ${failed.map(({ node }) => node).join(", ")}` : ""}`,
      )
      return `${event.on} at ${event.at}: ${event.conclusion?.says ?? "none"} (${path.join("; ")})`
    }
    case "StageReached":
      return `${event.stage}: ${event.considered.map(({ what, why }) => (why === undefined ? what : `not ${what}: ${why}`)).join("; ")}`
    case "ItemTriedAgain":
      return short(event.item)
    case "VerificationBegun":
      return short(event.exception)
    case "ExceptionVerified":
      return `${short(event.exception)} ${event.as}`
    case "RunStarted":
      return `${event.exlet} ${short(event.run)} for ${event.on} at ${event.at}`
    case "StepTaken":
      return `${short(event.run)} step ${event.step + 1}${event.note === undefined ? "" : ` (${event.note})`}`
    case "RunEnded":
      return `${short(event.run)} ${event.as}${event.message === undefined ? "" : `: ${event.message}`}`
    case "InterventionOpened":
      return `${short(event.intervention)} ${event.text}`
    case "InterventionAnswered":
      return `${short(event.intervention)} ${JSON.stringify(event.answer)}`
    case "InterventionWithdrawn":
      return short(event.intervention)
    case "InterventionEscalated":
    case "InterventionAssigned":
      return `${short(event.intervention)} to ${event.to}, due ${formatMoment(event.dueAt)}`
    case "AnswerTakenBack":
      return `${short(event.intervention)}, back to #${event.to}`
    case "InterventionPostponed":
      return `${short(event.intervention)} due ${formatMoment(event.dueAt)}`
    case "Notified":
      return `${event.to}: ${event.text}`
    case "EventRaised":
      return `${event.name} at ${event.at} ${JSON.stringify(event.parameters)}`
    case "PatternNoted": {
      const { class: name = "" } = event.occurrence.event
      return `${event.pattern}: ${name}${event.isCrowded ? ", and the oldest is dropped: too many are kept" : ""}`
    }
    case "PatternMatched":
      return `${event.pattern} with ${event.members.map((number) => `#${number}`).join(", ")}`
    case "BroadcastSent":
      return `${event.verb} all cases of ${event.process}`
    case "ExpectedCame":
      return `${short(event.run)}: ${event.awaits.map(({ task }) => task).join(", ")}`
    case "StartSent":
      return `${event.process} v${event.version} as ${event.family}`
    case "BoundKept":
      return `${event.bound} of ${short(event.of)}`
    case "RollbackPlanned":
      return `${short(event.run)} to ${event.to}: ${event.undos.map(undoText).join(", ") || "nothing to undo"}`
    case "UndoStarted":
      return `${short(event.run)} ${event.task} by ${event.by}`
    case "UndoFailed":
      return `${short(event.run)} ${event.task}: ${event.message}`
    case "UndoRetried":
      return short(event.run)
    case "RolledBack":
      return `${short(event.run)} to ${event.to}`
  }
}

function target(of: HoldTarget, item: (id: ItemId) => string): string {
  switch (of.kind) {
    case "case":
      return `case ${of.case}`
    case "item":
      return item(of.item)
    case "after":
      return `after ${of.task}`
    case "end":
      return `end of case ${of.case}`
  }
}

/** What is asked of whoever has it, in a few words. */
function demandText({ order: _, when, only, excluded, also, ...rest }: Demand): string {
  const parts = Object.entries(rest).map(
    ([key, value]) => `${key} ${Array.isArray(value) ? value.join(" and ") : value}`,
  )
  if (only) parts.push(`one of ${only.join(", ") || "nobody"}`)
  if (excluded && excluded.length > 0) parts.push(`not ${excluded.join(", ")}`)
  if (when) parts.push(when.if)
  for (const each of also ?? []) parts.push(each.if)
  return parts.join(", ") || "anybody"
}

const short = (id: string): string => id.slice(id.indexOf(".") + 1)
