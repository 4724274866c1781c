import type { CredentialRow } from "../store/port.ts"
import type { Soon } from "./soon.ts"

/** Rows read a moment ago, so that not every request reads the store. Only rows there are: guesses do not push them out. */
export class RecentRows {
  readonly #believedFor: number
  readonly #limit: number
  readonly #rows = new Map<string, { readonly row: CredentialRow; readonly readAt: number }>()
  #changes = 0

  constructor(believedFor: number, limit: number) {
    this.#believedFor = believedFor
    this.#limit = limit
  }

  /** How often rows were forgotten. */
  get changes(): number {
    return this.#changes
  }

  get(hash: string, now: number, read: () => Promise<CredentialRow | undefined>): Soon<CredentialRow | undefined> {
    const known = this.#rows.get(hash)
    if (known !== undefined && now >= known.readAt && now - known.readAt < this.#believedFor) return known.row
    return this.#read(hash, now, read)
  }

  forget(rows: Iterable<CredentialRow>): void {
    for (const { hash } of rows) this.#rows.delete(hash)
    this.#changes++
  }

  async #read(hash: string, now: number, read: () => Promise<CredentialRow | undefined>) {
    const before = this.#changes
    const row = await read()
    this.#rows.delete(hash)
    // What was on its way while something changed may be from before the change.
    if (row !== undefined && before === this.#changes) this.#keep(hash, { row, readAt: now })
    return row
  }

  #keep(hash: string, read: { readonly row: CredentialRow; readonly readAt: number }): void {
    const [oldest] = this.#rows.keys()
    if (this.#rows.size >= this.#limit && oldest !== undefined) this.#rows.delete(oldest)
    this.#rows.set(hash, read)
  }
}
