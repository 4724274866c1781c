import type { AgentId } from "../messages/ids.ts"

/** Who changes a definition, when, and why. */
export interface Stamp {
  readonly at: number
  readonly by: AgentId
  readonly reason?: string
}
