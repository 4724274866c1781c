import { outlook, type StageOutlook } from "../exceptions/ladder-outlook.ts"
import { FactsNeeded, type Fetched } from "../exceptions/port.ts"
import { remedyText } from "../exceptions/remedy-text.ts"
import type { ScopeText } from "../exceptions/scopes.ts"
import type { Event } from "../messages/events.ts"
import type { Considered, Stage } from "../messages/handling.ts"
import { type CaseId, type ExceptionId, engineAgent, familyOf } from "../messages/ids.ts"
import { canonicalEvent } from "../model/event-names.ts"
import type { Store } from "../store/port.ts"
import { allEntries } from "./families.ts"
import { FamilyFacts } from "./family-facts.ts"
import type { Question, TeachingParts } from "./teaching.ts"

/** One stage an exception came to: what was looked at there, what was not chosen and why, and what was done. */
export interface Rung {
  readonly stage: Stage
  /** The version of the event that tells it. */
  readonly version: number
  readonly at: number
  readonly considered: readonly Considered[]
  readonly says?: readonly string[]
}

/** The way of an exception so far, in order; and what became of it. */
export interface Ladder {
  readonly exception: ExceptionId
  readonly class: string
  readonly case: CaseId
  readonly place: string
  /** The exceptions it came of, the first last. */
  readonly causes: readonly { readonly exception: ExceptionId; readonly class: string; readonly at: string }[]
  readonly rungs: readonly Rung[]
  /** The one before, that was handled and came back as this; and the one this came back as. */
  readonly recurrenceOf?: ExceptionId
  readonly recurredAs?: ExceptionId
}

type Raised = Extract<Event, { readonly type: "ExceptionRaised" }>

/** Undefined: there is no such exception. */
export async function ladderOf(store: Store, id: ExceptionId): Promise<Ladder | undefined> {
  const raised = new Map<ExceptionId, Raised>()
  const rungs: Rung[] = []
  const recurring: { recurrenceOf?: ExceptionId; recurredAs?: ExceptionId } = {}
  for await (const { version, at, events } of allEntries(store, familyOf(id))) {
    for (const [index, event] of events.entries()) {
      if (event.type === "ExceptionRaised") raised.set(event.exception, event)
      if (event.type === "ExceptionVerified" && event.by) {
        if (event.by === id) recurring.recurrenceOf = event.exception
        if (event.exception === id) recurring.recurredAs = event.by
      }
      const rung = "exception" in event && event.exception === id ? rungOf(event) : undefined
      if (rung) rungs.push({ ...rung, version: version + index, at })
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
  return { exception: id, class: found.class, case: found.case, place: found.at, causes, rungs, ...recurring }
}

function rungOf(event: Event): Omit<Rung, "version" | "at"> | undefined {
  switch (event.type) {
    case "DecisionMade": {
      const chosen = event.conclusions ?? (event.conclusion ? [event.conclusion] : [])
      const considered = event.walks.map(({ tree, failed }): Considered => {
        if (chosen.some((each) => each.tree === tree)) return { what: tree }
        return { what: tree, why: failed ? "a condition could not be evaluated" : "none of its rules holds" }
      })
      const stage = event.stage ?? "rules"
      return { stage, considered, ...(chosen.length > 0 && { says: chosen.map(({ says }) => says) }) }
    }
    case "StageReached": {
      const { stage, considered, remedy } = event
      return { stage, considered, ...(remedy && { says: [remedyText(remedy)] }) }
    }
    case "InterventionOpened": {
      const proposed = event.proposal ? [{ what: `proposed: ${event.proposal.says}` }] : []
      return { stage: "person", considered: proposed, says: [event.text] }
    }
    default:
      return undefined
  }
}

/** What would be done about something that might happen, and by which stage, in the order they are asked. */
export interface Outlook {
  readonly on: string
  /** Where rules and handlers may be bound that concern the place, inner first: this is their order. */
  readonly scopes: readonly ScopeText[]
  readonly involvement: string
  readonly stages: readonly StageOutlook[]
}

/** Undefined: there is no such case or item. */
export async function outlookOn(
  { rulebook, processes, finder }: TeachingParts,
  { on: event, case: id, item, with: parameters = {} }: Question,
  now: number,
): Promise<Outlook | undefined> {
  const on = canonicalEvent(event)
  const { look, sources, staff } = finder(now)
  const loaded = await look(familyOf(id))
  const found = loaded?.state.cases.get(id)
  if (!loaded || !found || (item && loaded.state.items.get(item)?.case !== id)) return undefined
  const facts = new Map<string, Fetched>()
  const port = new FamilyFacts(loaded.state, {
    rules: rulebook,
    find: processes.find,
    newest: processes.current,
    facts,
    staff,
    now,
  })
  const at = (item && port.item(item)?.task) ?? found.process
  const occasion = { on, case: id, ...(item && { item }), at, parameters, by: engineAgent, depth: 0 }
  for (;;) {
    try {
      const stages = outlook(port, loaded.handling.tried, occasion)
      return { on, scopes: port.scopes(occasion), involvement: port.place(occasion).involvement, stages }
    } catch (error) {
      if (!(error instanceof FactsNeeded)) throw error
      for (const [key, fetched] of await sources.fetch(error)) facts.set(key, fetched)
    }
  }
}
