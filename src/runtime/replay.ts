import { apply } from "../engine/apply.ts"
import { emptyFamily } from "../engine/draft.ts"
import type { Family } from "../engine/family.ts"
import type { Entry, Event } from "../messages/events.ts"
import type { AgentId, FamilyId } from "../messages/ids.ts"
import type { JsonObject } from "../messages/json.ts"
import type { Store } from "../store/port.ts"
import { allEntries } from "./families.ts"
import { historyValue } from "./history-value.ts"

/** An event of the past, and the family as it was right after it. */
export interface PastEvent {
  readonly event: Event
  readonly version: number
  readonly at: number
  readonly by: AgentId
  /** Only until the next one is asked for. */
  readonly family: Family
  /** All that had happened until then, as conditions see it. */
  readonly history: () => readonly JsonObject[]
}

/** What happened in a family, each thing at its own moment: all of it, or what is asked for. */
export async function* past(
  store: Store,
  id: FamilyId,
  isWanted: (event: Event, version: number) => boolean = () => true,
): AsyncGenerator<PastEvent> {
  const family = emptyFamily(id)
  const before: Entry[] = []
  for await (const entry of allEntries(store, id)) {
    for (const [index, event] of entry.events.entries()) {
      apply(family, event, entry)
      if (!isWanted(event, family.version)) continue
      const history = () => historyValue([...before, { ...entry, events: entry.events.slice(0, index) }])
      yield { event, version: family.version, at: entry.at, by: entry.by, family, history }
    }
    before.push(entry)
  }
}
