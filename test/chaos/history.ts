import type { Event, RecordedEntry } from "../../src/main.ts"
import type { Store } from "../../src/store/port.ts"

/** All that has happened. */
export interface Happened {
  readonly entries: readonly RecordedEntry[]
  readonly events: readonly Event[]
}

export async function allThatHappened(store: Store): Promise<Happened> {
  const entries: RecordedEntry[] = []
  for (;;) {
    const page = await store.entriesAfter(entries.at(-1)?.position ?? 0, 1000)
    if (page.length === 0) break
    entries.push(...page)
  }
  return {
    entries,
    events: entries.flatMap(({ events }) => events),
  }
}
