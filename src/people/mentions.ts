import { AgentSet, nobodyAtAll, type ReadonlyAgentSet } from "./agent-set.ts"

/** What an agent named and names now. */
export interface Mentioned {
  readonly number: number
  readonly before: readonly string[]
  readonly after: readonly string[]
}

/** Which agents name something in so many words: a role, a capability, a unit. */
export class Mentions {
  readonly #sets: ReadonlyMap<string, AgentSet>

  constructor(sets: ReadonlyMap<string, AgentSet> = new Map()) {
    this.#sets = sets
  }

  of(name: string): ReadonlyAgentSet {
    return this.#sets.get(name) ?? nobodyAtAll
  }

  names(): readonly string[] {
    return [...this.#sets.keys()].filter((name) => this.of(name).size > 0)
  }

  with(changes: readonly Mentioned[]): Mentions {
    const sets = new Map(this.#sets)
    const own = new Map<string, AgentSet>()
    const toChange = (name: string): AgentSet => {
      const set = own.get(name) ?? sets.get(name)?.copy() ?? new AgentSet()
      own.set(name, set)
      return set
    }
    for (const { number, before, after } of changes) {
      for (const name of before) toChange(name).delete(number)
      for (const name of after) toChange(name).add(number)
    }
    for (const [name, set] of own) sets.set(name, set)
    return new Mentions(sets)
  }
}
