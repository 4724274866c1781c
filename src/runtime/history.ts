import type { RecordedEntry } from "../messages/events.ts"
import type { FamilyId } from "../messages/ids.ts"
import type { Store } from "../store/port.ts"

export interface HistoryQuery {
  /** Entries after this position; 0, the beginning, unless set. */
  readonly after?: number
  readonly family?: FamilyId
}

/** Entries as they become durable, to any number of readers, each at its own pace: read from the store, so without a gap. */
export class History {
  readonly #store: Store
  #waiting = new Set<() => void>()
  #isStopped = false

  constructor(store: Store) {
    this.#store = store
  }

  /** Something became durable. */
  wake(): void {
    const woken = this.#waiting
    this.#waiting = new Set()
    for (const resolve of woken) resolve()
  }

  stop(): void {
    this.#isStopped = true
    this.wake()
  }

  /** All entries after a position, and then each new one, until the reader or the engine stops. */
  async *follow(query: HistoryQuery = {}): AsyncGenerator<RecordedEntry, void, undefined> {
    let position = query.after ?? 0
    while (!this.#isStopped) {
      const news = new Promise<void>((resolve) => this.#waiting.add(resolve))
      const entries = await this.#store.entriesAfter(position, page, query.family)
      for (const entry of entries) {
        yield entry
        position = entry.position
      }
      if (entries.length < page && !this.#isStopped) await news
    }
  }
}

const page = 500
