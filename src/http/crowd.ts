/** So much at a time, and so much of it for one: whoever would be the first above it is kept out. */
export class Crowd {
  readonly #most: number
  readonly #each: number
  readonly #of = new Map<string, number>()
  #all = 0

  constructor(most: number, each: number) {
    this.#most = most
    this.#each = each
  }

  /** Whether there is no room: for this one, or for anybody. */
  isFullFor(who: string): "one" | "all" | undefined {
    if (this.#all >= this.#most) return "all"
    return (this.#of.get(who) ?? 0) >= this.#each ? "one" : undefined
  }

  /** Whether there is room for so much more: for this one, and for anybody. */
  hasRoomFor(who: string, weight: number): boolean {
    return this.#all + weight <= this.#most && (this.#of.get(who) ?? 0) + weight <= this.#each
  }

  add(who: string, weight = 1): void {
    this.#all += weight
    this.#of.set(who, (this.#of.get(who) ?? 0) + weight)
  }

  remove(who: string, weight = 1): void {
    this.#all -= weight
    const left = (this.#of.get(who) ?? 0) - weight
    if (left > 0) this.#of.set(who, left)
    else this.#of.delete(who)
  }
}
