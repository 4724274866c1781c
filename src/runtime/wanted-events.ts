import { membersOf, type NamedPattern } from "../exceptions/pattern.ts"
import { type Hears, plainKinds } from "../messages/plain-events.ts"
import { isClockEvent, plainEvent } from "../model/event-names.ts"

/** What rules and patterns wait for that happens by itself, so that nobody has to look where nobody wants to know. */
export class WantedEvents {
  readonly #isAsked: (on: string, at: string) => boolean
  /** Clock events, and the scopes where there are or were rules on them. */
  readonly #clocks = new Map<string, Set<string>>()
  /** By kind, the names some rule wants to hear of. */
  readonly #byRules = new Map<string, Set<string>>()
  readonly #patterns: ReadonlyMap<string, NamedPattern>
  /** What patterns are made of; undefined until it is asked for after a change. */
  #inPatterns:
    | { readonly names: ReadonlyMap<string, ReadonlySet<string>>; readonly clocks: readonly string[] }
    | undefined
  #clockChanges = 0

  constructor(isAsked: (on: string, at: string) => boolean, patterns: ReadonlyMap<string, NamedPattern>) {
    this.#isAsked = isAsked
    this.#patterns = patterns
  }

  /** How often a rule on the clock may have come. */
  get clockChanges(): number {
    this.#membersOfPatterns()
    return this.#clockChanges
  }

  /** Whether anybody wants to hear of what happens to that task, block, process or variable; undefined: nobody wants to hear of anything. */
  get hears(): Hears | undefined {
    return this.#byRules.size + this.#membersOfPatterns().names.size > 0 ? this.#hears : undefined
  }

  readonly #hears: Hears = (kind, name) =>
    isIn(this.#byRules.get(kind), name) || isIn(this.#membersOfPatterns().names.get(kind), name)

  /** Rules on an event have come at a scope, or have changed. */
  note({ on, at }: { readonly on: string; readonly at: string }): void {
    hear(this.#byRules, on)
    if (!isClockEvent(on)) return
    this.#clockChanges++
    const scopes = this.#clocks.get(on)
    if (scopes) scopes.add(at)
    else this.#clocks.set(on, new Set([at]))
  }

  patternsChanged(): void {
    this.#inPatterns = undefined
  }

  clocks(process: string): readonly string[] {
    const inPatterns = this.#membersOfPatterns().clocks
    if (this.#clocks.size === 0) return inPatterns
    const isWanted = (on: string, at: string) => isFor(at, process) && this.#isAsked(on, at)
    const found = [...this.#clocks].filter(([on, scopes]) => [...scopes].some((at) => isWanted(on, at)))
    return [...new Set([...found.map(([on]) => on), ...inPatterns])]
  }

  #membersOfPatterns() {
    if (this.#inPatterns) return this.#inPatterns
    const members = [...new Set([...this.#patterns.values()].flatMap(({ pattern }) => [...membersOf(pattern)]))]
    const names = new Map<string, Set<string>>()
    for (const member of members) hear(names, member)
    const clocks = members.filter(isClockEvent)
    if (clocks.length > 0) this.#clockChanges++
    this.#inPatterns = { names, clocks }
    return this.#inPatterns
  }
}

/** Whether rules at a scope could be asked about a case of the process. A clock is nobody's, so no agent's rules are asked. */
function isFor(at: string, process: string): boolean {
  const [kind, name = ""] = at.split(":")
  if (kind === "everywhere" || kind === "class") return true
  return (kind === "object" ? name : at).split("/", 1)[0] === process
}

const isIn = (names: ReadonlySet<string> | undefined, name: string | undefined): boolean =>
  names !== undefined && (name === undefined || names.has(name))

/** A step is heard of by its own name, whatever its process. */
function hear(wanted: Map<string, Set<string>>, on: string): void {
  const plain = plainEvent(on)
  if (plain === undefined || !plainKinds.some((kind) => kind === plain.word)) return
  const { word, about } = plain
  const names = wanted.get(word) ?? new Set<string>()
  wanted.set(word, names.add(about).add(about.slice(about.lastIndexOf("/") + 1)))
}
