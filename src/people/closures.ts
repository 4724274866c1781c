import type { JsonObject } from "../messages/json.ts"
import { agentObject, type Trees } from "./agent-object.ts"
import { AgentSet, type ReadonlyAgentSet, unionOf } from "./agent-set.ts"
import type { Agent, Replaced, Roster } from "./roster.ts"

export interface Structure extends Trees {
  readonly roster: Roster
}

/** What a change is about: the agents it replaced, and the names of roles and units that mean something else now. */
export interface Touched {
  readonly agents: readonly Replaced[]
  readonly roles: readonly string[]
  readonly units: readonly string[]
}

/** Who plays a role, has a capability (not a derived one), is in a unit: with all that is inherited. Found when asked, and kept. */
export class Closures {
  readonly structure: Structure
  readonly #players = new Map<string, ReadonlyAgentSet>()
  readonly #holders = new Map<string, ReadonlyAgentSet>()
  readonly #members = new Map<string, ReadonlyAgentSet>()
  #objects: (JsonObject | undefined)[] = []

  constructor(structure: Structure) {
    this.structure = structure
  }

  players(role: string): ReadonlyAgentSet {
    return this.#players.get(role) ?? this.#findPlayers(role)
  }

  holders(token: string): ReadonlyAgentSet {
    return this.#holders.get(token) ?? this.#findHolders(token)
  }

  members(unit: string): ReadonlyAgentSet {
    return this.#members.get(unit) ?? this.#findMembers(unit)
  }

  /** An agent as expressions see him. */
  objectOf(agent: Agent): JsonObject {
    const known = this.#objects[agent.number]
    if (known) return known
    const object = agentObject(agent, this.structure)
    this.#objects[agent.number] = object
    return object
  }

  /**
   * The closures of the next structure, with all that is kept here and that the change does not concern; and the agents of whom
   * something may no longer be as it was.
   */
  next(structure: Structure, touched: Touched): { readonly closures: Closures; readonly stale: ReadonlyAgentSet } {
    const next = new Closures(structure)
    const { agents, roles, units } = touched
    const before = concerned(
      this.structure,
      agents.flatMap(({ before }) => before ?? []),
      touched,
    )
    const after = concerned(
      structure,
      agents.flatMap(({ after }) => after ?? []),
      touched,
    )
    keepOthers(this.#players, next.#players, before.roles, after.roles)
    keepOthers(this.#holders, next.#holders, before.tokens, after.tokens)
    keepOthers(this.#members, next.#members, before.units, after.units)
    const stale = new AgentSet(agents.flatMap(({ before, after }) => (before ?? after)?.number ?? []))
    // One way through the tree for all of them: each by itself would be walked again for everything above it.
    for (const each of [this.structure, structure]) {
      for (const role of each.roles.below(roles)) stale.addAll(each.roster.roles.of(role))
      for (const unit of each.units.below(units)) stale.addAll(each.roster.units.of(unit))
    }
    next.#objects = [...this.#objects]
    for (const number of stale.numbers()) next.#objects[number] = undefined
    return { closures: next, stale }
  }

  #findPlayers(role: string): ReadonlyAgentSet {
    const { roles, roster } = this.structure
    const found = unionOf(roles.below(role).map((name) => roster.roles.of(name)))
    this.#players.set(role, found)
    return found
  }

  #findHolders(token: string): ReadonlyAgentSet {
    const { roles, roster } = this.structure
    const found = unionOf([roster.held.of(token), ...roles.bringing(token).map((role) => this.players(role))])
    this.#holders.set(token, found)
    return found
  }

  #findMembers(unit: string): ReadonlyAgentSet {
    const { units, roster } = this.structure
    const found = unionOf(units.below(unit).map((name) => roster.units.of(name)))
    this.#members.set(unit, found)
    return found
  }
}

function concerned({ roles, units }: Trees, agents: readonly Agent[], touched: Touched) {
  const named = { roles: new Set<string>(), tokens: new Set<string>(), units: new Set<string>() }
  for (const above of roles.aboveAll([...touched.roles, ...agents.flatMap(({ definition }) => definition.roles)]))
    named.roles.add(above)
  for (const role of named.roles) for (const token of roles.definitions.get(role)?.has ?? []) named.tokens.add(token)
  for (const { held } of agents) for (const token of held) named.tokens.add(token)
  for (const above of units.aboveAll([...touched.units, ...agents.flatMap(({ definition }) => definition.unit ?? [])]))
    named.units.add(above)
  return named
}

function keepOthers<Value>(
  from: ReadonlyMap<string, Value>,
  into: Map<string, Value>,
  ...concerned: readonly ReadonlySet<string>[]
): void {
  for (const [name, value] of from) if (!concerned.some((names) => names.has(name))) into.set(name, value)
}
