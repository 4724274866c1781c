import { outlook, type StageOutlook } from "../exceptions/ladder-outlook.ts"
import type { ScopeText } from "../exceptions/scopes.ts"
import type { Entry, Event } from "../messages/events.ts"
import type { Stage } from "../messages/handling.ts"
import { type CaseId, type ExceptionId, familyOf } from "../messages/ids.ts"
import { parseScope } from "../model/scope-text.ts"
import type { ExceptionState, Store } from "../store/port.ts"
import { askedNow, type Question } from "./asked-now.ts"
import { effectiveEntries } from "./effective-history.ts"
import { allEntries } from "./families.ts"
import { type Rung, Rungs } from "./rungs.ts"
import type { TeachingParts } from "./teaching.ts"

/** The way of an exception so far, in order; and what became of it. */
export interface Ladder {
  readonly exception: ExceptionId
  readonly class: string
  readonly case: CaseId
  readonly place: string
  readonly state: ExceptionState
  /** The exceptions it came of, the first last. */
  readonly causes: readonly { readonly exception: ExceptionId; readonly class: string; readonly at: string }[]
  readonly rungs: readonly Rung[]
  /** The one before, that was handled and came back as this; and the one this came back as. */
  readonly recurrenceOf?: ExceptionId
  readonly recurredAs?: ExceptionId
}

type Raised = Extract<Event, { readonly type: "ExceptionRaised" }>

/** Undefined: there is no such exception. What was taken back is left out. */
export async function ladderOf(store: Store, id: ExceptionId): Promise<Ladder | undefined> {
  const entries: Entry[] = []
  for await (const entry of allEntries(store, familyOf(id))) entries.push(entry)
  const raised = new Map<ExceptionId, Raised>()
  const way = new Rungs(id)
  const recurring: { recurrenceOf?: ExceptionId; recurredAs?: ExceptionId } = {}
  for (const { version, at, by, events } of effectiveEntries(entries)) {
    for (const [index, event] of events.entries()) {
      if (event.type === "ExceptionRaised") raised.set(event.exception, event)
      if (event.type === "ExceptionVerified" && event.by) {
        if (event.by === id) recurring.recurrenceOf = event.exception
        if (event.exception === id) recurring.recurredAs = event.by
      }
      way.add(event, { version: version + index, at, by })
    }
  }
  const found = raised.get(id)
  if (found === undefined) return undefined
  const causes: Ladder["causes"][number][] = []
  for (let of = found.of; of !== undefined; ) {
    const cause = raised.get(of)
    if (cause === undefined || causes.some(({ exception }) => exception === of)) break
    causes.push({ exception: of, class: cause.class, at: cause.at })
    of = cause.of
  }
  const { class: name, case: of, at } = found
  return { exception: id, class: name, case: of, place: at, state: way.state, causes, rungs: way.all, ...recurring }
}

/** What would be done about something that might happen, and by which stage, in the order they are asked. */
export interface Outlook {
  readonly on: string
  /** Where rules and handlers may be bound that concern the place, inner first: this is their order. */
  readonly scopes: readonly ScopeText[]
  readonly involvement: string
  readonly stages: readonly StageOutlook[]
  /** The stage that would answer it; absent: none, and nothing would happen. */
  readonly answers?: Stage
}

/** Undefined: there is no such case or item. */
export function outlookOn(parts: TeachingParts, question: Question, now: number): Promise<Outlook | undefined> {
  // The roles and units of an agent belong to the organisation.
  const seesPeople = parts.authority?.may("see") !== false
  const isShown = (at: ScopeText) => seesPeople || !["role", "unit"].includes(parseScope(at).kind)
  return askedNow(parts, question, now, (port, occasion, { handling }) => ({
    on: occasion.on,
    scopes: port.scopes(occasion).filter(isShown),
    ...outlook(port, handling.tried, occasion),
  }))
}
