import type { AgentId } from "../messages/ids.ts"
import type { Candidate } from "../messages/people.ts"
import type { AgentDefinition } from "../model/organisation.ts"
import { AgentSet, type ReadonlyAgentSet } from "./agent-set.ts"
import { codePointOrder } from "./code-point-order.ts"
import { Mentions } from "./mentions.ts"

/** An agent of the organisation. The number is his place in sets; once he is gone another may get it. */
export interface Agent {
  readonly id: AgentId
  readonly number: number
  readonly definition: AgentDefinition
  /** Capabilities of his own: written with him, or granted for good. */
  readonly held: readonly string[]
  readonly inPerson: Candidate
}

/** What is to be known of an agent; undefined: he is gone. */
export type AgentChange = Pick<Agent, "definition" | "held"> | undefined

export interface Replaced {
  readonly before: Agent | undefined
  readonly after: Agent | undefined
}

/** The agents there are, and which of them name a role, a capability or a unit. Never changed. */
export class Roster {
  static readonly empty = new Roster(new Map(), [], [], [new Mentions(), new Mentions(), new Mentions()])

  readonly byId: ReadonlyMap<AgentId, Agent>
  /** In code-point order. */
  readonly ids: readonly AgentId[]
  readonly roles: Mentions
  readonly held: Mentions
  readonly units: Mentions
  readonly #byNumber: readonly (Agent | undefined)[]
  #inOrder: Uint32Array | undefined
  #ranks: Uint32Array | undefined
  #everybody: ReadonlyAgentSet | undefined
  #programs: ReadonlyAgentSet | undefined

  private constructor(
    byId: ReadonlyMap<AgentId, Agent>,
    byNumber: readonly (Agent | undefined)[],
    ids: readonly AgentId[],
    [roles, held, units]: readonly [Mentions, Mentions, Mentions],
  ) {
    this.byId = byId
    this.#byNumber = byNumber
    this.ids = ids
    this.roles = roles
    this.held = held
    this.units = units
  }

  at(number: number): Agent {
    const agent = this.#byNumber[number]
    if (agent === undefined) throw new Error(`nobody has the number ${number}`)
    return agent
  }

  /** The numbers in the order of the ids. */
  get inOrder(): Uint32Array {
    this.#inOrder ??= Uint32Array.from(this.ids, (id) => this.byId.get(id)?.number ?? 0)
    return this.#inOrder
  }

  /** Where each number's agent stands in that order. */
  get ranks(): Uint32Array {
    if (this.#ranks === undefined) {
      this.#ranks = new Uint32Array(this.#byNumber.length)
      for (const [rank, number] of this.inOrder.entries()) this.#ranks[number] = rank
    }
    return this.#ranks
  }

  get everybody(): ReadonlyAgentSet {
    this.#everybody ??= new AgentSet([...this.byId.values()].map(({ number }) => number))
    return this.#everybody
  }

  get programs(): ReadonlyAgentSet {
    const programs = () => [...this.byId.values()].filter(({ definition }) => definition.isProgram)
    this.#programs ??= new AgentSet(programs().map(({ number }) => number))
    return this.#programs
  }

  /** The next roster, and what each of the changes did. */
  with(changes: ReadonlyMap<AgentId, AgentChange>): {
    readonly roster: Roster
    readonly replaced: readonly Replaced[]
  } {
    const byId = new Map(this.byId)
    const byNumber = [...this.#byNumber]
    const free = byId.size === byNumber.length ? [] : [...byNumber.keys()].filter((at) => byNumber[at] === undefined)
    const replaced: Replaced[] = []
    for (const [id, change] of changes) {
      const before = byId.get(id)
      if (before === undefined && change === undefined) continue
      const number = before?.number ?? free.pop() ?? byNumber.length
      const after = change && { id, number, ...change, inPerson: { agent: id } }
      byNumber[number] = after
      if (after) byId.set(id, after)
      else byId.delete(id)
      if (!after) free.push(number)
      replaced.push({ before, after })
    }
    const isSameCompany = replaced.every(({ before, after }) => before && after)
    const ids = isSameCompany ? this.ids : [...byId.keys()].sort(codePointOrder)
    const roster = new Roster(byId, byNumber, ids, [
      named(this.roles, replaced, ({ definition }) => definition.roles),
      named(this.held, replaced, ({ held }) => held),
      named(this.units, replaced, ({ definition: { unit } }) => (unit === undefined ? [] : [unit])),
    ])
    if (isSameCompany) {
      roster.#inOrder = this.#inOrder
      roster.#ranks = this.#ranks
      roster.#everybody = this.#everybody
    }
    return { roster, replaced }
  }
}

function named(
  mentions: Mentions,
  replaced: readonly Replaced[],
  names: (agent: Agent) => readonly string[],
): Mentions {
  return mentions.with(
    replaced.map(({ before, after }) => ({
      number: (after ?? before)?.number ?? 0,
      before: before ? names(before) : [],
      after: after ? names(after) : [],
    })),
  )
}
