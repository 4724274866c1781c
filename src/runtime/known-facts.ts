import type { Fetched, Need, Place } from "../exceptions/port.ts"
import type { TrailOf } from "../messages/undoing.ts"

/** What is known from outside where something is decided, and what turned out to be lacking. */
export class KnownFacts {
  readonly #known = new Map<string, Fetched>()
  readonly #lacking = new Map<string, Need>()

  constructor(known: Iterable<readonly [string, Fetched]> = []) {
    this.add(known)
  }

  get(key: string): Fetched | undefined {
    return this.#known.get(key)
  }

  has(key: string): boolean {
    return this.#known.has(key)
  }

  add(known: Iterable<readonly [string, Fetched]>): void {
    for (const [key, fetched] of known) this.#known.set(key, fetched)
  }

  *[Symbol.iterator](): Iterator<readonly [string, Fetched]> {
    yield* this.#known
  }

  lack(need: Need): void {
    if (need.kind === "trail") this.#lacking.set(trailKey(need.of), need)
    else for (const source of need.sources) this.#lacking.set(factKey(source, need.at), { ...need, sources: [source] })
  }

  get isLacking(): boolean {
    return this.#lacking.size > 0
  }

  /** What was lacking since it was asked last. */
  takeLacking(): readonly Need[] {
    const lacking = [...this.#lacking.values()]
    this.#lacking.clear()
    return lacking
  }
}

/** Facts are asked for a place: the same source may say something else elsewhere. */
export const factKey = (source: string, { case: id, item }: Place): string => `${source} ${item ?? id}`

export const trailKey = ({ case: id, to, within, item }: TrailOf): string =>
  `${id} ${to} ${within ?? ""} ${item ?? ""} trail`
