import { type AgentId, asAgentId } from "../messages/ids.ts"
import type { JsonObject } from "../messages/json.ts"
import type { AgentDefinition, PermissionDefinition } from "../model/organisation.ts"
import { rolesOf } from "./agent-object.ts"
import type { ReadonlyAgentSet } from "./agent-set.ts"
import { Closures } from "./closures.ts"
import { codePointOrder } from "./code-point-order.ts"
import { Derivations } from "./derivations.ts"
import { Derived } from "./derived.ts"
import { Grants } from "./grants.ts"
import { type ChangedEntries, changedEntries, laidOver, type OrganisationChange } from "./organisation-change.ts"
import { Roles } from "./roles.ts"
import { type Agent, type AgentChange, Roster } from "./roster.ts"
import { Units } from "./units.ts"

interface Parts {
  readonly roles: Roles
  readonly units: Units
  readonly derivations: Derivations
  readonly permissions: ReadonlyMap<string, PermissionDefinition>
  readonly grants: Grants
  readonly roster: Roster
}

/**
 * Who there is, what everybody plays, has and belongs to. A value: `with` gives the next and leaves this as it was. What can be
 * concluded is concluded when asked, kept, and carried over to the next as far as a change does not concern it.
 */
export class Organisation {
  static readonly empty = Organisation.#first()

  readonly roles: Roles
  readonly units: Units
  readonly derivations: Derivations
  readonly permissions: ReadonlyMap<string, PermissionDefinition>
  readonly grants: Grants
  readonly roster: Roster
  readonly closures: Closures
  readonly derived: Derived

  private constructor(parts: Parts, closures: Closures, derived: Derived) {
    this.roles = parts.roles
    this.units = parts.units
    this.derivations = parts.derivations
    this.permissions = parts.permissions
    this.grants = parts.grants
    this.roster = parts.roster
    this.closures = closures
    this.derived = derived
  }

  static #first(): Organisation {
    const [roles, units, derivations] = [new Roles(new Map()), new Units(new Map()), new Derivations(new Map())]
    const parts = { roles, units, derivations, permissions: new Map(), grants: Grants.none, roster: Roster.empty }
    const closures = new Closures(parts)
    return new Organisation(parts, closures, new Derived(derivations, closures))
  }

  /** After the changes, in order. A thousand at once cost little more than one: load all with one call. */
  with(changes: Iterable<OrganisationChange>): Organisation {
    const list = [...changes]
    if (list.length === 0) return this
    const changed = changedEntries(list)
    const grants = this.grants.with(list)
    const { roster, replaced } = this.roster.with(this.#agentChanges(list, changed, grants))
    const parts: Parts = {
      roles: changed.role.size === 0 ? this.roles : new Roles(laidOver(this.roles.definitions, changed.role)),
      units: changed.unit.size === 0 ? this.units : new Units(laidOver(this.units.definitions, changed.unit)),
      derivations:
        changed.capability.size === 0
          ? this.derivations
          : new Derivations(laidOver(this.derivations.definitions, changed.capability)),
      permissions: laidOver(this.permissions, changed.permission),
      grants,
      roster,
    }
    const touched = { agents: replaced, roles: [...changed.role.keys()], units: [...changed.unit.keys()] }
    const { closures, stale } = this.closures.next(parts, touched)
    const derived = this.derived.next(parts.derivations, closures, stale, [...changed.capability.keys()])
    return new Organisation(parts, closures, derived)
  }

  /** There are no agents at all. */
  get isEmpty(): boolean {
    return this.roster.ids.length === 0
  }

  /** In code-point order. */
  agents(): readonly AgentId[] {
    return this.roster.ids
  }

  agent(id: AgentId): AgentDefinition | undefined {
    return this.roster.byId.get(id)?.definition
  }

  /** Those written with him, then all that follow from them, each once. */
  rolesOf(id: AgentId): readonly string[] {
    return rolesOf(this.agent(id)?.roles ?? [], this.closures.structure)
  }

  plays(id: AgentId, role: string): boolean {
    return this.#isAmong(id, this.closures.players(role))
  }

  /** Whether he has a capability at that moment, in whatever way; `given` are more that he has for the moment. */
  holds(id: AgentId, token: string, now: number, given?: ReadonlySet<string>): boolean {
    const agent = this.roster.byId.get(id)
    return agent !== undefined && this.has(agent, token, this.givenTo(id, now, given))
  }

  /** All capabilities he has at that moment, in code-point order. */
  tokensOf(id: AgentId, now: number, given?: ReadonlySet<string>): readonly string[] {
    const agent = this.roster.byId.get(id)
    if (agent === undefined) return []
    const granted = this.givenTo(id, now, given)
    const inherited = this.rolesOf(id).flatMap((role) => this.roles.definitions.get(role)?.has ?? [])
    const derivable = [...this.derivations.definitions.keys()].filter((token) => this.has(agent, token, granted))
    return [...new Set([...agent.held, ...inherited, ...(granted ?? []), ...derivable])].sort(codePointOrder)
  }

  /** His unit and those it lies in, inner first. */
  unitsOf(id: AgentId): readonly string[] {
    const unit = this.agent(id)?.unit
    return unit === undefined ? [] : this.units.above(unit)
  }

  /** In that unit or one below it. */
  isIn(id: AgentId, unit: string): boolean {
    return this.#isAmong(id, this.closures.members(unit))
  }

  /** Undefined also where an agent is named that there is not. */
  managerOf(unit: string): AgentId | undefined {
    const manager = this.units.definitions.get(unit)?.manager
    return manager === undefined ? undefined : this.roster.byId.get(asAgentId(manager))?.id
  }

  /** The manager of the nearest unit that somebody else manages. */
  supervisorOf(id: AgentId): AgentId | undefined {
    for (const unit of this.unitsOf(id)) {
      const manager = this.managerOf(unit)
      if (manager !== undefined && manager !== id) return manager
    }
    return undefined
  }

  /** Steps through the tree of units; infinite where they have no unit in common. */
  distance(one: AgentId, other: AgentId): number {
    const [from, to] = [this.agent(one)?.unit, this.agent(other)?.unit]
    return from === undefined || to === undefined ? Number.POSITIVE_INFINITY : this.units.distance(from, to)
  }

  /** The agent of that name; or who plays that role; or the manager of that unit, and without one its members. */
  namedAgents(name: string): readonly AgentId[] {
    const id = asAgentId(name)
    if (this.roster.byId.has(id)) return [id]
    const players = this.idsOf(this.closures.players(name))
    if (players.length > 0 || this.roles.definitions.has(name)) return players
    const manager = this.managerOf(name)
    return manager === undefined ? this.idsOf(this.closures.members(name)) : [manager]
  }

  /** An agent as expressions see him. */
  objectOf(agent: Agent): JsonObject {
    return this.closures.objectOf(agent)
  }

  /** What an agent has for the moment only: granted for a time, or in the very decision. Undefined: nothing. */
  givenTo(id: AgentId, now: number, given?: ReadonlySet<string>): ReadonlySet<string> | undefined {
    const granted = this.grants.during(id, now)
    if (granted.length === 0) return given === undefined || given.size === 0 ? undefined : given
    return new Set([...granted, ...(given ?? [])])
  }

  has(agent: Agent, token: string, given: ReadonlySet<string> | undefined): boolean {
    return given === undefined ? this.derived.has(agent, token) : this.derived.hasWith(agent, token, given)
  }

  /** In code-point order. */
  idsOf(set: ReadonlyAgentSet): readonly AgentId[] {
    const { ranks } = this.roster
    const numbers = set.numbers().sort((one, other) => (ranks[one] ?? 0) - (ranks[other] ?? 0))
    return numbers.map((number) => this.roster.at(number).id)
  }

  #isAmong(id: AgentId, set: ReadonlyAgentSet): boolean {
    const agent = this.roster.byId.get(id)
    return agent !== undefined && set.has(agent.number)
  }

  /** Agents that are replaced, or are granted or lose something for good. */
  #agentChanges(
    changes: readonly OrganisationChange[],
    changed: ChangedEntries,
    grants: Grants,
  ): ReadonlyMap<AgentId, AgentChange> {
    const next = new Map<AgentId, AgentChange>()
    const define = (id: AgentId, definition: AgentDefinition | undefined) =>
      next.set(id, definition && { definition, held: [...definition.capabilities, ...grants.forGood(id)] })
    for (const [name, definition] of changed.agent) define(asAgentId(name), definition)
    for (const change of changes) {
      if ((change.kind !== "grant" && change.kind !== "revocation") || next.has(change.agent)) continue
      const [before, after] = [this.grants.forGood(change.agent), grants.forGood(change.agent)]
      if (before.length !== after.length || !before.every((token) => after.includes(token)))
        define(change.agent, this.agent(change.agent))
    }
    return next
  }
}
