import { publicName } from "../engine/raise.ts"
import { isAnswer } from "../exceptions/fold.ts"
import type { Entry, Event } from "../messages/events.ts"
import type { DecisionMade } from "../messages/handling.ts"
import type { CaseId, ExceptionId, InterventionId, RunId } from "../messages/ids.ts"
import type { JsonObject } from "../messages/json.ts"
import { effectiveEntries } from "../runtime/effective-history.ts"
import type { ExceptionState, RunState } from "./expectation.ts"

/** What a family's history tells of what went wrong and what was done about it, each in the order it began. */
export interface HandlingHistory {
  readonly runs: readonly FoundRun[]
  readonly decisions: readonly DecisionMade[]
  readonly exceptions: ReadonlyMap<ExceptionId, FoundException>
  /** What each intervention is about. */
  readonly subjects: ReadonlyMap<InterventionId, ExceptionId>
  readonly notices: readonly FoundNotice[]
}

export interface FoundRun {
  readonly exlet: string
  readonly case: CaseId
  readonly state: RunState
}

export interface FoundException {
  readonly class: string
  readonly case: CaseId
  readonly at: string
  readonly state: ExceptionState
  readonly parameters: JsonObject
}

export interface FoundNotice {
  readonly to: string
  readonly text: string
}

/** `isOpen`: whether the family still has it; what it stood at may have ended and taken it along. */
export function handlingHistory(
  entries: readonly Entry[],
  isOpen: (exception: ExceptionId) => boolean,
): HandlingHistory {
  const events = effectiveEntries(entries).flatMap((entry) => entry.events)
  const runs = new Map<RunId, FoundRun & { readonly of: ExceptionId | undefined }>()
  for (const event of events) {
    if (event.type === "RunStarted")
      runs.set(event.run, {
        exlet: event.exlet,
        case: event.case,
        state: "running",
        of: isAnswer(event) ? event.exception : undefined,
      })
    if (event.type !== "RunEnded") continue
    const run = runs.get(event.run)
    if (run) runs.set(event.run, { ...run, state: event.as })
  }
  const handled = new Set([...runs.values()].flatMap(({ state, of }) => (state === "running" && of ? [of] : [])))
  const closed = new Map(
    ofType(events, "ExceptionResolved").map(({ exception, as }) => [exception, as ?? "resolved"] as const),
  )
  const watched = new Set(ofType(events, "VerificationBegun").map(({ exception }) => exception))
  const verified = new Map(ofType(events, "ExceptionVerified").map(({ exception, as }) => [exception, as] as const))
  const stateOf = (id: ExceptionId) =>
    verified.get(id) ??
    (watched.has(id) ? "verifying" : undefined) ??
    closed.get(id) ??
    (handled.has(id) ? "handling" : isOpen(id) ? "open" : "resolved")
  return {
    runs: [...runs.values()].map(({ of: _, ...run }) => run),
    decisions: ofType(events, "DecisionMade"),
    exceptions: new Map(
      ofType(events, "ExceptionRaised").map(({ exception, class: name, case: id, at, parameters }) => [
        exception,
        { class: name, case: id, at: publicName(at), state: stateOf(exception), parameters },
      ]),
    ),
    subjects: new Map(
      ofType(events, "InterventionOpened").flatMap(({ intervention, exception }) =>
        exception ? [[intervention, exception]] : [],
      ),
    ),
    notices: ofType(events, "Notified").map(({ to, text }) => ({ to, text })),
  }
}

function ofType<Type extends Event["type"]>(events: readonly Event[], type: Type) {
  return events.filter((event): event is Extract<Event, { readonly type: Type }> => event.type === type)
}
