import type { News } from "../nodes.ts"
import type { Database } from "./database.ts"
import { bothOf, telling } from "./news.ts"

/**
 * Tells the other nodes what this one has committed: right after it, not with it, as those who notify in a transaction commit one after
 * the other. What comes while something is being told is told together. Nobody relies on it: what is lost is found by looking.
 */
export class Teller {
  readonly #database: Database
  readonly #node: string
  #news: News | undefined
  #telling: Promise<void> | undefined

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
    await this.#telling
  }

  async #tellAll(): Promise<void> {
    while (this.#news) {
      const { sql, values } = telling({ from: this.#node, news: this.#news })
      this.#news = undefined
      await this.#database.read(sql, values).catch(() => undefined)
    }
  }
}
