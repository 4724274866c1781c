import { apply } from "../engine/apply.ts"
import { type Draft, emptyFamily } from "../engine/draft.ts"
import type { Event } from "../messages/events.ts"
import type { DecisionMade } from "../messages/handling.ts"
import type { FamilyId } from "../messages/ids.ts"
import type { Store } from "../store/port.ts"
import { allEntries } from "./families.ts"

/** An event of the past, and the family as it was right after it. */
export interface PastEvent<Type extends Event = Event> {
  readonly event: Type
  readonly version: number
  readonly at: number
  /** Only until the next one is asked for. */
  readonly family: Draft
}

/** All that happened in a family, each thing at its own moment. */
export async function* past(store: Store, id: FamilyId): AsyncGenerator<PastEvent> {
  const family = emptyFamily(id)
  for await (const entry of allEntries(store, id)) {
    for (const event of entry.events) {
      apply(family, event, entry)
      yield { event, version: family.version, at: entry.at, family }
    }
  }
}

/** All decisions of a family in order; that a decision was made changes nothing a condition sees. */
export async function* pastDecisions(store: Store, id: FamilyId): AsyncGenerator<PastEvent<DecisionMade>> {
  const family = emptyFamily(id)
  for await (const entry of allEntries(store, id)) {
    for (const event of entry.events) {
      apply(family, event, entry)
      if (event.type === "DecisionMade") yield { event, version: family.version, at: entry.at, family }
    }
  }
}
