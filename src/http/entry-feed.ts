import { setImmediate as nextTurn, setTimeout as sleep } from "node:timers/promises"
import type { RecordedEntry } from "../messages/events.ts"
import type { FamilyId } from "../messages/ids.ts"
import type { Engine } from "../runtime/engine.ts"
import { entryText } from "./entry-text.ts"

export interface EntryPage {
  readonly entries: readonly RecordedEntry[]
  /** Everything up to here has been looked at. */
  readonly upTo: number
}

/**
 * History for many readers. It is followed once, and its last entries are kept, so that readers who are up to date cost the store
 * nothing; those further back read it page by page.
 */
export class EntryFeed {
  readonly #engine: Engine
  readonly #recent: RecordedEntry[] = []
  /** Characters of all that are kept. */
  #size = 0
  /** All entries after this position, and up to `#last`, are in `#recent`. */
  #from = 0
  #last = 0
  #following: Promise<void> | undefined
  #isOver = false
  #waiting = new Set<() => void>()

  constructor(engine: Engine) {
    this.#engine = engine
  }

  /** The engine has stopped, or history cannot be read: nothing more will come. */
  get isOver(): boolean {
    return this.#isOver
  }

  /** Where history ends now; begins to follow it if nobody has. */
  async end(): Promise<number> {
    this.#following ??= this.#begin()
    await this.#following
    return this.#last
  }

  /** The next entries after a position, at most a page of them. */
  async after(position: number, family?: FamilyId): Promise<EntryPage> {
    const last = await this.end()
    if (position >= last) return { entries: [], upTo: position }
    if (position >= this.#from) {
      const found = this.#recent.slice(this.#indexAfter(position)).slice(0, page)
      const upTo = found.at(-1)?.position ?? position
      return { entries: family === undefined ? found : found.filter((entry) => entry.family === family), upTo }
    }
    const entries = await this.#engine.entries({
      after: position,
      limit: page,
      ...(family !== undefined && { family }),
    })
    const read = entries.at(-1)?.position ?? position
    return { entries, upTo: entries.length < page ? Math.max(read, last) : read }
  }

  /** Resolves as soon as there is something after a position, or after so many milliseconds, or when told to stop. */
  news(position: number, milliseconds: number, signals: readonly AbortSignal[]): Promise<void> {
    return new Promise((resolve) => {
      const done = () => {
        clearTimeout(timer)
        this.#waiting.delete(done)
        for (const signal of signals) signal.removeEventListener("abort", done)
        resolve()
      }
      const timer = setTimeout(done, milliseconds)
      this.#waiting.add(done)
      for (const signal of signals) signal.addEventListener("abort", done)
      if (position < this.#last || this.#isOver || signals.some(({ aborted }) => aborted)) done()
    })
  }

  async #begin(): Promise<void> {
    this.#last = this.#from = await this.#engine.lastPosition()
    void this.#keepFollowing()
  }

  /** A store that fails once is asked again; readers have not missed anything meanwhile. */
  async #keepFollowing(): Promise<void> {
    while (!this.#isOver) {
      await this.#follow().catch(() => sleep(retryAfter, undefined, { ref: false }))
    }
  }

  async #follow(): Promise<void> {
    let isWaking = false
    for await (const entry of this.#engine.history({ after: this.#last })) {
      this.#recent.push(entry)
      this.#last = entry.position
      this.#size += entryText(entry).length
      if (this.#recent.length > mostRecent || this.#size > largestRecent) this.#forgetHalf()
      if (isWaking) continue
      isWaking = true
      void nextTurn().then(() => {
        isWaking = false
        this.#wake()
      })
    }
    this.#isOver = true
    this.#wake()
  }

  /** Readers further back than what is kept read the store. */
  #forgetHalf(): void {
    let count = 0
    for (const entry of this.#recent) {
      if (this.#recent.length - count <= mostRecent / 2 && this.#size <= largestRecent / 2) break
      this.#size -= entryText(entry).length
      this.#from = entry.position
      count++
    }
    this.#recent.splice(0, count)
  }

  #wake(): void {
    for (const done of [...this.#waiting]) done()
  }

  #indexAfter(position: number): number {
    let [low, high] = [0, this.#recent.length]
    while (low < high) {
      const middle = (low + high) >> 1
      if ((this.#recent[middle]?.position ?? 0) > position) high = middle
      else low = middle + 1
    }
    return low
  }
}

const page = 100
/** What is kept, in entries and in characters of JSON. */
const mostRecent = 500
const largestRecent = 8 * 1024 * 1024
const retryAfter = 1000
