import type { AgentId } from "../messages/ids.ts"
import type { OrganisationChange } from "./organisation-change.ts"

/** Capabilities given to agents beside what is written with them, for good or until a moment (exclusive). Never changed. */
export class Grants {
  static readonly none = new Grants(new Map())

  readonly #byAgent: ReadonlyMap<AgentId, ReadonlyMap<string, number>>
  #forATime: readonly AgentId[] | undefined

  private constructor(byAgent: ReadonlyMap<AgentId, ReadonlyMap<string, number>>) {
    this.#byAgent = byAgent
  }

  forGood(agent: AgentId): readonly string[] {
    return [...(this.#byAgent.get(agent) ?? [])].flatMap(([token, until]) => (isForGood(until) ? token : []))
  }

  /** What an agent has only for a time, and that time is not over. */
  during(agent: AgentId, now: number): readonly string[] {
    const grants = this.#byAgent.get(agent)
    if (grants === undefined) return []
    return [...grants].flatMap(([token, until]) => (!isForGood(until) && now < until ? token : []))
  }

  /** The agents with something for a time, be it over or not. */
  get forATime(): readonly AgentId[] {
    const isTimed = (grants: ReadonlyMap<string, number>) => [...grants.values()].some((until) => !isForGood(until))
    this.#forATime ??= [...this.#byAgent].flatMap(([agent, grants]) => (isTimed(grants) ? agent : []))
    return this.#forATime
  }

  /** When the next of those that are not over yet ends; undefined: none does. */
  nextEnd(now: number): number | undefined {
    let next: number | undefined
    for (const agent of this.forATime)
      for (const until of this.#byAgent.get(agent)?.values() ?? [])
        if (!isForGood(until) && until > now && (next === undefined || until < next)) next = until
    return next
  }

  /**
   * After all changes. Of several grants of one capability the longest counts, and they stay whatever becomes of the agent's
   * entry, so that it does not matter in which order entries and grants are read.
   */
  with(changes: Iterable<OrganisationChange>): Grants {
    const byAgent = new Map(this.#byAgent)
    for (const change of changes) {
      if (change.kind !== "grant" && change.kind !== "revocation") continue
      const grants = new Map(byAgent.get(change.agent))
      const { capability } = change
      if (change.kind === "revocation") grants.delete(capability)
      else grants.set(capability, Math.max(change.until ?? forEver, grants.get(capability) ?? -forEver))
      byAgent.set(change.agent, grants)
    }
    return new Grants(byAgent)
  }
}

const forEver = Number.POSITIVE_INFINITY
const isForGood = (until: number): boolean => until === forEver
