import { emptyFamily } from "../engine/draft.ts"
import { step } from "../engine/evolve.ts"
import { plainEventsOf } from "../engine/plain-events.ts"
import type { Entry } from "../messages/events.ts"
import type { PlainEvent } from "../messages/plain-events.ts"
import type { Process } from "../model/net.ts"

type ProcessOf = (name: string, version: number) => Process | undefined

/** The plain events of a family, in order. What one record means stands together: it happened at once. */
export function plainEvents(entries: Iterable<Entry>, processOf: ProcessOf): readonly (readonly PlainEvent[])[] {
  const groups: (readonly PlainEvent[])[] = []
  let family: ReturnType<typeof emptyFamily> | undefined
  for (const entry of entries) {
    family ??= emptyFamily(entry.family)
    for (const event of entry.events)
      groups.push(plainEventsOf(step(family, event, entry), family, { process: processOf }, () => true))
  }
  return groups.filter((group) => group.length > 0)
}
