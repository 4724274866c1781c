/** What is to come, the earliest first; of what comes together, what was said first. */
export class Agenda<Value> {
  readonly #entries: { readonly at: number; readonly value: Value }[] = []

  /** To the millisecond. What comes at no time at all is forgotten. */
  add(moment: number, value: Value): void {
    if (moment === Number.POSITIVE_INFINITY) return
    const at = Math.round(moment)
    const entry = { at, value }
    const after = this.#entries.findIndex((other) => other.at > at)
    if (after < 0) this.#entries.push(entry)
    else this.#entries.splice(after, 0, entry)
  }

  /** The next one, if it comes by then. */
  take(by: number): { readonly at: number; readonly value: Value } | undefined {
    const [first] = this.#entries
    if (first === undefined || first.at > by) return undefined
    return this.#entries.shift()
  }
}
