import type { AgentId } from "./ids.ts"
import type { Json, JsonObject } from "./json.ts"

/**
 * Who may have an item: its task's needs, with everything about the case in it, so that it can be asked again at any time
 * without the case. Absent parts ask for nothing.
 */
export interface Demand {
  readonly roles?: readonly string[]
  readonly capabilities?: readonly string[]
  /** That unit or one below it. */
  readonly unit?: string
  /** One of these agents. */
  readonly agents?: readonly AgentId[]
  /** One of these, because they did something else before. */
  readonly only?: readonly AgentId[]
  /** None of these, whatever else they are; nor as somebody's stand-in. */
  readonly excluded?: readonly AgentId[]
  /** An expression over `agent`, and the values of all other names in it. */
  readonly when?: AgentCondition
  /** What else must hold, of everybody or of those of one name, role or unit. */
  readonly also?: readonly Qualification[]
  /** A strategy, or an expression that sorts ascending. */
  readonly order?: string | { readonly by: string; readonly with: JsonObject }
}

/** An expression over `agent`, and the values of all other names in it. */
export interface AgentCondition {
  readonly if: string
  readonly with: JsonObject
}

/** What whoever has an item must be by a rule that was set from outside; asked only of those it is about. */
export interface Qualification extends AgentCondition {
  readonly agent?: AgentId
  readonly role?: string
  readonly unit?: string
}

/** How somebody stands to a demand. Those who fit have no reason against them. */
export type Obstacle = "unqualified" | "excluded" | "absent" | "busy" | "declined"

/** What is known of one agent for one demand. */
export interface Assessment {
  readonly agent: AgentId
  readonly obstacle?: Obstacle
  /** In words: what is missing, or why the agent fits. */
  readonly reason: string
  /** The absent agent whose place he takes. */
  readonly standsInFor?: AgentId
}

/** The classes of nobody being there, as in the tree of exceptions. */
export type Unavailable = "ResourceUnavailable" | "NoSuchCapability" | "AllAbsent" | "AllDeclined" | "AllBusy"

export type Match =
  | {
      readonly ok: true
      /** Best first. */
      readonly candidates: readonly Candidate[]
    }
  | {
      readonly ok: false
      readonly class: Unavailable
      readonly message: string
      /** Agents by name, why each cannot: those who are nearest to it first, not more than a hundred. */
      readonly reasons: { readonly [agent: string]: Json }
      /** When somebody who is absent now will be back, whatever else keeps the others. */
      readonly until?: number
    }

export interface Candidate {
  readonly agent: AgentId
  readonly standsInFor?: AgentId
}

/** Whom a match should rather be: who did it last, then those near him. */
export interface Preference {
  readonly agent: AgentId
}

/** The people and programs there are, as one value: the same throughout a decision. */
export interface People {
  match(demand: Demand, about: About): Match
  /** How one agent stands to a demand; somebody who need not meet it (`isWaived`) may still be excluded. */
  assess(agent: AgentId, demand: Demand, about: About): Assessment
  isProgram(agent: AgentId): boolean
  has(agent: AgentId): boolean
  /** The agents a name of an agent, role or unit means. A unit is its manager, or else its members. */
  named(name: string): readonly AgentId[]
}

export interface About {
  readonly now: number
  /** `process/task`, for what was done before. */
  readonly task: string
  readonly declined: readonly AgentId[]
  readonly prefer?: Preference
  /** Programs only, or anybody. */
  readonly isProgram?: boolean
  /** Somebody who should be absent may take it all the same. */
  readonly mayBeAbsent?: boolean
  /** An item he has already does not count against his limit. */
  readonly has?: boolean
  /** What this very decision has given and taken so far, by agent. */
  readonly meanwhile?: ReadonlyMap<AgentId, Meanwhile>
  /** Capabilities given in this very decision, by agent. */
  readonly granted?: ReadonlyMap<AgentId, ReadonlySet<string>>
}

export interface Meanwhile {
  /** How many items more, or fewer, he has. */
  readonly more: number
  /** When in the decision he was last given one: a higher number is later. */
  readonly turn?: number
}

/** What agents have done and are doing, over all families. */
export interface Workload {
  /** Items allocated to or started by the agent. */
  load(agent: AgentId): number
  /** Since when the agent has ended nothing; undefined: never. */
  lastEnded(agent: AgentId): number | undefined
  /** When the agent was last given an item of the task; undefined: never. */
  lastGiven(agent: AgentId, task: string): number | undefined
  /** Milliseconds an item of the task takes the agent, on average; undefined: none so far. */
  pace(agent: AgentId, task: string): number | undefined
}

/** The same, and what expressions and escalations ask. */
export interface Staff extends People {
  /** The organisation as expressions see it. */
  org(): JsonObject
  /** One agent as expressions see him. */
  describe(agent: AgentId): JsonObject
  /** What somebody must be to be meant by the name of a role or unit. */
  groupOf(name: string): Demand | undefined
  /** When an agent who is there goes away next, as far as that is known; his hours do not count. */
  nextAbsence(agent: AgentId, now: number): number | undefined
  managerOf(unit: string): AgentId | undefined
  /** The roles he plays, nearer ones first; and the units he is in, inner first. */
  belongings(agent: AgentId): { readonly roles: readonly string[]; readonly units: readonly string[] }
  supervisorOf(agent: AgentId): AgentId | undefined
  /** The manager of a unit, or of the nearest one around it that has one. */
  nearestManager(unit: string): AgentId | undefined
  /** Who is in charge above an agent, a unit or those who play a role, nearest first. */
  managersAbove(name: string): readonly AgentId[]
  /** Those agents who may administer everything, where it is said who may. */
  administrators(): readonly AgentId[]
}
