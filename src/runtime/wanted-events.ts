import { membersOf, type NamedPattern } from "../exceptions/pattern.ts"
import { plainKinds } from "../messages/plain-events.ts"
import { isClockEvent, plainEvent } from "../model/event-names.ts"

const none: readonly string[] = []

/** What rules and patterns wait for that happens by itself, so that nobody has to look where nobody wants to know. */
export class WantedEvents {
  readonly #isAsked: (on: string, at: string) => boolean
  /** Clock events, and the scopes where there are or were rules on them. */
  readonly #clocks = new Map<string, Set<string>>()
  #isHeardByRule = false
  #isHeardByPattern = false
  /** Clock events patterns are made of. */
  #inPatterns: readonly string[] = none
  /** How often a rule on the clock may have come. */
  clockChanges = 0

  constructor(isAsked: (on: string, at: string) => boolean) {
    this.#isAsked = isAsked
  }

  get hears(): boolean {
    return this.#isHeardByRule || this.#isHeardByPattern
  }

  /** Rules on an event have come at a scope, or have changed. */
  note({ on, at }: { readonly on: string; readonly at: string }): void {
    if (isPlain(on)) this.#isHeardByRule = true
    if (!isClockEvent(on)) return
    this.clockChanges++
    const scopes = this.#clocks.get(on)
    if (scopes) scopes.add(at)
    else this.#clocks.set(on, new Set([at]))
  }

  notePatterns(patterns: Iterable<NamedPattern>): void {
    const members = [...new Set([...patterns].flatMap(({ pattern }) => [...membersOf(pattern)]))]
    this.#isHeardByPattern = members.some(isPlain)
    this.#inPatterns = members.filter(isClockEvent)
    if (this.#inPatterns.length > 0) this.clockChanges++
  }

  clocks(process: string): readonly string[] {
    if (this.#clocks.size === 0) return this.#inPatterns
    const isWanted = (on: string, at: string) => isFor(at, process) && this.#isAsked(on, at)
    const found = [...this.#clocks].filter(([on, scopes]) => [...scopes].some((at) => isWanted(on, at)))
    return [...new Set([...found.map(([on]) => on), ...this.#inPatterns])]
  }
}

/** Whether rules at a scope could be asked about a case of the process. A clock is nobody's, so no agent's rules are asked. */
function isFor(at: string, process: string): boolean {
  const [kind, name = ""] = at.split(":")
  if (kind === "everywhere" || kind === "class") return true
  return (kind === "object" ? name : at).split("/", 1)[0] === process
}

function isPlain(on: string): boolean {
  const word = plainEvent(on)?.word
  return plainKinds.some((kind) => kind === word)
}
