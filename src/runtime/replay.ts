import { apply } from "../engine/apply.ts"
import { type Draft, emptyFamily } from "../engine/draft.ts"
import type { Entry } from "../messages/events.ts"
import type { DecisionMade } from "../messages/handling.ts"
import type { FamilyId } from "../messages/ids.ts"
import type { Store } from "../store/port.ts"
import { allEntries } from "./families.ts"

/** A decision of the past, and the family as it was when it was made. */
export interface PastDecision {
  readonly decision: DecisionMade
  readonly version: number
  readonly at: number
  /** Only until the next one is asked for. */
  readonly family: Draft
  readonly entry: Entry
}

/** All decisions of a family in order, each at its own moment. */
export async function* pastDecisions(store: Store, id: FamilyId): AsyncGenerator<PastDecision> {
  const family = emptyFamily(id)
  for await (const entry of allEntries(store, id)) {
    for (const event of entry.events) {
      if (event.type === "DecisionMade")
        yield { decision: event, version: family.version + 1, at: entry.at, family, entry }
      apply(family, event, entry)
    }
  }
}
