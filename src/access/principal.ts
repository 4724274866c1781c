import { type AgentId, engineAgent } from "../messages/ids.ts"
import { isPlainName, passesForReserved } from "../model/look-alikes.ts"
import { RIGHTS, type Right } from "../model/organisation.ts"

/** Who asks: an agent, and what this way of asking allows him at most. */
export interface Principal {
  readonly agent: AgentId
  readonly scope: Scope
  /** How he showed who he is. `development`: nobody asked him. */
  readonly by: "key" | "session" | "token" | "development"
  /** The credential's id, for the log. */
  readonly credential?: string
  /** Who it really is, where somebody acts as another. */
  readonly behind?: AgentId
  /** When what he showed is good no longer, where that is known: nothing begun with it lasts longer. */
  readonly until?: number
}

/** Bounds on top of what the organisation allows the agent. Absent: no bound of its own. */
export interface Scope {
  readonly rights?: readonly Right[]
  readonly processes?: readonly string[]
}

/** Whether a scope leaves room for something there. Whether the agent may do it is another question: both must be asked. */
export function withinScope(scope: Scope, right: Right, where: { readonly process?: string }): boolean {
  const { rights, processes } = scope
  if (rights !== undefined && !rights.includes(right) && !rights.includes("administer")) return false
  return processes === undefined || (where.process !== undefined && processes.includes(where.process))
}

/** What was written down as a scope, without the rights that are none: less is allowed by them, never more. */
export function scopeOf(written: {
  readonly rights?: readonly string[]
  readonly processes?: readonly string[]
}): Scope {
  const { rights, processes } = written
  return {
    ...(rights !== undefined && { rights: RIGHTS.filter((right) => rights.includes(right)) }),
    ...(processes !== undefined && { processes }),
  }
}

/**
 * Whether anybody can come as this agent: what the engine does by itself must not be confused with what people ask for, nor one name
 * with another that looks like it or cannot be written down.
 */
export function canSignIn(agent: string): boolean {
  const isWritable = agent !== "" && agent.length <= longestName && isPlainName(agent)
  return isWritable && agent !== engineAgent && !passesForReserved(agent)
}

const longestName = 200
