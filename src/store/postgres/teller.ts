import type { News } from "../nodes.ts"
import type { Database } from "./database.ts"
import { bothOf, telling } from "./news.ts"
import { unsynced } from "./noted-transaction.ts"

/** Milliseconds from one time something is told to the next: all who listen are woken by it. */
const pause = 30

/**
 * Tells the other nodes what this one has committed: right after it, not with it, as those who notify in a transaction commit one after
 * the other. What comes soon after something was told is told together. Nobody relies on it: what is lost is found by looking.
 */
export class Teller {
  readonly #database: Database
  readonly #node: string
  #news: News | undefined
  #telling: Promise<void> | undefined
  /** Whether somebody waits for it, and what ends the pause. */
  #isUrgent = false
  #hurry: () => void = () => undefined

  constructor(database: Database, node: string) {
    this.#database = database
    this.#node = node
  }

  tell(news: News): void {
    if (Object.keys(news).length === 0) return
    this.#news = this.#news === undefined ? news : bothOf(this.#news, news)
    this.#telling ??= this.#tellAll().finally(() => {
      this.#telling = undefined
    })
  }

  /** Resolves when nothing is left to be told. */
  async told(): Promise<void> {
    this.#isUrgent = true
    this.#hurry()
    await this.#telling
    this.#isUrgent = false
  }

  async #tellAll(): Promise<void> {
    while (this.#news) {
      const statement = telling({ from: this.#node, news: this.#news })
      this.#news = undefined
      await this.#database.transact([unsynced, statement]).catch(() => undefined)
      if (!this.#isUrgent) await this.#rest()
    }
  }

  async #rest(): Promise<void> {
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, pause)
      this.#hurry = () => {
        clearTimeout(timer)
        resolve()
      }
    })
  }
}
