import type { Bindings } from "../expressions/expression.ts"
import type { Json } from "../messages/json.ts"
import { AgentSet, type ReadonlyAgentSet } from "./agent-set.ts"
import type { Closures } from "./closures.ts"
import type { Derivation, Derivations } from "./derivations.ts"
import type { Agent } from "./roster.ts"

/** Which agents have derived capabilities: worked out one by one when asked, and kept. */
export class Derived {
  readonly #derivations: Derivations
  readonly #closures: Closures
  readonly #answers = new Map<string, Answers>()

  constructor(derivations: Derivations, closures: Closures) {
    this.#derivations = derivations
    this.#closures = closures
  }

  /** Takes out of the set who does not have the capability in any way. */
  keepHolders(found: AgentSet, token: string): void {
    const holders = this.#closures.holders(token)
    if (this.#derivations.of(token) === undefined || this.#derivations.isCircular(token)) {
      found.keepAll(holders)
      return
    }
    const { known, held } = this.#answersTo(token)
    const open = found.copy()
    open.deleteAll(holders)
    open.deleteAll(known)
    for (const number of open.numbers()) this.has(this.#closures.structure.roster.at(number), token)
    const all = holders.copy()
    all.addAll(held)
    found.keepAll(all)
  }

  /** Whether an agent has a capability in any way, besides those that are given to him for the moment. */
  has(agent: Agent, token: string): boolean {
    return this.#closures.holders(token).has(agent.number) || this.#derives(agent, token, this.#kept(agent))
  }

  /** The same with what is given to him for the moment, which counts in derivations too. */
  hasWith(agent: Agent, token: string, given: ReadonlySet<string>): boolean {
    return this.#holds(agent, token, inPassing(given))
  }

  /** Why a capability cannot be derived, where it or one it rests on cannot be evaluated. */
  problem(agent: Agent, token: string, given: ReadonlySet<string>): string | undefined {
    if (this.#derivations.of(token) === undefined) return undefined
    if (this.#derivations.isCircular(token)) return `${token} rests on itself`
    const memory = inPassing(given)
    for (const name of [...this.#derivations.inOrder(token), token]) {
      const derivation = this.#derivations.of(name)
      if (derivation === undefined || this.#holds(agent, name, memory)) continue
      const why = failure(derivation, this.#bindings(agent, derivation, memory))
      if (why !== undefined) return `${name} cannot be derived: ${why}`
    }
    return undefined
  }

  /** What is kept here, without what is out of date: all about some agents, and all that rests on some capabilities. */
  next(derivations: Derivations, closures: Closures, stale: ReadonlyAgentSet, tokens: readonly string[]): Derived {
    const next = new Derived(derivations, closures)
    for (const [token, { known, held }] of this.#answers) {
      const rests = this.#derivations.restsOn(token)
      if (tokens.some((changed) => changed === token || rests.has(changed))) continue
      const answers = { known: known.copy(), held: held.copy() }
      answers.known.deleteAll(stale)
      answers.held.deleteAll(stale)
      next.#answers.set(token, answers)
    }
    return next
  }

  #holds(agent: Agent, token: string, memory: Memory): boolean {
    return (
      memory.given?.has(token) === true ||
      this.#closures.holders(token).has(agent.number) ||
      this.#derives(agent, token, memory)
    )
  }

  #derives(agent: Agent, token: string, memory: Memory): boolean {
    const derivation = this.#derivations.of(token)
    if (derivation === undefined) return false
    const known = memory.recall(token)
    if (known !== undefined) return known
    if (this.#derivations.isCircular(token)) return false
    // Where very many rest on one another, going through them in order keeps the stack flat.
    if (this.#derivations.restsOn(token).size > deepest)
      for (const name of this.#derivations.inOrder(token)) this.#holds(agent, name, memory)
    const { expression } = derivation
    const outcome =
      typeof expression === "string" ? undefined : expression.evaluate(this.#bindings(agent, derivation, memory))
    const isHeld = outcome?.ok === true && outcome.value === true
    memory.keep(token, isHeld)
    return isHeld
  }

  #bindings(agent: Agent, { asks }: Derivation, memory: Memory): Bindings {
    return {
      value: (name) =>
        name === "agent"
          ? this.#closures.objectOf(agent)
          : name === "attributes"
            ? agent.definition.attributes
            : undefined,
      call: (name, [asked]): Json => {
        if (typeof asked !== "string") return false
        if (this.#closures.players(asked).has(agent.number)) return true
        if (name === "plays") return false
        // Circles are told by the names that are written out; one that is put together leads to nothing derived.
        if (asks.has(asked)) return this.#holds(agent, asked, memory)
        return memory.given?.has(asked) === true || this.#closures.holders(asked).has(agent.number)
      },
    }
  }

  #answersTo(token: string): Answers {
    const known = this.#answers.get(token)
    if (known) return known
    const answers = { known: new AgentSet(), held: new AgentSet() }
    this.#answers.set(token, answers)
    return answers
  }

  #kept({ number }: Agent): Memory {
    return {
      recall: (token) => {
        const { known, held } = this.#answersTo(token)
        return known.has(number) ? held.has(number) : undefined
      },
      keep: (token, isHeld) => {
        const { known, held } = this.#answersTo(token)
        known.add(number)
        if (isHeld) held.add(number)
      },
    }
  }
}

const deepest = 30

interface Answers {
  /** For whom it has been worked out, and who of them has it. */
  readonly known: AgentSet
  readonly held: AgentSet
}

/** What has been worked out for one agent, with what is given to him for the moment. */
interface Memory {
  readonly given?: ReadonlySet<string>
  recall(token: string): boolean | undefined
  keep(token: string, isHeld: boolean): void
}

function inPassing(given: ReadonlySet<string>): Memory {
  const answers = new Map<string, boolean>()
  return { given, recall: (token) => answers.get(token), keep: (token, isHeld) => answers.set(token, isHeld) }
}

function failure({ expression }: Derivation, bindings: Bindings): string | undefined {
  if (typeof expression === "string") return expression
  const outcome = expression.evaluate(bindings)
  return outcome.ok ? undefined : outcome.error.message
}
