import { type Asked, isOutdated } from "./outdated.ts"

/** Marks the queries for which this holds as old, and resolves once those in view have been asked again. */
export type LetGo = (isOld: (asked: Asked) => boolean) => Promise<unknown>

/** An entry of history, as far as it matters here. */
interface Happening {
  readonly family: string
  readonly events: readonly unknown[]
}

interface Acted {
  readonly ok: boolean
  /** What came of it. */
  readonly events?: readonly unknown[]
}

/**
 * Decides what is asked again, and when: what an action changed at once, what happens elsewhere a little later, lists at most
 * every so often. What an action did comes back as an entry of history: that is not asked for a second time.
 */
export class Freshness {
  readonly #letGo: LetGo
  readonly #families = new Set<string>()
  /** Actions under way by family, and what happened there meanwhile. */
  readonly #acting = new Map<string, { count: number; readonly meanwhile: Happening[] }>()
  /** What actions did, as long as history has not told it. */
  readonly #expected = new Set<string>()
  #soon: ReturnType<typeof setTimeout> | undefined
  #later: ReturnType<typeof setTimeout> | undefined
  #listsAt = Number.NEGATIVE_INFINITY

  constructor(letGo: LetGo) {
    this.#letGo = letGo
  }

  /** Resolves once what is in view of its family has been asked again. */
  async act<Told extends Acted>(family: string | undefined, perform: () => Promise<Told>): Promise<Told> {
    if (family === undefined) {
      const told = await perform()
      if (told.ok) await this.changed(undefined)
      return told
    }
    const acting = this.#acting.get(family) ?? { count: 0, meanwhile: [] }
    this.#acting.set(family, acting)
    acting.count++
    try {
      const told = await perform()
      if (told.ok && told.events) this.#expect({ family, events: told.events })
      if (told.ok) await this.changed(new Set([family]))
      return told
    } finally {
      if (--acting.count === 0) {
        this.#acting.delete(family)
        for (const happening of acting.meanwhile) this.happened(happening)
      }
    }
  }

  /** Something was done to these families, or to definitions, on which anything may depend. */
  async changed(families: ReadonlySet<string> | undefined): Promise<void> {
    if (families === undefined) return void (await this.#letGo(() => true))
    for (const family of families) this.#families.delete(family)
    this.#listsAt = Date.now()
    void this.#letGo((asked) => isOutdated(asked, none) === "list")
    await this.#letGo((asked) => isOutdated(asked, families) === "family")
  }

  happened(happening: Happening): void {
    if (this.#expected.delete(textOf(happening))) return
    const acting = this.#acting.get(happening.family)
    if (acting) return void acting.meanwhile.push(happening)
    this.#families.add(happening.family)
    this.#soon ??= setTimeout(() => {
      this.#soon = undefined
      const families = new Set(this.#families)
      this.#families.clear()
      if (families.size > 0) void this.#letGo((asked) => isOutdated(asked, families) === "family")
    }, familiesAfter)
    const wait = Math.max(familiesAfter, this.#listsAt + listsAfter - Date.now())
    this.#later ??= setTimeout(() => {
      this.#later = undefined
      this.#listsAt = Date.now()
      void this.#letGo((asked) => isOutdated(asked, none) === "list")
    }, wait)
  }

  end(): void {
    clearTimeout(this.#soon)
    clearTimeout(this.#later)
    this.#soon = undefined
    this.#later = undefined
  }

  #expect(happening: Happening): void {
    const text = textOf(happening)
    const meanwhile = this.#acting.get(happening.family)?.meanwhile ?? []
    const at = meanwhile.findIndex((each) => textOf(each) === text)
    if (at >= 0) meanwhile.splice(at, 1)
    else this.#expected.add(text)
    // Whoever may not follow history is never told.
    const [oldest] = this.#expected
    if (this.#expected.size > mostExpected && oldest !== undefined) this.#expected.delete(oldest)
  }
}

export const familiesAfter = 120
export const listsAfter = 1500
const mostExpected = 50
const none: ReadonlySet<string> = new Set()

const textOf = ({ family, events }: Happening): string => JSON.stringify([family, events])
